"""Prose: a file's front matter and CommonMark body into HTML, with the values of its references put in."""
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import page_html
from gen_sections import HARDER

REFERENCE = re.compile(r"\[\[([a-z][^\[\]|]*\.[^\[\]|]*)(?:\|(gb|gib|grouped|million|sci))?\]\]")
PREDICT = "[[predict]]"
MARK = "\ue000{}\ue001"  # stands for a reference while cmark works: no character of the lesson, and no Markdown
MARKED = re.compile("\ue000(\\d+)\ue001")


@dataclass
class Chapter:
    path: Path
    fields: dict[str, str]
    body: str
    references: list[tuple[str, int]] = field(default_factory=list)  # with line numbers

    @property
    def id(self) -> str:
        return self.fields["id"]

    @property
    def has_question(self) -> bool:
        return "question" in self.fields

    @property
    def questions(self) -> list[dict[str, str]]:
        """The first and, where there is one, the harder one, with the same names of fields."""
        harder = {name.removeprefix(HARDER): value for name, value in self.fields.items() if name.startswith(HARDER)}
        return [fields for fields in (self.fields, harder) if "question" in fields]


def answer_reference(question: dict[str, str]) -> str | None:
    answer = question["answer"]
    return answer if "." in answer and not answer.replace(".", "").isdigit() else None


@dataclass
class Rendered:
    html: str
    hows: str  # the derivations of the values in it


def read_chapter(file: Path, shown: Path, fields: dict[str, str]) -> Chapter:
    lines = file.read_text(encoding="utf-8").splitlines()
    start = lines.index("---", 1) + 1
    chapter = Chapter(shown, fields, "\n".join(lines[start:]))
    for number, line in enumerate(lines[start:], start + 1):
        chapter.references += [(reference, number) for reference, _ in REFERENCE.findall(line)]
        leftover = REFERENCE.sub("", line).replace(PREDICT, "")
        if "[[" in leftover:
            found = leftover[leftover.index("[[") :][:40]
            sys.exit(f"{shown}:{number}: '{found}' is no value reference: [[section.name?key=value|form]]")
    chapter.references += [(reference, 1) for reference in map(answer_reference, chapter.questions) if reference]
    return chapter


def cmark(markdown: str, path: Path) -> str:
    program = shutil.which("cmark")
    if program is None:
        sys.exit("gen_page.py: cmark is missing; scripts/setup_packages installs it")
    done = subprocess.run([program, "--unsafe"], input=markdown, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"{path}: cmark: {done.stderr.strip()}")
    return done.stdout


def render(chapter: Chapter, values: dict[str, dict]) -> Rendered:
    used: list[tuple[str, str]] = []

    def mark(match: re.Match) -> str:
        used.append((match[1], match[2] or ""))
        return MARK.format(len(used) - 1)

    html = cmark(REFERENCE.sub(mark, chapter.body), chapter.path)
    how_ids: dict[str, str] = {}  # the same number twice has one derivation

    def put(match: re.Match) -> str:
        reference, form = used[int(match[1])]
        anchor = how_ids.setdefault(reference, f"how-{chapter.id}-{len(how_ids) + 1}")
        return page_html.value(values[reference], form, anchor)

    html = MARKED.sub(put, html)
    # A wide table scrolls in its own box, never the page.
    html = html.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
    if chapter.has_question:
        html = with_question(html, questions(chapter, values))
    hows = "".join(page_html.static_how(anchor, values[reference]) for reference, anchor in how_ids.items())
    return Rendered(html, hows)


def questions(chapter: Chapter, values: dict[str, dict]) -> str:
    known = [values.get(answer_reference(question) or "") for question in chapter.questions]
    return "".join(
        page_html.predict(chapter.id, which, question, row)
        for which, (question, row) in enumerate(zip(chapter.questions, known))
    )


def with_question(html: str, question: str) -> str:
    """At its mark; else after the second paragraph, or the first if the second leads into a list or a table."""
    marked = f"<p>{PREDICT}</p>"
    if marked in html:
        return html.replace(marked, question)
    ends = [match.end() for match in re.finditer(r"</p>", html)][:2]
    place = ends[0] if len(ends) < 2 or html[: ends[1]].endswith(":</p>") else ends[1]
    return html[:place] + "\n" + question + html[place:]
