#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""editors.py MURRELET PART... - the colours of editors/ against the lexer that reads the models.

    structure   the files are whole: JSON, paths, regular expressions, every word of the lexer in both grammars
    textmate    the TextMate grammars, by a tokenizer below; with a folder of node modules in $TEXTMATE, that
                is held against VS Code's own
    vim         the Vim syntax, by Vim
    neovim      the server, by Neovim's own client
    emacs       the server, by Emacs and Eglot, set up as docs/editors.md says

For every token of a model (`murrelet rules -d t`) the colour must be of its kind,
and what is no token must be a comment.  By day some models, with $NIGHTLY all.
"""
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

MURRELET, SCRATCH = os.path.abspath(sys.argv[1]), tempfile.mkdtemp(prefix='murrelet-editors.')
NIGHTLY = bool(os.environ.get('NIGHTLY'))
passed = failed = 0


def check(name, good, found=''):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print('FAIL editors: %s %s' % (name, str(found)[:500]))


def grammar(language):
    return json.load(open('editors/vscode/syntaxes/%s.tmLanguage.json' % language, encoding='utf-8'))


def chosen(pattern, some):
    files = sorted(f for f in glob.glob(pattern, recursive=True) if os.path.isfile(f))
    return files if NIGHTLY else files[::max(1, len(files) // some)]


def words():
    """(word, is it soft) of the lexer."""
    found = re.findall(r'(WORD|SOFT)\(\w+, "(\w+)"\)', open('checker/murphi/lexer.h', encoding='utf-8').read())
    return [(word, kind == 'SOFT') for kind, word in found]


# ---- what a colour means ----

def kind_of_scope(scope):
    for start, kind in (('comment', 'comment'), ('string', 'string'), ('constant.character', 'string'), ('constant.numeric', 'number'),
                        ('variable.other', 'name'), ('entity.name.function', 'name'), ('keyword.operator.murphi', 'operator')):
        if scope.startswith(start):
            return kind
    return 'keyword' if scope else ''


def kind_of_group(group):
    return {'murphiComment': 'comment', 'murphiTool': 'comment', 'murphiTodo': 'comment', 'murphiString': 'string', 'murphiEscape': 'string',
            'murphiNumber': 'number', 'murphiOperator': 'operator', '': ''}.get(group, 'keyword')


# ---- the tokenizer: of TextMate's rules those that ours use ----

class TextMate:
    def __init__(self, grammar):
        self.grammar, self.compiled, self.found = grammar, {}, {}

    def regex(self, text):
        if text not in self.compiled:
            self.compiled[text] = re.compile(text)
        return self.compiled[text]

    def rules(self, patterns):
        for pattern in patterns:
            if 'include' in pattern:
                yield from self.rules([self.grammar['repository'][pattern['include'][1:]]])
            elif 'match' in pattern or 'begin' in pattern:
                yield pattern
            else:
                yield from self.rules(pattern['patterns'])

    def lines(self, text):
        """For each line the scope of each character."""
        stack = []
        for line in text.split('\n'):
            scopes, at = [stack[-1].get('name', '') if stack else ''] * len(line), 0
            self.found = {}
            while True:
                best = self.next_match(stack, line, at)
                if not best:
                    break
                at = self.apply(stack, scopes, *best)
            yield scopes

    def search(self, text, line, at):
        """What was found before, behind `at`, is still the next."""
        found = self.found.get(text, False)
        if found is False or (found and found.start() < at):
            found = self.found[text] = self.regex(text).search(line, at)
        return found

    def next_match(self, stack, line, at):
        """The leftmost match, of several the first rule's; the end of what is open before its parts."""
        best = None
        if stack:
            found = self.search(stack[-1]['end'], line, at)
            best = (found, None) if found else None
        for rule in self.rules(stack[-1].get('patterns', []) if stack else self.grammar['patterns']):
            found = self.search(rule.get('match') or rule['begin'], line, at)
            if found and (not best or found.start() < best[0].start()):
                best = (found, rule)
        return best

    @staticmethod
    def apply(stack, scopes, found, rule):
        start, end = found.span()
        if rule is None:
            stack.pop()
            outer = stack[-1].get('name', '') if stack else ''
            scopes[end:] = [outer] * (len(scopes) - end)
            return end
        scopes[start:end] = [rule.get('name', scopes[start] if start < len(scopes) else '')] * (end - start)
        for number, capture in rule.get('captures', {}).items():
            a, b = found.span(int(number))
            scopes[a:b] = [capture['name']] * (b - a)
        if 'begin' in rule:
            stack.append(rule)
            scopes[end:] = [rule.get('name', '')] * (len(scopes) - end)
        return end


