'use strict';

// Runs the extension for Visual Studio Code with a replacement of the editor's module, and writes what it shows.
//
//   node vscode.js extension-folder program trace
//
// The server is first missing, then ends at once, hangs, and is killed; each time, the next restart starts the one of
// `rxrepl.path`.

const Module = require('module');
const [, , folder, program, trace] = process.argv;

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Plain { constructor(...values) { this.values = values; } }
class TextEdit { constructor(range, newText) { Object.assign(this, { range, newText }); } }
class WorkspaceEdit {
  constructor() { this.edits = []; }
  set(uri, edits) { this.edits.push([uri.toString(), edits]); }
}
class Emitter {
  constructor() { this.event = () => {}; this.fire = () => {}; }
  dispose() {}
}
class Uri {
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(`file://${path}`); }
  constructor(text) { this.text = text; this.scheme = text.split(':')[0]; }
  get fsPath() { return this.text.replace('file://', ''); }
  toString() { return this.text; }
}

const shown = { errors: [] };
const providers = {};
const commands = {};
let published;
const nextDiagnostics = () => new Promise((resolve) => { published = resolve; });
const settings = { path: program, site: 'https://docs.test' };
let opened;
let configured;
let errorShown;
let warned;
const nextError = () => new Promise((resolve) => { errorShown = resolve; });
const disposable = { dispose() {} };
const register = (name) => (selector, provider = selector) => { providers[name] = provider; return disposable; };
const script = 'a = --1|\nmrege(a)\na == --2|\n';
const document = {
  uri: new Uri('file:///work/demo.marble'), languageId: 'marble', version: 1, getText: () => script,
};
// Documents that have nothing to run, or are not files.
const others = [
  ['file:///work/README.md', 'markdown', '# Title\n\n```swift\nlet marble = 1\n```\n'],
  ['git:/work/demo.marble', 'marble', script],
].map(([uri, languageId, text]) => ({ uri: new Uri(uri), languageId, version: 1, getText: () => text }));

const vscode = {
  Position, Range, TextEdit, WorkspaceEdit, Uri, EventEmitter: Emitter,
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3 }, FoldingRangeKind: { Comment: 1 },
  CodeActionKind: { QuickFix: 'quickfix' }, ViewColumn: { Beside: -2 },
  languages: new Proxy({
    createDiagnosticCollection: () => ({ set: (uri, items) => published(items), dispose() {} }),
  }, { get: (known, name) => known[name] ?? register(name) }),
  workspace: {
    textDocuments: others, isTrusted: true, onDidGrantWorkspaceTrust: () => disposable,
    onDidChangeConfiguration: (listener) => { configured = listener; return disposable; },
    createFileSystemWatcher: (pattern) => (shown.watched = pattern.values ?? pattern) && ({
      onDidChange: () => disposable, onDidCreate: () => disposable, onDidDelete: () => disposable, ...disposable,
    }),
    workspaceFolders: [{ uri: new Uri('file:///nonexistent'), name: 'work' }],
    onDidChangeWorkspaceFolders: () => disposable,
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidOpenTextDocument: (listener) => { opened ??= listener; return disposable; }, onDidChangeTextDocument: () => disposable,
    onDidCloseTextDocument: () => disposable,
    registerTextDocumentContentProvider: (scheme, provider) => { providers.text = provider; return disposable; },
    applyEdit: async (edit) => { shown.applied = edit.edits; return true; },
  },
  window: {
    activeColorTheme: { kind: 1 },
    showWarningMessage: (text) => { shown.warning = text.replace(trace, ''); warned?.(); },
    showErrorMessage: (text) => { shown.errors.push(text.replace(folder, '').split('. ')[0]); errorShown?.(); },
    createTerminal: ({ shellArgs, cwd }) => ({ show() { shown.terminal = { shellArgs, cwd }; } }),
    showTextDocument: async (uri) => { shown.why = providers.text.provideTextDocumentContent(uri); },
  },
  commands: { registerCommand: (name, run) => { commands[name] = run; return disposable; } },
};
const known = new Proxy(vscode, { get: (known, name) => known[name] ?? Plain });

