'use strict';

const vscode = require('vscode');
const convert = require('./convert');
const { Connection } = require('./connection');

const languages = ['marble', 'markdown'];

/** The scripts and pages of one editor window, served by one `rxrepl lsp`. */
class Client {
  constructor(program) {
    this.diagnostics = vscode.languages.createDiagnosticCollection('rxrepl');
    this.hintsChanged = new vscode.EventEmitter();
    this.lensesChanged = new vscode.EventEmitter();
    this.connection = new Connection(program, {
      notification: (method, params) => this.handle(method, params),
      request: (method, params) => this.answer(method, params),
      ended: (reason) => vscode.window.showErrorMessage(
        `rxrepl has ended (${reason}). Set "rxrepl.path" to the program, then run "Marble: Restart rxrepl".`),
    });
    this.disposables = [this.diagnostics, this.hintsChanged, this.lensesChanged];
  }

  async start() {
    const isDark = [vscode.ColorThemeKind.Dark, vscode.ColorThemeKind.HighContrast];
    const { capabilities } = await this.connection.request('initialize', {
      processId: process.pid,
      capabilities: {
        general: { positionEncodings: ['utf-16'] },
        workspace: { inlayHint: { refreshSupport: true }, codeLens: { refreshSupport: true } },
        textDocument: { completion: { completionItem: { snippetSupport: true } } },
      },
      initializationOptions: {
        pictures: isDark.includes(vscode.window.activeColorTheme.kind) ? 'dark' : 'light',
        commands: true,
      },
    });
    this.connection.notify('initialized', {});
    this.follow();
    this.register(capabilities);
    vscode.workspace.textDocuments.forEach((document) => this.open(document));
  }

  async stop() {
    this.disposables.forEach((disposable) => disposable.dispose());
    await this.connection.stop();
  }

  // MARK: Documents

