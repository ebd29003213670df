// SPDX-License-Identifier: BSD-2-Clause
// Starts `murrelet lsp` for models and litmus tests.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function activate() {
  const command = workspace.getConfiguration('murrelet').get('path');
  client = new LanguageClient('murrelet', 'Murrelet', { command, args: ['lsp'] }, {
    documentSelector: [{ language: 'murphi' }, { language: 'litmus' }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.{m,litmus}') },
  });
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
