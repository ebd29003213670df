#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""lsp.py MURRELET [PART]... - the language server, asked by tests/lsp_client.py.

Each part is a function below; without PART all but the long ones: `fuzz` (its
rounds are $LSP_ROUNDS) and `models` (each file of models/, invariants/ and
litmus/; by day one of each folder).  The counts go to TEST_COUNTS.
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from lsp_client import Broken, Client, frame, uri

passed = failed = 0
MURRELET = os.path.abspath(sys.argv[1])
HERE = tempfile.mkdtemp(prefix='murrelet-lsp.')


def check(name, good, found=''):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print('FAIL lsp: %s %s' % (name, str(found)[:600]))


def equal(name, expected, found):
    check('%s: expected %r, got' % (name, expected), expected == found, repr(found))


def begin(**capabilities):
    client = Client(MURRELET)
    client.capabilities = client.initialize(**capabilities)['capabilities']
    return client


def finish(name, client):
    equal(name + ': exit code', 0, client.end())
    equal(name + ': the standard error', '', client.errors)


def write(name, text):
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as out:
        out.write(text)
    return path


def span(start, end):
    return {'start': {'line': start[0], 'character': start[1]}, 'end': {'line': end[0], 'character': end[1]}}


def put(text, start, end):
    return {'text': text, 'range': span(start, end)}


