#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""house.py BUILD - hold the rooms of checker/ against checker/FLOORS.

An arrow leads from a file to each file that it includes, and to each file that
defines a name that its object refers to (calls and data alike: the linker's
view, so that no call is overlooked).  A header counts as its .c file.

FLOORS says, a line each, what a folder may reach:

    engine: model store          besides base and itself
    breach: FILE -> FOLDER       an arrow that should go, and is there today
    circle: FILE FILE ...        files that reach each other, today

A line of a breach or a circle that is not there any more is an error too: the
lists can only shrink.  Functions are at most LONGEST lines long, but for flat
switches; files and routines that docs/internals.md, docs/glossary.md and comments
name are there.  The counts go to TEST_COUNTS, one for each check.
"""
import collections
import os
import re
import subprocess
import sys


def read_floors(path):
    """The allowed folders by folder, the listed breaches, the listed circles."""
    allowed, breaches, circles = {}, set(), set()
    for line in open(path, encoding='utf-8'):
        key, colon, rest = line.split('#')[0].partition(':')
        key, words = key.strip(), rest.split()
        if not colon:
            continue
        if key == 'breach':
            breaches.add((words[0], words[2]))
        elif key == 'circle':
            circles.add(frozenset(words))
        else:
            allowed[key] = set(words) | {key, 'base'}
    return allowed, breaches, circles


def sources():
    """All sources below checker, without the leading folder."""
    out = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', 'checker'], capture_output=True, text=True).stdout.split()
    if not out:
        out = [os.path.join(d, f) for d, _, files in os.walk('checker') for f in files]
    return sorted(f[len('checker/'):] for f in out if re.search(r'\.[ch]$', f) and os.path.isfile(f))


def room(path):
    """What a file counts as: itself, but a header as the .c file beside it."""
    source = re.sub(r'\.h$', '.c', path)
    return source if os.path.isfile('checker/' + source) else path


def includes(path):
    text = open('checker/' + path, encoding='utf-8').read()
    for name in re.findall(r'^#include "([^"]+)"', text, re.M):
        yield os.path.normpath(os.path.join(os.path.dirname(path), name))


def symbols(build, files):
    """By object: what it defines and what it leaves to others."""
    defined, wanted = {}, collections.defaultdict(set)
    made = {os.path.join(build, 'checker', path[:-2] + '.o'): path for path in files if path.endswith('.c')}
    objects = [name for name in made if os.path.exists(name)]
    # Each line has the object before it: one process for all takes a tenth of the time of one for each.
    for line in subprocess.run(['nm', '-A', *objects], capture_output=True, text=True).stdout.splitlines():
        path, line = made[line[:line.index(':')]], line[line.index(':') + 1:]
        kind, name = line[17], line[19:]
        if kind == 'U':
            wanted[path].add(name)
        elif kind.isupper():
            defined[name] = path
    return defined, wanted


def arrows(build, files):
    graph = collections.defaultdict(set)
    for path in files:
        graph[room(path)] |= {room(other) for other in includes(path)}
    defined, wanted = symbols(build, files)
    for path, names in wanted.items():
        graph[room(path)] |= {room(defined[name]) for name in names if name in defined}
    return {path: {o for o in others if o != path} for path, others in graph.items()}


def circles_of(graph):
    """The strongly connected components of more than one file (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in sorted(graph.get(v, ())):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = stack[stack.index(v):]
            del stack[stack.index(v):]
            if len(part) > 1:
                found.append(frozenset(part))
    sys.setrecursionlimit(10000)
    for v in sorted(graph):
        if v not in index:
            visit(v)
    return found


def headless(path):
    """Whether a file fails to say at its head what it is."""
    head = open('checker/' + path, encoding='utf-8').read(2000)
    return not re.search(r'/\*\s*(?:\*\s*)?%s - \w' % re.escape(os.path.basename(path)), head)


LONGEST, FLAT = 40, 7  # lines between a function's braces; labels of a switch that may be longer


def long_functions(path):
    """Functions that are too long, and no switch that goes through the kinds of something."""
    lines, start = open('checker/' + path, encoding='utf-8').read().split('\n'), None
    for i, line in enumerate(lines):
        if line == '{':
            start = i
        elif line == '}' and start is not None:
            labels = sum(1 for x in lines[start:i] if re.match(r'\s*(case\b|default:)', x))
            if i - start - 1 > LONGEST and labels < FLAT:
                yield start, i - start - 1
            start = None


# Named in comments, and no files of checker/: the C library's, and one that model.h announces.
NOT_HERE = {'ctype.h', 'model_reduction.h'}


def lost_names(path, known):
    """Sources that a comment of a file names, and that are not there (any more)."""
    for comment in re.findall(r'/\*.*?\*/', open('checker/' + path, encoding='utf-8').read(), re.S):
        for name in re.findall(r'(?<![\w/.-])([a-z]\w*\.[ch])\b', comment):
            if name not in known and name not in NOT_HERE:
                yield name


def named_files(path):
    """The files that a document names in backticks, with a folder, which stands below checker/ or at the top."""
    for name in re.findall(r'`([\w./-]+/[\w.-]*)`', open(path, encoding='utf-8').read()):
        yield name, any(os.path.exists(top + name) for top in ('', 'checker/'))


def named_routines(path):
    """`routine()` of `file`, in a document: whether the file has the routine."""
    for name, file in re.findall(r'`(\w+)\(\)` of `([\w./-]+)`', open(path, encoding='utf-8').read()):
        place = 'checker/' + file
        text = open(place, encoding='utf-8').read() if os.path.exists(place) else ''
        yield name, file, re.search(r'^\S.*\b%s\(' % name, text, re.M) is not None


def main():
    build = sys.argv[1]
    allowed, listed, known_circles = read_floors('checker/FLOORS')
    files = sources()
    graph = arrows(build, files)
    problems, checks = [], 0
    found = set()
    for path, others in sorted(graph.items()):
        for other in sorted(others):
            checks += 1
            folder = other.split('/')[0]
            if folder not in allowed.get(path.split('/')[0], set()):
                found.add((path, folder))
                if (path, folder) not in listed:
                    problems.append('%s reaches %s, which FLOORS does not allow' % (path, other))
    problems += ['FLOORS: the breach %s -> %s is gone: take its line out' % b for b in sorted(listed - found)]
    circles = circles_of(graph)
    for circle in circles:
        checks += 1
        if circle not in known_circles:
            problems.append('a circle of files: ' + ' '.join(sorted(circle)))
    problems += ['FLOORS: a circle is not there any more: ' + ' '.join(sorted(c)) for c in known_circles - set(circles)]
    names = {os.path.basename(path) for path in files}
    for path in files:
        checks += 1
        if headless(path):
            problems.append('%s does not say at its head what it is: "NAME - what"' % path)
        checks += 1
        for name in lost_names(path, names):
            problems.append('%s: a comment names %s, which is not there' % (path, name))
        checks += 1
        for start, length in long_functions(path):
            problems.append('%s:%d: a function of %d lines: more than %d is for a flat switch alone' % (path, start, length, LONGEST))
    for document in 'docs/internals.md', 'docs/glossary.md':
        for name, there in named_files(document) if os.path.exists(document) else ():
            checks += 1
            if not there:
                problems.append('%s names %s, which is not there' % (document, name))
        for name, file, there in named_routines(document) if os.path.exists(document) else ():
            checks += 1
            if not there:
                problems.append('%s looks for %s() in %s, which has none' % (document, name, file))
    for problem in problems:
        print('FAIL house:', problem)
    passed = max(checks - len(problems), 0)
    counts = os.environ.get('TEST_COUNTS')
    if counts:
        with open(counts, 'a', encoding='utf-8') as out:
            out.write('%d %d 0\n' % (passed, len(problems)))
    else:
        print('%d ok, %d not ok' % (passed, len(problems)))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
