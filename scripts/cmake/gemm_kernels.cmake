# Kernels of the matrix product. src/engine/gemm/kernels/CMakeLists.txt has one line per kernel:
#
#   add_gemm_kernel(<id> ISA <isa> [SOURCE <file>] [NO_VECTORIZE] [CONTRACT] [EIGEN])
#
#   ISA           what the processor or the browser must offer: none, avx2_fma, avx512f,
#                 avx512_vnni, neon, wasm_simd128 or wasm_relaxed. It sets the compiler flags and the kernel's `needs`
#                 in the table, so the two cannot disagree.
#   SOURCE        the file, <id>.cpp unless said otherwise. One file may be built as several kernels:
#                 LESSON_KERNEL_SYMBOL is defined as the id.
#   NO_VECTORIZE  the compiler must not turn the plain loop into vector code.
#   CONTRACT      a * b + c may become one instruction. The default is that it does not where ISA
#                 is none or wasm_relaxed, and does where the ISA has such an
#                 instruction.
#   EIGEN         the kernel may include Eigen.
#
# Each kernel is an object library of its own, never linked with link-time optimisation: an inline
# function compiled for a newer processor must not be the copy that everyone uses.
#
# A module is a set of kernels that end up in one program. Native programs have one, `native`. On
# the web a browser refuses a module for a single unknown instruction, so there are three: `plain`
# (in the interface: no vectors, no threads), `simd128` and `relaxed`, which holds all of simd128's.
# finish_gemm_kernels() writes gemm_kernels.inc for each, one line per kernel:
#
#   LESSON_GEMM_KERNEL(<id>, <isa>, "<flags>")

set(LESSON_ISA_FLAGS_none "")
set(LESSON_ISA_FLAGS_avx2_fma -mavx2 -mfma)
set(LESSON_ISA_FLAGS_avx512f -mavx512f -mavx2 -mfma)
set(LESSON_ISA_FLAGS_avx512_vnni -mavx512f -mavx512vnni -mavx2 -mfma)
set(LESSON_ISA_FLAGS_neon "")
set(LESSON_ISA_FLAGS_wasm_simd128 -msimd128)
set(LESSON_ISA_FLAGS_wasm_relaxed -msimd128 -mrelaxed-simd)

if(EMSCRIPTEN)
    set(LESSON_GEMM_MODULES plain simd128 relaxed)
else()
    set(LESSON_GEMM_MODULES native)
endif()
set(LESSON_MODULE_ISAS_plain none)
set(LESSON_MODULE_ISAS_simd128 none wasm_simd128)
set(LESSON_MODULE_ISAS_relaxed none wasm_simd128 wasm_relaxed)
if(LESSON_ARCHITECTURE STREQUAL x86)
    set(LESSON_MODULE_ISAS_native none avx2_fma avx512f avx512_vnni)
elseif(LESSON_ARCHITECTURE STREQUAL arm)
    set(LESSON_MODULE_ISAS_native none neon)
else()
    set(LESSON_MODULE_ISAS_native none)
endif()

function(add_gemm_kernel id)
    cmake_parse_arguments(PARSE_ARGV 1 kernel "NO_VECTORIZE;CONTRACT;EIGEN" "ISA;SOURCE" "")
    if(kernel_UNPARSED_ARGUMENTS OR NOT kernel_ISA)
        message(FATAL_ERROR "add_gemm_kernel(${id}): needs ISA, does not know '${kernel_UNPARSED_ARGUMENTS}'.")
    endif()
    if(NOT DEFINED LESSON_ISA_FLAGS_${kernel_ISA})
        message(FATAL_ERROR "add_gemm_kernel(${id}): unknown ISA ${kernel_ISA}. Known: none, avx2_fma, avx512f, avx512_vnni, neon, wasm_simd128, wasm_relaxed.")
    endif()
    if(NOT kernel_SOURCE)
        set(kernel_SOURCE "${id}.cpp")
    endif()

    set(flags ${LESSON_ISA_FLAGS_${kernel_ISA}})
    if(kernel_NO_VECTORIZE)
        list(APPEND flags -fno-tree-vectorize -fno-vectorize -fno-slp-vectorize)
        if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
            list(REMOVE_ITEM flags -fno-vectorize -fno-slp-vectorize)
        else()
            list(REMOVE_ITEM flags -fno-tree-vectorize)
        endif()
    endif()
    # LLVM 21 contracts a * b + c to relaxed_madd with its operands in the order of an old draft, (c, a, b): wrong numbers.
    # Kernels that want the instruction write it themselves.
    if((kernel_ISA STREQUAL none AND NOT kernel_CONTRACT) OR kernel_ISA STREQUAL wasm_relaxed)
        list(APPEND flags -ffp-contract=off)
    else()
        list(APPEND flags -ffp-contract=fast)
    endif()

    # Measured code is optimised in the debugging presets too; with sanitizers that would take minutes a file.
    set(optimise -O3)
    if(LESSON_SANITIZE)
        set(optimise -O1)
    endif()

    foreach(module IN LISTS LESSON_GEMM_MODULES)
        if(NOT kernel_ISA IN_LIST LESSON_MODULE_ISAS_${module})
            continue()
        endif()
        set(module_flags ${flags})
        # Threads change how a wasm object is compiled, so the interface's copy is another one. A
        # kernel without vectors stays without them in every module.
        if(module STREQUAL plain OR NOT EMSCRIPTEN)
            set(variant ${module})
        else()
            set(variant threads)
        endif()
        set(target gemm_${variant}_${id})
        if(NOT TARGET ${target})
            add_library(${target} OBJECT "${CMAKE_CURRENT_SOURCE_DIR}/${kernel_SOURCE}")
            lesson_target(${target})
            target_compile_options(${target} PRIVATE ${optimise} ${module_flags})
            target_compile_definitions(${target} PRIVATE LESSON_KERNEL_SYMBOL=${id})
            set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
            if(variant STREQUAL threads)
                target_compile_options(${target} PRIVATE -pthread)
            endif()
            if(kernel_EIGEN)
                target_link_libraries(${target} PRIVATE eigen)
            endif()
        endif()
        string(JOIN " " shown ${optimise} ${module_flags})
        set_property(GLOBAL APPEND PROPERTY LESSON_GEMM_TARGETS_${module} ${target})
        set_property(GLOBAL APPEND_STRING PROPERTY LESSON_GEMM_LINES_${module} "LESSON_GEMM_KERNEL(${id}, ${kernel_ISA}, \"${shown}\")\n")
    endforeach()
endfunction()

# Where a module's gemm_kernels.inc lies.
function(gemm_module_include out module)
    set(${out} "${CMAKE_BINARY_DIR}/generated_gemm/${module}" PARENT_SCOPE)
endfunction()

function(finish_gemm_kernels)
    foreach(module IN LISTS LESSON_GEMM_MODULES)
        get_property(lines GLOBAL PROPERTY LESSON_GEMM_LINES_${module})
        gemm_module_include(folder ${module})
        # Written only when it differs, so that nothing is compiled again without need.
        file(CONFIGURE OUTPUT "${folder}/gemm_kernels.inc" CONTENT "${lines}" @ONLY)
    endforeach()
endfunction()
