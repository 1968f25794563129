"""scripts/texts.py: the tables of other languages are whole, hold nothing that is no longer said, and agree with the prose."""
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import texts  # noqa: E402
from page_prose import PREDICT, REFERENCE  # noqa: E402


def body(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("---", 2)[2]


class Tables(unittest.TestCase):
    def test_each_language_is_whole(self):
        self.assertIn("de", texts.languages())
        for code in texts.languages():
            self.assertEqual(texts.problems(code), [], code)
            self.assertEqual(texts.missing(code), [], code)

    def test_prose_has_the_same_values_in_each_language(self):
        for code in texts.languages():
            for english, translated in zip(texts.prose("en"), texts.prose(code), strict=True):
                for pattern in (REFERENCE, re.compile(re.escape(PREDICT)), re.compile(r"</?\w+")):
                    before, after = pattern.findall(body(english)), pattern.findall(body(translated))
                    self.assertEqual(sorted(before), sorted(after), f"{translated}: {pattern.pattern}")

    def test_what_is_wrong_is_named(self):
        real = texts.load
        wrong = {"Run": "Start", "no source says this": "x", "fits in {}": "passt", "Stop": "", "Speed": "Run"}
        texts.load = lambda code: {"texts": wrong}
        try:
            found = "\n".join(texts.problems("de"))
        finally:
            texts.load = real
        for words in ("no source says this any more: no source says this", "other holes than in English: fits in {}", "no translation: Stop",
                      "the translation of 'Speed' is itself a key: Run"):
            self.assertIn(words, found)


class Literals(unittest.TestCase):
    def find(self, source: str) -> list[tuple[str, bool]]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.cpp"
            path.write_text(source, encoding="utf-8")
            return texts.literals(path)

    def test_marked_texts_are_the_first_argument(self):
        self.assertEqual(self.find('say("a {}", "b")'), [("a {}", True), ("b", False)])
        self.assertEqual(self.find('say(x ? "a" : "b", c)'), [("a", True), ("b", True)])
        self.assertEqual(self.find('says(spec, "a")'), [("a", True)])
        self.assertEqual(self.find('f(tr("a"), "b"); // tr("c")\n/* "d" */'), [("a", True), ("b", False)])

    def test_neighbours_are_one_text(self):
        self.assertEqual(self.find('tr("a "\n   "b")'), [("a b", True)])
        self.assertEqual(self.find(r'x = "say \"a\""'), [('say "a"', False)])


if __name__ == "__main__":
    unittest.main()
