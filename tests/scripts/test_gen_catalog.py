"""scripts/gen_catalog.py: a mistake in a table is named by file and line, and nothing is written."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLES = os.path.join(ROOT, "assets", "catalog")


class GenCatalogTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.assets = os.path.join(self.folder.name, "catalog")
        self.out = os.path.join(self.folder.name, "catalog_data.cpp")
        shutil.copytree(TABLES, self.assets)
        for name in os.listdir(self.assets):
            os.chmod(os.path.join(self.assets, name), 0o644)

    def edit(self, table, old, new):
        """Replaces the one place where `old` stands; returns its line number."""
        path = os.path.join(self.assets, table)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count(old), 1, f"{old!r} must stand once in {table}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        return text[: text.index(old)].count("\n") + 1

    def generate(self):
        command = [sys.executable, os.path.join(ROOT, "scripts", "gen_catalog.py"), "--assets", self.assets, "--out", self.out]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def refused(self, *expected):
        """The run fails, says each of `expected`, shows no stack trace and writes nothing."""
        result = self.generate()
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertNotIn("Traceback", result.stderr)
        for text in expected:
            self.assertIn(text, result.stderr)
        self.assertFalse(os.path.exists(self.out))

    def test_the_real_tables_are_right(self):
        result = self.generate()
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.out, encoding="utf-8") as file:
            self.assertTrue(file.readline().startswith("// Made by scripts/gen_catalog.py"))

    def test_missing_unit_in_the_header(self):
        self.edit("gpus.csv", "memory_gb,bandwidth_gbs", "memory,bandwidth_gbs")
        self.refused('assets/catalog/gpus.csv:1: unknown column "memory"; its unit is missing: write "memory_gb".',
                     'assets/catalog/gpus.csv:1: column "memory_gb" is missing.')

    def test_unit_inside_a_cell(self):
        line = self.edit("gpus.csv", "h200-sxm,H200 SXM,NVIDIA,2024,141,", "h200-sxm,H200 SXM,NVIDIA,2024,141 GB,")
        self.refused(f'assets/catalog/gpus.csv:{line}: in "memory_gb": "141 GB" is not a number: write only digits, '
                     "the unit (GB) is in the column's name.")

    def test_duplicate_id(self):
        first = self.edit("gpus.csv", "\nt4,", "\nt4,") + 1
        line = self.edit("gpus.csv", "\nh200-sxm,", "\nt4,") + 1
        self.refused(f'assets/catalog/gpus.csv:{line}: the id "t4" is already used in line {first}: choose another.')

    def test_built_in_id(self):
        line = self.edit("gpus.csv", "\nh200-sxm,", "\nlaptop,") + 1
        self.refused(f"assets/catalog/gpus.csv:{line}: ", "built in")

    def test_out_of_range(self):
        line = self.edit("gpus.csv", "h200-sxm,H200 SXM,NVIDIA,2024,141,4800,", "h200-sxm,H200 SXM,NVIDIA,2024,141,4.8,")
        self.refused(f'assets/catalog/gpus.csv:{line}: in "bandwidth_gbs": 4.8 is out of range: expected 20 to 100000 GB/s.')

    def test_missing_source(self):
        line = self.edit("gpus.csv", "NVIDIA T4 datasheet; Epoch AI ML-hardware table", "")
        self.refused(f'assets/catalog/gpus.csv:{line}: "source" is blank: every row needs it.')

    def test_bad_id(self):
        line = self.edit("gpus.csv", "\nh200-sxm,", "\nH200 SXM,") + 1
        self.refused(f'assets/catalog/gpus.csv:{line}: in "id": "H200 SXM" is no id')

    def test_not_a_number(self):
        for wrong in ("nan", "inf", "1e3", "0x10", "-5"):
            with self.subTest(wrong):
                shutil.copy(os.path.join(TABLES, "gpus.csv"), os.path.join(self.assets, "gpus.csv"))
                os.chmod(os.path.join(self.assets, "gpus.csv"), 0o644)
                line = self.edit("gpus.csv", "H200 SXM,NVIDIA,2024,141,", f"H200 SXM,NVIDIA,2024,{wrong},")
                self.refused(f'assets/catalog/gpus.csv:{line}: in "memory_gb": ')

    def test_wrong_number_of_cells(self):
        line = self.edit("gpus.csv", "h200-sxm,H200 SXM,NVIDIA,2024,", "h200-sxm,H200 SXM,2024,")
        self.refused(f"assets/catalog/gpus.csv:{line}: 16 cells, but 17 columns")

    def test_run_on_an_unknown_device(self):
        line = self.edit("runs.csv", "gopher-280b,Gopher 280B,280000000000,,300000000000,tpu-v3-chip",
                         "gopher-280b,Gopher 280B,280000000000,,300000000000,tpu-v33-chip")
        self.refused(f'assets/catalog/runs.csv:{line}: there is no device "tpu-v33-chip": use an id of gpus.csv.')

    def test_run_on_a_device_without_that_peak(self):
        line = self.edit("runs.csv", "300000000000,v100-sxm2-32gb,fp16", "300000000000,v100-sxm2-32gb,bf16")
        self.refused(f'assets/catalog/runs.csv:{line}: "v100-sxm2-32gb" has no bf16 peak in gpus.csv.')

    def test_half_of_a_mixture_of_experts(self):
        line = self.edit("models.csv", ",8,2,14336,0,0,no,", ",8,,14336,0,0,no,")
        self.refused(f'assets/catalog/models.csv:{line}: "active_experts" is blank, but the columns beside it are not')

    def test_heads_that_cannot_share(self):
        line = self.edit("models.csv", "llama-3-8b,Llama-3-8B,32,4096,32,8,", "llama-3-8b,Llama-3-8B,32,4096,32,7,")
        self.refused(f"assets/catalog/models.csv:{line}: 32 heads cannot share 7 kv_heads evenly.")

    def test_disputed_column_that_does_not_exist(self):
        line = self.edit("gpus.csv", "fp32_tflops;memory_gb", "fp32_tflops;memory")
        self.refused(f'assets/catalog/gpus.csv:{line}: "uncertain" names "memory", which is no column.')

    def test_empty_table(self):
        with open(os.path.join(self.assets, "runs.csv"), "w", encoding="utf-8"):
            pass
        self.refused("assets/catalog/runs.csv:1: ")

    def test_all_mistakes_are_shown_at_once(self):
        first = self.edit("gpus.csv", "H200 SXM,NVIDIA,2024,141,", "H200 SXM,NVIDIA,2024,,")
        second = self.edit("models.csv", "llama-3-8b,Llama-3-8B,32,", "llama-3-8b,Llama-3-8B,0,")
        self.refused(f"assets/catalog/gpus.csv:{first}: ", f"assets/catalog/models.csv:{second}: ")


if __name__ == "__main__":
    unittest.main()
