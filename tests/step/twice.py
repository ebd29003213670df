#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""twice.py PROGRAM MODEL [COMMAND] - give `murrelet step` at a terminal a command that does not end, or none, and interrupt it
twice, until a run was ended by the second signal and not in order after the first.  Prints by which signal it ended, and whether the
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


def until_held(terminal, before, seconds=5):
    end = time.time() + seconds
    while flags(terminal) == before and time.time() < end:
        time.sleep(0.01)
    return flags(terminal)


def of_a_new_one():
    terminals = os.openpty()
    found = flags(terminals[0])
    for terminal in terminals:
        os.close(terminal)
    return found


def interrupted(before, between, program, model, command=None):
    """The status that the program ended with, and the terminal's flags meanwhile and after."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm")
        os.execv(program, [program, "step", model])
    read(terminal, b"> ")
    if command:
        os.write(terminal, command.encode() + b"\n")
        time.sleep(0.3)
    held = until_held(terminal, before)
    os.kill(pid, signal.SIGINT)
    end = time.perf_counter() + between
    while time.perf_counter() < end:
        pass
    os.kill(pid, signal.SIGINT)
    os.write(terminal, b"quit\n")  # two signals that come as one leave it at its prompt
    _, status = os.waitpid(pid, 0)
    after = flags(terminal)
    os.close(terminal)
    return status, held, after


def told(before, held, after, status):
    if after != before or held == before:
        return f"the terminal was {before} then {held} and is left {after}"
    return f"signal {os.WTERMSIG(status)} after some runs, the terminal as before" if os.WIFSIGNALED(status) else None


def main():
    before, words = of_a_new_one(), None
    for run in range(RUNS):
        status, held, after = interrupted(before, run % 20 * 2e-5 * 5 ** (run // 20), *sys.argv[1:])  # a loaded machine takes longer
        words = told(before, held, after, status) or words
        # At the prompt the first signal leaves at once, so that few runs come to where the second one matters.
        if words and (len(sys.argv) > 3 or "is left" in words):
            break
    print(words or "no run was ended by the second signal")


if __name__ == "__main__":
    main()
