# Link settings of the wasm programs. All of them run under a page policy without eval.

function(lesson_wasm_program target)
    target_link_options(${target} PRIVATE
        -sDYNAMIC_EXECUTION=0
        "$<$<CONFIG:Debug>:-sASSERTIONS=1>"
        "$<$<CONFIG:Debug>:-g>")
endfunction()

# The interface: an ES module for the page's main thread, without threads and vectors, so that it
# starts in every browser.
function(lesson_ui_module target)
    lesson_wasm_program(${target})
    set_target_properties(${target} PROPERTIES SUFFIX .js RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/modules")
    target_link_options(${target} PRIVATE
        -Oz
        -sUSE_GLFW=3
        -sMIN_WEBGL_VERSION=2
        -sMAX_WEBGL_VERSION=2
        -sMODULARIZE=1
        -sEXPORT_ES6=1
        -sENVIRONMENT=web
        -sMALLOC=emmalloc
        -sALLOW_MEMORY_GROWTH=1
        -sSTACK_SIZE=1MB
        -sFILESYSTEM=0
        -sINCOMING_MODULE_JS_API=canvas,locateFile,print,printErr,onAbort
        -sEXPORTED_FUNCTIONS=_malloc,_free
        -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8)
endfunction()

# The kernels: an ES module for a worker. Without cross-origin isolation the browser has no shared
# memory between workers, so makeThreads() makes none; the page loads the modules all the same
# and computes on one thread.
function(lesson_compute_module target)
    lesson_wasm_program(${target})
    target_link_options(${target} PRIVATE --no-entry)
    set_target_properties(${target} PROPERTIES SUFFIX .js RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/modules"
        LINK_DEPENDS "${CMAKE_SOURCE_DIR}/src/app/compute_threads_web.js")
    target_link_options(${target} PRIVATE
        -Oz
        -sSTRICT=1
        -sMODULARIZE=1
        -sEXPORT_ES6=1
        -sENVIRONMENT=web,worker,node
        -sMALLOC=emmalloc
        -sINITIAL_MEMORY=256MB
        -sSTACK_SIZE=2MB
        -sDEFAULT_PTHREAD_STACK_SIZE=2MB
        -sFILESYSTEM=0
        # That pass gives each new value of a sum a name of its own; the next ones then move sums past loads, and a tile that is
        # several steps long runs out of registers.
        -sBINARYEN_EXTRA_PASSES=--skip-pass=ssa-nomerge
        -sPTHREAD_POOL_SIZE_STRICT=2  # a thread that makeThreads() did not make is refused
        "SHELL:--post-js ${CMAKE_SOURCE_DIR}/src/app/compute_threads_web.js"
        -sINCOMING_MODULE_JS_API=locateFile,print,printErr,onAbort,wasmMemory,mainScriptUrlOrBlob
        -sEXPORTED_FUNCTIONS=_malloc,_free
        -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPF32)
endfunction()

# A test program for Node. It reads the source tree's files directly.
function(lesson_node_program target)
    lesson_wasm_program(${target})
    set_target_properties(${target} PROPERTIES SUFFIX .js)
    target_link_options(${target} PRIVATE
        -sENVIRONMENT=node
        -sNODERAWFS=1
        -sEXIT_RUNTIME=1
        -sMALLOC=dlmalloc
        -sINITIAL_MEMORY=256MB
        -sSTACK_SIZE=2MB
        -sDEFAULT_PTHREAD_STACK_SIZE=2MB
        -sPTHREAD_POOL_SIZE=8
        -sPTHREAD_POOL_SIZE_STRICT=0)
endfunction()

# A small program that the build itself runs in Node: one thread, standard input and output.
function(lesson_node_tool target)
    lesson_wasm_program(${target})
    set_target_properties(${target} PROPERTIES SUFFIX .js)
    target_link_options(${target} PRIVATE -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH=1 -sSTACK_SIZE=1MB)
endfunction()