  follow() {
    this.disposables.push(
      vscode.workspace.onDidOpenTextDocument((document) => this.open(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.change(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.close(document)));
  }

  open(document) {
    if (!languages.includes(document.languageId)) return;
    this.connection.notify('textDocument/didOpen', {
      textDocument: {
        uri: document.uri.toString(), languageId: document.languageId, version: document.version,
        text: document.getText(),
      },
    });
  }

  change({ document, contentChanges }) {
    if (!languages.includes(document.languageId) || contentChanges.length === 0) return;
    this.connection.notify('textDocument/didChange', {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: convert.plainRange(range), text })),
    });
  }

  close(document) {
    if (!languages.includes(document.languageId)) return;
    this.connection.notify('textDocument/didClose', { textDocument: { uri: document.uri.toString() } });
  }

  // MARK: Messages of the server

  handle(method, params) {
    if (method !== 'textDocument/publishDiagnostics') return;
    const uri = vscode.Uri.parse(params.uri);
    this.diagnostics.set(uri, params.diagnostics.map((item) => convert.diagnostic(item, uri)));
  }

  async answer(method, params) {
    switch (method) {
      case 'workspace/applyEdit':
        return { applied: await vscode.workspace.applyEdit(convert.workspaceEdit(params.edit)) };
      case 'workspace/inlayHint/refresh': this.hintsChanged.fire(); break;
      case 'workspace/codeLens/refresh': this.lensesChanged.fire(); break;
    }
    return null;
  }

  // MARK: Features

  /** Asks about a document, and converts the result, or each item of an array. */
  async ask(method, document, params, token, transform) {
    const result = await this.connection.request(
      `textDocument/${method}`, { textDocument: { uri: document.uri.toString() }, ...params }, token);
    if (!result) return null;
    return Array.isArray(result) ? result.map(transform) : transform(result);
  }

  register(capabilities) {
    const at = (method, transform) => (document, position, token) =>
      this.ask(method, document, { position: convert.plainPosition(position) }, token, transform);
    const all = (method, transform) => (document, token) => this.ask(method, document, {}, token, transform);
    const { legend } = capabilities.semanticTokensProvider;
    const features = vscode.languages;
    this.disposables.push(
      features.registerHoverProvider(languages, { provideHover: at('hover', convert.hover) }),
      features.registerCompletionItemProvider(
        languages, { provideCompletionItems: at('completion', convert.completion) },
        ...capabilities.completionProvider.triggerCharacters),
      features.registerSignatureHelpProvider(
        languages, { provideSignatureHelp: at('signatureHelp', convert.signatureHelp) },
        ...capabilities.signatureHelpProvider.triggerCharacters),
      features.registerDefinitionProvider(languages, { provideDefinition: at('definition', convert.location) }),
      features.registerReferenceProvider(languages, {
        provideReferences: (document, position, context, token) =>
          at('references', convert.location)(document, position, token),
      }),
      features.registerDocumentHighlightProvider(
        languages, { provideDocumentHighlights: at('documentHighlight', convert.highlight) }),
      features.registerRenameProvider(languages, {
        provideRenameEdits: (document, position, newName, token) => this.ask(
          'rename', document, { position: convert.plainPosition(position), newName }, token, convert.workspaceEdit),
        prepareRename: async (document, position, token) => {
          const range = await at('prepareRename', convert.range)(document, position, token);
          return range ?? Promise.reject(new Error('There is no name here that this document defines.'));
        },
      }),
      features.registerDocumentSymbolProvider(
        languages, { provideDocumentSymbols: all('documentSymbol', convert.symbol) }),
      features.registerFoldingRangeProvider(languages, {
        provideFoldingRanges: (document, context, token) =>
          all('foldingRange', convert.foldingRange)(document, token),
      }),
      features.registerDocumentFormattingEditProvider(languages, {
        provideDocumentFormattingEdits: (document, options, token) =>
          all('formatting', convert.textEdit)(document, token),
      }),
      features.registerDocumentSemanticTokensProvider(
        languages, { provideDocumentSemanticTokens: all('semanticTokens/full', convert.semanticTokens) },
        new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
      features.registerInlayHintsProvider(languages, {
        onDidChangeInlayHints: this.hintsChanged.event,
        provideInlayHints: (document, range, token) =>
          this.ask('inlayHint', document, { range: convert.plainRange(range) }, token, convert.inlayHint),
      }),
      features.registerCodeLensProvider(languages, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: all('codeLens', convert.codeLens),
      }),
      features.registerCodeActionsProvider(languages, {
        provideCodeActions: (document, range, context, token) => this.ask(
          'codeAction', document, { range: convert.plainRange(range), context: { diagnostics: [] } }, token,
          convert.codeAction),
      }));
  }

  execute(command, ...args) {
    return this.connection.request('workspace/executeCommand', { command, arguments: args });
  }
}

const program = () => vscode.workspace.getConfiguration('rxrepl').get('path') || 'rxrepl';

let client;
/** The explanation that is shown. */
let explanation = '';

async function restart() {
  await client?.stop();
  client = new Client(program());
  await client.start().catch(() => {});
}

/** Plays a statement in a terminal. */
async function play(...args) {
  const result = await client.execute('rxrepl.play', ...args);
  if (!result) return;
  vscode.window.createTerminal({
    name: 'rxrepl', shellPath: program(), shellArgs: ['-e', result.script], cwd: result.folder || undefined,
  }).show();
}

/** Shows the reason for the first difference of an assertion beside the script. */
async function why(...args) {
  explanation = (await client.execute('rxrepl.why', ...args)) ?? '';
  const uri = vscode.Uri.parse(`rxrepl-why:Why?${Date.now()}`);
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider('rxrepl-why', {
      provideTextDocumentContent: () => explanation,
    }),
    vscode.commands.registerCommand('rxrepl.restart', restart),
    vscode.commands.registerCommand('rxrepl.play', play),
    vscode.commands.registerCommand('rxrepl.why', why),
    vscode.commands.registerCommand('rxrepl.update', (...args) => client.execute('rxrepl.update', ...args)));
  await restart();
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
