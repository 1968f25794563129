# Shared by the scripts of this folder. Sourced, not run.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cache="${LESSON_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpus-and-compute}"

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$(basename "$0"): $*"
    exit 1
}

# The first python3 on the PATH may lack Debian's Python modules.
system_python() { if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else command -v python3; fi; }

build() { # build PRESET [TARGET...]: configures and builds, without repeating what is done
    local preset="$1"
    shift
    (
        cd "$root"
        cmake --preset "$preset" >&2
        cmake --build --preset "$preset" ${@:+--target "$@"} >&2
    )
}
