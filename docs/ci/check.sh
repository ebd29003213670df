#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# check.sh MODEL.m... - check each model, with its reports in reports/; what both job files run.
# Exit code: the worst of all (1 violated, 2 bad input, 3 incomplete, 4 a fault of the checker); 0 where all hold.
worst=0
mkdir -p reports
for model in "$@"; do
    case $model in -*) model=./$model ;; esac
    # models/a/b.m and models/a-b.m have reports of their own.
    name=reports/$(printf '%s\n' "${model%.m}" | sed 's/-/--/g; s|/|-|g')
    murrelet check --quiet --slice "$model" --html "$name.html" --sarif "$name.sarif" --junit "$name.xml" --markdown "$name.md"
    code=$?
    # An error in the text of a model, or of the checker, is worse than any verdict; a violation than what is incomplete.
    case $worst$code in
    ?0 | 4? | 2[123] | 13) ;;
    *) worst=$code ;;
    esac
done
exit $worst
