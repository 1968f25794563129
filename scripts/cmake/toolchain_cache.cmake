# Where scripts/toolchain put things. It writes toolchain.cmake into the cache, so that a preset
# works from any shell.
if(DEFINED ENV{LESSON_CACHE})
    set(LESSON_CACHE "$ENV{LESSON_CACHE}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(LESSON_CACHE "$ENV{XDG_CACHE_HOME}/gpus-and-compute")
else()
    set(LESSON_CACHE "$ENV{HOME}/.cache/gpus-and-compute")
endif()

if(NOT EXISTS "${LESSON_CACHE}/toolchain.cmake")
    message(FATAL_ERROR "The libraries are not there yet. Run scripts/toolchain first (${LESSON_CACHE}/toolchain.cmake is missing).")
endif()
include("${LESSON_CACHE}/toolchain.cmake")
