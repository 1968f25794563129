"""The files of the site: names with content hashes, references between them, compressed neighbours."""
import gzip
import hashlib
import re
import sys
from pathlib import Path

try:
    import brotli
except ImportError as error:
    sys.exit(f"{error}. Install python3-brotli.")

CODE = {".js", ".css", ".webmanifest"}  # text that mentions other files
COMPRESSED = {".js", ".css", ".html", ".wasm", ".otf", ".svg", ".json", ".webmanifest"}
QUOTED = re.compile(r"""(?P<quote>["'])(?P<dot>\./)?(?P<name>[\w.-]+\.(?:js|css|wasm|otf|svg|webmanifest))(?P=quote)""")

STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.S)
INDENTATION = re.compile(r"^[ \t\n]+", re.M)


def lean(style: str) -> str:
    """A style sheet as browsers need it: without comments, indentation and empty lines."""
    return INDENTATION.sub("", STYLE_COMMENT.sub("", style))


class Site:
    def __init__(self) -> None:
        self.sources: dict[str, bytes] = {}   # by plain name
        self.hashed: dict[str, str] = {}      # plain name -> name on the site
        self.contents: dict[str, bytes] = {}  # name on the site -> content

    def add_text(self, name: str, text: str) -> None:
        self.sources[name] = (lean(text) if name.endswith(".css") else text).encode()

    def add_file(self, path: Path) -> None:
        if path.name in self.sources:
            sys.exit(f"{path}: there are two files of this name; the site is one folder")
        if path.suffix == ".css":
            self.add_text(path.name, path.read_text(encoding="utf-8"))
        else:
            self.sources[path.name] = path.read_bytes()

    def hash_names(self) -> None:
        for name in sorted(self.sources):
            self._settle(name, ())

    def _settle(self, name: str, above: tuple[str, ...]) -> str:
        """Names `name` by its content after the files that it mentions have theirs. A worker may mention itself."""
        if name in self.hashed:
            return self.hashed[name]
        if name in above:
            sys.exit(f"{name}: these files mention each other in a circle: {' > '.join((*above, name))}")
        data, suffix = self.sources[name], Path(name).suffix
        if suffix in CODE:
            text = data.decode()
            for match in QUOTED.finditer(text):
                other = match["name"]
                if other != name and other in self.sources:
                    self._settle(other, (*above, name))
            digest_of = self._rewritten(text, {}).encode()
        else:
            digest_of = data
        digest = hashlib.sha256(digest_of).hexdigest()[:10]
        site_name = f"{Path(name).stem}.{digest}{suffix}"  # `lesson serve` knows such names by their hash
        self.hashed[name] = site_name
        self.contents[site_name] = self._rewritten(text, {name: site_name}).encode() if suffix in CODE else data
        return site_name

    def _rewritten(self, text: str, own: dict[str, str]) -> str:
        names = {**self.hashed, **own}

        def swap(match: re.Match) -> str:
            known = names.get(match["name"])
            return f"{match['quote']}{match['dot'] or ''}{known}{match['quote']}" if known else match[0]

        return QUOTED.sub(swap, text)

    def name(self, plain: str) -> str:
        if plain not in self.hashed:
            sys.exit(f"web/page.html: there is no file {plain}")
        return self.hashed[plain]

    def needs(self, name: str) -> set[str]:
        """A file of the site and all that it mentions, by their names on the site."""
        found, queue = {name}, [name]
        while queue:
            current = queue.pop()
            if Path(current).suffix in CODE:
                for match in QUOTED.finditer(self.contents[current].decode()):
                    if match["name"] in self.contents and match["name"] not in found:
                        found.add(match["name"])
                        queue.append(match["name"])
        return found

    def write(self, folder: Path, pages: dict[str, str]) -> None:
        """`pages`: the files whose names stay, by name."""
        folder.mkdir(parents=True, exist_ok=True)
        files = {**self.contents, **{name: page.encode() for name, page in pages.items()}}
        for name, data in list(files.items()):
            if Path(name).suffix in COMPRESSED and not name.startswith("lesson."):  # packed inside, and saved rather than shown
                files[name + ".gz"] = gzip.compress(data, 9, mtime=0)
                files[name + ".br"] = brotli.compress(data, quality=11)
        for path in folder.iterdir():
            if path.name not in files and path.is_file():
                path.unlink()
        # The pages come last: until then the old ones find their old files or the new ones, never half.
        for name in sorted(files, key=lambda each: (each in pages, each)):
            path = folder / name
            if name == "index.html" or not path.exists() or path.read_bytes() != files[name]:
                path.write_bytes(files[name])
