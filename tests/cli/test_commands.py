"""What each command prints, and the same numbers as JSON."""
import csv
import io
import json
import re
import tempfile
import unittest
from pathlib import Path

from program import lesson

COMMANDS = "bench format memory train-memory compute serve-model runs ask devices serve gui".split()


def has_row(text: str, label: str, value: str) -> bool:
    """A line that begins with the label and goes on with the value."""
    return any(re.match(rf"\s*{re.escape(label)}\s+{re.escape(value)}(\s|$)", line) for line in text.splitlines())


class Figures(unittest.TestCase):
    def check_rows(self, command: str, **rows: str) -> None:
        answer = lesson(*command.split())
        self.assertEqual(answer.code, 0, answer.err)
        for label, value in rows.items():
            self.assertTrue(has_row(answer.out, label.replace("_", " "), value), f"{label}: {value}\n{answer.out}")

    def test_memory(self):
        self.check_rows("memory --params 7e9 --dtype bf16", weights="14.0 GB", to_run_it="14.0 GB")
        self.check_rows("memory --params 7B --dtype int4", to_run_it="3.5 GB")
        self.check_rows("memory", to_run_it="14.0 GB")
        self.check_rows("memory --params 7e9 --units gib", to_run_it="13.0 GiB")

    def test_train_memory(self):
        self.check_rows("train-memory --params 7e9", bytes_per_parameter="16 bytes", to_train_it="112.0 GB")
        self.check_rows("train-memory --params 3e9", to_train_it="48.0 GB")

    def test_compute(self):
        self.check_rows("compute --params 1000 --tokens 500", to_train_it="3,000,000 FLOPs")
        self.check_rows("compute --params 100e6 --tokens 3e9 --gpu petaflop --utilization 0.5 --price 3", to_train_it="1.8e+18 FLOPs", on_the_clock="3,600 seconds", cost="$3.00")
        self.check_rows("compute --params 100e6 --tokens 3e9", to_train_it="1.8e+18 FLOPs", on_the_clock="3,600 seconds", cost="$3.00")
        self.assertIn("1.0 GPU-hour\n", lesson("compute", "--params", "100e6", "--tokens", "3e9").out)

    def test_compute_uses_one_model_throughout(self):
        answer = lesson("compute", "--model", "llama-2-7b", "--tokens", "2e12", "--json")
        hours = answer.result("time-cost.gpu_hours")["value"]
        self.assertAlmostEqual(hours, answer.result("compute.train_flops")["value"] / 0.5e15 / 3600, delta=hours * 1e-9)

    def test_runs(self):
        out = lesson("runs").out
        for hours in ("701,122", "221,183", "186,966", "58,982"):
            self.assertIn(hours, out)
        fine_tune = next(line for line in out.splitlines() if "fine-tuning" in line)
        self.assertEqual(fine_tune.split()[-2:], ["5", "1"])

    def test_published_runs(self):
        out = lesson("runs", "--published").out
        self.assertIn("Llama 3.1 405B", out)
        self.assertTrue(has_row(out, "published runs with hours", "49"))
        only = lesson("runs", "--published", "--gpu", "tpu-v4-chip").out
        self.assertIn("PaLM", only)
        self.assertNotIn("Llama", only)
        by_name = [line.split("  ")[1] for line in lesson("runs", "--published", "--sort", "name").out.splitlines()[1:20]]
        self.assertEqual(by_name, sorted(by_name))

    def test_explanation_of_an_attention_cache(self):
        out = lesson(*"memory --model llama-3-8b --context 131072 --batch 1 --kv-dtype bf16 --explain".split()).out
        self.assertTrue(has_row(out, "attention cache", "17.18 GB (16.00 GiB)"), out)
        for word in ("formula", "values", "source", "left out"):
            self.assertRegex(out, rf"\n +{word} +\S")
        windows = lesson(*"memory --model gemma-3-27b-text --context 131072 --explain".split()).out
        self.assertIn("11.17 GB", windows)
        self.assertIn("66.57 GB", windows)

    def test_format(self):
        out = lesson("format", "--dtype", "fp16", "--value", "70000").out
        self.assertIn("65,504", out)
        self.assertIn("infinity", out)

    def test_questions(self):
        listed = lesson("ask").out
        self.assertIn("How many GB do the weights of a 13B model take in int8?", listed)
        self.assertGreaterEqual(len(lesson("ask", "traps", "--json").json["results"]), 3)
        for answer, right, words in (("13", True, "one byte"), ("12.1 GiB", True, "one byte"), ("104", False, "a byte has 8 bits"), ("999", False, "Not quite")):
            said = lesson("ask", "run-memory", answer, "--json")
            self.assertEqual(said.code, 0, said.err)
            result = said.json["results"][0]
            self.assertIs(result["right"], right, answer)
            self.assertIn(words, result["message"])
        for words in (("ask", "nowhere"), ("ask", "run-memory", "many"), ("ask", "run-memory", "13", "--number", "9"), ("ask", "cost", "5")):
            answer = lesson(*words)
            self.assertEqual(answer.code, 2, words)
            self.assertEqual(len(answer.err.strip().splitlines()), 1, answer.err)

    def test_serve_model(self):
        out = lesson("serve-model", "--gpu", "h100-sxm5-80gb", "--model", "llama-3-8b", "--context", "2048").out
        self.assertIn("4.87 ms", out)

    def test_devices(self):
        out = lesson("devices").out
        for line in ("CPU", "libcuda.so.1", "torch.cuda.is_available()", "torch.backends.mps.is_available()"):
            self.assertIn(line, out)
        self.assertIn("h100-sxm5-80gb", lesson("devices", "--catalogue").out)

    def test_bench_alone_prints_the_three_lines(self):
        answer = lesson("bench")
        self.assertEqual(answer.code, 0, answer.err)
        lines = answer.out.splitlines()
        self.assertEqual(len(lines), 3, answer.out)
        for line, (n, millions) in zip(lines, ((128, "4.2"), (256, "33.6"), (512, "268.4"))):
            self.assertRegex(line, rf"^{n} × {n}: +{re.escape(millions)} million FLOPs in +[0-9.]+ ms  →  +[0-9.]+ GFLOP/s$")

    def test_bench_of_every_kernel(self):
        out = lesson("bench", "--n", "64", "--kernel", "all", "--repeats", "1").out
        self.assertGreaterEqual(len(out.splitlines()), 3)
        self.assertIn("fp32_gemm_ijk__scalar", out)


