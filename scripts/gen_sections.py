#!/usr/bin/env python3
"""Reads the front matter of assets/lesson/*.md and writes the sections and their questions as a C++ table.

    gen_sections.py OUT.inc FILE.md...

A section is a file whose front matter has a question. Lines of OUT.inc, in the order of the files, strings all:
LESSON_SECTION(id, title, nav, takeaway) and LESSON_QUESTION(id, question, options, answer, unit, right, wrong, slips), the
second once or, where there is a harder question, twice. A missing or unknown field is an error that names the file and line.
"""
import sys
from pathlib import Path

SECTION = "id title nav takeaway".split()
QUESTION = "question options answer unit right wrong slips".split()
OPTIONAL = "options unit slips".split()
# A second question has the same fields with this before them.
HARDER = "harder_"
FIELDS = SECTION + QUESTION + [HARDER + name for name in QUESTION]


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
    missing = [name for name in SECTION if name not in fields]
    if missing:
        fail(path, 1, f"the front matter lacks {', '.join(missing)}")
    check_question(path, fields, "")
    if any(name.startswith(HARDER) for name in fields):
        check_question(path, fields, HARDER)


def check_question(path: Path, fields: dict[str, str], before: str) -> None:
    missing = [before + name for name in QUESTION if name not in OPTIONAL and before + name not in fields]
    if missing:
        fail(path, 1, f"the front matter lacks {', '.join(missing)}")
    options = [option.strip() for option in fields.get(before + "options", "").split("|")]
    if before + "options" not in fields:
        if before + "unit" not in fields:
            fail(path, 1, f"a question answered by a number needs '{before}unit'")
    elif len(options) < 2 or not all(options):
        fail(path, 1, f"'{before}options' needs two or more texts between | signs")
    elif not fields[before + "answer"].isdigit() or not 1 <= int(fields[before + "answer"]) <= len(options):
        fail(path, 1, f"'{before}answer' must be the number of an option, 1 to {len(options)}")
    for slip in fields.get(before + "slips", "1: x").split("|"):
        number, colon, sentence = slip.partition(":")
        if not colon or not sentence.strip() or not is_number(number):
            fail(path, 1, f"'{before}slips' needs 'number: sentence' between | signs, found '{slip.strip()}'")


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


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
        lines.append("LESSON_SECTION(" + ", ".join(literal(fields[name]) for name in SECTION) + ")")
        for before in ("", HARDER):
            if before + "question" in fields:
                words = [fields["id"], *(fields.get(before + name, "") for name in QUESTION)]
                lines.append("LESSON_QUESTION(" + ", ".join(map(literal, words)) + ")")
    if not seen:
        sys.exit("gen_sections.py: no file has a question, so the lesson would be empty")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