# ---- against the lexer ----

TOKEN = re.compile(r"(\d+):(\d+) (a name|a number|a string|the end of the file|'[^']+') ?(.*)$")
IN_PLACE = {'ltl', 'leadsto', 'fair', 'strong', 'fires', 'within'}


def tokens(path):
    """(line, column, kind, text) from 0, and whether each is on one line."""
    out = subprocess.run([MURRELET, 'rules', '-d', 't', path], capture_output=True, text=True, check=False).stderr
    whole = []
    for line in out.split('\n'):
        found = TOKEN.match(line)
        if found:
            whole.append((int(found[1]) - 1, int(found[2]) - 1, found[3], found[4]))
            if found[3] == 'the end of the file':
                return whole
        else:
            return None  # a string goes over a line: the dump cannot be read
    return None


def wanted(kind, text, soft):
    if kind == 'a name':
        return {'name', '', 'keyword'} if text.lower() in IN_PLACE else {'name', ''}
    if kind == 'a number':
        return {'number'}
    if kind == 'a string':
        return {'string'}
    word = kind.strip("'")
    if word.isalpha():
        return {'keyword', 'name'} if word in soft else {'keyword', 'operator'} if not text.isascii() else {'keyword'}
    return {'operator', ''}


def judge(name, path, kinds):
    """kinds: for each line the kind of each character."""
    found, soft = tokens(path), {w for w, s in words() if s}
    if found is None:
        return
    lines, wrong = open(path, encoding='utf-8').read().split('\n'), []
    covered = [[False] * len(line) for line in lines]
    for line, column, kind, text in found[:-1]:
        covered[line][column:column + len(text)] = [True] * len(text)
        if set(kinds[line][column:column + len(text)]) - wanted(kind, text, soft):
            wrong.append((line + 1, column + 1, kind, text, kinds[line][column:column + len(text)]))
    for i, line in enumerate(lines):
        for k, c in enumerate(line):
            if not covered[i][k] and not c.isspace() and kinds[i][k] != 'comment':
                wrong.append((i + 1, k + 1, 'a comment', c, kinds[i][k]))
    check('%s of %s' % (name, path), not wrong, wrong[:3])


# ---- hostile texts ----

def hostile():
    rng = random.Random(3)
    texts = {'string.m': 'put "never closed\nvar x: 0..1;\n', 'comment.m': 'var y: 0..1;\n/* never closed\nvar x: 0..1;\n', 'long.m': 'x := ' + '(' * 60000 + ')' * 60000 + '\n',
             'quotes.m': '"' * 5001 + '\nvar x: 0..1;\n', 'escape.m': '"\\', 'dashes.m': '-' * 100000 + '\n', 'empty.m': '', 'nest.litmus': '(*' * 20000 + '*)' * 20000,
             'stars.m': '/*' + '*' * 100000 + '/\nvar x: 0..1;\n', 'random.m': ''.join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(160, 0x3000)))) + rng.choice(('', '\n', '"', '/*')) for _ in range(4000))}
    for name, text in texts.items():
        path = os.path.join(SCRATCH, name)
        with open(path, 'w', encoding='utf-8', newline='') as out:
            out.write(text)
        yield path, text


# ---- parts ----