def spot(text, mark, unit='utf-16', nth=0):
    """Line and character where the nth `mark` begins."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(mark, at + 1)
    before = text[:at].rsplit('\n', 1)[-1]
    size = len(before.encode('utf-16-le')) // 2 if unit == 'utf-16' else len(before.encode())
    return text[:at].count('\n'), size


def apply(text, edits):
    """Edits of a reply, applied; they must not overlap."""
    lines = text.split('\n')

    def offset(p):
        before = sum(len(line) + 1 for line in lines[:p['line']])
        line = lines[p['line']] if p['line'] < len(lines) else ''
        return before + len(line.encode('utf-16-le')[:2 * p['character']].decode('utf-16-le'))
    spans = sorted(((offset(e['range']['start']), offset(e['range']['end']), e['newText']) for e in edits), reverse=True)
    for (start, _, _), (_, end, _) in zip(spans, spans[1:]):
        assert end <= start
    for start, end, new in spans:
        text = text[:start] + new + text[end:]
    return text


MODEL = '''-- A model of two processes.  é𝒳
const
  -- How many there are.
  N: 1 + 1;
  limit: 0x10;
type
  process: scalarset(N);
  phase: enum { idle, busy };  -- 𝒳 é
  cell: record value: 0 .. 3; owner: process; end;
var
  state: array [process] of phase;
  memory: cell;
function Free(p: process): boolean;
begin
  return state[p] = idle;
end;
procedure Take(var c: cell; p: process);
var old: 0 .. 3;
begin
  old := c.value;
  c.owner := p;
  put "𝒳é"; c.value := (old + 1) % 4;
end;
startstate "start"
  for p: process do state[p] := idle; end;
  clear memory.value;
end;
ruleset p: process do
  alias mine: state[p] do
    rule "take" Free(p) ==> Take(memory, p); mine := busy; end;
    rule "leave" mine = busy ==> mine := idle; end;
  end;
end;
invariant "small" memory.value < limit;
'''


# ---- the life of a server ----

def life():
    client = Client(MURRELET)
    equal('a request before initialize', (None, -32002), client.request('textDocument/hover', {}))
    equal('an unknown request before initialize', (None, -32002), client.request('no/such'))
    client.open('untitled:early', 'nonsense')  # not heeded
    result = client.initialize()
    equal('the encoding of who names none', 'utf-16', result['capabilities']['positionEncoding'])
    equal('initialize again', (None, -32600), client.request('initialize', {}))
    equal('what was opened too early', (None, -32602), client.request('textDocument/hover', client.at('untitled:early', 0, 0)))
    equal('an unknown request', (None, -32601), client.request('no/such', [1]))
    equal('a notification as a request', (None, -32601), client.request('textDocument/didOpen', {}))
    client.notify('no/such', {})
    client.notify('$/cancelRequest', {'id': 3})
    client.notify('textDocument/hover', {})  # a request as a notification
    equal('ids are words too', 'w', client.reply(client.ask('no/such', {}, 'w'))['id'])
    equal('shutdown', (None, None), client.request('shutdown'))
    equal('a request after shutdown', (None, -32600), client.request('textDocument/hover', {}))
    finish_code = client.end(('exit',))
    equal('exit after shutdown', 0, finish_code)
    for name, order, code in (('exit alone', ('exit',), 1), ('the end of input alone', (), 1), ('shutdown, then the end of input', ('shutdown',), 0)):
        client = begin()
        equal(name, code, client.end(order))
    client = Client(MURRELET)
    equal('exit before initialize', 1, client.end(('exit',)))
    empty = subprocess.run([MURRELET, 'lsp'], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    equal('no input at all', (1, b'', b''), (empty.returncode, empty.stdout, empty.stderr))
    for arguments, code in ((['--stdio'], 1), (['more'], 2), (['--no-such'], 2)):
        done = subprocess.run([MURRELET, 'lsp'] + arguments, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
        equal('murrelet lsp ' + ' '.join(arguments), code, done.returncode)


def order():
    """Many requests at once: each is answered, in their order (the client sees to that)."""
    client = begin()
    name = client.open('untitled:order.m', MODEL)
    numbers = [client.ask('textDocument/hover', client.at(name, line, 3)) for line in range(34) for _ in range(6)]
    client.change(name, {'text': 'nonsense'})
    last = client.ask('textDocument/documentSymbol', client.at(name, 0, 0))
    for number in numbers:
        client.reply(number)
    equal('symbols of nonsense', [], client.reply(last)['result'])
    # Who types fast is told of the last text, not of each one between.
    before = client.count.get(name, 0)
    client.send_bytes(b''.join(frame({'jsonrpc': '2.0', 'method': 'textDocument/didChange', 'params': {
        'textDocument': {'uri': name, 'version': 3 + i}, 'contentChanges': [{'text': 'x' * i}]}}) for i in range(300)))
    while client.published.get(name, {}).get('version') != 302:
        client.receive()
    check('diagnostics of each of 300 texts', client.count[name] - before < 100, client.count[name] - before)
    finish('order', client)


# ---- bad input ----

def hostile():
    client = begin()
    name = client.open('untitled:hostile.m', MODEL)
    client.diagnostics(name)

    def bad(what, data, code=-32700):
        client.send_bytes(data)
        message = client.receive()
        while message and 'method' in message:
            message = client.receive()
        equal(what, (None, code), (message['id'], message['error']['code']))
        equal(what + ': goes on', None, client.request('textDocument/hover', client.at(name, 0, 0))[1])

    bad('no JSON', frame(b'{"jsonrpc": '))
    bad('no UTF-8', frame(b'{"jsonrpc":"2.0","id":1,"method":"\xff"}'))
    bad('an empty message', b'Content-Length: 0\r\n\r\n')
    bad('deep nesting', frame(b'[' * 100000))
    bad('a number beyond all', frame(b'{"jsonrpc":"2.0","id":' + b'9' * 400 + b',"method":"x"}'))
    bad('half a surrogate', frame(b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}'))
    bad('a batch', frame(b'[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]'), -32600)
    bad('a number', frame(b'12'), -32600)
    bad('null', frame(b'null'), -32600)
    bad('no method', frame(b'{"jsonrpc":"2.0"}'), -32600)
    bad('a method that is a number', frame(b'{"jsonrpc":"2.0","method":3}'), -32600)
    bad('a method with a zero byte', frame(b'{"jsonrpc":"2.0","method":"exit\\u0000"}'), -32600)
    bad('an id that is a list', frame(b'{"jsonrpc":"2.0","id":[1],"method":"shutdown"}'), -32600)
    bad('an id that is true', frame(b'{"jsonrpc":"2.0","id":true,"method":"shutdown"}'), -32600)
    bad('an id with a fraction', frame(b'{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}'), -32600)
    client.send_bytes(frame(b'{"jsonrpc":"2.0","id":77,"result":null}') + frame(b'{"jsonrpc":"2.0","id":78,"error":{}}'))
    probe = frame({'jsonrpc': '2.0', 'method': 'no/such'})
    bad('no header', b'garbage\r\n\r\n' + probe)
    bad('no length', b'Content-Type: x\r\n\r\n' + probe)
    bad('a length that is none', b'Content-Length: many\r\n\r\n' + probe)
    bad('a negative length', b'Content-Length: -5\r\n\r\n' + probe)
    bad('a length beyond all', b'Content-Length: 99999999999999999999\r\n\r\n' + probe)
    bad('two lengths', b'Content-Length: 3\r\nContent-Length: %d\r\n\r\n' % (len(probe.split(b'\r\n\r\n')[1])) + probe.split(b'\r\n\r\n')[1])
    bad('a very long line', b'x' * 300000 + probe)
    bad('zero bytes', b'\0' * 5000 + probe)
    bad('a length that is too short', b'Content-Length: 5\r\n\r\n{"jsonrpc":"2.0"}' + probe)
    bad('a length that is too long', b'Content-Length: 60\r\n\r\n' + frame(b'{"jsonrpc":"2.0","method":"a"}')[:-10] + probe + probe)
    client.send_bytes(b'content-length:%d\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n' % (len(probe) - probe.index(b'{')) + probe[probe.index(b'{'):])
    equal('other forms of a header', None, client.request('textDocument/hover', client.at(name, 0, 0))[1])
    client.send_bytes(b'Content-Length: %d\r\n\r\n' % ((64 << 20) + 1))
    for _ in range(64):
        client.send_bytes(b'x' * (1 << 20))
    bad('a message that is too long', b'x', -32600)
    # A part that can be put together with many machines is not read once for each where it is as large as this.
    long = client.open(os.path.join('models', 'tc', 'long.m'), '-- ' + 'a' * 2000000)
    equal('a line of megabytes is answered', list, type(client.diagnostics(long)))
    finish('hostile', client)
    for cut in (b'Content', b'Content-Length: 9', b'Content-Length: 9\r\n\r\n{"a"'):
        client = Client(MURRELET)
        client.send_bytes(cut)
        equal('the input ends in %r' % cut, 1, client.end(()))


def parameters():
    client = begin()
    name = client.open('untitled:parameters.m', MODEL)
    document = {'textDocument': {'uri': name}}
    methods = [m for m in ('hover', 'completion', 'definition', 'typeDefinition', 'references', 'documentHighlight', 'documentSymbol',
                           'prepareRename', 'rename', 'formatting')]
    for method in methods:
        for params in (None, {}, [], [1], {'textDocument': 3}, {'textDocument': {'uri': 3}}, {'textDocument': {'uri': 'file:///not/open.m'}}):
            equal('%s with %r' % (method, params), -32602, client.request('textDocument/' + method, params)[1])
        if method in ('documentSymbol', 'formatting'):
            continue
        for position in (None, 3, {}, {'line': 1}, {'line': -1, 'character': 0}, {'line': 1, 'character': -1},
                         {'line': 1.5, 'character': 0}, {'line': '1', 'character': 0}):
            equal('%s at %r' % (method, position), -32602,
                  client.request('textDocument/' + method, {**document, 'position': position, 'newName': 'x'})[1])
        for line, character in ((0, 10**9), (10**9, 0), (2**62, 2**62), (3, 2**40)):
            code = client.request('textDocument/' + method, client.at(name, line, character, newName='x'))[1]
            check('%s beyond the text' % method, code in (None, -32803), code)
    equal('rename to nothing', -32602, client.request('textDocument/rename', client.at(name, 3, 2))[1])
    # Changes that are none leave the text as it is.
    for changes in (None, 3, [3], [{}], [{'text': 3}], [{'text': 'x', 'range': 3}], [{'text': 'x', 'range': span((9, 0), (1, 0))}],
                    [{'text': 'x', 'range': {'start': {'line': -1, 'character': 0}, 'end': {'line': 0, 'character': 0}}}]):
        client.notify('textDocument/didChange', {'textDocument': {'uri': name, 'version': 5}, 'contentChanges': changes})
    for item in (None, 3, {}, {'uri': name}, {'uri': 3, 'text': ''}, {'uri': name, 'text': 3}):
        client.notify('textDocument/didOpen', {'textDocument': item})
    for params in (None, {}, {'textDocument': {'uri': 'file:///not/open.m'}}):
        client.notify('textDocument/didClose', params)
        client.notify('textDocument/didChange', params)
        client.notify('textDocument/didSave', params)
        client.notify('workspace/didChangeWatchedFiles', params)
    equal('the text is as it was', 9, len(client.request('textDocument/documentSymbol', document)[0]) and
          len([s for s in client.request('textDocument/documentSymbol', document)[0] if 'containerName' not in s]) - 3)
    for odd in ('', 'file:', 'file://', 'file:///', 'file:///%00', 'file:///%zz', 'file://elsewhere/a.m', 'http://x/a.m', 'file:///dev/zero',
                'file:///tmp', 'file:///proc/self/fd/0', 'x' * 10000, 'file:///' + 'a/' * 5000 + 'b.m', '../a.m', '𝒳.m'):
        client.versions[odd] = 1
        client.notify('textDocument/didOpen', {'textDocument': {'uri': odd, 'languageId': 'murphi', 'version': 1, 'text': MODEL}})
        equal('a document called %r' % odd[:40], [], client.diagnostics(odd))
        client.close(odd)
    finish('parameters', client)


# ---- texts ----

def texts():
    """Incremental changes against Python's own, in both encodings."""
    rng = random.Random(7)
    pieces = ['x', 'é', '𝒳', '\n', '\r\n', '\r', ' ', 'var y: 0..3;', '']
    for unit in ('utf-16', 'utf-8'):
        client = begin(general={'positionEncodings': [unit]})
        equal('the encoding', unit, client.capabilities['positionEncoding'])
        text = MODEL
        name = client.open('untitled:texts.m', text)

        def place(at):
            lines = re.split('\r\n|\r|\n', text[:at])
            size = len(lines[-1].encode('utf-16-le')) // 2 if unit == 'utf-16' else len(lines[-1].encode())
            return len(lines) - 1, size
        for _ in range(150):
            start = rng.randrange(len(text) + 1)
            end = min(len(text), start + rng.choice((0, 0, 1, 3, 20)))
            if text[start - 1:start + 1] == '\r\n' or text[end - 1:end + 1] == '\r\n':
                continue
            new = ''.join(rng.choice(pieces) for _ in range(rng.randrange(4)))
            client.change(name, put(new, place(start), place(end)))
            text = text[:start] + new + text[end:]
        # The server shows what it has by what it says of it: `put` the text behind a mark that is an error.
        client.change(name, put('@', place(len(text)), place(len(text))))
        found = client.diagnostics(name)
        text_now = text + '@'
        other = client.open('untitled:other.m', text_now)
        equal('changes in %s' % unit, client.diagnostics(other), found)
        one = client.request('textDocument/documentSymbol', client.at(name, 0, 0))[0]
        two = client.request('textDocument/documentSymbol', client.at(other, 0, 0))[0]
        for symbol in one:
            symbol['location']['uri'] = other
        equal('symbols after changes in %s' % unit, two, one)
        client.change(name, {'text': MODEL})
        equal('a whole text', [], client.diagnostics(name))
        # A file with what ends lines elsewhere.
        for end in ('\r\n', '\r'):
            crlf = client.open('untitled:crlf.m', ('var x: 0 .. 3;\nvar é: 0;\nstartstate x := 𝒳; end;').replace('\n', end))
            marks = sorted((d['range']['start']['line'], d['range']['start']['character']) for d in client.diagnostics(crlf))
            equal('lines that end in %r' % end, [(1, 4)], marks[:1])
            client.close(crlf)
        finish('texts', client)


