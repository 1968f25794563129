"""lesson bench in full, and devices step by step over a driver that this test makes."""
import base64
import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import PROGRAM, lesson
from test_server import make_site


class Bench(unittest.TestCase):
    def test_shapes_formats_and_all_threads(self):
        answer = lesson(*"bench --n 64x32x16,48 --dtype fp32,int8 --threads all --repeats 1 --json".split())
        self.assertEqual(answer.code, 0, answer.err)
        shapes = [(entry["dtype"], entry["m"], entry["n"], entry["k"]) for entry in answer.json["results"]]
        self.assertEqual(shapes, [("fp32", 64, 32, 16), ("fp32", 48, 48, 48), ("int8", 64, 32, 16), ("int8", 48, 48, 48)])
        self.assertTrue(all(entry["verified"] for entry in answer.json["results"]))
        self.assertIn("64 × 32 × 16", answer.err)
        self.assertEqual(answer.json["inputs"]["cost.n"], ["64x32x16", 48])

    def test_every_kernel_is_named_with_what_it_is_made_of(self):
        answer = lesson(*"bench --n 64 --kernel all --repeats 1 --json".split())
        made = {entry["kernel"]: entry["flags"] for entry in answer.json["results"]}
        self.assertIn("fp32_gemm_eigen__library", made)
        for kernel, name in (("fp32_gemm_openblas__library", "OpenBLAS"), ("fp32_gemm_onednn__library", "oneDNN")):
            if kernel in made:
                self.assertRegex(made[kernel], rf"^{name} \d+\.\d+")

    def test_a_library_that_is_not_installed_is_said(self):
        answer = lesson(*"bench --n 64 --kernel fp32_gemm_openblas__library --repeats 1".split())
        if answer.code != 0:
            self.assertEqual(answer.code, 1)
            self.assertIn("libopenblas.so.0", answer.err)

    def test_percent_of_both_peaks(self):
        answer = lesson(*"bench --n 256 --kernel all --repeats 1 --json".split())
        for entry in answer.json["results"]:
            self.assertTrue(entry["theory_source"])
            for ratio in (entry["peak_ratio"], entry["theory_ratio"]):
                self.assertTrue(ratio is None or 0 < ratio <= 1, entry)

    def test_at_least_so_long(self):
        answer = lesson(*"bench --n 64 --repeats 1 --time 0.3 --json".split())
        [entry] = answer.json["results"]
        self.assertGreaterEqual(sum(entry["sample_ns"]) * entry["calls_per_sample"], 0.3e9)

    def test_tuning_first_says_what_best_means_then(self):
        answer = lesson(*"bench --tune --n 64 --repeats 1 --json".split())
        self.assertEqual(answer.code, 0, answer.err)
        [entry] = answer.json["results"]
        tuned = {(best["dtype"], best["n"]): best for best in answer.json["inputs"]["tuned"]}
        if tuned:  # a processor may have one kernel per format
            self.assertEqual(entry["kernel"], tuned["fp32", 64]["kernel"])
            self.assertIn("best for fp32 near n =  64: " + entry["kernel"], answer.err)
            self.assertTrue(all(best["flops_per_s"] > 0 for best in tuned.values()))
        forced = lesson(*"bench --tune --n 32 --kernel fp32_gemm_3x4__scalar --repeats 1 --json".split())
        self.assertEqual(forced.json["results"][0]["kernel"], "fp32_gemm_3x4__scalar")

    def test_threads_pinned_to_processors_compute_the_same(self):
        answer = lesson(*"bench --pin --n 96 --threads all --repeats 1 --json".split())
        self.assertEqual(answer.code, 0, answer.err)
        self.assertTrue(answer.json["results"][0]["verified"])

    def test_csv(self):
        answer = lesson(*"bench --n 48,64 --repeats 1 --csv".split())
        rows = list(csv.DictReader(io.StringIO(answer.out)))
        self.assertEqual([row["n"] for row in rows], ["48", "64"])
        self.assertGreater(float(rows[0]["flops_per_s"]), 0)
        self.assertIn("GFLOP/s", answer.err)
        both = lesson(*"bench --n 48 --csv --json".split())
        self.assertEqual((both.code, both.out), (2, ""))

    def test_progress_only_on_a_terminal(self):
        self.assertNotIn("\r", lesson(*"bench --n 64 --repeats 1".split()).err)
        if shutil.which("script") is None:
            self.skipTest("there is no script(1) to make a terminal")
        for extra, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
            environment = {**{name: value for name, value in os.environ.items() if name != "NO_COLOR"}, "TERM": "xterm", **extra}
            done = subprocess.run(["script", "-qec", f"{PROGRAM} bench --n 512 --repeats 9", "/dev/null"], capture_output=True, env=environment, timeout=60, check=True)
            self.assertIn(b"\r\x1b[K[", done.stdout)
            self.assertEqual(b"\x1b[34m" in done.stdout, coloured)

    def test_ctrl_c_keeps_what_was_measured(self):
        process = subprocess.Popen([PROGRAM, "bench", "--n", "64,512", "--repeats", "1", "--time", "3", "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = process.stderr.readline()  # the first size is done
        self.assertIn("64 × 64", first)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual([entry["n"] for entry in json.loads(out)["results"]], [64])
        self.assertIn("Stopped: 1 of 2", err)

    def test_devices_that_are_not_here(self):
        for device, words in (("cuda", "libcuda.so.1|driver|GPU|CUDA"), ("cuda:7", "cuda|GPU"), ("tpu", "lesson devices")):
            answer = lesson("bench", "--n", "64", "--device", device)
            if device == "cuda" and answer.code == 0:
                continue  # there is a GPU
            self.assertIn(answer.code, (1, 2))
            self.assertEqual(answer.out, "")
            self.assertRegex(answer.err, rf"^lesson: .*({words}).*\.\n$")
        self.assertEqual(lesson(*"bench --n 64 --repeats 1 --device auto".split()).code, 0)

    def test_a_link_carries_the_results(self):
        answer = lesson(*"bench --n 64 --repeats 1 --link-base https://lesson.example/page/".split())
        link = re.search(r"https://lesson\.example/page/#hardware\?r=([\w-]+)", answer.err)
        text = link[1] + "=" * (-len(link[1]) % 4)
        document = json.loads(base64.urlsafe_b64decode(text))
        self.assertEqual(document["results"][0]["n"], 64)
        self.assertIn("cpu", document["host"])

    def test_open_shows_them_and_ends_on_ctrl_c(self):
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder) / "site"
            site.mkdir()
            make_site(site)
            seen, browser = Path(folder) / "seen", Path(folder) / "browser"
            browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.new\nmv {seen}.new {seen}\n')
            browser.chmod(0o755)
            process = subprocess.Popen([PROGRAM, "bench", "--n", "64", "--repeats", "1", "--open", "--site", str(site)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       env={**os.environ, "BROWSER": str(browser)})
            for _ in range(200):
                if seen.exists():
                    break
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 0, err)
            self.assertRegex(seen.read_text(), r"^http://127\.0\.0\.1:\d+/#hardware\?r=[\w-]+&token=[0-9a-f]{32}$")
            self.assertIn(seen.read_text(), err)


# A driver that answers what the environment says: enough of libcuda.so.1 for the detection ladder.
DRIVER = r"""
#include <stdlib.h>
#include <string.h>
static int number(const char* name, int otherwise) { const char* text = getenv(name); return text ? atoi(text) : otherwise; }
int cuInit(unsigned flags) { (void)flags; return number("FAKE_INIT", 0); }
int cuDriverGetVersion(int* version) { *version = number("FAKE_VERSION", 13000); return 0; }
int cuDeviceGetCount(int* count) { *count = number("FAKE_COUNT", 1); return 0; }
int cuDeviceGet(int* device, int index) { *device = index; return 0; }
int cuDeviceGetName(char* name, int size, int device) { (void)device; strncpy(name, "Fake GPU", size); return 0; }
int cuDeviceTotalMem_v2(size_t* bytes, int device) { (void)device; *bytes = (size_t)16000000000u; return 0; }
int cuDeviceGetAttribute(int* value, int which, int device) { (void)device; *value = which == 75 ? 9 : which == 13 ? 1980000 : 0; return 0; }
"""


def make_driver(folder: str) -> None:
    source = Path(folder) / "driver.c"
    source.write_text(DRIVER)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", f"{folder}/libcuda.so.1", str(source)], check=True)


class Devices(unittest.TestCase):
    def test_the_processor_is_always_there(self):
        answer = lesson("devices")
        self.assertEqual(answer.code, 0)
        for words in ("CPU", "cores", "frequency", "peak", "fp32"):
            self.assertIn(words, answer.out)
        [cpu] = [entry for entry in lesson("devices", "--json").json["results"] if entry["name"] == "cpu"]
        self.assertGreaterEqual(cpu["cores"], 1)
        for peak in cpu["peaks"].values():
            self.assertTrue(peak["source"])

    def test_by_name_it_must_be_there(self):
        self.assertEqual(lesson("devices", "--device", "cpu").code, 0)
        answer = lesson("devices", "--device", "cuda:7")
        self.assertEqual(answer.code, 1)
        self.assertRegex(answer.err, r"^lesson: .+\.\n$")

    def ladder(self, folder: str, **environment: str) -> tuple[str, bool]:
        """The sentence of the first step that fails, and what PyTorch would say."""
        done = subprocess.run([PROGRAM, "devices", "--json"], capture_output=True, check=True, text=True,
                              env={**os.environ, "LD_LIBRARY_PATH": folder, **environment})
        [gpu] = [entry for entry in json.loads(done.stdout)["results"] if entry["name"] == "gpu"]
        self.assertEqual([step["ok"] for step in gpu["cuda"]["steps"][:-1]], [True] * (len(gpu["cuda"]["steps"]) - 1))
        return gpu["cuda"]["steps"][-1]["answer"], gpu["cuda"]["available"]

    def test_the_first_step_that_fails_is_explained(self):
        if shutil.which("cc") is None:
            self.skipTest("there is no C compiler to make a driver with")
        with tempfile.TemporaryDirectory() as folder:
            make_driver(folder)
            for environment, words in (
                ({"FAKE_INIT": "803"}, "restart"), ({"FAKE_INIT": "35"}, "too old"), ({"FAKE_INIT": "999"}, "999"), ({"FAKE_COUNT": "0"}, "knows no GPU"),
                ({"FAKE_INIT": "100", "CUDA_VISIBLE_DEVICES": ""}, "CUDA_VISIBLE_DEVICES is empty"), ({"FAKE_COUNT": "0", "CUDA_VISIBLE_DEVICES": "9"}, "CUDA_VISIBLE_DEVICES names"),
            ):
                with self.subTest(words):
                    sentence, torch = self.ladder(folder, **environment)
                    self.assertIn(words, sentence)
                    self.assertFalse(torch)
            # The driver works. What comes after it depends on whether this build has the CUDA module.
            sentence, torch = self.ladder(folder)
            self.assertTrue(torch)
            built = (Path(PROGRAM).parent / "liblesson_cuda.so").exists()
            self.assertIn("cublasLt" if built else "is not beside this program", sentence)


if __name__ == "__main__":
    unittest.main()
