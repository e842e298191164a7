'use strict';

const path = require('path');
const vscode = require('vscode');
const convert = require('./convert');
const { Connection } = require('./connection');

// Only files and texts that are not saved yet: not, for example, the old version of a file beside its changes.
const selector = ['marble', 'markdown'].flatMap((language) =>
  ['file', 'untitled'].map((scheme) => ({ language, scheme })));
const isServed = (document) => selector.some(({ language, scheme }) =>
  document.languageId === language && document.uri.scheme === scheme);
/** The path of the trace whose values are shown in the files of a program, or an empty string. */
function trace() {
  const name = vscode.workspace.getConfiguration('rxrepl').get('trace') ?? '';
  return name && path.resolve(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', name);
}

/** Whether a document is served because the trace may name it. */
const isRecorded = (document) => document.uri.scheme === 'file' && trace() !== '';
/** Whether a document has something to run. Most Markdown pages have no `marble` fence. */
const hasScript = (document) => isServed(document)
  && (document.languageId === 'marble' || /^[ \t>]*(`{3,}|~{3,})[ \t]*\{?\.?marble\b/m.test(document.getText()));

/** The scripts and pages of one editor window, served by one `rxrepl lsp`. */
class Client {
  constructor(program) {
    this.trace = trace();
    this.diagnostics = vscode.languages.createDiagnosticCollection('rxrepl');
    this.hintsChanged = new vscode.EventEmitter();
    this.lensesChanged = new vscode.EventEmitter();
    this.connection = new Connection(program, ['lsp', ...limits(), ...(this.trace ? ['--trace', this.trace] : [])], {
      notification: (method, params) => this.handle(method, params),
      request: (method, params) => this.answer(method, params),
      ended: (reason) => vscode.window.showErrorMessage(
        `rxrepl has ended (${reason}). Set "rxrepl.path" to the program, then run "Marble: Restart rxrepl".`),
    });
    this.disposables = [this.diagnostics, this.hintsChanged, this.lensesChanged];
    /** The addresses of the documents that the server has. */
    this.opened = new Set();
  }

  async start() {
    const isDark = [vscode.ColorThemeKind.Dark, vscode.ColorThemeKind.HighContrast];
    const result = await this.connection.request('initialize', {
      processId: process.pid,
      workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(convert.plainFolder),
      capabilities: {
        general: { positionEncodings: ['utf-16'] },
        workspace: { inlayHint: { refreshSupport: true }, codeLens: { refreshSupport: true } },
        textDocument: {
          completion: { completionItem: { snippetSupport: true } },
          publishDiagnostics: { codeDescriptionSupport: true },
        },
      },
      initializationOptions: {
        pictures: isDark.includes(vscode.window.activeColorTheme.kind) ? 'dark' : 'light',
        commands: true,
        site: vscode.workspace.getConfiguration('rxrepl').get('site'),
      },
    });
    if (!result) return;
    this.connection.notify('initialized', {});
    this.follow();
    this.register(result.capabilities);
    vscode.workspace.textDocuments.forEach((document) => this.open(document));
  }

  async stop() {
    this.disposables.forEach((disposable) => disposable.dispose());
    await this.connection.stop();
  }

  // MARK: Documents

  follow() {
    // The server runs a document again when a script that it loads has changed.
    const changed = (uri) => this.connection.notify(
      'workspace/didChangeWatchedFiles', { changes: [{ uri: uri.toString(), type: 2 }] });
    const patterns = ['**/*.{marble,md,markdown}'];
    if (this.trace) {
      const name = path.basename(this.trace).replace(/[*?{}[\]!]/g, '?');
      patterns.push(new vscode.RelativePattern(vscode.Uri.file(path.dirname(this.trace)), name));
    }
    for (const files of patterns.map((pattern) => vscode.workspace.createFileSystemWatcher(pattern))) {
      this.disposables.push(
        files, files.onDidChange(changed), files.onDidCreate(changed), files.onDidDelete(changed));
    }
    this.disposables.push(
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => this.connection.notify(
        'workspace/didChangeWorkspaceFolders',
        { event: { added: added.map(convert.plainFolder), removed: removed.map(convert.plainFolder) } })),
      vscode.workspace.onDidOpenTextDocument((document) => this.open(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.change(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.close(document)));
  }

  open(document) {
    const uri = document.uri.toString();
    if (!(hasScript(document) || isRecorded(document)) || this.opened.has(uri)) return;
    this.opened.add(uri);
    this.connection.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  }

  change({ document, contentChanges }) {
    const uri = document.uri.toString();
    if (!this.opened.has(uri)) return this.open(document);
    if (contentChanges.length === 0) return;
    this.connection.notify('textDocument/didChange', {
      textDocument: { uri, version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: convert.plainRange(range), text })),
    });
  }

  close(document) {
    const uri = document.uri.toString();
    if (!this.opened.delete(uri)) return;
    this.connection.notify('textDocument/didClose', { textDocument: { uri } });
  }

  // MARK: Messages of the server

  handle(method, params) {
    if (method === 'window/showMessage') vscode.window.showWarningMessage(params.message);
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
    const uri = document.uri.toString();
    if (!this.opened.has(uri)) return null;
    const result = await this.connection.request(`textDocument/${method}`, { textDocument: { uri }, ...params }, token);
    if (!result) return null;
    return Array.isArray(result) ? result.map(transform) : transform(result);
  }

  register(capabilities) {
    const at = (method, transform) => (document, position, token) =>
      this.ask(method, document, { position: convert.plainPosition(position) }, token, transform);
    const all = (method, transform) => (document, token) => this.ask(method, document, {}, token, transform);
    const { legend } = capabilities.semanticTokensProvider;
    const features = vscode.languages;
    const recorded = this.trace ? [...selector, { scheme: 'file' }] : selector;
    this.disposables.push(
      features.registerHoverProvider(recorded, { provideHover: at('hover', convert.hover) }),
      features.registerCompletionItemProvider(
        selector, { provideCompletionItems: at('completion', convert.completion) },
        ...capabilities.completionProvider.triggerCharacters),
      features.registerSignatureHelpProvider(
        selector, { provideSignatureHelp: at('signatureHelp', convert.signatureHelp) },
        ...capabilities.signatureHelpProvider.triggerCharacters),
      features.registerDefinitionProvider(selector, { provideDefinition: at('definition', convert.location) }),
      features.registerReferenceProvider(selector, {
        provideReferences: (document, position, { includeDeclaration }, token) => this.ask(
          'references', document, { position: convert.plainPosition(position), context: { includeDeclaration } }, token,
          convert.location),
      }),
      features.registerDocumentHighlightProvider(
        selector, { provideDocumentHighlights: at('documentHighlight', convert.highlight) }),
      features.registerRenameProvider(selector, {
        provideRenameEdits: (document, position, newName, token) => this.ask(
          'rename', document, { position: convert.plainPosition(position), newName }, token, convert.workspaceEdit),
        prepareRename: async (document, position, token) => {
          const range = await at('prepareRename', convert.range)(document, position, token);
          return range ?? Promise.reject(new Error('There is no name here that a script defines.'));
        },
      }),
      features.registerDocumentSymbolProvider(
        selector, { provideDocumentSymbols: all('documentSymbol', convert.symbol) }),
      features.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: async (query, token) =>
          (await this.connection.request('workspace/symbol', { query }, token) ?? []).map(convert.workspaceSymbol),
      }),
      features.registerSelectionRangeProvider(selector, {
        provideSelectionRanges: (document, positions, token) => this.ask(
          'selectionRange', document, { positions: positions.map(convert.plainPosition) }, token,
          convert.selectionRange),
      }),
      features.registerDocumentLinkProvider(
        selector, { provideDocumentLinks: all('documentLink', convert.documentLink) }),
      features.registerFoldingRangeProvider(selector, {
        provideFoldingRanges: (document, context, token) =>
          all('foldingRange', convert.foldingRange)(document, token),
      }),
      features.registerDocumentFormattingEditProvider(selector, {
        provideDocumentFormattingEdits: (document, options, token) =>
          all('formatting', convert.textEdit)(document, token),
      }),
      features.registerDocumentSemanticTokensProvider(
        selector, {
          provideDocumentSemanticTokens: all('semanticTokens/full', convert.semanticTokens),
          provideDocumentSemanticTokensEdits: (document, previousResultId, token) => this.ask(
            'semanticTokens/full/delta', document, { previousResultId }, token, convert.semanticTokens),
        },
        new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
      features.registerInlayHintsProvider(recorded, {
        onDidChangeInlayHints: this.hintsChanged.event,
        provideInlayHints: (document, range, token) =>
          this.ask('inlayHint', document, { range: convert.plainRange(range) }, token, convert.inlayHint),
      }),
      features.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: all('codeLens', convert.codeLens),
      }),
      features.registerCodeActionsProvider(selector, {
        provideCodeActions: (document, range, context, token) => this.ask(
          'codeAction', document, { range: convert.plainRange(range), context: { diagnostics: [] } }, token,
          convert.codeAction),
      }));
  }

  execute(command, ...args) {
    return this.connection.request('workspace/executeCommand', { command, arguments: args });
  }
}

/** The options for scripts of a folder that the user does not trust, which read no other files. */
const limits = () => (vscode.workspace.isTrusted ? [] : ['--safe']);

const program = () => vscode.workspace.getConfiguration('rxrepl').get('path') || 'rxrepl';

let client;
/** The explanation that is shown. */
let explanation = '';

async function restart() {
  const last = client;
  const next = new Client(program());
  client = next;
  await last?.stop();
  await next.start().catch((error) => vscode.window.showErrorMessage(`rxrepl: ${error.message}`));
}

/** Starts the server when the first document has something to run, or may be named by the trace. */
async function startFor(document) {
  if (!client && (hasScript(document) || isRecorded(document))) await restart();
}

/** Plays a statement in a terminal. */
async function play(...args) {
  const result = await client?.execute('rxrepl.play', ...args);
  if (!result) return;
  vscode.window.createTerminal({
    name: 'rxrepl', shellPath: program(), shellArgs: [...limits(), '-e', result.script], cwd: result.folder || undefined,
  }).show();
}

/** Shows the reason for the first difference of an assertion beside the script. */
async function why(...args) {
  explanation = (await client?.execute('rxrepl.why', ...args)) ?? '';
  const uri = vscode.Uri.parse(`rxrepl-why:Why?${Date.now()}`);
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider('rxrepl-why', {
      provideTextDocumentContent: () => explanation,
    }),
    vscode.commands.registerCommand('rxrepl.restart', restart),
    vscode.workspace.onDidGrantWorkspaceTrust(() => client && restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rxrepl.trace') && (client || trace())) return restart();
    }),
    vscode.commands.registerCommand('rxrepl.play', play),
    vscode.commands.registerCommand('rxrepl.why', why),
    vscode.commands.registerCommand('rxrepl.update', (...args) => client?.execute('rxrepl.update', ...args)),
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidChangeTextDocument(({ document }) => startFor(document)));
  const document = vscode.workspace.textDocuments.find((document) => hasScript(document) || isRecorded(document));
  if (document) await startFor(document);
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