def structure():
    files = {f: json.load(open(f, encoding='utf-8')) for f in glob.glob('editors/vscode/**/*.json', recursive=True)}
    check('JSON files', len(files) == 5, list(files))
    package = files['editors/vscode/package.json']
    named = [package['main']] + [g['path'] for g in package['contributes']['grammars']] + [l['configuration'] for l in package['contributes']['languages']]
    for path in named:
        check('the extension has ' + path, os.path.isfile(os.path.join('editors/vscode', path)))
    for language in 'murphi', 'litmus':
        machine = TextMate(grammar(language))
        for rule in list(machine.rules(machine.grammar['patterns'])):
            for key in 'match', 'begin', 'end':
                if key in rule:
                    found = machine.regex(rule[key]).match('')
                    check('%s of %s matches nothing' % (rule[key], language), key == 'end' or not found)
    vim = open('editors/vim/syntax/murphi.vim', encoding='utf-8').read()
    known = {w for line in re.findall(r'^syn keyword \w+ (.*)$', vim, re.M) for w in line.split()}
    machine = TextMate(grammar('murphi'))
    for word, _ in words():
        for form in word, word.upper():
            check('TextMate knows ' + form, kind_of_scope(next(machine.lines(form))[0]) == 'keyword')
        check('Vim knows ' + word, word in known)
    check('no word that the lexer does not have', known - {w for w, _ in words()} <= {'contained', 'TODO', 'FIXME', 'XXX'}, known - {w for w, _ in words()})
    for line, word in (('ltl "a" [] {x} within 3 {y};', 'within'), ('ltl "a" ({x})within (N) {y};', 'within'), ('leadsto "a" {x} {y} within N fires("r");', 'leadsto'),
                       ('ltl "a" {x};', 'ltl'), ('strong fair rule "a"', 'fair'), ('ltl "a" fires("r", 1);', 'fires')):
        for form, kind in ((line, 'keyword'), (word + ' := x;', 'name'), ('x := %s[1] + %s.%s;' % (word, word, word), 'name')):
            at = form.index(word)
            check('TextMate: %s in %s' % (kind, form), {kind_of_scope(s) for s in next(machine.lines(form))[at:at + len(word)]} == {kind})
    for word in 'xend', 'end_', 'rules', 'x0x1':
        check('%s is a name' % word, {kind_of_scope(s) for s in next(machine.lines(word))} == {'name'})


# What VS Code wants of a manifest: its documentation's "Extension Manifest" and "Contribution Points" (api/references).
CATEGORIES = {'Programming Languages', 'Snippets', 'Linters', 'Themes', 'Debuggers', 'Formatters', 'Keymaps', 'SCM Providers', 'Other',
              'Extension Packs', 'Language Packs', 'Data Science', 'Machine Learning', 'Visualization', 'Notebooks', 'Education', 'Testing'}
SCOPES = {'application', 'machine', 'machine-overridable', 'window', 'resource', 'language-overridable'}


def is_file(path):
    """A path of the extension's own folder."""
    return isinstance(path, str) and path.startswith('./') and '..' not in path and os.path.isfile(os.path.join('editors/vscode', path))


