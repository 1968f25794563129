# Third-party code, one target each. Headers are SYSTEM, so that our warnings stay ours.

function(lesson_header_library name)
    add_library(${name} INTERFACE)
    target_include_directories(${name} SYSTEM INTERFACE "${LESSON_DEPS}/include")
endfunction()

lesson_header_library(eigen)
lesson_header_library(doctest)
lesson_header_library(json)
target_compile_definitions(doctest INTERFACE DOCTEST_CONFIG_TREAT_CHAR_STAR_AS_STRING)

# A contestant kernel must not throw or call assert in the middle of a measurement.
target_compile_definitions(eigen INTERFACE EIGEN_NO_DEBUG EIGEN_DONT_PARALLELIZE)

# Dear ImGui without a platform or a renderer: what src/ui and the headless tests need.
add_library(imgui STATIC
    "${LESSON_DEPS}/imgui/imgui.cpp"
    "${LESSON_DEPS}/imgui/imgui_draw.cpp"
    "${LESSON_DEPS}/imgui/imgui_tables.cpp"
    "${LESSON_DEPS}/imgui/imgui_widgets.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${LESSON_DEPS}/imgui")
target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS
    # Files and links are the platform seam's business; a browser has no shell.
    IMGUI_DISABLE_FILE_FUNCTIONS IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
    IMGUI_DISABLE_DEFAULT_FONT)  # 10 kB that nobody sees: Inter comes with the page
lesson_build_options(imgui)
lesson_small(imgui)

# The backends: GLFW makes the window or the canvas' context, OpenGL 3 (WebGL 2 on the web) draws.
add_library(imgui_backends STATIC
    "${LESSON_DEPS}/imgui/backends/imgui_impl_glfw.cpp"
    "${LESSON_DEPS}/imgui/backends/imgui_impl_opengl3.cpp")
target_include_directories(imgui_backends SYSTEM PUBLIC "${LESSON_DEPS}/imgui/backends")
target_link_libraries(imgui_backends PUBLIC imgui)
lesson_build_options(imgui_backends)
lesson_small(imgui_backends)

if(NOT EMSCRIPTEN)
    find_package(Threads REQUIRED)
endif()
if(NOT EMSCRIPTEN AND NOT LESSON_KERNELS_ONLY)
    find_package(OpenGL REQUIRED)
    find_package(glfw3 3.3 REQUIRED)
    find_package(CLI11 REQUIRED)
    find_package(fmt REQUIRED)
    find_path(CIVETWEB_INCLUDE civetweb.h REQUIRED)
    find_library(CIVETWEB_LIBRARY civetweb REQUIRED)
    target_link_libraries(imgui_backends PUBLIC glfw OpenGL::GL)
    add_library(civetweb INTERFACE)
    target_include_directories(civetweb SYSTEM INTERFACE "${CIVETWEB_INCLUDE}")
    target_link_libraries(civetweb INTERFACE "${CIVETWEB_LIBRARY}")
endif()

# The first python3 on the PATH may lack Debian's Python modules (fontTools).
find_program(LESSON_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT LESSON_PYTHON)
    find_program(LESSON_PYTHON NAMES python3 REQUIRED NO_CMAKE_FIND_ROOT_PATH)
endif()
find_program(LESSON_CMARK NAMES cmark REQUIRED NO_CMAKE_FIND_ROOT_PATH)
