"""cmake --install into an empty folder: program, page and CUDA module find each other there, from any working folder."""
import http.client
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import PROGRAM
from test_measuring import make_driver
from test_server import PAGE, Running

BUILD = Path(PROGRAM).resolve().parent
MODULE = "liblesson_cuda.so"


@unittest.skipUnless((BUILD / "cmake_install.cmake").exists(), "the program lies in no build folder to install from")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.elsewhere = Path(cls.folder.name) / "elsewhere"
        cls.elsewhere.mkdir()
        cls.prefix = Path(cls.folder.name) / "prefix"
        done = subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(cls.prefix)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        cls.said = done.stdout
        cls.program = cls.prefix / "bin/lesson"
        cls.page = cls.prefix / "share/lesson/index.html"
        cls.page_was_built = cls.page.exists()
        if not cls.page_was_built:  # whether the program looks in the right place does not depend on the web build
            cls.page.parent.mkdir(parents=True, exist_ok=True)
            cls.page.write_bytes(PAGE)

    def run_it(self, *arguments: str, program: Path | None = None, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run([program or self.program, *arguments], cwd=self.elsewhere, capture_output=True, text=True, timeout=60, check=False,
                              stdin=subprocess.DEVNULL, env={**os.environ, **environment})

    def test_version_is_the_package_s(self):
        packed = (BUILD / "CPackConfig.cmake").read_text()
        said = self.run_it("--version").stdout
        self.assertRegex(said, r"^lesson \d+\.\d+\.\d+\n$")
        self.assertIn(f'set(CPACK_PACKAGE_VERSION "{said.split()[1]}")', packed)

    def test_figures_and_benchmark(self):
        self.assertIn("14.0 GB", self.run_it("memory", "--params", "7B").stdout)
        answer = self.run_it("bench", "--n", "64", "--repeats", "1", "--json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertTrue(all(entry["verified"] for entry in json.loads(answer.stdout)["results"]))

    def test_the_page_is_the_one_that_was_built(self):
        cache = (BUILD / "CMakeCache.txt").read_text()
        site = Path(next(line for line in cache.splitlines() if line.startswith("LESSON_SITE_DIR:")).split("=", 1)[1])
        self.assertEqual(self.page_was_built, (site / "index.html").exists())
        if self.page_was_built:
            names = [{path.relative_to(folder) for path in folder.rglob("*")} for folder in (site, self.page.parent)]
            self.assertEqual(*names)
            self.assertEqual(self.page.read_bytes(), (site / "index.html").read_bytes())
        else:
            self.assertIn("The page is not built", self.said)

    def served(self, program: Path) -> bytes:
        server = Running(program=program, cwd=self.elsewhere)
        try:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            connection.request("GET", "/")
            body = connection.getresponse().read()
            connection.close()
        finally:
            server.stop()
        return body

    def test_serve_finds_its_page(self):
        self.assertEqual(self.served(self.program), self.page.read_bytes())

    def test_serve_finds_its_page_through_a_link(self):
        link = self.elsewhere / "lesson"
        link.symlink_to(self.program)
        self.assertEqual(self.served(link), self.page.read_bytes())

    def test_serve_without_a_page_says_so(self):
        alone = self.elsewhere / "alone/bin/lesson"
        alone.parent.mkdir(parents=True)
        shutil.copy2(self.program, alone)
        answer = self.run_it("serve", "--port", "0", program=alone)
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr, r"^lesson: There is no built page beside this program; .+\.\n$")

    def test_the_module_is_found(self):
        built = MODULE in (BUILD / "build.ninja").read_text()
        self.assertEqual((self.prefix / "lib/lesson" / MODULE).exists(), built)
        if shutil.which("cc") is None:
            self.skipTest("there is no C compiler to make a driver with")
        with tempfile.TemporaryDirectory() as folder:
            make_driver(folder)
            [gpu] = [entry for entry in json.loads(self.run_it("devices", "--json", LD_LIBRARY_PATH=folder).stdout)["results"] if entry["name"] == "gpu"]
        [step] = [step for step in gpu["cuda"]["steps"] if step["step"] == "CUDA module"]
        self.assertEqual(step["ok"], built, step["answer"])

    def test_no_cuda_library_is_needed_to_start(self):
        if shutil.which("ldd") is None:
            self.skipTest("there is no ldd")
        needed = subprocess.run(["ldd", self.program], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("not found", needed)
        self.assertNotRegex(needed, r"(?i)cuda|cublas|nvidia")


if __name__ == "__main__":
    unittest.main()
