#!/usr/bin/env python3
"""Makes the static site: prose, forms and numbers into index.html, every other file under a name with its hash.

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
from pathlib import Path

import page_html
from gen_sections import front_matter
from gen_theme import colours
from page_files import Site
from page_prose import Chapter, read_chapter, render
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


def run_facts(command: list[str], argument: str, text: str = "") -> subprocess.CompletedProcess:
    return subprocess.run([*command, argument], input=text, capture_output=True, encoding="utf-8")


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


def service_worker(site: Site, page: str) -> str:
    version = hashlib.sha256("\n".join([*sorted(site.contents), page]).encode()).hexdigest()[:16]
    facts = {"version": version, "entry": site.name("main.js"), "files": sorted(site.contents)}
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

    facts = shlex.split(arguments.facts)
    spec = read_spec(facts)
    paths = sorted((ROOT / "assets/lesson").glob("[0-9]*.md"))
    chapters = [read_chapter(path, path.relative_to(ROOT), front_matter(path)) for path in paths]
    check_sections(chapters, spec)
    values = evaluate(facts, chapters)

    web = ROOT / "web"
    site = Site()
    site.add_text("style.css", "\n".join((web / f"{name}.css").read_text(encoding="utf-8") for name in STYLES))
    for path in [web / "noscript.css", web / "icon.svg", *sorted((web / "js").glob("*.js"))]:
        site.add_file(path)
    for folder, patterns in ((arguments.modules, ("*.js", "*.wasm")), (arguments.fonts, ("*.otf",))):
        for pattern in patterns:
            for path in sorted(folder.glob(pattern)):
                site.add_file(path)
    light, _, dark = (web / "tokens.css").read_text(encoding="utf-8").partition("@media (prefers-color-scheme: dark)")
    paper = {scheme: "#" + colours(css, "web/tokens.css")["paper"] for scheme, css in (("light", light), ("dark", dark))}
    intro, *sections = chapters
    site.add_text("manifest.webmanifest", manifest(intro.fields["title"], paper["light"]))
    site.hash_names()

    parts = {
        "title": page_html.text(intro.fields["title"]),
        "takeaway": page_html.text(intro.fields["takeaway"]),
        "policy": POLICY,
        "paper-light": paper["light"],
        "paper-dark": paper["dark"],
        "preloads": page_html.preloads(site.static_imports("main.js")),
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
    page = page_html.fill((web / "page.html").read_text(encoding="utf-8"), parts, site)
    pages = {"index.html": page, "sw.js": service_worker(site, page), "lesson.html": single_file(site, page)}
    site.write(arguments.out, pages)


if __name__ == "__main__":
    main()
