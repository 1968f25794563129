"""The scripts of web/js as the site has them: one file for the page, one for its worker, one that runs before the first paint."""
import subprocess
import sys
from pathlib import Path

MODULES = ["main.js", "bench_worker.js"]  # each with all that it imports; what Emscripten makes stays a file of its own
CLASSIC = ["early.js"]
MADE_BY_EMSCRIPTEN = ["./lesson_ui.js", "./compute_*.js"]


def esbuild(arguments: list[str]) -> str:
    try:
        done = subprocess.run(["esbuild", "--minify", "--log-level=warning", *arguments], capture_output=True, encoding="utf-8")
    except FileNotFoundError:
        sys.exit("page_scripts.py: there is no esbuild. Install the package esbuild, or run scripts/setup_packages.")
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    return done.stdout


def bundles(folder: Path) -> dict[str, str]:
    """By name; `folder` holds the sources."""
    apart = [f"--external:{name}" for name in MADE_BY_EMSCRIPTEN]
    modules = {name: esbuild([str(folder / name), "--bundle", "--format=esm", *apart]) for name in MODULES}
    return modules | {name: esbuild([str(folder / name)]) for name in CLASSIC}
