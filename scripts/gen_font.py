#!/usr/bin/env python3
"""Cuts Inter down to the characters the lesson uses.

    gen_font.py --out DIR [--embed FILE.cpp] SOURCE_FOLDER...

Writes DIR/inter-400.otf and DIR/inter-600.otf, with kerning and tabular figures on request, for page and canvas alike: a reader
fetches them once. With --embed also as C++ arrays, for the native window.

Characters: printable ASCII, Latin-1, Greek, the signs below, and every other character found in the
text files of the SOURCE_FOLDERs (in C++ only between quotes). One that Inter lacks is an error that names file and line.
Needs Debian's fonts-inter and python3-fonttools.
"""
import argparse
import logging
import re
import sys
from pathlib import Path

try:
    from fontTools import subset
    from fontTools.ttLib import TTFont
except ImportError as error:
    sys.exit(f"gen_font.py: {error}. Install python3-fonttools.")

INTER = Path("/usr/share/fonts/opentype/inter")
WEIGHTS = {400: "Inter-Regular.otf", 600: "Inter-SemiBold.otf"}
SIGNS = "×→←↑↓²³¹⁰⁴⁵⁶⁷⁸⁹⁻⁺ⁿ₀₁₂₃₄₅₆₇₈₉≤≥≈÷·…√−–—‘’“”°½¼∞∑≠±‰•✓µ€£\u00a0\u2009\u202f\u2011"
TABULAR_ZERO = 0xE030  # kTabularZero in src/app/app.cpp
RANGES = [(0x20, 0x7F), (0xA0, 0x100), (0x391, 0x3A2), (0x3A3, 0x3CA)]
CODE_FILES = {".cpp", ".h"}
TEXT_FILES = CODE_FILES | {".md", ".csv", ".html", ".json"}
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
SIZE_LIMIT_BYTES = 60_000


def used_characters(folders: list[str]) -> dict[str, str]:
    """Every non-ASCII character in the folders' text files, with the place where it was first seen."""
    places: dict[str, str] = {}
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix not in TEXT_FILES:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                shown = "".join(QUOTED.findall(line)) if path.suffix in CODE_FILES else line
                for character in shown:
                    if ord(character) > 0x7F:
                        places.setdefault(character, f"{path}:{number}")
    return places


def name_tabular_figures(font: TTFont) -> None:
    """Gives the figures of the 'tnum' feature characters of their own, since the canvas does not run layout features."""
    gsub = font["GSUB"].table
    lookups = {index for record in gsub.FeatureList.FeatureRecord if record.FeatureTag == "tnum" for index in record.Feature.LookupListIndex}
    swaps: dict[str, str] = {}
    for index in lookups:
        for table in gsub.LookupList.Lookup[index].SubTable:
            table = getattr(table, "ExtSubTable", table)
            swaps.update(table.mapping)
    for table in font["cmap"].tables:
        table.cmap.update({TABULAR_ZERO + digit: swaps[table.cmap[0x30 + digit]] for digit in range(10)})


def use_css_size(font: TTFont) -> None:
    """Makes a size of 15 mean what it means in CSS, with capitals in the middle of the line: the canvas' rasteriser takes a
    size for ascent plus descent, so these are set to one em around half the capitals' height. web/base.css gives the page Inter's own."""
    hhea, em = font["hhea"], font["head"].unitsPerEm
    hhea.ascent = round((em + font["OS/2"].sCapHeight) / 2)
    hhea.descent = hhea.ascent - em


def cut(source: Path, characters: set[str], out: Path) -> None:
    font = TTFont(source)
    name_tabular_figures(font)
    use_css_size(font)
    options = subset.Options()
    options.layout_features = ["kern", "tnum", "ccmp", "mark", "case"]
    options.hinting = False
    options.desubroutinize = True  # the canvas' rasteriser is happier without
    options.notdef_outline = True
    options.name_IDs = [1, 2]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(sorted(characters)))
    subsetter.subset(font)
    font["head"].modified = font["head"].created  # the same input gives the same bytes
    font.recalcTimestamp = False
    font.save(out)
    if out.stat().st_size > SIZE_LIMIT_BYTES:
        sys.exit(f"gen_font.py: {out.name} has {out.stat().st_size} bytes, over the limit of {SIZE_LIMIT_BYTES}.")


def embed(files: list[Path], out: Path) -> None:
    lines = ["// Made by scripts/gen_font.py.", '#include "ui/font_data.h"', "", "namespace lesson::ui {", "namespace {"]
    for path in files:
        data = path.read_bytes()
        name = path.stem.replace("-", "_")
        lines.append(f"constexpr unsigned char {name}[] = {{")
        lines += [",".join(map(str, data[at : at + 40])) + "," for at in range(0, len(data), 40)]
        lines.append("};")
    lines += ["}  // namespace", ""]
    lines += [f"std::span<const unsigned char> embedded_{path.stem.replace('-', '_')}() {{ return {path.stem.replace('-', '_')}; }}" for path in files]
    lines += ["", "}  // namespace lesson::ui", ""]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--embed", type=Path)
    parser.add_argument("sources", nargs="*")
    arguments = parser.parse_args()
    logging.getLogger("fontTools").setLevel(logging.ERROR)

    figures = {chr(TABULAR_ZERO + digit) for digit in range(10)}
    characters = {chr(code) for low, high in RANGES for code in range(low, high)} | set(SIGNS)
    places = used_characters(arguments.sources)
    arguments.out.mkdir(parents=True, exist_ok=True)
    files = []
    for weight, name in WEIGHTS.items():
        source = INTER / name
        if not source.exists():
            sys.exit(f"gen_font.py: {source} is missing. Install fonts-inter.")
        known = TTFont(source).getBestCmap()
        lacking = [f"{place}: Inter has no '{character}' (U+{ord(character):04X})." for character, place in places.items() if ord(character) not in known]
        if lacking:
            sys.exit("\n".join(lacking))
        wanted = {character for character in characters | set(places) if ord(character) in known}
        files.append(arguments.out / f"inter-{weight}.otf")
        cut(source, wanted | figures, files[-1])
    if arguments.embed:
        embed(files, arguments.embed)


if __name__ == "__main__":
    main()