def diagnostics():
    client = begin()
    name = client.open('untitled:a.m', 'var x: 0 .. 3;\nstartstate x := 1; end;\nrule x = 1 ==> x := "𝒳" + y; end;\n')
    found = client.diagnostics(name)
    check('an error of syntax', found and found[0]['severity'] == 1 and found[0]['source'] == 'murrelet', found)
    line = 'rule x = 1 ==> put "𝒳é"; x := 1 + y; end;'
    client.change(name, put(line, (2, 0), (2, 99)))
    found = client.diagnostics(name)
    at = spot(line, 'y; ')
    equal('an error behind characters of two units', (1, span((2, at[1]), (2, at[1] + 1))), (len(found), found and found[0]['range']))
    check('what it says', '`y` is not declared' in found[0]['message'], found)
    client.change(name, put('z', (2, at[1]), (2, at[1] + 1)))
    check('as one types', '`z` is not declared' in client.diagnostics(name)[0]['message'])
    client.change(name, put('1', (2, at[1]), (2, at[1] + 1)))
    equal('mended', [], client.diagnostics(name))
    equal('the version is told', client.version, client.published[name]['version'])
    client.change(name, put('var never: 0 .. 1;\n', (0, 0), (0, 0)))
    found = client.diagnostics(name)
    check('a warning', [d['severity'] for d in found] == [2] and 'never' in found[0]['message'], found)
    client.change(name, put('var x: 0 .. 4;\n', (0, 0), (0, 0)))
    found = client.diagnostics(name)
    related = found and found[-1].get('relatedInformation')
    check('a note is related information', any('declared here' in r['message'] for d in found for r in d.get('relatedInformation', [])), found)
    del related
    client.change(name, {'text': 'var x: 0..1;\n'})
    check('no start state', 'no start state' in client.diagnostics(name)[0]['message'])
    client.change(name, {'text': 'a\0b'})
    check('a zero byte', any('zero byte' in d['message'] for d in client.diagnostics(name)))
    client.close(name)
    client.reply(client.ask('no/such'))
    equal('closed, nothing is said any more', [], client.published[name]['diagnostics'])
    other = client.open('untitled:notes.txt', 'anything', 'plaintext')
    equal('another language', [], client.diagnostics(other))
    finish('diagnostics', client)


def includes():
    part, whole = write('inc/part.m', 'const LIMIT: 3;\ntype small: 0 .. LIMIT;\n'), write('inc/whole.m', 'include "part.m"\nvar x: small;\nstartstate x := LIMIT; end;\nrule x > 0 ==> x := x - 1; end;\n')
    client = begin()
    name = client.open(whole)
    equal('includes from disk', [], client.diagnostics(name))
    new, piece = (os.path.join(HERE, 'inc', n) for n in ('new.m', 'piece.m'))
    client.open(new, 'include "piece.m"\nvar x: 0 .. MOST;\nstartstate x := MOST; end;\nrule x > 0 ==> x := x - 1; end;\n')
    fresh = client.open(piece, 'const MOST: 3;\n')
    equal('a part, with what includes it, neither of them saved', [], client.diagnostics(fresh))
    found = client.request('textDocument/references', dict(client.at(fresh, 0, 7), context={'includeDeclaration': True}))[0]
    equal('where it is used', 3, len(found or []))
    shared = client.open(part)
    client.diagnostics(shared)
    equal('a part, read with what includes it', [], client.published[shared]['diagnostics'])
    client.change(shared, put('MOST', (0, 6), (0, 11)))
    says_limit = lambda list: any('`LIMIT` is not declared' in d['message'] for d in list)
    found = client.until(name, says_limit)
    check('an unsaved part is read', says_limit(found), found)
    check('where it is not the text of this file, it is at the include',
          all(d['range']['start']['line'] in (0, 2) for d in found), found)
    found = client.diagnostics(shared)
    check('an error of its own', any(d['range']['start']['line'] == 1 for d in found), found)
    client.close(shared)
    equal('closed, the file counts again', [], client.until(name, lambda list: not list))
    write('inc/part.m', 'const LIMIT: 3;\ntype little: 0 .. LIMIT;\n')
    client.notify('textDocument/didSave', {'textDocument': {'uri': name}})
    says_small = lambda list: any('`small` is not declared' in d['message'] for d in list)
    check('a file that changed on disk', says_small(client.until(name, says_small)))
    # A part that is open and nowhere else.
    fresh = client.open(uri(os.path.join(HERE, 'inc/fresh.m')), 'type small: 0 .. 3;\n')
    client.diagnostics(fresh)
    client.change(name, {'text': 'include "fresh.m"\nconst LIMIT: 3;\nvar x: small;\nstartstate x := LIMIT; end;\n'})
    found = client.diagnostics(name)
    equal('a part that is not on disk yet', [], [d for d in found if d['severity'] == 1])
    client.change(name, {'text': 'include "none.m"\nvar x: 0..1;\nstartstate x := 0; end;\n'})
    check('a file that is not there', 'cannot read' in client.diagnostics(name)[0]['message'])
    for path in ('.', '/dev/zero', '/dev/stdin', 'whole.m', '-', '/proc/self/mem'):
        client.change(name, {'text': 'include "%s"\nvar x: 0..1;\nstartstate x := 0; end;\n' % path})
        client.diagnostics(name)
        check('include %s: goes on' % path, client.request('textDocument/hover', client.at(name, 1, 4))[1] is None)
    finish('includes', client)


# ---- what is at a place ----

def ask_at(client, method, name, text, mark, nth=0, shift=0, **more):
    line, character = spot(text, mark, nth=nth)
    return client.request('textDocument/' + method, client.at(name, line, character + shift, **more))


def hover():
    client = begin(textDocument={'hover': {'contentFormat': ['markdown', 'plaintext']}})
    plain = begin()
    for c in client, plain:
        c.name = c.open('untitled:hover.m', MODEL)
    for mark, shift, nth, words in (
            ('N)', 0, 0, ['const N: 1 + 1', '= 2', 'How many there are.']), ('limit;', 0, 0, ['const limit: 16', '= 16']),
            ('process]', 0, 0, ['type process: scalarset(N)', '2 values']), ('busy; end', 0, 0, ['busy: phase', 'value 1']),
            ('state[p] = idle', 0, 0, ['var state: array [process] of phase', '2 scalars']),
            ('memory.value <', 0, 0, ['var memory: cell']), ('value <', 0, 0, ['.value: 0..3', '4 values']),
            ('Free(p) ==>', 0, 0, ['function Free(p: process): boolean']), ('Take(memory', 0, 0, ['procedure Take(var c: cell; p: process)']),
            ('old + 1', 0, 0, ['var old: 0..3', 'local']), ('c.value :=', 0, 0, ['var c: cell', 'parameter']),
            ('p] do', 0, 0, ['p: process']), ('mine = busy', 0, 0, ['alias mine: state[p]']), ('phase: enum', 0, 0, ['enum', 'idle', 'busy'])):
        for c in client, plain:
            result, code = ask_at(c, 'hover', c.name, MODEL, mark, nth, shift)
            value = result['contents']['value'] if result else ''
            check('hover of %r' % mark, code is None and all(w in value for w in words), value)
            equal('the form', c is client, '```murphi' in value)
            if result:
                name = words[0]
                line, character = spot(MODEL, mark, nth=nth)
                equal('the range of %r' % mark, (line, character), (result['range']['start']['line'], result['range']['start']['character']))
                del name
    equal('hover of nothing', (None, None), ask_at(client, 'hover', client.name, MODEL, '-- A model'))
    equal('hover behind a name', 'const', (ask_at(client, 'hover', client.name, MODEL, 'N)', shift=1)[0] or {}).get('contents', {}).get('value', '')[10:15])
    # While there is an error of syntax, names are those of the last text without.
    client.change(client.name, put('rule "half" Free(', (23, 0), (23, 0)))
    check('it is one', client.diagnostics(client.name)[0]['severity'] == 1)
    now = MODEL.split('\n')
    now[23] = 'rule "half" Free(' + now[23]
    result = ask_at(client, 'hover', client.name, '\n'.join(now), 'memory.value <')[0]
    check('hover beside an error', result and 'var memory: cell' in result['contents']['value'], result)
    equal('where it is now', spot(MODEL, 'memory.value <')[0], result and result['range']['start']['line'])
    equal('hover within what is new', (None, None), ask_at(client, 'hover', client.name, '\n'.join(now), 'half'))
    finish('hover', client)
    finish('hover', plain)


FORMULAS = """const TURNS: 2;
type process: 1 .. 2;
var waits: array [process] of boolean; turn: process;
startstate begin turn := 1; for p: process do waits[p] := false; end; end;
ruleset p: process do
  rule "asks" !waits[p] ==> begin waits[p] := true; end;
  fair rule "enters" waits[p] & turn = p ==> begin waits[p] := false; turn := 3 - p; end;
end;
ruleset q: process do
  ltl "counted" [] ({waits[q]} -> {!waits[q]} within (TURNS + 1) fires("enters"));
  leadsto "let in" {waits[q]} {!waits[q]} within TURNS fires("enters", q);
end;
"""


