"""Wrong use: one sentence on stderr that says what to do, nothing on stdout, exit code 2 (1 where the machine is to blame)."""
import unittest

from program import lesson


class BadInput(unittest.TestCase):
    def check(self, command: str | list[str], code: int, *says: str) -> None:
        arguments = command if isinstance(command, list) else command.split()
        with self.subTest(" ".join(arguments)):
            answer = lesson(*arguments)
            self.assertEqual(answer.code, code, answer.err)
            self.assertEqual(answer.out, "")
            lines = answer.err.strip().splitlines()
            self.assertEqual(len(lines), 1, answer.err)
            self.assertTrue(lines[0].startswith("lesson: ") and lines[0].endswith("."), answer.err)
            for words in says:
                self.assertIn(words, answer.err)

    def test_numbers(self):
        for text in ("NaN", "-1", "7Q", "1e400", "inf", "0x10", "--", "seven", "1,00"):
            self.check(["memory", "--params", text], 2, "Parameters", "for example 7B")
        self.check(["memory", "--params", ""], 2)
        self.check(["memory", "--params="], 2)
        self.check("memory --params", 2, "--params")
        for text in ("abc", "-4", "nan", "1e999", "5x5"):
            self.check(["bench", "--n", text], 2, "Size n", "for example 512")
        self.check("runs --utilization -0.4", 2, "Utilization")
        self.check("compute --tokens many", 2, "Tokens")

    def test_names(self):
        self.check("compute --gpu h100", 2, "Device", "h100-")
        self.check("memory --dtype bf17", 2, "Number format", "bf16")
        self.check("memory --model lama-3-8b", 2, "Model", "llama-3-8b")
        self.check("bench --kernel nope", 2, "Implementation", "best")
        self.check("bench --dtype q2_k", 2, "Number format", "fp32")
        self.check("memory --units mb", 2, "gb or gib")

    def test_words_that_do_not_exist(self):
        self.check("memroy", 2, "memroy", "the nearest is memory", "--help")
        self.check("memory --parms 7e9", 2, "--parms", "the nearest is --params", "lesson memory --help")
        self.check("memory extra", 2, "extra")
        self.check("--version-of-what", 2)

    def test_numbers_outside_their_range_are_clamped_and_that_is_said(self):
        for command, note in (
            ("memory --params 1e300", "Parameters must be at most 10T; 10T is used."),
            ("memory --batch 0", "Batch must be at least 1; 1 is used."),
            ("runs --utilization 150%", "Utilization must be at most 100 %; 100 % is used."),
            ("compute --gpus 1e12", "GPUs must be at most 1,000,000; 1,000,000 is used."),
        ):
            with self.subTest(command):
                answer = lesson(*command.split())
                self.assertEqual(answer.code, 0)
                self.assertEqual(answer.err, f"lesson: {note}\n")

    def test_no_shown_number_is_ever_broken(self):
        for command in (
            "memory --params 10T --context 10M --batch 65536 --model gpt2",
            "compute --params 1 --tokens 1",
            "compute --params 10T --tokens 1e15 --price 0",
            "serve-model --gpu laptop",
            "serve-model --context 0 --batch 65536",
            "train-memory --model deepseek-v3 --method lora --targets qv",
            "format --value -1e40 --dtype fp8_e4m3",
            "format --value 0 --dtype int8",
        ):
            with self.subTest(command):
                answer = lesson(*command.split())
                self.assertEqual(answer.code, 0, answer.err)
                self.assertNotRegex(answer.out, r"(?i)\b(nan|-?inf)\b")

    def test_json_file_that_cannot_be_written(self):
        answer = lesson("runs", "--json", "/nonexistent/folder/x.json")
        self.assertEqual(answer.code, 1)
        self.assertIn("Cannot write", answer.err)

    def test_serve(self):
        self.check("serve --port 99999", 2, "65535")
        self.check("serve --port abc", 2, "--port")
        self.check("serve --site /nonexistent", 1, "scripts/run --build-only")

    def test_gui(self):
        self.check("gui --section nowhere", 2, "nowhere")
        without_display = lesson("gui", without=("DISPLAY", "WAYLAND_DISPLAY"))
        self.assertEqual(without_display.code, 1)
        self.assertEqual(without_display.out, "")
        self.assertEqual(len(without_display.err.strip().splitlines()), 1, without_display.err)


if __name__ == "__main__":
    unittest.main()
