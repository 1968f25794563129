# The web presets' toolchain file: Emscripten's own, from wherever scripts/toolchain found it.
include("${CMAKE_CURRENT_LIST_DIR}/toolchain_cache.cmake")
if(NOT LESSON_EMSCRIPTEN)
    message(FATAL_ERROR "There is no Emscripten yet. Run scripts/toolchain first, without --native.")
endif()
include("${LESSON_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake")
