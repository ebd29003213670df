#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""keys.py PROGRAM MODEL C|D - type to `murrelet step` at a terminal: the tab key completes, the arrow up brings back, Ctrl-C or
Ctrl-D at the prompt leaves.  Prints what was shown, without the terminal's own sequences."""
import os
import pty
import re
import select
import sys
import time


def read(terminal, until, seconds=20):
    shown, end = b"", time.time() + seconds
    while until not in shown and time.time() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
    return shown


def main():
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.argv[1], [sys.argv[1], "step", sys.argv[2]])
    leave = bytes([ord(sys.argv[3]) - ord("@")])
    shown = read(terminal, b"> ")
    for keys, until in ((b"prop\t\r", b"\n> "), (b"fire as\t1\r", b"\n> "), (b"print loc\t\r", b"\n> "), (b"\x1b[A\r", b"\n> "), (leave, b"\xff")):
        os.write(terminal, keys)
        shown += read(terminal, until, 8 if until != b"\xff" else 3)
    _, status = os.waitpid(pid, 0)
    text = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x07", b"", shown).decode(errors="replace").replace("\r", "")
    print(text)
    print("exit code", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