const childProcess = require('child_process');
const spawn = childProcess.spawn;
let lastProcess;
childProcess.spawn = (...values) => { lastProcess = spawn(...values); return lastProcess; };

const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? known : load(request, ...rest));

async function main() {
  const extension = require(`${folder}/extension.js`);
  await extension.activate({ subscriptions: [] });
  shown.startsForOthers = Object.keys(providers).includes('registerHoverProvider');
  vscode.workspace.textDocuments.push(document);
  settings.path = '/nonexistent/rxrepl';
  let error = nextError();
  await opened(document);
  await error;
  settings.path = '/bin/false';
  error = nextError();
  await commands['rxrepl.restart']();
  await error;
  // A program that reads nothing and does not end.
  settings.path = `${__dirname}/hanging.sh`;
  const hanging = commands['rxrepl.restart']();
  settings.path = program;
  let diagnostics = nextDiagnostics();
  await commands['rxrepl.restart']();
  await hanging;
  await diagnostics;
  // The server is killed.
  error = nextError();
  lastProcess.kill('SIGKILL');
  await error;
  diagnostics = nextDiagnostics();
  await commands['rxrepl.restart']();
  shown.diagnostics = (await diagnostics).map((item) => [...item.values.slice(1), item.code?.target.text]);
  const at = [document, new Position(0, 0)];
  shown.hover = (await providers.registerHoverProvider.provideHover(...at)).values[0].values[0].slice(0, 7);
  shown.hints = (await providers.registerInlayHintsProvider.provideInlayHints(
    document, new Range(new Position(0, 0), new Position(9, 0)))).map((hint) => hint.values[1]);
  shown.rename = (await providers.registerRenameProvider.provideRenameEdits(...at, 'x')).edits[0][1].length;
  shown.references = (await providers.registerReferenceProvider.provideReferences(
    ...at, { includeDeclaration: false })).length;
  shown.symbols = (await providers.registerWorkspaceSymbolProvider.provideWorkspaceSymbols('')).map((item) => item.values[0]);
  const selections = await providers.registerSelectionRangeProvider.provideSelectionRanges(document, [at[1]]);
  shown.selections = [selections[0], selections[0].values[1]].map((item) => item.values[0].end.character);
  const tokens = await providers.registerDocumentSemanticTokensProvider.provideDocumentSemanticTokens(document);
  const delta = await providers.registerDocumentSemanticTokensProvider.provideDocumentSemanticTokensEdits(
    document, tokens.values[1]);
  shown.delta = delta.values[0];
  const lenses = await providers.registerCodeLensProvider.provideCodeLenses(document);
  shown.lenses = lenses.map((lens) => lens.values[1].title);
  for (const lens of lenses) await commands[lens.values[1].command](...lens.values[1].arguments);
  shown.why = shown.why.split('\n')[0];
  // A file of a program in another language, whose trace has an invalid line.
  const recorded = {
    uri: new Uri('file:///work/app.ts'), languageId: 'typescript', version: 1, getText: () => 'typed.subscribe()\n',
  };
  vscode.workspace.textDocuments.push(recorded);
  settings.trace = trace;
  const warning = new Promise((resolve) => { warned = resolve; });
  await configured({ affectsConfiguration: (name) => name === 'rxrepl.trace' });
  await warning;
  shown.watched = shown.watched[1];
  shown.recorded = (await providers.registerInlayHintsProvider.provideInlayHints(
    recorded, new Range(new Position(0, 0), new Position(9, 0)))).map((hint) => hint.values[1]);
  await extension.deactivate();
  console.log(JSON.stringify(shown));
}

main().catch((error) => { console.error(error); process.exit(1); });