def formulas():
    """What stands in a formula: its conditions, what it counts to, and by whom it fires."""
    client = begin()
    name = client.open('untitled:formulas.m', FORMULAS)
    equal('nothing is wrong', [], client.diagnostics(name))
    for mark, nth, shift, words in (('TURNS + 1', 0, 0, 'const TURNS: 2'), ('within TURNS', 0, 7, 'const TURNS: 2'), ('{waits[q]', 0, 1, 'var waits: array'), ('[q]', 2, 1, 'q: process'),
                                    ('!waits[q]} within', 1, 1, 'var waits: array'), ('"enters", q', 0, 10, 'q: process')):
        result, code = ask_at(client, 'hover', name, FORMULAS, mark, nth, shift)
        check('hover of %r' % mark, code is None and result and words in result['contents']['value'], result)
    for word in 'within', 'leadsto "', 'fires("enters",':
        equal('hover of %r' % word, (None, None), ask_at(client, 'hover', name, FORMULAS, word))
    result, _ = ask_at(client, 'definition', name, FORMULAS, 'within TURNS', 0, 7)
    equal('what it counts to is defined', spot(FORMULAS, 'TURNS: 2'), result and (result['range']['start']['line'], result['range']['start']['character']))
    for mark, nth, old, new in (('TURNS: 2', 0, 'TURNS', 'SOON'), ('{waits[q]', 1, 'waits', 'asks')):
        result, code = ask_at(client, 'rename', name, FORMULAS, old, 0, newName=new)
        equal('%s renamed' % old, re.sub(r'\b%s\b' % old, new, FORMULAS), code or apply(FORMULAS, result['changes'][name]))
    result, code = ask_at(client, 'rename', name, FORMULAS, 'q: process', 0, newName='who')
    equal('a parameter renamed', re.sub(r'\bq\b', 'who', FORMULAS), code or apply(FORMULAS, result['changes'][name]))
    result, _ = client.request('textDocument/documentSymbol', client.at(name, 0, 0))
    check('both are symbols', {'counted', 'let in'} <= {s['name'] for s in result}, result)
    path = write('formulas.m', FORMULAS)
    wanted = subprocess.run([MURRELET, 'fmt', path], capture_output=True, check=True).stdout.decode()
    check('its layout', '{ !waits[q] } within (TURNS + 1) fires("enters")' in wanted and '{ !waits[q] } within TURNS fires("enters", q);' in wanted, wanted)
    result, _ = client.request('textDocument/formatting', client.at(name, 0, 0, options={}))
    equal('its layout, asked for', wanted, apply(FORMULAS, result))
    for old, new, place in (('within TURNS', 'within turn', 'turn fires'), ('within TURNS', 'within 51', '51 fires'), ('within (TURNS + 1) fires', 'within fires', '"enters"))'),
                            ('fires("enters", q)', 'fires("entered", q)', 'fires("entered"')):
        text = FORMULAS.replace(old, new)
        client.change(name, {'text': text})
        found = client.diagnostics(name)
        equal('%r is an error, there' % new, [(1, spot(text, place))],
              [(d['severity'], (d['range']['start']['line'], d['range']['start']['character'])) for d in found])
    finish('formulas', client)


def navigate():
    client = begin()
    name = client.open('untitled:navigate.m', MODEL)
    for mark, nth, shift, target in (('N)', 0, 0, 'N: 1'), ('busy; end', 0, 0, 'busy }'), ('idle', 2, 0, 'idle, busy'), ('memory.value <', 0, 3, 'memory: cell'),
                                     ('value <', 0, 0, 'value: 0'), ('Take(memory', 0, 0, 'Take(var'), ('mine = busy', 0, 0, 'mine: state'), ('(old', 0, 1, 'old: 0')):
        result, _ = ask_at(client, 'definition', name, MODEL, mark, nth, shift)
        equal('definition of %r' % mark, spot(MODEL, target), result and (result['range']['start']['line'], result['range']['start']['character']))
    equal('definition of the language\'s own', (None, None), ask_at(client, 'definition', name, MODEL, 'boolean'))
    result, _ = ask_at(client, 'typeDefinition', name, MODEL, 'mine = busy')
    equal('the type', spot(MODEL, 'enum {'), result and (result['range']['start']['line'], result['range']['start']['character']))
    for declaration, count in ((True, 5), (False, 4)):
        result, _ = ask_at(client, 'references', name, MODEL, 'idle, busy', context={'includeDeclaration': declaration})
        equal('references of idle', count - 1, len(result))
    result, _ = ask_at(client, 'documentHighlight', name, MODEL, 'value: 0')
    equal('each use of a field', [spot(MODEL, 'value: 0'), spot(MODEL, 'value;'), spot(MODEL, 'value := ('), spot(MODEL, 'value;', nth=1), spot(MODEL, 'value <')],
          [(r['range']['start']['line'], r['range']['start']['character']) for r in result])
    result, _ = client.request('textDocument/documentSymbol', client.at(name, 0, 0))
    equal('symbols, flat', ('N', 14, None), (result[0]['name'], result[0]['kind'], result[0].get('containerName')))
    check('symbols, flat: members', any(s['name'] == 'busy' and s['containerName'] == 'phase' for s in result), result)
    # Across files.
    part, whole = write('nav/part.m', 'const LIMIT: 3;\n'), write('nav/whole.m', 'include "part.m"\nvar x: 0 .. LIMIT;\nstartstate x := LIMIT; end;\n')
    other = client.open(whole)
    result, _ = client.request('textDocument/definition', client.at(other, 1, 13))
    equal('definition elsewhere', {'uri': uri(part), 'range': span((0, 6), (0, 11))}, result)
    result, _ = client.request('textDocument/definition', client.at(other, 0, 11))
    equal('the file that is included', {'uri': uri(part), 'range': span((0, 0), (0, 0))}, result)
    result, _ = client.request('textDocument/references', client.at(other, 1, 13, context={'includeDeclaration': True}))
    equal('references in two files', [(uri(part), 0), (other, 1), (other, 2)], sorted((r['uri'], r['range']['start']['line']) for r in result))
    finish('navigate', client)


def symbols():
    client = begin(textDocument={'documentSymbol': {'hierarchicalDocumentSymbolSupport': True}})
    name = client.open('untitled:symbols.m', MODEL)
    tree, _ = client.request('textDocument/documentSymbol', client.at(name, 0, 0))

    def names(nodes):
        return [(n['name'], names(n['children'])) if n.get('children') else n['name'] for n in nodes]
    equal('the tree', ['N', 'limit', 'process', ('phase', ['idle', 'busy']), ('cell', ['value', 'owner']), 'state', 'memory', 'Free', 'Take',
                       'start', ('ruleset', [('alias', ['take', 'leave'])]), 'small'], names(tree))

    def within(outer, inner):
        key = lambda p: (p['line'], p['character'])
        return key(outer['start']) <= key(inner['start']) and key(inner['end']) <= key(outer['end'])

    def nested(nodes):
        return all(within(n['range'], n['selectionRange']) and all(within(n['range'], c['range']) for c in n.get('children', ())) and
                   nested(n.get('children', ())) for n in nodes)
    check('what is in what', nested(tree))
    client.change(name, {'text': MODEL.replace('old := c.value;', 'old := ;')})
    tree, _ = client.request('textDocument/documentSymbol', client.at(name, 0, 0))
    check('symbols of a text with an error', 'small' in names(tree) and 'Take' in names(tree), names(tree))
    test = client.open('untitled:t.litmus', 'LISA t\n{ x=0; }\n P0 | P1 ;\n w[] x 1 | r[] r0 x ;\nexists (1:r0=1)\n')
    equal('a litmus test', [2], [d['severity'] for d in client.diagnostics(test)])
    tree, _ = client.request('textDocument/documentSymbol', client.at(test, 0, 0))
    equal('its symbols', [('P0', ['w[] x 1']), ('P1', ['r[] r0 x']), 'exists'], names(tree))
    check('its symbols lie within', nested(tree), tree)
    for line, character, words in ((3, 5, ['location x', 'written by P0', 'read by P1']), (3, 1, ['P0, instruction 1: store', 'plain']),
                                   (3, 15, ['register r0 of P1']), (4, 10, ['register r0 of P1', 'initially 0'])):
        result, _ = client.request('textDocument/hover', client.at(test, line, character))
        check('hover at %d:%d of a litmus test' % (line, character), result and all(w in result['contents']['value'] for w in words), result)
    marks = lambda list: [(r['range']['start']['line'], r['range']['start']['character']) for r in list]
    result, _ = client.request('textDocument/references', client.at(test, 4, 10))
    equal('references of a register', [(3, 15), (4, 10)], marks(result))
    result, _ = client.request('textDocument/documentHighlight', client.at(test, 3, 5))
    equal('each use of a location', [(1, 2), (3, 5), (3, 18)], marks(result))
    result, _ = client.request('textDocument/definition', client.at(test, 3, 18))
    equal('the first use of a location', (1, 2), result and marks([result])[0])
    client.change(test, put('w[sideways] x 1', (3, 1), (3, 8)))
    check('an error of a litmus test', any('sideways' in d['message'] for d in client.diagnostics(test)), client.published[test])
    for method in ('definition', 'references', 'rename', 'formatting', 'documentHighlight', 'typeDefinition', 'prepareRename'):
        code = client.request('textDocument/' + method, client.at(test, 3, 5, newName='y'))[1]
        check('%s in a litmus test' % method, code in (None, -32803), code)
    finish('symbols', client)


