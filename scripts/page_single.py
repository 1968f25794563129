"""lesson.html: the whole site in one file that opens from a disk. Style and script stand in the page, allowed by their
hashes in its own policy; every other file lies in it packed, for web/single_file.js to unpack."""
import base64
import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gen_page import Edition
    from page_files import Site

ROOT = Path(__file__).resolve().parent.parent
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".otf": "font/otf"}
LINK = re.compile(r'<link rel="(?:preload|modulepreload|manifest)"[^>]*>\n?')
SHEET = re.compile(r'<link rel="stylesheet" href="([\w.-]+)">')
SCRIPT = re.compile(r'<script (?:type="module" )?src="([\w.-]+)"></script>\n?')
QUOTED_FILE = re.compile(r"""["'](?:\./)?([\w.-]+\.\w+)["']""")


def data_address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def source_hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def policy(scripts: list[str], styles: list[str]) -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(source_hash, scripts))} blob: 'wasm-unsafe-eval'",
            f"style-src {' '.join(map(source_hash, styles))}",
            "img-src data:",
            "font-src data:",
            "connect-src blob:",
            "worker-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def packed(site: "Site", entry: str, names: list[str]) -> dict:
    def row(name: str) -> dict:
        data = base64.b64encode(gzip.compress(site.contents[name], 9, mtime=0)).decode()
        return {"name": name, "type": TYPES[Path(name).suffix], "data": data}

    return {"entry": entry, "files": [row(name) for name in names]}


def packed_files(site: "Site", entry: str) -> str:
    """JSON: the page's files and the worker's, each file after those that it mentions."""
    worker = site.name("bench_worker.js")
    names = [name for name in site.hashed.values() if Path(name).suffix in TYPES]
    of_worker = site.needs(worker)
    return json.dumps(
        {
            "page": packed(site, entry, [name for name in names if name not in of_worker]),
            "worker": packed(site, worker, [name for name in names if name in of_worker]),
        }
    )


def single_file(site: "Site", page: str, edition: "Edition", editions: list["Edition"]) -> str:
    def put_fonts(css: str) -> str:
        def swap(match: re.Match) -> str:
            known = site.contents.get(match[1])
            return match[0] if known is None else f'"{data_address("font/otf", known)}"'

        return QUOTED_FILE.sub(swap, css)

    styles: list[str] = []

    def put_style(match: re.Match) -> str:
        styles.append(put_fonts(site.contents[match[1]].decode()))
        return f"<style>{styles[-1]}</style>"

    early, entry = site.name("early.js"), site.name("main.js")
    scripts = [site.contents[early].decode(), (ROOT / "web/single_file.js").read_text(encoding="utf-8")]
    icon = site.name("icon.svg")

    page = SHEET.sub(put_style, LINK.sub("", page))
    page = SCRIPT.sub(lambda match: f"<script>{scripts[0]}</script>\n" if match[1] == early else "", page)
    page = page.replace(f'href="{icon}"', f'href="{data_address("image/svg+xml", site.contents[icon])}"')
    page = page.replace("<html ", '<html class="single" ', 1)
    for each in editions:
        page = page.replace(f'href="{each.address}"', f'href="{each.single}"')
    page = re.sub(
        r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*',
        lambda match: match[1] + policy(scripts, styles),
        page,
    )
    packed = f'<script type="application/json" id="packed-files">{packed_files(site, entry)}</script>'
    if edition.table:
        texts = json.dumps(edition.table, ensure_ascii=False).replace("<", "\\u003c")
        packed = f'<script type="application/json" id="texts">{texts}</script>\n{packed}'
    return page.replace("</body>", f"{packed}\n<script>{scripts[1]}</script>\n</body>")
