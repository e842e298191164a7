'use strict';

// Values of the protocol as values of the editor, and the other way round.

const vscode = require('vscode');

const position = ({ line, character }) => new vscode.Position(line, character);
const range = ({ start, end }) => new vscode.Range(position(start), position(end));
const plainPosition = ({ line, character }) => ({ line, character });
const plainRange = ({ start, end }) => ({ start: plainPosition(start), end: plainPosition(end) });
const textEdit = (edit) => new vscode.TextEdit(range(edit.range), edit.newText);

function diagnostic({ range: place, severity, code, codeDescription, message, relatedInformation = [] }, uri) {
  const result = new vscode.Diagnostic(range(place), message, severity - 1);
  result.source = 'rxrepl';
  result.code = codeDescription ? { value: code, target: vscode.Uri.parse(codeDescription.href) } : code;
  result.relatedInformation = relatedInformation.map(({ location: { range: related }, message: text }) =>
    new vscode.DiagnosticRelatedInformation(new vscode.Location(uri, range(related)), text));
  return result;
}

function workspaceEdit({ changes }) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(changes)) result.set(vscode.Uri.parse(uri), edits.map(textEdit));
  return result;
}

function hover({ contents, range: place }) {
  return new vscode.Hover(new vscode.MarkdownString(contents.value), range(place));
}

function completion({
  label, kind, detail, documentation, sortText, insertTextFormat, textEdit: { range: place, newText },
}) {
  const result = new vscode.CompletionItem(label, kind - 1);
  result.detail = detail;
  if (documentation) result.documentation = new vscode.MarkdownString(documentation.value);
  result.sortText = sortText;
  result.range = range(place);
  result.insertText = insertTextFormat === 2 ? new vscode.SnippetString(newText) : newText;
  return result;
}

function signatureHelp({ signatures, activeSignature, activeParameter = -1 }) {
  const result = new vscode.SignatureHelp();
  result.signatures = signatures.map(({ label, documentation, parameters }) => {
    const signature = new vscode.SignatureInformation(label, documentation);
    signature.parameters = parameters.map((parameter) => new vscode.ParameterInformation(parameter.label));
    return signature;
  });
  result.activeSignature = activeSignature;
  result.activeParameter = activeParameter;
  return result;
}

function symbol({ name, detail, kind, range: whole, selectionRange }) {
  return new vscode.DocumentSymbol(name, detail, kind - 1, range(whole), range(selectionRange));
}

function inlayHint({ position: place, label, tooltip }) {
  const result = new vscode.InlayHint(position(place), label);
  result.paddingLeft = true;
  result.tooltip = tooltip;
  return result;
}

function codeAction({ title, isPreferred, edit }) {
  const result = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  result.isPreferred = isPreferred;
  result.edit = workspaceEdit(edit);
  return result;
}

function foldingRange({ startLine, endLine, kind }) {
  return new vscode.FoldingRange(startLine, endLine, kind && vscode.FoldingRangeKind.Comment);
}

const documentLink = ({ range: place, target }) => new vscode.DocumentLink(range(place), vscode.Uri.parse(target));
const location = ({ uri, range: place }) => new vscode.Location(vscode.Uri.parse(uri), range(place));
const highlight = ({ range: place }) => new vscode.DocumentHighlight(range(place));
const codeLens = ({ range: place, command }) => new vscode.CodeLens(range(place), command);
const plainFolder = ({ uri, name }) => ({ uri: uri.toString(), name });
const workspaceSymbol = ({ name, kind, location: place }) =>
  new vscode.SymbolInformation(name, kind - 1, '', location(place));
const selectionRange = ({ range: place, parent }) =>
  new vscode.SelectionRange(range(place), parent && selectionRange(parent));

function semanticTokens({ resultId, data, edits }) {
  if (data) return new vscode.SemanticTokens(new Uint32Array(data), resultId);
  return new vscode.SemanticTokensEdits(edits.map(({ start, deleteCount, data: added }) =>
    new vscode.SemanticTokensEdit(start, deleteCount, new Uint32Array(added))), resultId);
}

module.exports = {
  codeAction, codeLens, completion, diagnostic, documentLink, foldingRange, highlight, hover, inlayHint, location,
  plainFolder, plainPosition, plainRange, range, selectionRange, semanticTokens, signatureHelp, symbol, textEdit,
  workspaceEdit, workspaceSymbol,
};