# ---- rename and layout ----

def rename():
    client = begin()
    name = client.open('untitled:rename.m', MODEL)

    def renamed(mark, new, nth=0, text=MODEL, document=None):
        result, code = ask_at(client, 'rename', document or name, text, mark, nth, newName=new)
        return code or apply(text, result.get('changes', {}).get(document or name, []))
    word = lambda a, b, text=MODEL: re.sub(r'\b%s\b' % a, b, text)
    equal('a constant', word('N', 'HOW_MANY'), renamed('N)', 'HOW_MANY'))
    equal('a type', word('process', 'agent', MODEL).replace('two agentes', 'two processes'), renamed('process]', 'agent'))
    equal('a field', word('value', 'content'), renamed('value <', 'content'))
    equal('a variable', word('memory', 'store'), renamed('memory.value <', 'store'))
    equal('a function', word('Free', 'Idle'), renamed('Free(p) ==>', 'Idle'))
    equal('a local variable', word('old', 'before'), renamed('old :=', 'before'))
    equal('a member', word('idle', 'resting'), renamed('idle,', 'resting'))
    equal('an alias', word('mine', 'phase_of_it'), renamed('mine: state', 'phase_of_it'))
    one, other = MODEL.split('procedure Take')
    equal('a parameter alone', word('p', 'who', one.split('function')[1]), renamed('p: process)', 'who').split('procedure Take')[0].split('function')[1])
    equal('the same name', MODEL, renamed('N)', 'N'))
    for mark, new, why in (('N)', 'limit', 'another constant'), ('memory.value <', 'state', 'another variable'), ('value <', 'owner', 'another field'),
                           ('idle,', 'busy', 'another member'), ('old :=', 'c', 'a parameter of the procedure'), ('mine: state', 'p', 'the alias would hide the parameter'),
                           ('memory.value <', 'c', 'a parameter hides it'), ('N)', 'p', 'hidden somewhere') ):
        if (mark, new) == ('N)', 'p'):
            continue
        code = renamed(mark, new)
        if why == 'a parameter hides it':
            check('memory as c is not used where c is', code == word('memory', 'c') or code == -32803, code)
        else:
            equal('refused: ' + why, -32803, code)
    for new in ('', 'end', 'END', 'boolean', 'two words', '1x', 'x-y', 'é', '_x', 'x;', '-- x', 'x\n', ' x', 'include'):
        equal('%r is no name' % new, -32602, renamed('N)', new))
    for mark in ('boolean', '-- A model', 'N: 1'):
        code = renamed(mark, 'other')
        equal('rename at %r' % mark, True, code == -32803 if mark != 'N: 1' else code == word('N', 'other'))
    result, _ = ask_at(client, 'prepareRename', name, MODEL, 'value <')
    equal('what would be renamed', 'value', result and result['placeholder'])
    # Capture, both ways, where nothing collides in one scope.
    text = 'var a: 0..1;\nvar b: 0..1;\nprocedure P(c: 0..1);\nbegin b := c; end;\nstartstate a := 0; b := 0; P(1); end;\nrule a = 0 ==> var d: 0..1; begin d := 1; b := d; P(d); a := 1; end;\n'
    client.change(name, {'text': text})
    equal('a variable that would be hidden by a parameter', -32803, renamed('b: 0', 'c', text=text))
    equal('a local that would hide a variable', -32803, renamed('d := 1', 'b', text=text))
    equal('a local that hides what is not used there', word('c', 'a', text), renamed('c: 0', 'a', text=text))
    client.change(name, {'text': text + 'rule x ==> a := 1; end;'})
    equal('a model with errors', -32803, renamed('b: 0', 'z', text=text))
    # Comments that the tool reads go along.
    shown = '-- show: ghost seen\nvar seen: 0..1;\nstartstate seen := 0; end;\nrule seen = 0 ==> seen := 1; end;\n'
    client.change(name, {'text': shown})
    equal('a line -- show:', word('seen', 'noted', shown), renamed('seen: 0', 'noted', text=shown))
    finish('rename', client)


def rename_files():
    part, whole = write('ren/part.m', 'const LIMIT: 3;\ntype small: 0 .. LIMIT;\n'), write('ren/whole.m', 'include "part.m"\nvar x: small;\nstartstate x := LIMIT; end;\nrule x > 0 ==> x := x - 1; end;\n')
    client = begin(workspace={'workspaceEdit': {'documentChanges': True}})
    name = client.open(whole)
    result, code = client.request('textDocument/rename', client.at(name, 2, 17, newName='MOST'))
    edits = {c['textDocument']['uri']: (c['textDocument']['version'], len(c['edits'])) for c in result['documentChanges']} if result else code
    equal('in two files, with versions', {name: (client.versions[name], 1), uri(part): (None, 2)}, edits)
    write('ren/second.m', 'include "part.m"\nvar y: small;\nstartstate y := LIMIT; end;\n')
    equal('another model includes the part', -32803, client.request('textDocument/rename', client.at(name, 2, 17, newName='MOST'))[1])
    equal('what is of this file alone', None, client.request('textDocument/rename', client.at(name, 1, 4, newName='z'))[1])
    machine = os.path.join('models', 'no-l1', 'no-l1.m')
    text = open(machine, encoding='utf-8').read()
    name = client.open(machine)
    equal('a machine', [], [d for d in client.diagnostics(name) if d['severity'] == 1])
    line, character = spot(text, 'MachineStart')
    equal('what the driver calls', -32803, client.request('textDocument/rename', client.at(name, line, character, newName='Starting'))[1])
    result, _ = client.request('textDocument/references', client.at(name, line, character, context={'includeDeclaration': True}))
    check('its uses in the driver', len({r['uri'] for r in result}) > 1, result)
    finish('rename_files', client)


# ---- each name of hostile texts, renamed and renamed back ----

PART = '''-- Read by others.
const N: 2; top: N;
type color: enum { red, green, blue };
  node: scalarset(N);
  both: union { node, color };
  pair: record color: color; node: node; next: 0 .. top; red: boolean; end;
function next(p: pair): color;
var red: color;
begin red := p.color; if red = blue then return color_of(green); end; return red; end;
function color_of(c: color): color;
begin return c; end;
'''
WHOLE = '''-- show: lane node
-- show: ghost seen
-- show: channel net as "{color} {next} of {node}"
include "part.m"
var net: array [node] of pair; seen: 0 .. top; bag: multiset [N] of pair; who: both;
procedure put_in(var pair: pair; color: color; seen: 0 .. top);
var node: 0 .. top;
begin node := seen; pair.color := color; pair.next := node; end;
startstate "s" var n: 0 .. 2;
begin
  n := 0;
  for node: node do net[node].node := node; put_in(net[node], red, n); net[node].red := false; end;
  seen := 0; who := green;
end;
ruleset who_acts: node; n: color do
  alias cell: net[who_acts]; seen_here: seen do
    rule "turn" exists node: node do net[node].color != n & node = who_acts end ==>
    var seen: color; top: 0 .. 1;
    begin
      seen := next(cell); top := 0; cell.color := n; cell.next := top;
      for n := 0 to 1 do if n = 1 then cell.red := !cell.red; end; end;
      if multisetcount(e: bag, true) < N then multisetadd(cell, bag); end;
      seen_here := (seen_here + 1) % N; who := who_acts;
    end;
  end;
end;
choose i: bag do
  rule "drop" bag[i].next = 0 ==> multisetremove(i, bag); who := bag_color(); end;
end;
function bag_color(): color;
begin return blue; end;
invariant "few" forall n: node do isundefined(net[n].color) | net[n].next <= top end;
cover "all" multisetcount(bag: bag, true) = N;
'''