def manifest_faults(package):
    """What VS Code, or who installs it, would stumble over."""
    given = package.get('contributes', {})
    languages, grammars = given.get('languages', []), given.get('grammars', [])
    ids, settings = [l.get('id') for l in languages], given.get('configuration', {}).get('properties', {})
    client = open('editors/vscode/extension.js', encoding='utf-8').read()
    selected = re.findall(r"language: '(\w+)'", client)
    yield from (what for what, good in {
        'name': re.fullmatch('[a-z0-9][a-z0-9-]*', package.get('name', '')),
        'version': package.get('version') == subprocess.run([MURRELET, '--version'], capture_output=True, text=True, check=True).stdout.split()[1],
        'publisher': re.fullmatch('[a-z0-9][a-z0-9-]*', package.get('publisher', '')),
        'engines': re.fullmatch(r'\^?\d+\.\d+\.\d+', package.get('engines', {}).get('vscode', '*')),
        'categories': package.get('categories') and set(package['categories']) <= CATEGORIES,
        'main': is_file(package.get('main')),
        'events': set(package.get('activationEvents', [])) == {'onLanguage:%s' % i for i in ids},
        'languages': len(set(ids)) == len(ids) == 2 and all(re.fullmatch('[a-z][a-z0-9-]*', i or '') for i in ids),
        'extensions': all(e.startswith('.') for l in languages for e in l.get('extensions', ['none'])),
        'configurations': all(is_file(l.get('configuration')) for l in languages),
        'grammars': sorted(g.get('language') for g in grammars) == sorted(ids),
        'scopes': all(is_file(g.get('path')) and json.load(open(os.path.join('editors/vscode', g['path']), encoding='utf-8'))['scopeName'] == g.get('scopeName')
                      for g in grammars),
        'file types': all(json.load(open(os.path.join('editors/vscode', g['path']), encoding='utf-8'))['fileTypes'] ==
                          [e[1:] for l in languages if l['id'] == g['language'] for e in l['extensions']] for g in grammars if is_file(g.get('path'))),
        'settings': all(type(s.get('default')).__name__ == {'string': 'str', 'boolean': 'bool'}.get(s.get('type')) and s.get('scope', 'window') in SCOPES
                        and s.get('description') and name.startswith(package.get('name', '') + '.') for name, s in settings.items()),
        'the client\'s settings': all('.'.join(m) in settings for m in re.findall(r"getConfiguration\('(\w+)'\)\.get\('(\w+)'\)", client)),
        'the client\'s languages': sorted(selected) == sorted(i or '' for i in ids),
        'the client\'s modules': set(re.findall(r"require\('([\w-]+)", client)) - {'vscode'} == set(package.get('dependencies', {})),
    }.items() if not good)


def manifest():
    """The manifest has no fault, and each that one is given is seen."""
    text = open('editors/vscode/package.json', encoding='utf-8').read()
    check('the manifest', not list(manifest_faults(json.loads(text))), list(manifest_faults(json.loads(text))))
    for fault, old, new in (('name', '"name": "murrelet"', '"name": "Mur relet"'), ('version', '"version"', '"versions"'), ('publisher', '"publisher"', '"by"'),
                            ('engines', '"^1.82.0"', '"*"'), ('categories', 'Programming L', 'L'), ('main', './extension.js', './out/extension.js'),
                            ('events', 'onLanguage:murphi', 'onLanguage:murfi'), ('languages', '"id": "murphi"', '"id": "litmus"'),
                            ('extensions', '".m"', '"m"'), ('configurations', './litmus-language', './litmus'), ('grammars', '"language": "litmus"', '"language": "test"'),
                            ('scopes', '"source.murphi"', '"source.mur"'), ('file types', '".litmus"', '".lit"'), ('settings', '"type": "string"', '"type": "boolean"'),
                            ("the client's settings", 'murrelet.path', 'murrelet.program'), ("the client's languages", '"id": "murphi"', '"id": "mur"'),
                            ("the client's modules", 'vscode-languageclient', 'languageclient')):
        check('a fault of the manifest is seen: ' + fault, old in text and fault in list(manifest_faults(json.loads(text.replace(old, new)))))


def textmate():
    machine = TextMate(grammar('murphi'))
    models = chosen('models/**/*.m', 12) + chosen('tests/cases/*.m', 12) + chosen('invariants/*.m', 4) + chosen('docs/**/*.m', 3)
    for path in models:
        text = open(path, encoding='utf-8', errors='replace').read()
        judge('TextMate', path, [[kind_of_scope(s) for s in line] for line in machine.lines(text)])
    for path, text in hostile():
        kinds = [[kind_of_scope(s) for s in line] for line in machine.lines(text)]
        if 'var x' in text and 'comment' not in path:
            check('behind %s a line is a line' % os.path.basename(path), kinds[-2][0] == 'keyword', kinds[-2])
    litmus = TextMate(grammar('litmus'))
    tests = chosen('litmus/**/*.litmus', 20) + chosen('tests/ptx/**/*.litmus', 5)
    for path in tests:
        judge_litmus(path, list(litmus.lines(open(path, encoding='utf-8').read())))
    if os.environ.get('TEXTMATE'):
        compare('murphi', machine, models + [p for p, _ in hostile() if p.endswith('.m')])
        compare('litmus', litmus, tests)


