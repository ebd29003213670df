#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""twice.py PROGRAM MODEL COMMAND - give `murrelet step` at a terminal a command that does not end, and interrupt it twice,
until a run was ended by the second signal and not in order after the first.  Prints by which signal it ended, and whether the
terminal edits lines and shows what is typed, as before, after each of the runs."""
import os
import pty
import signal
import sys
import termios
import time

from keys import read

RUNS = 60


def flags(terminal):
    return termios.tcgetattr(terminal)[3] & (termios.ICANON | termios.ECHO)


def interrupted(program, model, command, between):
    """The status that the program ended with, and the terminal's flags before, meanwhile and after."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm")
        os.execv(program, [program, "step", model])
    before = flags(terminal)
    read(terminal, b"> ")
    os.write(terminal, command.encode() + b"\n")
    time.sleep(0.3)
    held = flags(terminal)
    os.kill(pid, signal.SIGINT)
    end = time.perf_counter() + between
    while time.perf_counter() < end:
        pass
    os.kill(pid, signal.SIGINT)
    os.write(terminal, b"quit\n")  # two signals that come as one leave it at its prompt
    _, status = os.waitpid(pid, 0)
    after = flags(terminal)
    os.close(terminal)
    return status, before, held, after


def main():
    for run in range(RUNS):
        status, before, held, after = interrupted(*sys.argv[1:], run % 20 * 2e-5 * 5 ** (run // 20))  # a loaded machine takes longer
        if after != before or held == before:
            print("the terminal was", before, "then", held, "and is left", after)
            return
        if os.WIFSIGNALED(status):
            print("signal", os.WTERMSIG(status), "after some runs, the terminal as before")
            return
    print("no run was ended by the second signal")


if __name__ == "__main__":
    main()