class OwnModel(unittest.TestCase):
    CONFIG = {"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "tie_word_embeddings": False, "torch_dtype": "bfloat16"}

    def run_with(self, command: str, text: str):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "config.json"
            file.write_text(text, encoding="utf-8")
            return lesson(command, "--config", str(file), "--json")

    def test_a_config_json_is_a_model_and_what_it_lacks_is_named(self):
        for command, name, value in (("memory", "run-memory.params", 8030261248), ("train-memory", "train-memory.total", 16 * 8030261248), ("compute", "compute.infer_flops_per_token", 2 * 8030261248)):
            with self.subTest(command):
                answer = self.run_with(command, json.dumps(self.CONFIG))
                self.assertEqual(answer.code, 0, answer.err)
                self.assertEqual(answer.result(name)["value"], value)
                notes = " ".join(answer.json["notes"])
                self.assertIn("head_dim is not in the file", notes)
                self.assertIn("not needed: torch_dtype", notes)
        speed = self.run_with("serve-model", json.dumps(self.CONFIG)).result("compute.decode_time")["value"]
        self.assertAlmostEqual(speed, 0.00487, places=5)

    def test_what_is_no_config_json(self):
        for text, says in (("{}", '"num_hidden_layers" is missing'), ("hello", "This is no config.json")):
            answer = self.run_with("memory", text)
            self.assertEqual(answer.code, 2)
            self.assertIn(says, answer.err)
        self.assertEqual(lesson("memory", "--config", "/nowhere/config.json").code, 2)


class Csv(unittest.TestCase):
    def test_a_table_with_a_row_for_each_input_result_and_term(self):
        answer = lesson("train-memory", "--params", "3e9", "--csv")
        self.assertEqual(answer.code, 0, answer.err)
        rows = list(csv.DictReader(io.StringIO(answer.out)))
        total = next(row for row in rows if (row["kind"], row["name"]) == ("result", "train-memory.total"))
        self.assertEqual((float(total["value"]), total["unit"]), (48e9, "B"))
        self.assertTrue(total["formula"] and total["substituted"] and total["source"])
        self.assertEqual(sum(float(row["value"]) for row in rows if row["kind"] == "term" and row["name"] == "train-memory.total"), 48e9)
        self.assertIn(("input", "train-memory.params", "3000000000"), [(row["kind"], row["name"], row["value"]) for row in rows])
        self.assertIn("48.0 GB", answer.err)

    def test_two_documents_do_not_share_stdout(self):
        self.assertEqual(lesson("memory", "--json", "--csv").code, 2)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "memory.csv"
            answer = lesson("memory", "--json", "--csv", str(file))
            self.assertEqual(answer.json["command"], "memory")
            self.assertTrue(file.read_text(encoding="utf-8").startswith("kind,name,"))


class Json(unittest.TestCase):
    def test_every_command_has_help_and_json(self):
        for command in COMMANDS:
            with self.subTest(command):
                answer = lesson(command, "--help")
                self.assertEqual(answer.code, 0)
                self.assertIn("--json", answer.out)

    def test_document(self):
        answer = lesson("train-memory", "--params", "7e9", "--json")
        self.assertEqual(answer.code, 0)
        document = answer.json
        self.assertEqual(list(document), ["schema", "command", "inputs", "results", "notes"])
        self.assertEqual((document["schema"], document["command"], document["notes"]), (1, "train-memory", []))
        self.assertEqual(document["inputs"]["train-memory.params"], 7000000000)
        total = answer.result("train-memory.total")
        self.assertEqual((total["value"], total["unit"]), (112e9, "B"))
        self.assertEqual([term["value"] for term in total["terms"]], [14e9, 14e9, 28e9, 56e9])
        for key in ("formula", "substituted", "source", "left_out"):
            self.assertTrue(total[key], key)
        self.assertIn("112.0 GB", answer.err)

    def test_not_available_is_null_with_a_reason(self):
        entry = lesson("compute", "--gpu", "laptop", "--json").result("time-cost.cost")
        self.assertIsNone(entry["value"])
        self.assertTrue(entry["reason"])

    def test_to_a_file_and_to_stdout(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "runs.json"
            answer = lesson("runs", "--json", str(file))
            self.assertEqual(answer.code, 0)
            self.assertIn("701,122", answer.out)
            self.assertEqual(json.loads(file.read_text())["command"], "runs")
        self.assertEqual(lesson("runs", "--json", "-").json["command"], "runs")

    def test_bench_document(self):
        answer = lesson("bench", "--n", "96,128", "--repeats", "2", "--threads", "1", "--json")
        document = answer.json
        self.assertEqual([entry["n"] for entry in document["results"]], [96, 128])
        self.assertIn("cpu", document["host"])
        for entry in document["results"]:
            self.assertTrue(entry["verified"])
            self.assertLessEqual(entry["error"], entry["error_bound"])
            self.assertLessEqual(entry["min_ns"], entry["median_ns"])
            self.assertEqual(entry["samples"], 2)

    def test_notes_say_what_was_changed(self):
        answer = lesson("memory", "--params", "1e300", "--json")
        self.assertEqual(answer.json["notes"], ["Parameters must be at most 10T; 10T is used."])
        self.assertEqual(answer.result("run-memory.params")["value"], 1e13)


if __name__ == "__main__":
    unittest.main()
