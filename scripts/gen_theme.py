#!/usr/bin/env python3
"""Reads web/tokens.css and writes the same colours as a C++ table for the native window.

    gen_theme.py web/tokens.css OUT.inc

Each line of OUT.inc is THEME_TOKEN(name, light, dark). A token that is missing from one of the two blocks is an error.
"""
import re
import sys
from pathlib import Path

TOKENS = "paper panel ink soft line accent wash data1 data2 data3 data4 data5".split()


def colours(text: str, path: str) -> dict[str, str]:
    found = dict(re.findall(r"--([a-z0-9]+):\s*#([0-9a-fA-F]{6});", text))
    missing = [name for name in TOKENS if name not in found]
    if missing:
        sys.exit(f"{path}: no colour for {', '.join('--' + name for name in missing)} in one of the two blocks.")
    return found


def main() -> None:
    source, out = sys.argv[1], Path(sys.argv[2])
    light_text, _, dark_text = Path(source).read_text(encoding="utf-8").partition("@media (prefers-color-scheme: dark)")
    light, dark = colours(light_text, source), colours(dark_text, source)
    lines = [f"// Made by scripts/gen_theme.py from {Path(source).name}."]
    lines += [f"THEME_TOKEN({name}, 0x{light[name]}, 0x{dark[name]})" for name in TOKENS]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