def counted(path):
    """What a search of the model comes to."""
    found = subprocess.run([MURRELET, 'check', '--cc', 'tcc' if shutil.which('tcc') else 'cc', '--json', '-', path], capture_output=True, text=True)
    if found.returncode > 1:
        return found.stderr
    report = json.loads(found.stdout)
    return [report.get(key) for key in ('verdict', 'states', 'rules_fired', 'depth')]


def words_of(text):
    return [(m.group(), text.count('\n', 0, m.start()), m.start() - text.rfind('\n', 0, m.start()) - 1) for m in re.finditer(r'[A-Za-z_]\w*', text)]


def edited(texts, result):
    """The texts by URI with the edits of a reply; each edit takes one word, which is the same everywhere."""
    words = set()
    for name, edits in result['changes'].items():
        for e in edits:
            start, end = e['range']['start'], e['range']['end']
            words.add(texts[name].split('\n')[start['line']][start['character']:end['character']])
    check('one word is renamed', len(words) == 1, words)
    return {name: apply(text, result['changes'].get(name, [])) for name, text in texts.items()}


def there_and_back(client, texts, name, line, character, old, new, judge):
    """The edits of one renaming, judged, and those back; which texts it took, or None where it is refused."""
    result, code = client.request('textDocument/rename', client.at(name, line, character, newName=new))
    if code is not None:
        return None
    changed = edited(texts, result)
    for other, text in changed.items():
        client.change(other, {'text': text})
    judge(changed)
    first = result['changes'][sorted(result['changes'])[0]]
    place = min((e['range']['start']['line'], e['range']['start']['character']) for e in first)
    place = moved_by_edits(first, place, len(new) - len(old))
    back, code = client.request('textDocument/rename', client.at(sorted(result['changes'])[0], *place, newName=old))
    equal('%s as %s, and back' % (old, new), texts, edited(changed, back) if back else code)
    for other, text in texts.items():
        client.change(other, {'text': text})
    return result['changes']


def moved_by_edits(edits, place, by):
    """Where the name is after the edits before it in its line; the first of a text has none."""
    return place[0], place[1] + by * sum(e['range']['start']['line'] == place[0] and e['range']['start']['character'] < place[1] for e in edits)


def rename_all():
    """Each name of a model in two files: the same counts, and back to the same bytes."""
    files = [write('all/part.m', PART), write('all/whole.m', WHOLE)]
    client = begin()
    texts = {client.open(path): open(path, encoding='utf-8').read() for path in files}
    whole, expected, taken = uri(files[1]), counted(files[1]), {}
    equal('the model as it is', 'holds', expected[0] if isinstance(expected, list) else expected)
    equal('no errors', [], [d for d in client.diagnostics(whole) if d['severity'] == 1])

    def judge(changed):
        for path in files:
            write(path, changed[uri(path)])
        equal('the counts under another name', expected, counted(files[1]))
    for name in texts:
        for word, line, character in words_of(texts[name]):
            references, _ = client.request('textDocument/references', client.at(name, line, character, context={'includeDeclaration': True}))
            key = min(((r['uri'], r['range']['start']['line'], r['range']['start']['character']) for r in references), default=None) if references else None
            if key is None or key in taken:
                continue
            if word in ('boolean', 'true', 'false'):
                equal('a word of the language', -32803, client.request('textDocument/prepareRename', client.at(name, line, character))[1])
                continue
            taken[key] = word
            changes = there_and_back(client, texts, name, line, character, word, 'zz_other', judge)
            check('%s can be renamed' % word, changes is not None)
            equal('%s is renamed where it is named' % word, len(references), sum(map(len, (changes or {}).values())))
            # To a name that means something nearby: refused, or as good as a new one.
            for other in ('node', 'red', 'seen', 'next', 'n'):
                if other != word:
                    there_and_back(client, texts, name, line, character, word, other, judge)
    check('names were renamed', len(taken) > 30, taken)
    finish('rename_all', client)


LITMUS = {
    'labels': '''LISA labels
"x and r1 and E1 are words of this text"
Line=x,sys
{ x=0; sys=0; 0:r7=x; w=1; }
 P0                | P1                ; (* x, E1, r1 *)
 w[na] x 1         | E1: r[acq,sys] r1 sys ;
 r[na] r1 w        | mov r9 (neq r1 1) ;
 w[rel,sys] sys 1  | b[] r9 E2         ;
 w[na] r7 2        | r[na] r2 x        ;
                   | E2:               ;
scopes: (sys (agent (wg 0) (wg 1)))
locations [x; 0:r1;]
exists (1:r1=1 /\\ 1:r2=0 /\\ x=2 /\\ 0:r1=1)
''', 'array': '''LISA array
{ q[2]={0,3}; x=0; }
 P0               | P1          ;
 mov r1 1         | r[na] r2 q[1] ;
 w[na] q[r1] 1    | r[na] r1 x  ;
 w[na] x 1        |             ;
exists (1:r1=1 /\\ 1:r2=3 /\\ q[1]=1)
''', 'ptx': '''PTX ptx
{ x=0; flag=0; }
 P0@cta 0, gpu 0        | P1@cta 1, gpu 0        ;
 st.weak x, 1           | LC00:                  ;
 st.release.gpu flag, 1 | ld.acquire.gpu r0, flag ;
                        | bne r0, 1, LC00        ;
                        | ld.weak r1, x          ;
exists (P1:r1 == 0)
''', 'in-c': '''C in-c
{ x=0; y=0; }
// x and r0 are words of this comment
P0 (atomic_int* x, atomic_int* y) {
  int i = 0;
  while (i < 2) { i++; atomic_store_explicit(x, 1, memory_order_relaxed); }
  again: atomic_store_explicit(y, i, memory_order_release);
  if (i == 5) goto again;
}
P1 (atomic_int* y, atomic_int* x) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int i = 0;
  if (r0 == 2) i = atomic_load_explicit(x, memory_order_relaxed) + r0;
}
exists (1:r0=2 /\\ 1:i=2 /\\ x=1)
'''}


def outcomes_of(path):
    found = subprocess.run([MURRELET, 'outcomes', '--cat', 'rc', '--json', '-', path], capture_output=True, text=True)
    if found.returncode > 1 and not found.stdout:
        return found.stderr
    return [[len(test['outcomes']), sorted(sorted(map(str, o['values'].values())) for o in test['outcomes'])] for test in json.loads(found.stdout)['tests']]


