# cmake --install puts program, page and CUDA module where they find each other: bin/lesson, share/lesson,
# lib/lesson/liblesson_cuda.so. cpack makes a tarball and a Debian package of that.
include(GNUInstallDirs)
install(TARGETS lesson RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET lesson_cuda)
    install(TARGETS lesson_cuda LIBRARY DESTINATION lib/lesson)
endif()
# The page comes from the web build; without it the program still does all but serve it.
install(DIRECTORY "${LESSON_SITE_DIR}/" DESTINATION share/lesson OPTIONAL)

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME gpus-and-compute)
set(CPACK_PACKAGE_VERSION 1.0.0)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "An interactive lesson on what matrix multiplication, memory and training cost")
set(CPACK_PACKAGE_CONTACT "The authors of GPUs and compute <lesson@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libopenblas0, libdnnl2 | libdnnl3, xdg-utils")
include(CPack)
