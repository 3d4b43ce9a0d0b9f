# room(NAME FLOOR [SOURCES file.c...] [KINDS kind[:library]...] [WITH library file.c...]
#      [LIBRARIES target...])
#
# A room is a folder of daemon/ and a static library of the same name. Its floor says what it may
# include: its own headers and those of lower floors (tests/tools/floors reads the includes).
#
# A kind is one row of the room's table, in a file of its own, NAME_KIND.c; render's files are
# named format_KIND.c and app's app_KIND.c. From the row comes generated/NAME_kinds.def, a list of
# KIND(kind) lines that the room's kinds.c turns into its table. A kind after a colon names the
# library that it needs; where that is missing the kind is left out, and configure says so; the list
# then has a MISSING(kind, library) line, for a table that tells of it. The files behind WITH are
# built where that library is there, and the room then defines WITH_LIBRARY.

find_package(PkgConfig REQUIRED)
set_property(GLOBAL PROPERTY LOGCLASS_ROOMS "")

function(room name floor)
    cmake_parse_arguments(R "" "PREFIX" "SOURCES;KINDS;WITH;LIBRARIES" ${ARGN})
    if(NOT R_PREFIX)
        set(R_PREFIX ${name})
    endif()
    set(sources ${R_SOURCES})
    set(list "")
    set(libraries ${R_LIBRARIES})
    foreach(kind ${R_KINDS})
        string(REPLACE ":" ";" parts ${kind})
        list(GET parts 0 kind_name)
        list(LENGTH parts n)
        if(n GREATER 1)
            list(GET parts 1 library)
            pkg_check_modules(${library} IMPORTED_TARGET ${library})
            if(NOT ${library}_FOUND)
                message(STATUS "${name}: '${kind_name}' is left out, ${library} is missing")
                string(APPEND list "#ifdef MISSING\nMISSING(${kind_name}, ${library})\n#endif\n")
                continue()
            endif()
            list(APPEND libraries PkgConfig::${library})
        endif()
        list(APPEND sources ${R_PREFIX}_${kind_name}.c)
        string(APPEND list "KIND(${kind_name})\n")
    endforeach()
    set(defines "")
    if(R_WITH)
        list(POP_FRONT R_WITH library)
        pkg_check_modules(${library} IMPORTED_TARGET ${library})
        if(${library}_FOUND)
            list(APPEND sources ${R_WITH})
            list(APPEND libraries PkgConfig::${library})
            string(TOUPPER WITH_${library} defines)
        endif()
    endif()
    if(R_KINDS)
        file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/generated/${name}_kinds.def" CONTENT "${list}")
    endif()
    list(TRANSFORM sources PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/${name}/")
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC logclass_flags ${libraries})
    target_compile_definitions(${name} PUBLIC ${defines})
    set_property(GLOBAL APPEND PROPERTY LOGCLASS_ROOMS "${name}=${floor}")
endfunction()
