#!/usr/bin/env python3
"""The texts of the interface in other languages: assets/lang/CODE.json, and the prose's front matter in assets/lesson/CODE.

    texts.py missing CODE     the texts of the sources that the table lacks, as JSON with empty translations
    texts.py check CODE       says what is wrong with a table: a text that no source has any more, other holes than in English,
                              a front matter without its English counterpart. Exit code 1 if anything is
    texts.py table CODE OUT   writes the whole table: the JSON's texts and the front matter's

The English text is the key. `missing` finds what the sources name as a text: tr("..."), say("..."), t("...") and {{t:...}}. What stands
in tables (labels, formulas) has no such mark: tests/ui/language_test.cpp shows every lab and every number and finds it.
"""
import csv
import json
import re
import sys
from pathlib import Path

from gen_sections import front_matter

ROOT = Path(__file__).resolve().parent.parent
LESSON = ROOT / "assets/lesson"
TEXT_FIELDS = {"title", "takeaway", "question", "options", "right", "wrong", "slips"}
OWN_FIELDS = {"nav"}  # only the page shows it, and reads it from the file

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#include[^\n]*|[A-Za-z_]\w*|\S', re.S)
MARKERS = {"tr": 0, "say": 0, "says": 1, "t": 0}  # and which argument is the text
PYTHON_TEXT = re.compile(r'\bt\(("(?:[^"\\\n]|\\.)*")')
HOLE = re.compile(r"\{(\d?)\}")


def languages() -> list[str]:
    """English is no table."""
    return sorted(path.stem for path in (ROOT / "assets/lang").glob("*.json"))


def load(code: str) -> dict:
    return json.loads((ROOT / f"assets/lang/{code}.json").read_text(encoding="utf-8"))


def prose(code: str) -> list[Path]:
    return sorted((LESSON if code == "en" else LESSON / code).glob("[0-9]*.md"))


def front_texts(code: str) -> dict[str, str]:
    """The front matter's texts, English to translation."""
    pairs: dict[str, str] = {}
    for english, translated in zip(prose("en"), prose(code)):
        before, after = front_matter(english), front_matter(translated)
        if english.name != translated.name or before.keys() != after.keys():
            sys.exit(f"{translated}: it must have the name and the fields of {english.relative_to(ROOT)}")
        for name, text in before.items():
            if name.removeprefix("harder_") in TEXT_FIELDS:
                pairs[text] = after[name]
            elif name not in OWN_FIELDS and after[name] != text:
                sys.exit(f"{translated}: '{name}' is no text: it must be '{text}'")
    return pairs


def table(code: str) -> dict:
    own = load(code)
    return {**own, "texts": {**front_texts(code), **own["texts"]}}


# ---- what the sources say -----------------------------------------------------------------------------


def unescaped(literal: str) -> str:
    return re.sub(r"\\(.)", r"\1", literal[1:-1])


def literals(path: Path) -> list[tuple[str, bool]]:
    """The string literals of C++ or JavaScript, neighbours joined, and whether each is marked as a text: it stands in the first
    argument of a marker, the second of `says`."""
    tokens = [match[0] for match in TOKEN.finditer(path.read_text(encoding="utf-8"))]
    tokens = [token for token in tokens if not token.startswith(("//", "/*", "#include"))]
    found: list[tuple[str, bool]] = []
    open_brackets: list[list] = []  # the word before each, and how many commas came since
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token in "([{":
            open_brackets.append([tokens[at - 1] if at and token == "(" else "", 0])
        elif token in ")]}" and open_brackets:
            open_brackets.pop()
        elif token == "," and open_brackets:
            open_brackets[-1][1] += 1
        elif token.startswith('"'):
            word, commas = open_brackets[-1] if open_brackets else ("", 0)
            text = ""
            while at < len(tokens) and tokens[at].startswith('"'):
                text += unescaped(tokens[at])
                at += 1
            found.append((text, MARKERS.get(word) == commas))
            continue
        at += 1
    return found


def source_files() -> list[Path]:
    return [*sorted((ROOT / "src").rglob("*.cpp")), *sorted((ROOT / "src").rglob("*.h")), *sorted((ROOT / "web/js").glob("*.js"))]


def known_texts() -> set[str]:
    """Every text that some source has, marked or not."""
    texts = {text for path in source_files() for text, _ in literals(path)}
    for path in (ROOT / "assets/catalog").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            texts.update(cell for row in csv.reader(file) for cell in row)
    for path in [*sorted((ROOT / "scripts").glob("page_*.py")), ROOT / "web/page.html"]:
        text = path.read_text(encoding="utf-8")
        texts.update(unescaped(match[0]) for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"', text))
        texts.update(unescaped(literal) for literal in PYTHON_TEXT.findall(text))
        texts.update(re.findall(r"\{\{t:(.*?)\}\}", text))
    return texts


# Put together from pieces of the sources: "adapter " and the name of a part, another first factor of a formula.
COMPOSED = re.compile(r"^(adapter (weights|gradients|master copy|optimizer)|[24] × (active )?parameters × tokens)$")


def missing(code: str) -> list[str]:
    own = load(code)["texts"]
    marked = {text for path in source_files() for text, marked in literals(path) if marked}
    page = (ROOT / "web/page.html").read_text(encoding="utf-8")
    marked |= set(re.findall(r"\{\{t:(.*?)\}\}", page))
    for path in sorted((ROOT / "scripts").glob("page_*.py")):
        marked |= {unescaped(literal) for literal in PYTHON_TEXT.findall(path.read_text(encoding="utf-8"))}
    return sorted(text for text in marked if text not in own and re.search("[A-Za-z]{2}", HOLE.sub("", text)))


def holes(text: str) -> set[str]:
    """The parts that a text shows: those without a number are counted."""
    return {number or str(place) for place, number in enumerate(HOLE.findall(text))}


def problems(code: str) -> list[str]:
    own, known = load(code)["texts"], known_texts()
    front = front_texts(code)
    found = [f"no source says this any more: {text}" for text in own if text not in known and not COMPOSED.match(text)]
    found += [f"no translation: {text}" for text, translation in own.items() if not translation]
    found += [f"other holes than in English: {text}" for text, translation in own.items() if holes(text) != holes(translation)]
    whole = {**front, **own}
    # A translation that is looked up again must stay what it is.
    found += [f"the translation of '{text}' is itself a key: {translation}" for text, translation in whole.items() if whole.get(translation, translation) != translation]
    found += [f"two translations: {text}" for text in own.keys() & front.keys() if own[text] != front[text]]
    if [path.name for path in prose("en")] != [path.name for path in prose(code)]:
        found.append(f"assets/lesson/{code} must have the same files as assets/lesson")
    return found


def main() -> None:
    command, code = sys.argv[1], sys.argv[2]
    if command == "missing":
        print(json.dumps(dict.fromkeys(missing(code), ""), ensure_ascii=False, indent=1))
    elif command == "table":
        Path(sys.argv[3]).parent.mkdir(parents=True, exist_ok=True)
        Path(sys.argv[3]).write_text(json.dumps(table(code), ensure_ascii=False), encoding="utf-8")
    elif command == "check":
        found = problems(code) + [f"not in the table: {text}" for text in missing(code)]
        print("\n".join(found))
        sys.exit(1 if found else 0)
    else:
        sys.exit("usage: texts.py missing | check | table")


if __name__ == "__main__":
    main()
