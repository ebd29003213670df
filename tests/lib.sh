# SPDX-License-Identifier: BSD-2-Clause
# lib.sh - for suites in bash: count, and say what failed.  Source it first.
tests_passed=0 tests_failed=0 tests_skipped=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/murrelet-test.XXXXXX") || exit 4
trap 'echo "$tests_passed $tests_failed $tests_skipped" >>"$TEST_COUNTS"; rm -rf "$scratch"' EXIT

pass() { tests_passed=$((tests_passed + 1)); }
fail() { tests_failed=$((tests_failed + 1)); echo "FAIL $*"; }
skip() { tests_skipped=$((tests_skipped + 1)); echo "skip $*"; }

# check NAME COMMAND...: passes when the command succeeds.
check()
{
    local name=$1
    shift
    if "$@"; then pass; else fail "$name"; fi
}

# equal NAME EXPECTED ACTUAL
equal()
{
    if [ "$2" = "$3" ]; then pass; else fail "$1: expected '$2', got '$3'"; fi
}

# exits NAME CODE COMMAND...: the command's exit code; its output goes to
# $scratch/out and $scratch/err.
exits()
{
    local name=$1 code=$2 actual
    shift 2
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    actual=$?
    if [ "$actual" = "$code" ]; then
        pass
    else
        fail "$name: expected exit code $code, got $actual: $(head -3 "$scratch/err" | tr '\n' ' ')"
    fi
}

# with_parts MACHINE.m: it, with the parts that it is made of in its own text, so
# that an edit reaches them too, and what else it includes by its whole path.
with_parts()
{
    local line file
    while IFS= read -r line; do
        file=${line#include \"} file=${1%/*}/${file%\"}
        case $line in
        'include "../lib/parts/'* | 'include "'[!./]*) with_parts "$file" ;;
        *) echo "${line/#include \"..\/lib/include \"$PWD/models/lib}" ;;
        esac
    done <"$1"
}

# says NAME PATTERN FILE: FILE holds the pattern (grep -E).
says()
{
    if grep -qE -e "$2" "$3"; then pass; else fail "$1: nothing like '$2' in: $(head -5 "$3" | tr '\n' ' ')"; fi
}
