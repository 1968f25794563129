# The catalogue: every row of assets/catalog/*.csv is checked, then compiled in.
set(catalog_assets "${CMAKE_SOURCE_DIR}/assets/catalog")
set(catalog_data "${CMAKE_BINARY_DIR}/generated/engine/catalog/catalog_data.cpp")
file(GLOB catalog_tables CONFIGURE_DEPENDS "${catalog_assets}/*.csv")
add_custom_command(
    OUTPUT "${catalog_data}"
    COMMAND ${LESSON_PYTHON} "${CMAKE_SOURCE_DIR}/scripts/gen_catalog.py" --assets "${catalog_assets}" --out "${catalog_data}"
    DEPENDS ${catalog_tables} "${CMAKE_SOURCE_DIR}/scripts/gen_catalog.py"
    COMMENT "Checking the catalogue"
    VERBATIM)
list(APPEND generated_sources "${catalog_data}")