def rename_litmus():
    """Each name of litmus tests: the same outcomes but for it, and back to the same bytes."""
    client = begin()
    for title, text in LITMUS.items():
        path = write('litmus/%s.litmus' % title, text)
        name, expected, taken = client.open(path), outcomes_of(path), set()
        equal('no errors', [], [d for d in client.diagnostics(name) if d['severity'] == 1])

        def judge(changed):
            write(path, changed[name])
            equal('the outcomes under another name', expected, outcomes_of(path))
        if title == 'in-c':
            equal('a word of C', -32602, client.request('textDocument/rename', client.at(name, *spot(text, 'r0 ='), newName='if'))[1])
        for word, line, character in words_of(text):
            references, _ = client.request('textDocument/references', client.at(name, line, character, context={'includeDeclaration': True}))
            result, code = client.request('textDocument/prepareRename', client.at(name, line, character))
            equal('%s: what is named can be renamed' % word, bool(references), code is None)
            key = min((r['range']['start']['line'], r['range']['start']['character']) for r in references) if references else None
            if key is None or key in taken:
                continue
            equal('%s is there' % word, word, result['placeholder'])
            taken.add(key)
            fresh = 'r88' if re.fullmatch(r'r\d+', word) else 'zz_other'
            changes = there_and_back(client, {name: text}, name, line, character, word, fresh, judge)
            equal('%s in %s is renamed where it is named' % (word, title), len(references), len((changes or {name: []})[name]))
            for other in ('x', 'sys', 'r1', 'r2', 'E1', 'E2', 'w', 'flag', 'exists', 'P0'):
                if other != word:
                    there_and_back(client, {name: text}, name, line, character, word, other, judge)
            equal('%s to no name' % word, -32602, client.request('textDocument/rename', client.at(name, line, character, newName='a-b'))[1])
        client.change(name, {'text': text.replace('exists', 'exist')})
        equal('a test with errors', -32803, client.request('textDocument/rename', client.at(name, *spot(text, 'x=0'), newName='y'))[1])
        client.close(name)
    text = LITMUS['labels']
    name = client.open('untitled:words.litmus', text, language='litmus')
    word = lambda mark, nth, new: apply(text, client.request('textDocument/rename', client.at(name, *spot(text, mark, nth=nth), newName=new))[0]['changes'][name])
    equal('the location sys, and not the scope',
          text.replace('x,sys', 'x,y').replace('sys=0', 'y=0').replace('r1 sys ', 'r1 y ').replace('] sys 1', '] y 1'), word('sys=0', 0, 'y'))
    equal('a register of one thread', text.replace('r1 w', 'r5 w').replace('0:r1', '0:r5'), word('r1 w', 0, 'r5'))
    equal('a label', text.replace('r9 E2', 'r9 End').replace('| E2:', '| End:'), word('E2:', 0, 'End'))
    for mark, new in (('x=0', 'sys'), ('r1 w', 'x'), ('r9 E2', 'E1'), ('x=0', 'r1'), ('x=0', 'exists'), ('r1 w', 'r7')):
        equal('%s to %s' % (mark, new), -32803, client.request('textDocument/rename', client.at(name, *spot(text, mark), newName=new))[1])
    finish('rename_litmus', client)


def layout_litmus():
    client = begin()
    for title, text in LITMUS.items():
        path = write('litmus/%s.litmus' % title, text)
        name = client.open(path, text)
        for end in ('\n', '\r\n'):
            client.change(name, {'text': text.replace('\n', end)})
            result, code = client.request('textDocument/formatting', client.at(name, 0, 0, options={}))
            with open(path, 'w', encoding='utf-8', newline='') as out:
                out.write(text.replace('\n', end))
            wanted = subprocess.run([MURRELET, 'fmt', path], capture_output=True, check=True).stdout.decode()
            equal('the layout of %s' % title, wanted, apply(text.replace('\n', end), result) if code is None else code)
            rows = [line for line in wanted.split(end) if '|' in line and title != 'in-c']
            equal('%s: in columns' % title, title != 'in-c', 1 == len({tuple(m.start() for m in re.finditer(r'[|;]', row.split(' (*')[0])) for row in rows}))
            client.change(name, {'text': wanted})
            equal('a layout of the layout', ([], None), client.request('textDocument/formatting', client.at(name, 0, 0, options={})))
        client.change(name, {'text': text + 'nonsense'})
        equal('a test with errors', -32803, client.request('textDocument/formatting', client.at(name, 0, 0, options={}))[1])
        client.close(name)
    finish('layout_litmus', client)


def layout():
    client = begin()
    ugly = 'CONST N:3; é\n'
    name = client.open('untitled:layout.m', ugly)
    equal('a text with errors', -32803, client.request('textDocument/formatting', client.at(name, 0, 0, options={}))[1])
    for text in ('VAR x:0..3; Startstate x:=1 END', MODEL, MODEL.replace('  ', '\t'), MODEL.replace('\n', '\r\n'), '', '\n\n', '-- 𝒳\nvar x:0..1;-- é\nstartstate x:=0;end;'):
        client.change(name, {'text': text})
        path = write('layout.m', '')
        with open(path, 'w', encoding='utf-8', newline='') as out:
            out.write(text)
        wanted = subprocess.run([MURRELET, 'fmt', path], capture_output=True, check=True).stdout.decode()
        result, code = client.request('textDocument/formatting', client.at(name, 0, 0, options={'tabSize': 8, 'insertSpaces': True}))
        equal('the layout of %r' % text[:20], wanted, apply(text, result) if code is None else code)
        client.change(name, {'text': wanted})
        equal('a layout of the layout', ([], None), client.request('textDocument/formatting', client.at(name, 0, 0, options={})))
    finish('layout', client)


def large():
    """A model of 140 kB, by night of 700: nothing takes time that grows with its square."""
    count = 20000 if os.environ.get('NIGHTLY') else 4000
    text = 'var x: 0 .. 3;\nstartstate x := 0; end;\nprocedure P();\nbegin\n' + '  x := x % 2; x := 3 - x;\n' * count + 'end;\nrule x = 0 ==> P(); end;\n'
    client = begin()
    begun = time.monotonic()
    name = client.open('untitled:large.m', text)
    equal('a large model', [], client.diagnostics(name))
    result, _ = client.request('textDocument/references', client.at(name, 0, 4, context={'includeDeclaration': True}))
    equal('its references', 4 * count + 3, len(result))
    client.change(name, put('(', (1, 14), (1, 14)))
    client.diagnostics(name)
    result, _ = client.request('textDocument/references', client.at(name, 0, 4, context={'includeDeclaration': True}))
    equal('its references beside an error', 4 * count + 3, len(result))
    client.change(name, put('', (1, 14), (1, 15)))
    result, _ = client.request('textDocument/rename', client.at(name, 0, 4, newName='y'))
    equal('its edits', 4 * count + 3, len(result['changes'][name]) if result else result)
    limit = 20 if 'SAN' not in os.environ or not os.environ['SAN'] else 120
    check('seconds for a large model', time.monotonic() - begun < limit, time.monotonic() - begun)
    finish('large', client)


def seconds_of(client):
    """The processor's, of the server so far."""
    fields = open('/proc/%d/stat' % client.server.pid, encoding='utf-8').read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def long_line():
    """20,000 variables on one line, by night 100,000, among characters of one, two and four bytes: what is far from the line's start
    is told as it is, and takes no longer for it."""
    count = 100000 if os.environ.get('NIGHTLY') else 20000
    names = ['v%d' % i for i in range(count)]
    marks = ('', '/* \u00e9 */ ', '/* \U0001d4b3 */ ')
    head = ''.join(('var ' if i == 0 else ', ') + marks[i % 3] + name for i, name in enumerate(names)) + ': 0 .. 1; '
    last = names[-1]
    text = head + 'startstate begin %s := 0; end;\n' % last
    for unit in ('utf-16', 'utf-8'):
        client = begin(general={'positionEncodings': [unit]}, textDocument={'documentSymbol': {'hierarchicalDocumentSymbolSupport': True}})
        name = client.open('untitled:long.m', text)
        client.diagnostics(name)
        size = lambda part: len(part.encode('utf-16-le')) // 2 if unit == 'utf-16' else len(part.encode())
        result, _ = client.request('textDocument/documentSymbol', client.at(name, 0, 0))
        equal('as many symbols, in %s' % unit, count + 1, len(result))
        at, wrong = 0, []
        for i, symbol in enumerate(result[:count]):
            at += size(('var ' if i == 0 else ', ') + marks[i % 3])
            if symbol['selectionRange'] != span((0, at), (0, at + size(names[i]))):
                wrong.append((symbol['name'], symbol['selectionRange'], at))
            at += size(names[i])
        equal('where they are, in %s' % unit, [], wrong[:3])
        use = size(head + 'startstate begin ')
        for column in (use, use + 1):
            result, _ = client.request('textDocument/definition', client.at(name, 0, column))
            equal('the definition of the last, in %s' % unit, size(head[:head.rindex(last)]), result and result['range']['start']['character'])
        # A change behind it all is one there.
        client.change(name, put('.. ', (0, size(head) - size('.. 1; ')), (0, size(head) - size('1; '))), put(last, (0, use), (0, use + size(last))))
        result, _ = client.request('textDocument/references', client.at(name, 0, use, context={'includeDeclaration': True}))
        equal('its uses, in %s' % unit, [size(head[:head.rindex(last)]), use], [r['range']['start']['character'] for r in result or []])
        client.request('textDocument/formatting', client.at(name, 0, 0, options={}))
        used = seconds_of(client)
        limit = 5 if not os.environ.get('SAN') else 60
        check('seconds for a long line', used < limit, used)
        finish('long_line', client)


