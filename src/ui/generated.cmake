# Colours from the page's style sheet, and the fonts.
set(theme_tokens "${CMAKE_BINARY_DIR}/generated/ui/theme_tokens.inc")
add_custom_command(
    OUTPUT "${theme_tokens}"
    COMMAND "${LESSON_PYTHON}" "${CMAKE_SOURCE_DIR}/scripts/gen_theme.py" "${CMAKE_SOURCE_DIR}/web/tokens.css" "${theme_tokens}"
    DEPENDS "${CMAKE_SOURCE_DIR}/scripts/gen_theme.py" "${CMAKE_SOURCE_DIR}/web/tokens.css"
    VERBATIM)
list(APPEND generated_sources "${theme_tokens}")

# The set of characters depends on every text the lesson shows.
file(GLOB_RECURSE font_texts CONFIGURE_DEPENDS
    "${CMAKE_SOURCE_DIR}/assets/*.md" "${CMAKE_SOURCE_DIR}/assets/*.json" "${CMAKE_SOURCE_DIR}/assets/*.csv" "${CMAKE_SOURCE_DIR}/src/*.cpp" "${CMAKE_SOURCE_DIR}/src/*.h")
set(font_folder "${CMAKE_BINARY_DIR}/generated/fonts")
set(font_outputs)
if(NOT EMSCRIPTEN)
    set(font_outputs "${CMAKE_BINARY_DIR}/generated/ui/font_data.cpp")
endif()
set(font_files)
foreach(weight IN ITEMS 400 600)
    list(APPEND font_files "${font_folder}/inter-${weight}.otf")
endforeach()
add_custom_command(
    OUTPUT ${font_files} ${font_outputs}
    COMMAND "${LESSON_PYTHON}" "${CMAKE_SOURCE_DIR}/scripts/gen_font.py" --out "${font_folder}" "$<$<BOOL:${font_outputs}>:--embed;${font_outputs}>"
        "${CMAKE_SOURCE_DIR}/src" "${CMAKE_SOURCE_DIR}/assets"
    DEPENDS "${CMAKE_SOURCE_DIR}/scripts/gen_font.py" ${font_texts}
    COMMAND_EXPAND_LISTS
    VERBATIM)
list(APPEND generated_sources ${font_files} ${font_outputs})
