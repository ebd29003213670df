#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# rumur.sh DIRECTORY MODEL - one case against Rumur, symmetry off and
# exhaustive: says "ok", "refused: ...", "apart: ..." (its head explains why the
# two differ) or "FAIL ...".
directory=$1/$$ model=$2
mkdir "$directory" || exit 4
trap 'rm -rf "$directory"' EXIT
head=$(sed '/^--/!q' "$model")
options=$(sed -n 's/^-- options: //p' <<<"$head")
expect=$(sed -n 's/^-- expect: //p' <<<"$head")
apart=$(sed -n 's/^-- rumur: //p' <<<"$head")
[ "$apart" ] && { echo "apart: $apart"; exit; }
deadlock=stuttering
case $options in
    '') ;;
    '--deadlock off' | '--deadlock stuck' | '--deadlock stuttering') deadlock=${options#--deadlock } ;;
    *) echo "refused: it has options"; exit ;;
esac
pair() { sed -nE "s/.*\b$1=([a-z0-9]*).*/\1/p" <<<"$2"; }

# Where Rumur fails on a name that it would unpack, and on includes, no more is asked.
compare() # SYMMETRY EXPECT
{
    local out=$directory/out
    (rumur --quiet --threads 1 --value-type int32_t --symmetry-reduction "$1" --deadlock-detection $deadlock \
        --output-format machine-readable -o "$directory/c.c" "$model") >"$out" 2>&1 </dev/null ||
        { echo "refused: $(head -1 "$out")"; return; }
    cc -w -O0 -std=c11 -o "$directory/exe" "$directory/c.c" -lpthread >"$out" 2>&1 ||
        { echo "refused: its C does not compile"; return; }
    timeout 60 "$directory/exe" >"$out" 2>&1
    local code=$? verdict=violated counts
    [ $code = 0 ] && verdict=holds
    [ $code -gt 1 ] && { echo "FAIL $model: Rumur ends with $code (symmetry $1)"; return; }
    if [ $verdict != "$(pair verdict "$2")" ]; then
        echo "FAIL $model: Rumur says $verdict (symmetry $1)"
    elif [ $verdict = holds ]; then
        counts=$(sed -nE 's/.*states="([0-9]+)" rules_fired="([0-9]+)".*/\1 \2/p' "$out")
        [ "$counts" = "$(pair states "$2") $(pair rules "$2")" ] || echo "FAIL $model: Rumur counts $counts (symmetry $1)"
    fi
}

# Rumur reduces scalarsets whose order shows, too; there its reduced search is no oracle.
result=$(compare off "$expect")
if [ -z "$result" ] && grep -qi scalarset "$model" && ! grep -q 'is not shown symmetric' <<<"$head" && ! grep -qi '^[^-]*liveness' "$model"; then
    exact=$(sed -n 's/^-- expect-exact: //p' <<<"$head")
    merged=$expect
    for key in states rules; do
        value=$(pair $key "$exact")
        [ "$value" ] && merged=$(sed -E "s/\b$key=[0-9]*/$key=$value/" <<<"$merged")
    done
    result=$(compare exhaustive "$merged")
fi
case $result in
    '') echo "ok" ;;
    *) echo "$result" ;;
esac
