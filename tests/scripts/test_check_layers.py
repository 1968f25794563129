"""Wrong includes and platform macros are found, with file and line; right ones are not."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_layers"


def run(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, str(SCRIPT), folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class CheckLayers(unittest.TestCase):
    def assert_clean(self, files):
        code, output = run(files)
        self.assertEqual(code, 0, output)

    def assert_found(self, files, where):
        code, output = run(files)
        self.assertEqual(code, 1, output)
        self.assertIn(where, output)

    def test_right_direction(self):
        self.assert_clean({
            "src/engine/a.h": '#include <vector>\n#include "engine/b.h"\n',
            "src/ui/a.cpp": '#include <imgui.h>\n#include "engine/a.h"\n#include "ui/b.h"\n',
            "src/app/a.cpp": '#include <fmt/core.h>\n#include "ui/b.h"\n#include "engine/a.h"\n',
            "src/cuda/a.cu": '#include <cuda_runtime.h>\n#include "engine/a.h"\n',
        })

    def test_wrong_direction(self):
        self.assert_found({"src/engine/a.h": '\n#include "ui/b.h"\n'}, "src/engine/a.h:2:")
        self.assert_found({"src/ui/a.cpp": '#include "app/b.h"\n'}, "src/ui/a.cpp:1:")
        self.assert_found({"src/app/a.cpp": '#include "cuda/b.h"\n'}, "src/app/a.cpp:1:")
        self.assert_found({"src/cuda/a.cu": '#include "ui/b.h"\n'}, "src/cuda/a.cu:1:")

    def test_third_party(self):
        self.assert_found({"src/engine/a.cpp": "#include <fmt/core.h>\n"}, "src/engine/a.cpp:1:")
        self.assert_found({"src/engine/a.cpp": "#include <Eigen/Dense>\n"}, "src/engine/a.cpp:1:")
        self.assert_found({"src/ui/a.cpp": "#include <GLFW/glfw3.h>\n"}, "src/ui/a.cpp:1:")
        self.assert_clean({"src/engine/gemm/kernels/a.cpp": "#include <Eigen/Dense>\n#include <immintrin.h>\n"})

    def test_platform_macros(self):
        text = "int f();\n#ifdef __EMSCRIPTEN__\n#endif\n"
        self.assert_found({"src/engine/a.cpp": text}, "src/engine/a.cpp:2:")
        self.assert_found({"src/ui/a.h": "#if defined(_WIN32)\n#endif\n"}, "src/ui/a.h:1:")
        for name in ("engine/base/clock_web.cpp", "app/host_native.h", "engine/gemm/isa_x86.cpp", "engine/gemm/kernels/k.cpp"):
            self.assert_clean({f"src/{name}": text})

    def test_comments_and_strings_do_not_count(self):
        self.assert_clean({"src/engine/a.cpp": '// __linux__\n/* #include "ui/b.h"\n__APPLE__ */\nconst char* s = "_WIN32";\n'})

    def test_line_numbers_after_block_comments(self):
        self.assert_found({"src/engine/a.cpp": '/* one\ntwo */\n#include "app/x.h"\n'}, "src/engine/a.cpp:3:")

    def test_unknown_folder_and_no_source(self):
        self.assert_found({"src/other/a.cpp": "int x;\n"}, "src/other/a.cpp:1:")
        self.assert_found({"README.md": ""}, "no source file")


if __name__ == "__main__":
    unittest.main()
