#!/usr/bin/env python3
"""Makes the static site: prose, forms and numbers into index.html, and into CODE.html for each other language; every other file
under a name with its hash.

    gen_page.py --facts COMMAND --modules DIR --fonts DIR --out DIR

COMMAND runs lesson_facts (one word, or several as in a shell); modules are *.js, *.wasm, fonts *.otf. Prose
comes from assets/lesson, template, styles and scripts from web/. The DIR of --out is written by this program only: what it
does not write, it removes. A wrong reference in the prose is an error that names file and line.
"""
import argparse
import hashlib
import json
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import page_html
import texts
from gen_sections import front_matter
from gen_theme import colours
from page_files import Site
from page_prose import Chapter, read_chapter, render
from page_scripts import bundles
from page_single import single_file

ROOT = Path(__file__).resolve().parent.parent
STYLES = "tokens base layout lab print".split()
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)


@dataclass
class Edition:
    """The lesson in one language."""

    code: str
    name: str    # of the language, in the language
    table: dict  # of its texts; empty for English
    facts: list[str]  # the command that tells what the engine knows, in the language

    @property
    def page(self) -> str:
        return "index.html" if self.code == "en" else f"{self.code}.html"

    @property
    def address(self) -> str:
        return "./" if self.code == "en" else self.page

    @property
    def single(self) -> str:
        return "lesson.html" if self.code == "en" else f"lesson.{self.code}.html"

    @property
    def texts_file(self) -> str:
        return f"texts-{self.code}.json"


def editions(facts: list[str], folder: Path) -> list[Edition]:
    """`folder`: where the tables are put for the engine to read."""
    found = [Edition("en", "English", {}, facts)]
    for code in texts.languages():
        table, file = texts.table(code), folder / f"{code}.json"
        file.write_text(json.dumps(table), encoding="utf-8")
        found.append(Edition(code, table["name"], table, [*facts, str(file)]))
    return found


def run_facts(command: list[str], argument: str, text: str = "") -> subprocess.CompletedProcess:
    program, table = (command[:-1], command[-1:]) if command[-1].endswith(".json") else (command, [])
    return subprocess.run([*program, argument, *table], input=text, capture_output=True, encoding="utf-8")


def read_spec(command: list[str]) -> dict:
    done = run_facts(command, "spec")
    if done.returncode != 0:
        sys.exit(f"gen_page.py: lesson_facts spec failed: {done.stderr.strip()}")
    return json.loads(done.stdout)


def evaluate(command: list[str], chapters: list[Chapter]) -> dict[str, dict]:
    """Every reference of the prose, without its form, computed by the engine."""
    places: dict[str, str] = {}
    for chapter in chapters:
        for reference, line in chapter.references:
            places.setdefault(reference, f"{chapter.path}:{line}")
    done = run_facts(command, "eval", "".join(f"{reference}\n" for reference in places))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(rows) != len(places):
        place = list(places.values())[min(len(rows), len(places) - 1)]
        sys.exit(f"{place}: {done.stderr.strip() or 'the reference has no value'}")
    for row, (reference, place) in zip(rows, places.items()):
        if row["value"] is None and reference not in {question["answer"] for chapter in chapters for question in chapter.questions}:
            sys.exit(f"{place}: [[{reference}]] has no value here: {row.get('reason', '')}")
    return dict(zip(places, rows))


