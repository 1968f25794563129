# Flags, in three layers: every target, our own targets, wasm programs.

option(LESSON_SANITIZE "Address and undefined behaviour sanitizers" OFF)

# For every object, third-party too: language, sanitizers, and no C++ exceptions on the web, where
# they cost size and nothing throws on purpose (the engine's errors are values).
function(lesson_build_options target)
    target_compile_features(${target} PUBLIC cxx_std_23)
    if(LESSON_SANITIZE)
        target_compile_options(${target} PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PUBLIC -fsanitize=address,undefined)
    endif()
    if(EMSCRIPTEN)
        target_compile_options(${target} PUBLIC -fno-exceptions)
        target_link_options(${target} PUBLIC -fno-exceptions)
    endif()
endfunction()

# For our own code.
function(lesson_target target)
    lesson_build_options(${target})
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Werror
        # A named initialiser that leaves fields to their defaults is meant so.
        -Wno-missing-field-initializers)
    if(EMSCRIPTEN)
        # EM_JS and EM_ASM use dollar signs in names.
        target_compile_options(${target} PRIVATE -Wno-dollar-in-identifier-extension)
    elseif(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        # g++ 12 warns of overlaps inside std::string's own operator+ (its bug 105651).
        target_compile_options(${target} PRIVATE -Wno-restrict)
        if(LESSON_SANITIZE)
            # With sanitizers it loses track of what is set.
            target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
        endif()
    endif()
    target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}/src" "${CMAKE_BINARY_DIR}/generated")
endfunction()

# For what the page fetches: small before fast. What is measured is in the kernels, which have their own flags.
function(lesson_small target)
    if(EMSCRIPTEN)
        target_compile_options(${target} PRIVATE -Oz)
    endif()
endfunction()

# For objects that may run on several threads of one wasm module. All objects of such a module need it.
function(lesson_threads target)
    if(EMSCRIPTEN)
        target_compile_options(${target} PUBLIC -pthread -msimd128)
        target_link_options(${target} PUBLIC -pthread)
    else()
        target_link_libraries(${target} PUBLIC Threads::Threads)
    endif()
endfunction()
