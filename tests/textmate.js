// SPDX-License-Identifier: BSD-2-Clause
// textmate.js MODULES GRAMMAR FILE... - the innermost scope of each character, by VS Code's own tokenizer, which lies in
// MODULES: for each file a line of JSON, a list of lines, each a list of [length, scope].
const fs = require('fs');
const path = require('path');

const [modules, grammarFile, ...files] = process.argv.slice(2);
const { Registry, parseRawGrammar, INITIAL } = require(path.join(modules, 'vscode-textmate'));
const { loadWASM, OnigScanner, OnigString } = require(path.join(modules, 'vscode-oniguruma'));

async function main() {
  await loadWASM(fs.readFileSync(path.join(modules, 'vscode-oniguruma/release/onig.wasm')));
  const raw = parseRawGrammar(fs.readFileSync(grammarFile, 'utf8'), grammarFile);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner: (p) => new OnigScanner(p), createOnigString: (s) => new OnigString(s) }),
    loadGrammar: async () => raw,
  });
  const grammar = await registry.loadGrammar(raw.scopeName);
  for (const file of files) {
    let state = INITIAL;
    const lines = fs.readFileSync(file, 'utf8').split('\n').map((line) => {
      const result = grammar.tokenizeLine(line, state);
      state = result.ruleStack;
      return result.tokens.map((t) => [Array.from(line.slice(t.startIndex, t.endIndex)).length, t.scopes.length > 1 ? t.scopes[t.scopes.length - 1] : '']);
    });
    console.log(JSON.stringify(lines));
  }
}

main().catch((error) => { console.error(error); process.exit(1); });
