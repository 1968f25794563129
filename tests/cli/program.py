"""The built program, as the tests of the command line call it. $LESSON names another than build/native/lesson."""
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("LESSON", str(ROOT / "build/native/lesson"))


@dataclass
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    def result(self, name):
        return next(entry for entry in self.json["results"] if entry["name"] == name)


def lesson(*arguments: str, timeout: float = 120, without: tuple[str, ...] = ()) -> Answer:
    """Runs the program; `without` names environment variables that it shall not see."""
    environment = {name: value for name, value in os.environ.items() if name not in without}
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=timeout, check=False, stdin=subprocess.DEVNULL, env=environment)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
