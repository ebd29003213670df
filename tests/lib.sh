# SPDX-License-Identifier: BSD-2-Clause
# lib.sh - for suites in bash: count, and say what failed.  Source it first.
tests_passed=0 tests_failed=0 tests_skipped=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/murrelet.XXXXXX") || exit 4
VALIDATE_PID=

at_end()
{
    local validator=$VALIDATE_PID
    [ -z "$validator" ] || { exec {VALIDATE[1]}>&- && wait "$validator"; }
    echo "$tests_passed $tests_failed $tests_skipped" >>"$TEST_COUNTS"
    rm -rf "$scratch"
}
trap at_end EXIT

# costs: with COSTS set, each command that stands outside functions leaves a line in
# $TEST_COUNTS.costs: what it and its children took of the processor, its line, its text.
# It runs before a command, when the one before it is over.
costs()
{
    local command=$1 line=$2 minutes='([0-9]+)m([0-9]+)[.,]([0-9]+)s' spent=0 rest
    times >"$scratch/times"
    read -r -d "" rest <"$scratch/times"
    while [[ $rest =~ $minutes ]]; do
        spent=$((spent + 60000 * BASH_REMATCH[1] + 1000 * 10#${BASH_REMATCH[2]} + 10#${BASH_REMATCH[3]}))
        rest=${rest#*"${BASH_REMATCH[0]}"}
    done
    [ -z "$costs_command" ] || printf '%d\t%s\t%s\n' $((spent - costs_before)) "$costs_line" "${costs_command//$'\n'/ }" >>"$TEST_COUNTS.costs"
    costs_before=$spent costs_line=$line
    # What is in its variables tells the turns of a loop apart.
    case $command in *'$('* | *'`'* | *\\*) costs_command=$command ;; *) costs_command=${command@P} ;; esac
}
if [ -n "$COSTS" ]; then
    costs_before=0 costs_line=0 costs_command=
    trap 'trap - DEBUG; costs end 0; at_end' EXIT
    trap 'costs "$BASH_COMMAND" "$LINENO"' DEBUG
fi

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

# library_of FOLDER [PART...]: models, invariants and tests in FOLDER, for an edit to be made there.  PARTs of models, files or
# folders, are copies, so that they alone may be written to; all else are links, for a copy of a thousand files takes a
# third of a second.  A file that is a link may be edited by `sed -i`, which puts another in its place; an edit of models/lib
# reaches copies alone, for what a model includes is looked for where the model really is.
library_of()
{
    local folder=$1 part
    shift
    mkdir -p "$folder/models" && ln -s "$PWD/invariants" "$PWD/litmus" "$folder/" && ln -s "$PWD"/models/* "$folder/models/" || return
    for part; do
        rm "$folder/models/$part" && cp -r "models/$part" "$folder/models/$part" || return
    done
}

# says NAME PATTERN FILE: a line of FILE holds the pattern, as grep -E has it, which would be a process for each.
says()
{
    local line lines
    mapfile -t lines <"$3"
    for line in "${lines[@]}"; do
        [[ $line =~ $2 ]] && pass && return
    done
    fail "$1: nothing like '$2' in: $(printf '%s ' "${lines[@]:0:5}")"
}

# hears PID: the program has come so far that it sees to SIGINT.  One that comes earlier is lost, or ends it without a word.
hears()
{
    local caught
    [ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$(basename "$MURRELET")" ] || return
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status")
    (((16#${caught:-0} & 2) != 0))
}

# interrupt PID: SIGINT, as soon as it is heard, and within a minute.
interrupt()
{
    local turns
    for ((turns = 0; turns < 600; turns++)); do hears "$1" && break; sleep 0.1; done
    kill -INT "$1" 2>/dev/null
}

# valid SCHEMA[#/path] FILE: for `check`, and `exits ... 1` where it is not: the file is as the schema says.  One process
# answers a whole suite, for it takes longer to read a schema than to hold a file against it.
valid()
{
    local schema=$1 file=$2 answer=
    [ "${schema:0:1}" = / ] || schema=$PWD/$schema
    [ "${file:0:1}" = / ] || file=$PWD/$file
    [ -n "$VALIDATE_PID" ] || coproc VALIDATE { exec python3 "$ROOT/tests/validate.py" -; }
    printf '%s\t%s\n' "$schema" "$file" >&"${VALIDATE[1]}" && read -r answer <&"${VALIDATE[0]}"
    case $answer in
    valid) return 0 ;;
    "") echo "tests/validate.py says nothing" >&2; return 2 ;;
    *) echo "$answer" >&2; return 1 ;;
    esac
}
