#!/usr/bin/env python3
"""Reads the front matter of assets/lesson/*.md and writes the sections and their questions as a C++ table.

    gen_sections.py OUT.inc FILE.md...

A section is a file whose front matter has a question. Each line of OUT.inc is
LESSON_SECTION(id, title, nav, takeaway, question, options, answer, unit, right, wrong), strings all.
A missing or unknown field is an error that names the file and line.
"""
import sys
from pathlib import Path

FIELDS = "id title nav takeaway question options answer unit right wrong".split()
NEEDED = "id title nav takeaway question answer right wrong".split()


def fail(path: Path, line: int, what: str) -> None:
    sys.exit(f"{path}:{line}: {what}")


def front_matter(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0].strip() != "---":
        fail(path, 1, "the file must begin with front matter: a line ---, then 'key: value' lines, then ---")
    fields: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        if line.strip() == "---":
            return fields
        key, colon, value = line.partition(":")
        key, value = key.strip(), value.strip()
        if not colon or not value:
            fail(path, number, f"expected 'key: value', found '{line}'")
        if key not in FIELDS:
            fail(path, number, f"unknown field '{key}'; the fields are {', '.join(FIELDS)}")
        if key in fields:
            fail(path, number, f"field '{key}' is given twice")
        fields[key] = value
    fail(path, len(lines), "the front matter does not end: a line --- is missing")
    raise AssertionError


def check(path: Path, fields: dict[str, str]) -> None:
    missing = [name for name in NEEDED if name not in fields]
    if missing:
        fail(path, 1, f"the front matter lacks {', '.join(missing)}")
    options = [option.strip() for option in fields.get("options", "").split("|")]
    if "options" not in fields:
        if "unit" not in fields:
            fail(path, 1, "a question answered by a number needs 'unit'")
    elif len(options) < 2 or not all(options):
        fail(path, 1, "'options' needs two or more texts between | signs")
    elif not fields["answer"].isdigit() or not 1 <= int(fields["answer"]) <= len(options):
        fail(path, 1, f"'answer' must be the number of an option, 1 to {len(options)}")


def literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    out, paths = Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]
    lines, seen = ["// Made by scripts/gen_sections.py from assets/lesson/*.md."], {}
    for path in sorted(paths, key=lambda p: p.name):
        fields = front_matter(path)
        if "question" not in fields:
            continue
        check(path, fields)
        if fields["id"] in seen:
            fail(path, 1, f"id '{fields['id']}' is already used by {seen[fields['id']]}")
        seen[fields["id"]] = path
        lines.append("LESSON_SECTION(" + ", ".join(literal(fields.get(name, "")) for name in FIELDS) + ")")
    if not seen:
        sys.exit("gen_sections.py: no file has a question, so the lesson would be empty")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
