"""scripts/gen_font.py: every character that the lesson writes is in the font, and one that Inter lacks stops the build."""
import os
import subprocess
import sys
import tempfile
import unittest

from fontTools.ttLib import TTFont

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WEIGHTS = ("inter-400.otf", "inter-600.otf")


class GenFontTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.texts = os.path.join(self.folder.name, "texts")
        self.out = os.path.join(self.folder.name, "out")
        os.mkdir(self.texts)

    def write(self, name, text):
        path = os.path.join(self.texts, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def generate(self):
        command = [sys.executable, os.path.join(ROOT, "scripts", "gen_font.py"), "--out", self.out, self.texts]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_what_is_written_is_in_both_weights(self):
        # Not in the font that Dear ImGui brings: arrows, subscripts, μ, ≤, the fourth power.
        self.write("a.md", "n → ∞, H₂, ≤ 1, x⁴, ř\n")
        self.write("b.cpp", 'const char* kUnit = "μs Ł";  // a comment may hold 中\n')
        self.assertEqual(self.generate().stderr, "")
        for name in WEIGHTS:
            known = TTFont(os.path.join(self.out, name)).getBestCmap()
            for character in "→∞₂≤⁴řμŁabz09 ×²αΩ":
                self.assertIn(ord(character), known, f"{name} lacks {character}")
            self.assertNotIn(ord("Ж"), known, "what nobody writes is not carried")

    def test_a_character_without_a_glyph_names_its_place(self):
        path = self.write("a.md", "one\ntwo 中\n")
        result = self.generate()
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, f"{path}:2: Inter has no '中' (U+4E2D).\n")
        self.assertEqual(os.listdir(self.out), [])


if __name__ == "__main__":
    unittest.main()