def manifest(title: str, paper: str) -> str:
    """What a browser needs to install the page as an app."""
    return json.dumps(
        {
            "name": title,
            "short_name": title,
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": paper,
            "theme_color": paper,
            "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        }
    )


def service_worker(site: Site, pages: dict[str, str]) -> str:
    version = hashlib.sha256("\n".join([*sorted(site.contents), *pages.values()]).encode()).hexdigest()[:16]
    facts = {"version": version, "entry": site.name("main.js"), "files": sorted(site.contents),
             "pages": ["./" if name == "index.html" else name for name in pages]}
    return f"const SITE = {json.dumps(facts)};\n" + (ROOT / "web/service_worker.js").read_text(encoding="utf-8")


def check_sections(chapters: list[Chapter], spec: dict) -> None:
    written = [chapter.id for chapter in chapters if chapter.has_question]
    known = [section["id"] for section in spec["sections"]]
    if written != known:
        sys.exit(f"assets/lesson has the sections {', '.join(written)}; the engine knows {', '.join(known)}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--facts", required=True)
    parser.add_argument("--modules", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        make_site(editions(shlex.split(arguments.facts), Path(folder)), arguments)


def make_site(all_editions: list[Edition], arguments: argparse.Namespace) -> None:
    web = ROOT / "web"
    site = Site()
    site.add_text("style.css", "\n".join((web / f"{name}.css").read_text(encoding="utf-8") for name in STYLES))
    for path in [web / "noscript.css", web / "icon.svg"]:
        site.add_file(path)
    for name, script in bundles(web / "js").items():
        site.add_text(name, script)
    for folder, patterns in ((arguments.modules, ("*.js", "*.wasm")), (arguments.fonts, ("*.otf",))):
        for pattern in patterns:
            for path in sorted(folder.glob(pattern)):
                site.add_file(path)
    light, _, dark = (web / "tokens.css").read_text(encoding="utf-8").partition("@media (prefers-color-scheme: dark)")
    paper = {scheme: "#" + colours(css, "web/tokens.css")["paper"] for scheme, css in (("light", light), ("dark", dark))}
    title = front_matter(texts.prose("en")[0])["title"]
    site.add_text("manifest.webmanifest", manifest(title, paper["light"]))
    for edition in all_editions:
        if edition.table:
            site.add_text(edition.texts_file, json.dumps(edition.table, ensure_ascii=False))
    site.hash_names()

    pages = {edition.page: page_of(edition, all_editions, site, paper) for edition in all_editions}
    files = {**pages, "sw.js": service_worker(site, pages)}
    for edition in all_editions:
        files[edition.single] = single_file(site, pages[edition.page], edition, all_editions)
    site.write(arguments.out, files)


def alternates(edition: Edition, all_editions: list[Edition]) -> str:
    """Every page of several names them all, itself too."""
    return "\n".join(f'<link rel="alternate" hreflang="{each.code}" href="{each.address}">' for each in all_editions)


def switch(edition: Edition, all_editions: list[Edition]) -> str:
    return "".join(
        f'<a class="language" lang="{each.code}" hreflang="{each.code}" href="{each.address}">{page_html.text(each.name)}</a>'
        for each in all_editions
        if each is not edition
    )


def page_of(edition: Edition, all_editions: list[Edition], site: Site, paper: dict[str, str]) -> str:
    page_html.speak(edition.table.get("texts", {}))
    spec = read_spec(edition.facts)
    paths = texts.prose(edition.code)
    chapters = [read_chapter(path, path.relative_to(ROOT), front_matter(path)) for path in paths]
    check_sections(chapters, spec)
    values = evaluate(edition.facts, chapters)
    intro, *sections = chapters

    parts = {
        "lang": edition.code,
        "texts": f' data-texts="{site.name(edition.texts_file)}"' if edition.table else "",
        "alternates": alternates(edition, all_editions),
        "switch": switch(edition, all_editions),
        "single": edition.single,
        "title": page_html.text(intro.fields["title"]),
        "takeaway": page_html.text(intro.fields["takeaway"]),
        "policy": POLICY,
        "paper-light": paper["light"],
        "paper-dark": paper["dark"],
        "nav": "".join(page_html.nav_item(chapter) for chapter in sections),
        "contents": "".join(page_html.contents_item(chapter) for chapter in sections),
        "intro": render(intro, values).html,
        "sections": "\n".join(
            page_html.section(number, chapter, render(chapter, values), spec)
            for number, chapter in enumerate(sections, 1)
        ),
        "how": page_html.how_list({}),
        "embed-options": "".join(page_html.embed_option(chapter) for chapter in sections),
    }
    return page_html.fill((ROOT / "web/page.html").read_text(encoding="utf-8"), parts, site)


if __name__ == "__main__":
    main()
