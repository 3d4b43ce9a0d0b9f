# What each PROFILE means to the compiler. The interface target logclass_flags carries it.

add_library(logclass_flags INTERFACE)
target_compile_definitions(logclass_flags INTERFACE _GNU_SOURCE)
target_include_directories(logclass_flags INTERFACE "${CMAKE_SOURCE_DIR}/daemon"
                                                    "${CMAKE_BINARY_DIR}/generated")
target_compile_options(logclass_flags INTERFACE
    -Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow -Wundef -Wvla -Wstrict-prototypes
    -Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wformat=2 -Wswitch-enum
    -Wimplicit-fallthrough -Wnull-dereference -fno-common
    # The build's own path stays out of the binaries, so that two builds are equal.
    "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")

set(SANITIZE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)

if(PROFILE STREQUAL "dev")
    target_compile_options(logclass_flags INTERFACE -O1 -g ${SANITIZE})
    target_link_options(logclass_flags INTERFACE ${SANITIZE})
elseif(PROFILE STREQUAL "tiny")
    # Every buffer is a few bytes long, so the edges are met on every run.
    target_compile_definitions(logclass_flags INTERFACE LOGCLASS_TINY)
    target_compile_options(logclass_flags INTERFACE -O1 -g ${SANITIZE})
    target_link_options(logclass_flags INTERFACE ${SANITIZE})
elseif(PROFILE STREQUAL "release")
    target_compile_options(logclass_flags INTERFACE -O2 -g -DNDEBUG -U_FORTIFY_SOURCE
        -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection -fPIE)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        # -O2 in gcc 12 reports null dereferences on paths that the code excludes.
        target_compile_options(logclass_flags INTERFACE -ftrivial-auto-var-init=zero
            -Wno-null-dereference)
    endif()
    target_link_options(logclass_flags INTERFACE -pie -Wl,-z,relro,-z,now)
elseif(PROFILE STREQUAL "tsan")
    target_compile_options(logclass_flags INTERFACE -O1 -g -fsanitize=thread)
    target_link_options(logclass_flags INTERFACE -fsanitize=thread)
elseif(PROFILE STREQUAL "cov")
    target_compile_options(logclass_flags INTERFACE -O0 -g --coverage)
    target_link_options(logclass_flags INTERFACE --coverage)
elseif(PROFILE STREQUAL "fuzz")
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "PROFILE=fuzz needs clang (libFuzzer): -DCMAKE_C_COMPILER=clang")
    endif()
    target_compile_options(logclass_flags INTERFACE -O1 -g ${SANITIZE} -fsanitize=fuzzer-no-link)
    target_link_options(logclass_flags INTERFACE ${SANITIZE})
else()
    message(FATAL_ERROR "PROFILE is '${PROFILE}': it must be dev, release, tsan, fuzz, cov or tiny")
endif()
message(STATUS "profile: ${PROFILE}")