def judge_litmus(path, scopes):
    text = open(path, encoding='utf-8').read().split('\n')
    check('the header of ' + path, scopes[0][0].startswith('storage.type') and len(set(scopes[0])) >= 2, scopes[0][:6])
    comment = sum(s.startswith('comment') for line in scopes for s in line)
    check('comments of ' + path, (comment > 0) == ('(*' in '\n'.join(text)), comment)
    for i, line in enumerate(text):
        head = re.match(r'\s*P0\b[^:]*;\s*$', line)
        if head and not any(s.startswith('comment') for s in scopes[i]):
            at = line.index('P0')
            check('a thread of ' + path, scopes[i][at].startswith('entity.name.function'), scopes[i][at])
        found = re.match(r'(~?exists|forall)\b', line)
        if found:
            check('the condition of ' + path, scopes[i][0].startswith('keyword.control'), scopes[i][0])


def compare(language, machine, files):
    """VS Code's tokenizer colours as ours does, which is what we looked at above."""
    out = subprocess.run(['node', 'tests/textmate.js', os.environ['TEXTMATE'], 'editors/vscode/syntaxes/%s.tmLanguage.json' % language] + files,
                         capture_output=True, text=True, timeout=600, check=False)
    results = out.stdout.splitlines()
    check('VS Code tokenizes %s' % language, len(results) == len(files), out.stderr)
    for path, result in zip(files, results):
        text = open(path, encoding='utf-8', newline='').read()
        theirs = [[scope for length, scope in line for _ in range(length)][:len(ours)] for line, ours in zip(json.loads(result), text.split('\n'))]
        ours = [line for line in machine.lines(text)]
        wrong = [(i + 1, a, b) for i, (a, b) in enumerate(zip(ours, theirs)) if a != b and len(a) < 20000]
        check('VS Code on ' + path, not wrong, [(n, [x for x in zip(a, b) if x[0] != x[1]][:2]) for n, a, b in wrong[:2]])


VIM = '''
set nocompatible nomore
let &runtimepath = '%s,' . &runtimepath
syntax on
for file in %s
  execute 'edit ' . fnameescape(file)
  let &filetype = file =~# 'litmus$' ? 'litmus' : 'murphi'
  let &syntax = &filetype
  let all = []
  for l in range(1, line('$'))
    let groups = []
    for c in range(1, min([col([l, '$']) - 1, 3000]))
      call add(groups, synIDattr(synID(l, c, 1), 'name'))
    endfor
    call add(all, groups)
  endfor
  call writefile([json_encode(all)], '%s', 'a')
endfor
qall!
'''


def vim():
    files = chosen('models/**/*.m', 6) + chosen('tests/cases/*.m', 4) + [p for p, _ in hostile() if not p.endswith('long.m')] + chosen('litmus/**/*.litmus', 3)
    result, script = os.path.join(SCRATCH, 'vim.json'), os.path.join(SCRATCH, 'colours.vim')
    with open(script, 'w', encoding='utf-8') as out:
        out.write(VIM % (os.path.abspath('editors/vim'), json.dumps([os.path.abspath(f) for f in files]), result))
    done = subprocess.run(['vim', '-u', 'NONE', '-i', 'NONE', '-n', '-es', '-c', 'set encoding=utf-8', '-S', script], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=1500 if NIGHTLY else 120, check=False)
    lines = open(result, encoding='utf-8').read().splitlines() if os.path.exists(result) else []
    check('Vim went through all files', len(lines) == len(files), (len(lines), len(files), done.stderr[-300:]))
    for path, line in zip(files, lines):
        groups = json.loads(line)
        if path.endswith('.litmus'):
            names = {g for row in groups for g in row}
            check('Vim on ' + path, SCRATCH in path or {'litmusHeader', 'litmusThread'} <= names, names)
        elif SCRATCH not in path:
            text = open(path, encoding='utf-8').read().split('\n')
            kinds = [by_character(t, g) for t, g in zip(text, groups)] + [[]]
            judge('Vim', path, kinds)


