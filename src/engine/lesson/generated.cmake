# The sections and their questions, from the front matter of the prose.
file(GLOB lesson_prose CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/assets/lesson/*.md")
set(lesson_sections "${CMAKE_BINARY_DIR}/generated/lesson_sections.inc")
add_custom_command(
    OUTPUT "${lesson_sections}"
    COMMAND "${LESSON_PYTHON}" "${CMAKE_SOURCE_DIR}/scripts/gen_sections.py" "${lesson_sections}" ${lesson_prose}
    DEPENDS "${CMAKE_SOURCE_DIR}/scripts/gen_sections.py" ${lesson_prose}
    VERBATIM)
list(APPEND generated_sources "${lesson_sections}")
