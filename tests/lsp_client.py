# SPDX-License-Identifier: BSD-2-Clause
"""lsp_client.py - a client of `murrelet lsp` that takes nothing but what the protocol says.

Every reply must be framed as the protocol has it, bear the id of a request that
waits, in the order of the requests, and have either a result or an error.
"""
import json
import os
import select
import subprocess
import urllib.parse


class Broken(Exception):
    """The server did what the protocol does not allow, or is gone."""


def uri(path):
    return 'file://' + urllib.parse.quote(os.path.realpath(path))


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b'Content-Length: %d\r\n\r\n' % len(body) + body


class Client:
    def __init__(self, program, patience=60, environment=None):
        self.server = subprocess.Popen([program, 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       env=environment)
        self.patience, self.bytes, self.id, self.waiting = patience, b'', 0, []
        self.version, self.versions = 0, {}
        self.published = {}  # by URI: the last diagnostics
        self.count = {}      # by URI: how often

    # ---- bytes ----

    def send_bytes(self, data):
        try:
            self.server.stdin.write(data)
            self.server.stdin.flush()
        except BrokenPipeError:
            raise Broken('the server is gone')

    def send(self, message):
        self.send_bytes(frame(message))

    def fill(self, patience):
        ready = select.select([self.server.stdout], [], [], patience)[0]
        got = os.read(self.server.stdout.fileno(), 1 << 16) if ready else b''
        self.bytes += got
        if ready and not got:
            raise Broken('the server is gone')
        return bool(got)

    def receive(self, patience=None):
        """The next message; None where none comes in time."""
        while b'\r\n\r\n' not in self.bytes:
            if not self.fill(self.patience if patience is None else patience):
                return None
        head, self.bytes = self.bytes.split(b'\r\n\r\n', 1)
        lines = head.split(b'\r\n')
        if len(lines) != 1 or not lines[0].startswith(b'Content-Length: ') or not lines[0][16:].isdigit():
            raise Broken('a header: %r' % head[:80])
        length = int(lines[0][16:])
        while len(self.bytes) < length:
            if not self.fill(self.patience):
                raise Broken('a message is cut')
        body, self.bytes = self.bytes[:length], self.bytes[length:]
        message = json.loads(body.decode('utf-8'))
        self.judge(message)
        return message

    def judge(self, message):
        if message.get('jsonrpc') != '2.0':
            raise Broken('no JSON-RPC 2.0: %r' % message)
        if 'method' in message:
            if 'id' in message or set(message) - {'jsonrpc', 'method', 'params'}:
                raise Broken('no notification: %r' % message)
            if message['method'] == 'textDocument/publishDiagnostics':
                self.published[message['params']['uri']] = message['params']
                self.count[message['params']['uri']] = self.count.get(message['params']['uri'], 0) + 1
            return
        if set(message) - {'jsonrpc', 'id', 'result', 'error'} or ('result' in message) == ('error' in message):
            raise Broken('no reply: %r' % message)
        if message['id'] is None:
            if 'error' not in message:
                raise Broken('a result for nobody: %r' % message)
        elif not self.waiting or message['id'] != self.waiting.pop(0):
            raise Broken('a reply out of order: %r' % message)

    # ---- requests and notifications ----

    def ask(self, method, params=None, number=None):
        """Send a request, and leave its reply for later; its id."""
        if number is None:
            self.id += 1
            number = self.id
        self.waiting.append(number)
        self.send({'jsonrpc': '2.0', 'id': number, 'method': method, **({} if params is None else {'params': params})})
        return number

    def reply(self, number):
        while True:
            message = self.receive()
            if message is None:
                raise Broken('no reply')
            if 'method' not in message and message['id'] == number:
                return message

    def request(self, method, params=None):
        """(result, error code)"""
        message = self.reply(self.ask(method, params))
        return message.get('result'), message.get('error', {}).get('code')

    def notify(self, method, params=None):
        self.send({'jsonrpc': '2.0', 'method': method, **({} if params is None else {'params': params})})

    def initialize(self, **capabilities):
        result, _ = self.request('initialize', {'processId': os.getpid(), 'rootUri': None, 'capabilities': capabilities})
        self.notify('initialized', {})
        return result

    def open(self, path, text=None, language='murphi'):
        name = path if '://' in path or path.startswith('untitled:') else uri(path)
        self.version += 1
        self.versions[name] = self.version
        if text is None:
            text = open(path, encoding='utf-8').read()
        self.notify('textDocument/didOpen', {'textDocument': {'uri': name, 'languageId': language, 'version': self.version, 'text': text}})
        return name

    def change(self, name, *changes):
        self.version += 1
        self.versions[name] = self.version
        self.notify('textDocument/didChange', {'textDocument': {'uri': name, 'version': self.version}, 'contentChanges': list(changes)})

    def close(self, name):
        self.notify('textDocument/didClose', {'textDocument': {'uri': name}})

    def diagnostics(self, name):
        """What is said of the text that was sent last."""
        while self.published.get(name, {}).get('version') != self.versions[name]:
            if self.receive() is None:
                raise Broken('no diagnostics of %s' % name)
        return self.published[name]['diagnostics']

    def until(self, name, wanted):
        """Wait until such diagnostics are said of a document whose own text may be as it was; what was said last."""
        while not wanted(self.published.get(name, {}).get('diagnostics', [])):
            if self.receive(min(self.patience, 20)) is None:
                break
        return self.published[name]['diagnostics']

    def at(self, name, line, character, **more):
        return {'textDocument': {'uri': name}, 'position': {'line': line, 'character': character}, **more}

    def end(self, order=('shutdown', 'exit')):
        """The exit code."""
        if 'shutdown' in order:
            self.request('shutdown')
        if 'exit' in order:
            self.notify('exit')
        self.server.stdin.close()
        code = self.server.wait(self.patience)
        self.errors = self.server.stderr.read().decode(errors='replace')
        return code
