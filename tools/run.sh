#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh PROGRAM - check the models that come along, and print a summary.
# Exits with 0 when each gives the verdict that its head says.
set -u
program=$1
cd "$(dirname "$0")/.." || exit 4
reports=$(mktemp -d) || exit 4
trap 'rm -rf "$reports"' EXIT
count=0 wrong=0

# A value of the report's outermost object, which jansson indents by two.
value()
{
    [ ! -e "$1" ] || sed -n "s/^  \"$2\": \"*\([^\",]*\)\"*,*\$/\1/p" "$1"
}

# line NAME EXPECTED REPORT
line()
{
    verdict=$(value "$3" verdict)
    [ -e "$3" ] || echo '{}' >"$3"
    kind=$(sed -n '/^  "violation": {/,/^  }/s/^    "kind": "\(.*\)",*$/\1/p' "$3")
    result=$verdict${kind:+ $kind}
    [ "$result" = "$2" ] && note= || { note="  expected: $2" wrong=$((wrong + 1)); }
    seconds=$(value "$3" seconds)
    printf '%-16s %-20s %12s %14s %6s %9.2f%s\n' "$1" "${result:-none}" "$(value "$3" states)" \
        "$(value "$3" rules_fired)" "$(value "$3" depth)" "${seconds:-0}" "$note" >>"$reports/table"
}

# model "WHAT IT IS" EXPECTED PATH [OPTION]...
model()
{
    what=$1 expected=$2 path=$3
    shift 3
    count=$((count + 1))
    printf '\n--- %s\n\n$ murrelet check %s\n' "$what" "${*:+$* }$path"
    "$program" check --json "$reports/$count.json" "$@" "$path"
    line "$(basename "$path" .m)" "$expected" "$reports/$count.json"
}

model "German's protocol with data, five clients (scalarsets)" holds \
    models/german/german.m --const NODES=5
model "A directory MSI protocol over separate request, forward and response networks, four caches" holds \
    models/msi/msi.m --const CACHES=4
model "The same over one FIFO for each destination: a stalled head blocks it, so a deadlock is expected" \
    "violated deadlock" models/msi/msi-fifo.m
model "GPU-VI, where every thread issues anything, for ever: SWMR, data-value, all cells of its tables" holds \
    --machine gpu-vi:steps --driver endless --invariant coverage,inclusion,swmr,data-value --const PENDING=2 --covers violation
model "GPU-VI, where each value is stored once: SWMR, data-value, write atomicity" holds \
    --machine gpu-vi:steps --driver free --invariant inclusion,versions,swmr,data-value --const PENDING=2

# shown COMMAND... - print a command as a user would type it, then run it.
shown()
{
    printf '\n$ murrelet'
    for word; do
        case $word in *[\ \\=]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$program" "$@"
}

# outcomes WHAT FILE MACHINE... - a test's outcomes on some machines, a line each.
outcomes()
{
    printf '\n--- %s\n\n' "$1"
    file=$2
    shift 2
    sed -n '/^{/,$p' "$file"
    for machine; do
        "$program" litmus --no-liveness --max-states 300000 --machine "$machine" "$file" |
            awk -v machine="$machine" '/^States/ { all = n = $2; next } n > 0 { list = list "  " $0; n-- }
                /^Observation/ { printf "%-12s %-9s %s\n", machine, $3, (all > 4 ? "  " all " outcomes" : list) }'
    done
}

outcomes "Message passing with release and acquire: who shows 1:r1=1 with 1:r2=0?" \
    litmus/message-passing/MP+relacq.agent-agent.xwg.litmus sc rc noncoherent no-l1 wt tc-strong tc-weak
outcomes "Independent readers with fences: are stores atomic?" \
    litmus/iriw/IRIW+rlx+fences.agent.xwg.litmus sc rc-mca rc no-l1 wt tc-strong tc-weak
printf '\n--- A stale read without coherence, in the fewest steps\n'
shown litmus --machine noncoherent --trace short litmus/message-passing/MP+relacq.agent-agent.xwg.litmus
printf '\n--- A hole in a published table: TC-Weak, where a load that refetches an evicted line takes it for private (M_I, GETS)\n'
shown litmus --machine tc-weak:printed-tw4 --evictions --trace short litmus/message-passing/MP+relacq.agent-agent.xwg.litmus
printf '\n--- The quick part of the matrix (murrelet suite runs it all)\n'
shown suite --fresh --placement apart --max-states 200000 -m sc -m rc-mca -m rc -m noncoherent -m no-l1 -m wt -m msi:ideal -m tc-weak \
    litmus/message-passing
suite=$?
if [ $suite != 0 ] && [ $suite != 3 ]; then
    echo "The matrix has broken promises."
    wrong=$((wrong + 1))
fi

printf '\n%-16s %-20s %12s %14s %6s %9s\n' model verdict states "rules fired" depth seconds
cat "$reports/table"

if [ $wrong != 0 ]; then
    echo "$wrong of $count models did not give the verdict that was expected."
    exit 1
fi
echo "All $count models gave the verdict that was expected."
