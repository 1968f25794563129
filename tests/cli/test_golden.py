"""The scenarios of tests/golden/scenarios.json through the command line's --json."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import ROOT, lesson

GOLDEN = ROOT / "tests/golden"
COMMANDS = {"precision": "format", "run-memory": "memory", "train-memory": "train-memory", "compute": "compute", "time-cost": "compute", "runs": "runs"}
SERVING = {"prefill_time", "decode_time", "decode_speed", "decode_speed_each", "decode_intensity", "ridge", "compute_bound_batch", "attainable"}


def arguments(scenario: dict) -> list[str]:
    name = next(reversed(scenario["expect"]))
    section, result = name.split(".")
    serving = section == "compute" and result in SERVING
    words = ["serve-model" if serving else COMMANDS[section]]
    for key, value in scenario["set"].items():
        flag = key.split(".")[1]
        if flag == "model" and value == "own":
            continue
        words += ["--" + (flag.removeprefix("serve-") if serving else flag), value]
    return words


class Golden(unittest.TestCase):
    def test_the_file_is_what_its_program_writes(self):
        done = subprocess.run([sys.executable, "-B", str(GOLDEN / "make_scenarios.py"), "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_scenario(self):
        scenarios = json.loads((GOLDEN / "scenarios.json").read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(scenarios), 60)
        for scenario in scenarios:
            with self.subTest(scenario["name"]), tempfile.TemporaryDirectory() as folder:
                words = arguments(scenario)
                if "config" in scenario:
                    file = Path(folder) / "config.json"
                    file.write_text(json.dumps(scenario["config"]), encoding="utf-8")
                    words += ["--config", str(file)]
                answer = lesson(*words, "--json")
                self.assertEqual(answer.code, 0, answer.err)
                results = {entry["name"]: entry for entry in answer.json["results"]}
                for name, wanted in scenario["expect"].items():
                    self.check_number(results[name], wanted, scenario)

    def check_number(self, entry: dict, wanted: float | None, scenario: dict) -> None:
        if wanted is None:
            self.assertIsNone(entry["value"])
            self.assertTrue(entry["reason"])
        else:
            self.assertLessEqual(abs(entry["value"] - wanted), scenario["within"] * abs(wanted), f"{entry['name']}: {scenario['from']}")


if __name__ == "__main__":
    unittest.main()
