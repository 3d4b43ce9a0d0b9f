# packages.sh - which packages logclass is built and tested with, and what each is for.
#
# This is the one list: contrib/run and contrib/test install from it, and whoever packages
# logclass elsewhere reads it. One line a package, "name  what it is for"; the second part is
# shown when the package is installed. The names are those of Debian 12 and Ubuntu 22.04.
# shellcheck shell=bash

# What a build needs.
build_packages()
{
    cat <<'END'
gcc                 compiles the program
libc6-dev           headers of the C library
cmake               describes the build
ninja-build         runs the build on all cores
pkg-config          tells cmake where libraries are
libpcre2-dev        matches the patterns
libyaml-dev         reads patterns, rules and configuration
libxxhash-dev       hashes lines and ids
libarchive-dev      reads tar and zip
zlib1g-dev          unpacks gz
liblzma-dev         unpacks xz
libzstd-dev         unpacks zst
libbz2-dev          unpacks bz2
libsystemd-dev      reads journals
libsqlite3-dev      keeps what logclassd must not lose
tzdata              reads local times as --timezone says
END
}

# What the tests need besides.
test_packages()
{
    cat <<'END'
check               the frame of the unit tests
clang               the second compiler, and the fuzzers
libestr0            rsyslogd, which tests start, is linked with it
libfastjson4        likewise
python3             runs the test programs
python3-jsonschema  checks each event against the schema
python3-oslo.log    writes the logs that the tests read
python3-yaml        reads the patterns a second way
systemd-journal-remote  makes the journals that the tests read
zstd                makes the zst files that the tests read
END
}

# The sanitizers and the fuzzer of clang are a package of their own, whose name carries clang's
# version, so it is named once clang is there. Ubuntu 22.04 brings them along with clang.
clang_runtime_package()
{
    local try
    try=$(mktemp)
    if ! clang -fsanitize=address,undefined -x c -o "$try" - 2>/dev/null \
        <<<'int main(void) { return 0; }'; then
        printf 'libclang-rt-%s-dev  the sanitizers and the fuzzer of clang\n' \
            "$(clang -dumpversion | cut -d. -f1)"
    fi
    rm -f -- "$try"
}

# Daemons that tests start for themselves: unpacked and never installed. uWSGI is linked with yajl.
peer_packages()
{
    printf '%s\n' rsyslog uwsgi-core uwsgi-plugin-python3 libyajl2
}

# What is unpacked and never installed: the code of the services whose logs are read.
service_code_packages()
{
    printf '%s\n' python3-heat python3-octavia python3-masakari python3-cloudkitty
}
