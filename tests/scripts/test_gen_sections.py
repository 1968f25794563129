"""gen_sections.py: good front matter becomes a table; every fault is named with file and line."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/gen_sections.py"
GOOD = """---
id: cost
title: Feel the cost: "grow"
nav: Cost
takeaway: Twice n.
question: How long?
answer: cost.flops
unit: ms
right: Yes.
wrong: No.
---
Text.
"""


class Generator(unittest.TestCase):
    def run_on(self, *texts: str):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number, text in enumerate(texts):
                files.append(Path(folder) / f"0{number}_x.md")
                files[-1].write_text(text, encoding="utf-8")
            out = Path(folder) / "out.inc"
            done = subprocess.run([sys.executable, "-B", str(SCRIPT), str(out), *map(str, files)], capture_output=True, text=True, check=False)
            return done, out.read_text(encoding="utf-8") if out.exists() else ""

    def test_sections_in_the_order_of_their_files(self):
        done, text = self.run_on(GOOD, GOOD.replace("id: cost", "id: runs"), "---\nid: intro\ntitle: No question\n---\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line for line in text.splitlines() if line.startswith("LESSON_SECTION(")]
        self.assertEqual(len(rows), 2)
        self.assertIn(r'"cost", "Feel the cost: \"grow\"", "Cost"', rows[0])

    def test_a_harder_question_follows_the_first(self):
        harder = GOOD.replace("wrong: No.", "wrong: No.\nslips: 4: Bits. | 8e3: Too far.\nharder_question: And now?\nharder_answer: 3\nharder_unit: GB\nharder_right: Yes.\nharder_wrong: No.")
        done, text = self.run_on(harder)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line for line in text.splitlines() if line.startswith("LESSON_QUESTION(")]
        self.assertEqual(rows[0], 'LESSON_QUESTION("cost", "How long?", "", "cost.flops", "ms", "Yes.", "No.", "4: Bits. | 8e3: Too far.")')
        self.assertEqual(rows[1], 'LESSON_QUESTION("cost", "And now?", "", "3", "GB", "Yes.", "No.", "")')

    def test_faults_are_named(self):
        for text, where, what in (
            ("Text.\n", ":1:", "front matter"),
            (GOOD.replace("right: Yes.\n", ""), ":1:", "right"),
            (GOOD.replace("nav: Cost", "nav:"), ":4:", "key: value"),
            (GOOD.replace("nav: Cost", "navy: Cost"), ":4:", "navy"),
            (GOOD.replace("nav: Cost", "nav: Cost\nnav: Cost"), ":5:", "twice"),
            (GOOD.replace("unit: ms\n", ""), ":1:", "unit"),
            (GOOD.replace("unit: ms", "options: a | b"), ":1:", "1 to 2"),
            (GOOD.replace("unit: ms", "options: a"), ":1:", "options"),
            (GOOD.replace("unit: ms", "unit: ms\nslips: many: x"), ":1:", "slips"),
            (GOOD.replace("unit: ms", "unit: ms\nharder_question: x"), ":1:", "harder_answer"),
            (GOOD.replace("\n---\nText.", ""), ":", "does not end"),
        ):
            with self.subTest(what):
                done, _ = self.run_on(text)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"00_x.md{where}", done.stderr)
                self.assertIn(what, done.stderr)

    def test_an_id_used_twice(self):
        done, _ = self.run_on(GOOD, GOOD)
        self.assertEqual(done.returncode, 1)
        self.assertIn("already used", done.stderr)


if __name__ == "__main__":
    unittest.main()
