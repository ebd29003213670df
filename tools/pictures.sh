#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# pictures.sh PROGRAM [FOLDER] - the pictures of the documents: docs/ in FOLDER, or where they are.
# A chart is drawn by the program; a page is taken from Chromium, which has to be installed.
set -e
program=$1
folder=${2:-docs}
scratch=$(mktemp -d) || exit 4
trap 'rm -rf "$scratch"' EXIT
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
    { echo "murrelet: the pictures of pages are taken from Chromium, which is not installed" >&2; exit 2; }
mkdir -p "$folder/tutorial" "$folder/protocol-tutorial"
"$program" check -q --html "$scratch/lock1.html" --trace-out "$scratch/lock1.json" docs/tutorial/lock1.m >/dev/null || [ $? = 1 ]
"$program" show "$scratch/lock1.json" --svg "$folder/tutorial/lock1.svg"
# The page in its last step, where it says why the run fails.
python3 tests/browser.py "$scratch/lock1.html" 1100 560 light "$folder/tutorial/lock1-page.png" End
"$program" litmus -m docs/protocol-tutorial/late.m --trace-out "$scratch/late.json" litmus/message-passing/MP+na.xwg.litmus >/dev/null || [ $? = 1 ]
"$program" show "$scratch/late.json" --svg "$folder/protocol-tutorial/late.svg"
