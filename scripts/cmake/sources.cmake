# A platform is a file, not a branch: *_web.cpp is built on the web only, *_native.cpp elsewhere
# only, isa_x86.cpp, isa_arm.cpp and isa_wasm.cpp for their architecture only.

if(EMSCRIPTEN)
    set(LESSON_ARCHITECTURE wasm)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
    set(LESSON_ARCHITECTURE x86)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
    set(LESSON_ARCHITECTURE arm)
else()
    set(LESSON_ARCHITECTURE other)
endif()

# lesson_sources(OUT FOLDER): the .cpp files under FOLDER that belong to this build.
function(lesson_sources out folder)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
    if(EMSCRIPTEN)
        list(FILTER sources EXCLUDE REGEX "_native\\.cpp$")
    else()
        list(FILTER sources EXCLUDE REGEX "_web\\.cpp$")
    endif()
    set(kept)
    foreach(source IN LISTS sources)
        get_filename_component(name "${source}" NAME_WE)
        if(NOT name MATCHES "^isa_(x86|arm|wasm)$" OR name STREQUAL "isa_${LESSON_ARCHITECTURE}")
            list(APPEND kept "${source}")
        endif()
    endforeach()
    set(${out} "${kept}" PARENT_SCOPE)
endfunction()

# lesson_json_sources(OUT): the part of src/app that needs no interface; the unit tests build it too.
function(lesson_json_sources out)
    set(sources json bench_json config_json language_json document compute/json_text)
    list(TRANSFORM sources REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/src/app/\\1.cpp")
    set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# lesson_generated_sources(OUT): a folder that has files made at build time says how in a
# generated.cmake beside its sources: add_custom_command() calls, each output (in
# ${CMAKE_BINARY_DIR}/generated/...) appended to `generated_sources`. Included rather than a
# subdirectory, since CMake lets only the same directory use a custom command's output.
macro(lesson_generated_sources out)
    set(generated_sources)
    file(GLOB_RECURSE lesson_generators CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/generated.cmake")
    foreach(lesson_generator IN LISTS lesson_generators)
        include("${lesson_generator}")
    endforeach()
    set(${out} ${generated_sources})
endmacro()