def by_character(text, groups):
    kinds, at = [], 0
    for c in text:
        kinds.append(kind_of_group(groups[at]) if at < len(groups) else '')
        at += len(c.encode())
    return kinds


NEOVIM = '''
local id = vim.lsp.start_client({ name = 'murrelet', cmd = { '%(murrelet)s', 'lsp' }, root_dir = '%(folder)s' })
vim.cmd('edit %(folder)s/a.m')
vim.lsp.buf_attach_client(0, id)
local out = {}
local function said() return vim.tbl_map(function(d) return { d.lnum, d.col, d.severity, d.message } end, vim.diagnostic.get(0)) end
local function ask(method, extra)
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(), extra or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do return answer.result end
end
out.ready = vim.wait(20000, function() return vim.lsp.buf_get_clients(0)[id] ~= nil end)
out.wrong = vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end) and said()
vim.api.nvim_buf_set_text(0, 1, 0, 1, 0, { 'var other: 0 .. N; -- 𝒳 é', '' })
out.right = vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end)
vim.api.nvim_win_set_cursor(0, { 2, 16 })
out.hover = ask('textDocument/hover')
out.definition = ask('textDocument/definition')
vim.lsp.buf.rename('MANY')
out.renamed = vim.wait(20000, function() return vim.fn.getline(1) == 'const MANY: 3;' end)
local edits = ask('textDocument/formatting', { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
out.text = vim.api.nvim_buf_get_lines(0, 0, -1, false)
vim.fn.writefile({ vim.fn.json_encode(out) }, '%(folder)s/out.json')
vim.cmd('qall!')
'''


# What an editor is given: `other` is to be declared in it, and N renamed.
TEXT = 'const N: 3;\nvar x: 0 .. N;\nstartstate x:=0; other := N; end;\nrule x<N ==> put "𝒳"; x:=x+1; end;\nrule other > 0 ==> other:=0; end;\n'


def renamed_and_laid_out():
    text = TEXT.replace('N', 'MANY').replace('var x', 'var other: 0 .. MANY; -- 𝒳 é\nvar x')
    return subprocess.run([MURRELET, 'fmt'], input=text, capture_output=True, text=True, check=False).stdout


def neovim():
    folder = os.path.join(SCRATCH, 'neovim')
    os.makedirs(folder)
    for name, content in ('a.m', TEXT), ('run.lua', NEOVIM % {'murrelet': MURRELET, 'folder': folder}):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as out:
            out.write(content)
    done = subprocess.run(['nvim', '--headless', '-n', '-u', 'NONE', '-i', 'NONE', '-c', 'luafile ' + os.path.join(folder, 'run.lua'), '-c', 'qall!'],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180, check=False)
    result = os.path.join(folder, 'out.json')
    out = json.load(open(result, encoding='utf-8')) if os.path.exists(result) else {}
    check('Neovim is through', out, done.stderr[-800:])
    check('Neovim: attached', out.get('ready') is True, out)
    check('Neovim: diagnostics', any('`other` is not declared' in d[3] and d[2] == 1 for d in out.get('wrong') or []), out.get('wrong'))
    check('Neovim: as one types', out.get('right') is True, out.get('right'))
    check('Neovim: hover', '= 3' in str(out.get('hover')), out.get('hover'))
    check('Neovim: definition', (out.get('definition') or {}).get('range', {}).get('start') == {'line': 0, 'character': 6}, out.get('definition'))
    check('Neovim: rename', out.get('renamed') is True, out.get('text'))
    check('Neovim: layout', '\n'.join(out.get('text') or []) + '\n' == renamed_and_laid_out(), out.get('text'))