def completion():
    """A machine's header names invariants and memory models."""
    client = begin()
    name = client.open(os.path.join('models', 'gpu-vi', 'gpu-vi.m'), '')

    def labels(line, at=None):
        client.change(name, {'text': '-- é𝒳\n%s\nvar x: 0 .. 1;\n' % line})
        items, code = client.request('textDocument/completion', client.at(name, 1, len(line) if at is None else at))
        equal('completion in %r' % line, None, code)
        for item in items:
            equal('what is typed is replaced', item['label'], item['textEdit']['newText'])
        return items, {item['label'] for item in items}
    for line in '-- machine: promises: rc-mca hrf-', '-- machine: promises neither: hrf-', '  -- machine: promises:hrf-':
        items, found = labels(line)
        check('models for %r' % line, {'sc', 'rc-mca', 'hrf-indirect-relaxed', 'tso.cat'} <= found and 'swmr' not in found, found)
        equal('the word of %r' % line, span((1, line.index('hrf-')), (1, len(line))), items[0]['textEdit']['range'])
    # What models include is no model: it has no name before what it defines.
    bare = {f: open('litmus/models/' + f).read() for f in os.listdir('litmus/models') if f.endswith('.cat')}
    for _ in range(3):  # comments stand in comments
        bare = {f: re.sub(r'\(\*((?!\(\*|\*\)).)*\*\)', '', text, flags=re.S).lstrip() for f, text in bare.items()}
    shipped = {f for f, text in bare.items() if text and not re.match(r'(let|include)\b', text)}
    check('some are no models', {'stdlib.cat', 'hrf-parts.cat'}.isdisjoint(shipped) and 'hrf-direct.cat' in shipped and 'ptx.cat' in shipped, shipped)
    equal('each model in cat', shipped, {f for f in labels('-- machine: promises: ')[1] if f.endswith('.cat')})
    beside = client.open(os.path.join('models', 'amdgpu', 'amdgpu.m'), '-- machine: promises: ')
    items, _ = client.request('textDocument/completion', client.at(beside, 0, 22))
    check('a model in cat beside the machine', 'availability.cat' in {item['label'] for item in items}, items)
    found = labels('-- machine: invariants: versions sw')[1]
    check('invariants, of the library and beside the machine', {'swmr', 'data-value', 'inclusion', 'versions'} <= found, found)
    check('nothing that is none', not found & {'gpu-vi', 'sc', 'availability.cat', 'lib'}, found)
    for line in ('-- machine: source: ', '-- promises: ', '-- machine: promises: sc; those of ', '-- machine: promised: ', 'promises: ', '-- machine: promises'):
        equal('nothing in %r' % line, set(), labels(line)[1])
    equal('nothing before the colon', set(), labels('-- machine: promises: sc', 8)[1])
    finish('completion', client)


# ---- all models, and nonsense ----

def models():
    """Nothing that is shipped has an error where it lies, though most files are parts."""
    parts = {os.path.join('models', 'lib', 'overtaking.m')}  # of programs that are generated
    client = begin()
    whole = 'NIGHTLY' in os.environ and os.environ['NIGHTLY']
    for folder in 'models', 'invariants', 'litmus', 'docs':
        for place, _, files in sorted(os.walk(folder)):
            files = sorted(f for f in files if f.endswith(('.m', '.litmus')))
            for file in files if whole else files[:1]:
                path = os.path.join(place, file)
                name = client.open(path, language='litmus' if file.endswith('litmus') else 'murphi')
                found = [d for d in client.diagnostics(name) if d['severity'] == 1]
                check(path, path in parts or not found, found)
                symbols = client.request('textDocument/documentSymbol', client.at(name, 0, 0))[0]
                check(path + ': symbols', symbols is not None)
                client.close(name)
    finish('models', client)


SEEDS = [MODEL, 'LISA t\n{ x=0; y=0; }\n P0 | P1 ;\n w[sc,agent] x 1 | r[] r0 x ;\n b[] r0 l0 | l0: f[ar,wg] ;\nexists (1:r0=1 /\\ x=1)\n']
METHODS = ['hover', 'completion', 'definition', 'typeDefinition', 'references', 'documentHighlight', 'documentSymbol', 'prepareRename', 'rename', 'formatting']


def fuzz():
    """Sessions of which some bytes are damaged, and texts of which some characters are, with questions anywhere."""
    rounds = int(os.environ.get('LSP_ROUNDS', '30'))
    seed = int(os.environ.get('LSP_SEED', '1'))
    for i in range(rounds):
        rng = random.Random(seed * 1000003 + i)
        stream = damaged_session(rng)
        done = subprocess.run([MURRELET, 'lsp'], input=stream, capture_output=True, timeout=120, check=False)
        good = done.returncode in (0, 1) and not done.stderr
        check('a damaged session, LSP_SEED=%d round %d: exit code %d' % (seed, i, done.returncode), good, done.stderr[-500:])
    client = begin()
    for i in range(rounds):
        rng = random.Random(seed * 7000003 + i)
        damaged_text(client, rng, i)
    finish('fuzz', client)


def damaged_session(rng):
    messages = [{'jsonrpc': '2.0', 'id': 0, 'method': 'initialize', 'params': {'capabilities': {}}}]
    for i, (ending, text) in enumerate(zip(('m', 'litmus'), SEEDS)):
        document = {'uri': 'untitled:%d.%s' % (i, ending)}
        messages.append({'jsonrpc': '2.0', 'method': 'textDocument/didOpen', 'params': {'textDocument': {**document, 'version': 1, 'text': text}}})
        for method in METHODS:
            messages.append({'jsonrpc': '2.0', 'id': len(messages), 'method': 'textDocument/' + method, 'params': {
                'textDocument': document, 'newName': 'z', 'position': {'line': rng.randrange(35), 'character': rng.randrange(30)}}})
        messages.append({'jsonrpc': '2.0', 'method': 'textDocument/didChange', 'params': {'textDocument': {**document, 'version': 2}, 'contentChanges': [
            put('x', (rng.randrange(30), 0), (rng.randrange(35), 9))]}})
    stream = bytearray(b''.join(frame(json.dumps(m, ensure_ascii=False).encode()) for m in messages))
    for _ in range(rng.choice((1, 3, 30))):
        at = rng.randrange(len(stream))
        kind = rng.randrange(4)
        if kind == 0:
            stream[at] = rng.randrange(256)
        elif kind == 1:
            del stream[at:at + rng.choice((1, 5, 200))]
        elif kind == 2:
            stream[at:at] = rng.choice((b'\0', b'"', b'{', b'9' * 30, b'Content-Length: 3\r\n\r\n', b'\xed\xa0\x80', b'\\u0000'))
        else:
            stream[at:at] = stream[at:at + rng.choice((3, 50, 500))]
    return bytes(stream)


def damaged_text(client, rng, number):
    text = rng.choice(SEEDS)
    ending = 'litmus' if text.startswith('LISA') else 'm'
    words = re.findall(r'\w+|\W', text) + ['end', '𝒳', '"', '/*', '(*', ':=', '\0', '}', '999999999999999999999', 'include "x.m"\n']
    name = client.open('untitled:f%d.%s' % (number, ending), text)
    for _ in range(12):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 1, 4, 40)))
        text = text[:start] + ''.join(rng.choice(words) for _ in range(rng.randrange(3))) + text[end:]
        client.change(name, {'text': text})
        method = rng.choice(METHODS)
        code = client.request('textDocument/' + method, client.at(name, rng.randrange(40), rng.randrange(40), newName='z'))[1]
        check('%s of a damaged text' % method, code in (None, -32803), code)
    client.close(name)


PARTS = ['life', 'order', 'hostile', 'parameters', 'texts', 'diagnostics', 'includes', 'hover', 'navigate', 'symbols',
         'rename', 'rename_files', 'rename_all', 'rename_litmus', 'layout', 'layout_litmus', 'completion', 'large', 'long_line']


def main():
    for part in sys.argv[2:] or PARTS:
        try:
            globals()[part]()
        except (Broken, AssertionError, OSError, ValueError, KeyError, TypeError, IndexError) as error:
            import traceback
            check('%s: %r' % (part, error), False, traceback.format_exc()[-500:])
    shutil.rmtree(HERE, ignore_errors=True)
    if 'TEST_COUNTS' in os.environ:
        with open(os.environ['TEST_COUNTS'], 'a', encoding='utf-8') as out:
            out.write('%d %d 0\n' % (passed, failed))
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
