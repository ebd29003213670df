#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""paste.py PROGRAM MODEL - paste to `murrelet step` at a terminal, in the plainest locale, lines that are long or not ASCII, each
with a line after it that is to be obeyed.  Prints what was answered, without what was echoed; the last line is the exit code."""
import os
import pty
import re
import select
import sys
import time

from keys import read

PASTED = ("é" * 500, "é" * 1500, "fire é1", "x" * 6000)


def paste(terminal, data):
    """Write it all, and read meanwhile, for a terminal that nobody reads takes no more."""
    shown, end = b"", time.time() + 60
    os.set_blocking(terminal, False)
    while data and time.time() < end:
        ready, free, _ = select.select([terminal], [terminal], [], 1)
        try:
            shown += os.read(terminal, 65536) if ready else b""
            data = data[os.write(terminal, data[:500]):] if free else data
        except BlockingIOError:
            pass
    os.set_blocking(terminal, True)
    return shown


def main():
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", LC_ALL="C")
        os.execv(sys.argv[1], [sys.argv[1], "step", sys.argv[2]])
    read(terminal, b"> ")
    shown = paste(terminal, "".join(line + "\nprint locked\n" for line in PASTED).encode() + b"quit\n")
    try:
        shown += read(terminal, b"\xff", 60)
    except OSError:
        pass
    _, status = os.waitpid(pid, 0)
    text = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x07", b"", shown).decode(errors="replace").replace("\r", "")
    # While libedit and the system exchange the terminal what is pasted may be shown at once, before an answer.
    print("\n".join(line[line.index("  "):] for line in text.split("\n") if "  " in line))
    print("exit code", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