EMACS = r'''
(package-initialize)
(load-file "set-up.el")
(require 'eglot)
(setq eglot-sync-connect 60 eglot-confirm-server-initiated-edits nil)
(defvar out (make-hash-table :test 'equal))
(defun say (key value) (puthash key value out))
(defun hover () (format "%S" (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
(defun wait-for (what) (let ((end (+ (float-time) 60)))
  (while (and (< (float-time) end) (not (funcall what))) (accept-process-output nil 0.1))
  (funcall what)))
(defun diagnosed () (mapcar (lambda (d) (format "%d %s" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d))) (flymake-diagnostics)))
(find-file "a.m")
(say "mode" (symbol-name major-mode))
(call-interactively 'eglot)
(wait-for 'diagnosed)
(say "wrong" (format "%S" (diagnosed)))
(goto-char (point-min)) (forward-line 1) (insert "var other: 0 .. N; -- 𝒳 é\n")
(eglot--signal-textDocument/didChange) ; a batch is never idle, which is when Eglot sends it
(say "right" (if (wait-for (lambda () (null (diagnosed)))) "true" "false"))
(goto-char (point-min)) (search-forward ".. N") (backward-char 1)
(say "hover" (hover))
(say "definition" (format "%S" (mapcar (lambda (i) (xref-location-group (xref-item-location i))) (xref-backend-definitions 'eglot "N"))))
(eglot-rename "MANY")
(eglot-format-buffer)
(say "text" (buffer-string))
(find-file "b.litmus")
(say "litmus-mode" (symbol-name major-mode))
(unless (eglot-current-server) (call-interactively 'eglot))
(goto-char (point-min)) (search-forward "r[na")
(say "litmus-hover" (hover))
(with-temp-file "out.json" (insert (json-encode out)))
(let ((kill-buffer-query-functions nil)) (kill-emacs 0))
'''


def emacs():
    folder = os.path.join(SCRATCH, 'emacs')
    os.makedirs(os.path.join(folder, 'bin'))
    os.symlink(MURRELET, os.path.join(folder, 'bin', 'murrelet'))
    guide = open('docs/editors.md', encoding='utf-8').read()
    litmus = open('litmus/message-passing/MP+na.xwg.litmus', encoding='utf-8').read()
    for name, content in ('a.m', TEXT), ('b.litmus', litmus), ('run.el', EMACS), \
            ('set-up.el', re.search(r'```elisp\n(.*?)```', guide, re.S).group(1)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(content)
    environment = dict(os.environ, PATH=os.path.join(folder, 'bin') + ':' + os.environ['PATH'], HOME=folder, LC_ALL='C.UTF-8')
    done = subprocess.run(['emacs', '--batch', '-l', 'run.el'], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                          check=False, cwd=folder, env=environment)
    result = os.path.join(folder, 'out.json')
    out = json.load(open(result, encoding='utf-8')) if os.path.exists(result) else {}
    check('Emacs is through', out, re.findall(r'jsonrpc-error-message[^)]*|[Ee]rror: .*', done.stderr)[:3] or done.stderr[-400:])
    check('Emacs: modes', (out.get('mode'), out.get('litmus-mode')) == ('murphi-mode', 'litmus-mode'), out)
    check('Emacs: diagnostics', '`other` is not declared' in out.get('wrong', ''), out.get('wrong'))
    check('Emacs: as one types', out.get('right') == 'true', out.get('right'))
    check('Emacs: hover', '= 3' in out.get('hover', ''), out.get('hover'))
    check('Emacs: definition', 'a.m' in out.get('definition', ''), out.get('definition'))
    check('Emacs: renamed and laid out', out.get('text') == renamed_and_laid_out(), out.get('text'))
    check('Emacs: hover in a litmus test', 'load' in out.get('litmus-hover', '') or 'read' in out.get('litmus-hover', ''), out.get('litmus-hover'))


def main():
    for part in sys.argv[2:]:
        globals()[part]()
    if 'TEST_COUNTS' in os.environ:
        with open(os.environ['TEST_COUNTS'], 'a', encoding='utf-8') as out:
            out.write('%d %d 0\n' % (passed, failed))
    print('%d passed, %d failed' % (passed, failed))
    subprocess.run(['rm', '-rf', SCRATCH], check=False)
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
