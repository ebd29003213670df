#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# deps.sh check|install build|run|test|nightly - see that what we need is there.
#
# "build" and "run" need a C compiler and four libraries; "test" adds the
# other checkers and the test tools, "nightly" editors and Chromium.  What is there is found by trying it, so
# that a library from anywhere counts, and nothing is installed twice.
set -u
mode=$1
what=$2
cc=${CC:-cc}

missing=

# need PACKAGE COMMAND...: PACKAGE is missing unless the command works.
need()
{
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

# Compile and link a line of C with a library.
try()
{
    directory=$(mktemp -d) || exit 4
    printf '%s\n' "$1" 'int main(void) { return 0; }' >"$directory/try.c"
    "$cc" -o "$directory/try" "$directory/try.c" "$2"
    status=$?
    rm -rf "$directory"
    return $status
}

have()
{
    command -v "$1"
}

# clang's own runtimes are a package of their own.
try_clang_runtime()
{
    directory=$(mktemp -d) || exit 4
    echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n > 9; }' >"$directory/try.c"
    clang -fsanitize=fuzzer,address -o "$directory/try" "$directory/try.c"
    status=$?
    rm -rf "$directory"
    return $status
}

# Eglot comes with Emacs, from 29 on, or as a package.
try_eglot()
{
    emacs --batch --eval "(package-initialize)" --eval "(require 'eglot)"
}

look()
{
    missing=
    if ! try '#include <stdlib.h>' -lm >/dev/null 2>&1; then
        missing=" gcc libc6-dev libxxhash-dev libjudy-dev libjansson-dev libmd-dev"
    else
        need libxxhash-dev try '#include <xxhash.h>' -lxxhash
        need libjudy-dev try '#include <Judy.h>' -lJudy
        need libjansson-dev try '#include <jansson.h>' -ljansson
        need libmd-dev try '#include <sys/types.h>
#include <md5.h>' -lmd
    fi
    [ "$what" = test ] || [ "$what" = nightly ] || return 0
    need libcriterion-dev try '#include <criterion/criterion.h>' -lcriterion
    need rumur have rumur
    need spin have spin
    need tcc have tcc
    need clang have clang
    need libclang-rt-dev try_clang_runtime
    need python3-jsonschema python3 -c 'import jsonschema'
    need python3-yaml python3 -c 'import yaml'
    need mandoc have mandoc
    [ "$what" = nightly ] || return 0
    need neovim have nvim
    need vim have vim
    need chromium have chromium
    need lintian have lintian
    need debhelper have dh
    need dpkg-dev have dpkg-buildpackage
    need emacs-nox have emacs
    need elpa-eglot try_eglot
    need libopenmpi-dev have mpicc
    need openmpi-bin have mpirun
}

# Elsewhere the packages have other names.
explain()
{
    echo "murrelet: missing:$missing" >&2
    echo "Install them and run make again (these are Debian's names)." >&2
    echo "Elsewhere: a C11 compiler, xxHash, Judy, Jansson and libmd with their headers, as in" >&2
    echo "  Fedora:  dnf install gcc xxhash-devel Judy-devel jansson-devel libmd-devel" >&2
    echo "  Arch:    pacman -S gcc xxhash judy jansson libmd" >&2
    echo "  macOS:   not supported yet (the program needs Linux)" >&2
    [ "$what" != test ] && [ "$what" != nightly ] || echo "and for the tests Criterion, rumur, spin, tcc, clang, python3-jsonschema, python3-yaml, mandoc; by night Neovim, Vim, Emacs with Eglot, Chromium, lintian, debhelper, dpkg-dev and Open MPI." >&2
    echo "DEPS=skip builds without looking." >&2
    exit 2
}

install_debian()
{
    sudo=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || explain
        sudo=sudo
    fi
    echo "Installing:$missing"
    # The lists may be older than the packages: try once, then renew them.
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >/dev/null 2>&1 ||
        { $sudo apt-get update -q &&
          $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; } || explain
}

look
[ -n "$missing" ] || exit 0
[ "$mode" = install ] || { echo "Run 'make deps' to install what is missing."; explain; }
[ -e /etc/debian_version ] && command -v apt-get >/dev/null || explain
install_debian
look
[ -z "$missing" ] || explain
