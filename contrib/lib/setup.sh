# setup.sh - what contrib/run, contrib/test and contrib/fresh share: talking, installing, building.
#
# The script that reads this file has set "root", the top of the source tree. Nothing here
# writes to standard output: contrib/run keeps that for the events.
# shellcheck shell=bash
# shellcheck source=contrib/lib/packages.sh
. "${root:?}/contrib/lib/packages.sh"

me=contrib/$(basename -- "$0")

say()
{
    printf '%s: %s\n' "$me" "$*" >&2
}

indent()
{
    sed 's/^/    /'
}

die()
{
    say "$*"
    exit 1
}

# A service or a cron job may start us with descriptors closed. The next file that is opened
# would then become standard input or output, so they are tied to /dev/null first.
open_closed_descriptors()
{
    ( : <&0 ) 2>/dev/null || exec 0</dev/null
    ( : >&1 ) 2>/dev/null || exec 1>/dev/null
    ( : >&2 ) 2>/dev/null || exec 2>/dev/null
}

# What a caller's environment can do to a build that was not meant for it. CC, CFLAGS, LDFLAGS
# and the search paths for libraries stay: whoever sets those wants them here.
forget_foreign_settings()
{
    unset MAKEFLAGS MFLAGS MAKELEVEL GNUMAKEFLAGS DESTDIR VERBOSE
    unset CMAKE_GENERATOR CMAKE_BUILD_TYPE CMAKE_TOOLCHAIN_FILE
}

# ---- packages ---------------------------------------------------------------------------------

is_installed()
{
    # one word an architecture
    case " $(dpkg-query -W -f='${db:Status-Status} ' "$1" 2>/dev/null)" in
    *" installed "*) return 0 ;;
    *) return 1 ;;
    esac
}

# Of the lines "name  purpose" on standard input, those whose package is not installed.
only_missing()
{
    local name purpose
    while read -r name purpose; do
        is_installed "$name" || printf '%-23s %s\n' "$name" "$purpose"
    done
}

# as_root COMMAND...
as_root()
{
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Asked for before anything is done: sudo may be there and yet not allow it, or want a password
# where there is no terminal to give it.
can_be_root()
{
    [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null && sudo true </dev/null >&2; }
}

# apt_get WORDS...: apt-get that asks nothing and waits while another one is at work, as on a cloud
# machine that updates itself in its first minutes. What it prints is shown only if it fails.
apt_get()
{
    local log status=0
    log=$(mktemp)
    as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 \
        apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
        -o APT::Update::Error-Mode=any -o Dpkg::Use-Pty=0 "$@" </dev/null >"$log" 2>&1 || status=$?
    [ "$status" -eq 0 ] || cat -- "$log" >&2
    rm -f -- "$log"
    return "$status"
}

# install_missing: installs what the lines "name  purpose" on standard input name and the machine
# lacks. Where nobody may install, it says what to ask for and goes on: the machine may have the
# same things from elsewhere, and if not, the build says what it misses.
install_missing()
{
    local missing names
    if ! command -v apt-get >/dev/null; then
        say "no apt-get here, so nothing is installed. These are needed, under Debian's names:"
        indent >&2
        return 0
    fi
    missing=$(only_missing)
    [ -n "$missing" ] || return 0
    mapfile -t names <<<"$(awk '{ print $1 }' <<<"$missing")"
    if ! can_be_root; then
        say "these packages are missing, and without root or sudo they cannot be installed:"
        indent <<<"$missing" >&2
        say "ask for: apt-get install --no-install-recommends ${names[*]}"
        return 0
    fi
    say "installs with apt-get:"
    indent <<<"$missing" >&2
    # One broken third-party source makes the update fail and need not concern us.
    apt_get update || say "apt-get update failed; trying with the package lists that are there"
    apt_get install --no-install-recommends "${names[@]}" ||
        die "apt-get could not install ${names[*]}"
}

# ---- building ---------------------------------------------------------------------------------

cores()
{
    nproc 2>/dev/null || echo 2
}

# cache_value FOLDER NAME: a variable that cmake keeps for that build folder
cache_value()
{
    sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt" 2>/dev/null || true
}

# Whether a build folder was made for this tree. A clone that was moved brings one along that
# cmake refuses and whose programs look for the patterns in the old place.
is_ours()
{
    [ "$(cache_value "$1" CMAKE_HOME_DIRECTORY)" = "$root" ]
}

# Whether a build can go on in the folder: a configuration that broke off or a tool that is gone
# leave folders in which none can.
is_usable()
{
    is_ours "$1" && { [ -f "$1/build.ninja" ] || [ -f "$1/Makefile" ]; } &&
        command -v "$(cache_value "$1" CMAKE_MAKE_PROGRAM)" >/dev/null
}

# Whether something has changed since the folder was last built in full. The time of change is
# asked for, not that of modification: unpacking an older version brings old times along. A
# package that came or went may bring or take an optional part of the program.
is_stale()
{
    local stamp=$1/.built
    [ -f "$stamp" ] && is_ours "$1" || return 0
    [ -n "$(find "$root" \( -path "$root/build" -o -name .git -o -name __pycache__ \) -prune \
        -o -cnewer "$stamp" -print -quit)" ] || [ /var/lib/dpkg/status -nt "$stamp" ]
}

# configure_and_build FOLDER TARGET OPTION...: OPTIONs are cmake's
configure_and_build()
{
    local folder=$1 target=$2 generator=()
    shift 2
    if ! is_usable "$folder"; then      # else the generator is the one it was made with
        rm -rf -- "$folder"
        ! command -v ninja >/dev/null || generator=(-G Ninja)
    fi
    mkdir -p -- "$folder" || return 1
    touch -- "$folder/.built.new" &&
        cmake -S "$root" -B "$folder" "${generator[@]}" "$@" &&
        cmake --build "$folder" --target "$target" -j "$(cores)" &&
        mv -f -- "$folder/.built.new" "$folder/.built"
}

# build NAME TARGET OPTION...: the same in build/NAME, where two at once wait for each other; the
# compiler's words are kept in build/NAME.log and shown if it fails.
build()
{
    local name=$1 status=0
    local log=$root/build/$name.log
    shift
    command -v cmake >/dev/null || { say "cmake is missing"; return 1; }
    mkdir -p -- "$root/build" || return 1
    (
        # the lock is not for the build's children: a compiler daemon would keep it
        exec 9>"$root/build/.$name.lock"
        ! command -v flock >/dev/null || flock 9
        configure_and_build "$root/build/$name" "$@" </dev/null >"$log" 2>&1 9>&-
    ) || status=$?
    if [ "$status" -ne 0 ]; then
        # all but the steps that went well
        grep -vE '^\[[ 0-9]+(/[0-9]+|%)\] (Building|Linking|Built)' "$log" >&2 || true
        say "building build/$name failed"
    fi
    return "$status"
}

# Kernels that randomize more than 28 bits of an address put memory where the sanitizers of
# gcc before 14 and clang before 18 have theirs, and one start in some then dies. There the
# whole run goes without randomization, where that is allowed.
#
# tame_addresses SCRIPT ARGUMENT...: starts the script once more so
tame_addresses()
{
    local bits=0
    read -r bits 2>/dev/null </proc/sys/vm/mmap_rnd_bits || return 0
    [ "$bits" -gt 28 ] && [ -z "${LOGCLASS_TAMED-}" ] && setarch -R true 2>/dev/null || return 0
    LOGCLASS_TAMED=1 exec setarch -R "$@"
}
