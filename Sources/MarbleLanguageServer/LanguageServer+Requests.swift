import MarbleSession
import MarbleTools
import Marbles

/// The requests about documents.
extension LanguageServer {
  func answer(_ id: RequestID, _ method: String, _ params: JSONNode) throws(ProtocolError) {
    if let writer = try resultWriter(for: method, params) {
      // These requests wait for the results of the current contents.
      let text = try document(params)
      let ready: DocumentResults? = state.withLock { state in
        guard let document = state.documents[text.uri] else { return nil }
        if document.results == nil { state.documents[text.uri]?.waiting.append(WaitingRequest(id: id, answer: writer)) }
        return document.results
      }
      if let ready { respond(id, .success(writer(text, ready))) }
    } else {
      respond(id, .success(try writer(for: method, params)))
    }
  }

  /// Returns the answer to a request that needs no run.
  private func writer(for method: String, _ params: JSONNode) throws(ProtocolError) -> Writer {
    switch method {
    case "workspace/executeCommand": return try execute(params)
    case "workspace/symbol": return try workspaceSymbols(params)
    case "textDocument/hover": return try hover(params)
    case "textDocument/completion": return try completion(params)
    case "textDocument/signatureHelp": return try signatureHelp(params)
    case "textDocument/definition": return try definition(params)
    case "textDocument/references", "textDocument/documentHighlight":
      return try occurrences(params, areLocations: method.hasSuffix("references"))
    case "textDocument/prepareRename": return try prepareRename(params)
    case "textDocument/rename": return try rename(params)
    case "textDocument/documentSymbol": return try symbols(params)
    case "textDocument/foldingRange": return try folding(params)
    case "textDocument/selectionRange": return try selectionRanges(params)
    case "textDocument/documentLink": return try links(params)
    case "textDocument/formatting": return try formatting(params)
    case "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta": return try semanticTokens(params)
    default: throw ProtocolError(.methodNotFound, "there is no method `\(clipped(method))`")
    }
  }

  // MARK: Parameters

  /// Returns the document that a request is about.
  func document(_ params: JSONNode) throws(ProtocolError) -> TextDocument {
    let uri: String = try valid { () throws(JSONReadingError) in
      try params.member("textDocument").member("uri").string()
    }
    return try document(at: uri)
  }

  func document(at uri: String) throws(ProtocolError) -> TextDocument {
    guard let document = state.withLock({ $0.documents[uri]?.text }) else {
      throw ProtocolError(.invalidParams, "the document `\(clipped(uri))` is not open")
    }
    return document
  }

  /// Returns the document and the offset of a position in it.
  private func place(_ params: JSONNode) throws(ProtocolError) -> (text: TextDocument, offset: Int) {
    let text = try document(params)
    let position = try valid { () throws(JSONReadingError) in try Position(params.member("position")) }
    return (text, text.offset(of: position))
  }

  /// Returns the result of reading parameters.
  func valid<T>(_ read: () throws(JSONReadingError) -> T) throws(ProtocolError) -> T {
    do throws(JSONReadingError) {
      return try read()
    } catch {
      throw ProtocolError(.invalidParams, "expected \(error.expected)")
    }
  }

  // MARK: Explanations

  private func hover(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let (text, offset) = try place(params)
    let pictures = state.withLock(\.client.pictures)
    let explanation = text.edited.hover(at: offset, pictures: pictures, in: sessions(for: text))
    let hover = explanation.map { ($0.span, $0.markdown) } ?? recordedHover(in: text, at: offset)
    return { json in
      guard let hover else { return json.null() }
      json.object { json in
        json.markdown("contents", hover.1)
        json.rangeMember("range", hover.0, in: text)
      }
    }
  }

  private func signatureHelp(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let (text, offset) = try place(params)
    let hint = text.edited.signatures(at: offset, in: sessions(for: text))
    return { json in
      guard let hint else { return json.null() }
      json.object { json in
        json.member("signatures", hint.signatures) { json, signature in
          json.object { json in
            json.member("label", signature)
            json.member("documentation", hint.summary)
            json.member("parameters", parameters(of: signature)) { json, parameter in
              json.object { $0.member("label", parameter) }
            }
          }
        }
        json.member("activeSignature", hint.signatures.firstIndex(of: hint.signature) ?? 0)
        if let argument = hint.argument { json.member("activeParameter", argument) }
      }
    }
  }

  private func completion(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let (text, offset) = try place(params)
    let takesSnippets = state.withLock(\.client.takesSnippets)
    let completions = text.edited.completions(at: offset, in: sessions(for: text))
    return { json in
      json.array(completions?.candidates.enumerated().map { $0 } ?? []) { json, item in
        guard let completions else { return }
        let candidate = item.element
        json.object { json in
          json.member("label", candidate.text)
          json.member("kind", candidate.kind(among: completions.names))
          if !candidate.summary.isEmpty { json.member("detail", candidate.summary) }
          if let explanation = completions.explanation(candidate) { json.markdown("documentation", explanation) }
          // The order is that of the prompt, in which frequent operators may come first.
          json.member("sortText", String(10_000 + item.offset))
          if takesSnippets, let snippet = candidate.snippet {
            json.member("insertTextFormat", ProtocolNumber.InsertTextFormat.snippet)
            json.textEdit(snippet, at: completions.replaced, in: text)
          } else {
            json.textEdit(candidate.insertion, at: completions.replaced, in: text)
          }
        }
      }
    }
  }

  // MARK: Names

  private func definition(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let (text, offset) = try place(params)
    let symbol = text.edited.definition(at: offset, readFile: reader(for: text))
    var document: TextDocument? = text
    if case .file(let path)? = symbol?.origin { document = file(named: path) }
    return { [document] json in
      if let symbol, let document { json.location(symbol.span, in: document) } else { json.null() }
    }
  }

  private func occurrences(_ params: JSONNode, areLocations: Bool) throws(ProtocolError) -> Writer {
    let (text, offset) = try place(params)
    let scope = nameScope(text, offset, isInWorkspace: areLocations)
    let spans = scope.defining.edited.occurrences(
      at: scope.offset, loaders: scope.loaders.map(renamed), in: sessions(for: scope.defining))
    var found = zip(scope.documents, spans).flatMap { text, spans in spans.map { (text: text, span: $0) } }
    if params["context"]?["includeDeclaration"]?.isFalse == true {
      found.removeAll { $0.text.uri == scope.defining.uri && $0.span == scope.symbol?.span }
    }
    return { json in
      if areLocations {
        json.array(found) { $0.location($1.span, in: $1.text) }
      } else {
        json.array(found.filter { $0.text.uri == text.uri }) { json, place in
          json.object { $0.rangeMember("range", place.span, in: text) }
        }
      }
    }
  }

  /// A name with the documents in which it can be used.
  private struct NameScope {
    /// The definition of the name, or `nil` if there is none.
    let symbol: ScriptModel.Symbol?
    /// The document with the definition.
    var defining: TextDocument
    /// The offset of a use of the name in this document.
    var offset: Int
    /// The documents that load this one.
    var loaders: [TextDocument] = []
    /// A folder that is too large to know all of them.
    var largeFolder: String?

    var documents: [TextDocument] { [defining] + loaders }
  }

  /// Returns the scope of the name at an offset, in the workspace or only in the document.
  private func nameScope(_ text: TextDocument, _ offset: Int, isInWorkspace: Bool = true) -> NameScope {
    let symbol = text.edited.definition(at: offset, readFile: reader(for: text))
    var scope = NameScope(symbol: symbol, defining: text, offset: offset)
    guard let symbol, symbol.kind != .parameter else { return scope }
    if case .file(let path) = symbol.origin, let file = file(named: path) {
      (scope.defining, scope.offset) = (file, symbol.span.lowerBound)
    }
    if isInWorkspace {
      (scope.loaders, scope.largeFolder) = loaders(of: scope.defining)
    } else if scope.defining.uri != text.uri {
      scope.loaders = [text]
    }
    return scope
  }

  private func renamed(_ text: TextDocument) -> RenamedDocument {
    RenamedDocument(text.edited, in: sessions(for: text))
  }

  private func prepareRename(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let (text, offset) = try place(params)
    let span = text.edited.renamable(at: offset, readFile: reader(for: text))
    return { json in
      if let span { json.range(span, in: text) } else { json.null() }
    }
  }

  private func rename(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let (text, offset) = try place(params)
    let name: String = try valid { () throws(JSONReadingError) in try params.member("newName").string() }
    let scope = nameScope(text, offset)
    if let folder = scope.largeFolder {
      let reason = "`\(folder)` has too many files to find those that load \(scope.defining.edited.fileName)"
      throw ProtocolError(.requestFailed, reason)
    }
    do throws(EditedDocument.RenamingFailure) {
      let edits = try scope.defining.edited.renaming(
        at: scope.offset, to: name, loaders: scope.loaders.map(renamed), in: sessions(for: scope.defining))
      let changes = zip(scope.documents, edits).map { (text: $0, edits: $1) }
      return { $0.workspaceEdit(changes.filter { !$0.edits.isEmpty }) }
    } catch {
      throw ProtocolError(.requestFailed, error.message)
    }
  }

  private func symbols(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let text = try document(params)
    let outline = text.edited.outline
    return { json in
      json.array(outline) { json, item in
        let (symbol, detail) = item
        json.object { json in
          json.member("name", symbol.name)
          json.member("detail", detail)
          json.member("kind", ProtocolNumber.SymbolKind(symbol.kind))
          json.rangeMember("range", symbol.statement, in: text)
          json.rangeMember("selectionRange", symbol.span, in: text)
        }
      }
    }
  }

  private func folding(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let text = try document(params)
    let folds = text.edited.foldable
    return { json in
      json.array(folds) { json, fold in
        json.object { json in
          json.member("startLine", text.position(of: fold.span.lowerBound).line)
          json.member("endLine", text.position(of: fold.span.upperBound).line)
          if fold.isComment { json.member("kind", "comment") }
        }
      }
    }
  }

  private func selectionRanges(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let text = try document(params)
    let positions = try valid { () throws(JSONReadingError) in
      try params.member("positions").array().map { node throws(JSONReadingError) in try Position(node) }
    }
    let selections = positions.map { text.edited.selections(at: text.offset(of: $0)) }
    return { json in json.array(selections) { $0.selectionRange($1[...], in: text) } }
  }

  private func links(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let text = try document(params)
    let links = text.edited.links
    return { json in
      json.array(links) { json, link in
        json.object { json in
          json.rangeMember("range", link.span, in: text)
          json.member("target", link.path.addressOfPath)
        }
      }
    }
  }

  private func formatting(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let text = try document(params)
    let edits = text.edited.formatting
    return { json in
      guard let edits else { return json.null() }
      json.array(edits) { $0.edit($1, in: text) }
    }
  }
}

/// Returns the parameters in a signature such as `a.take(first: count)`, without closures.
private func parameters(of signature: String) -> [String] {
  guard let open = signature.firstIndex(of: "(") else { return [] }
  var parameters: [String] = []
  var parameter = ""
  var depth = 0
  for character in signature[open...] {
    if "([{".contains(character) { depth += 1 }
    if ")]}".contains(character) { depth -= 1 }
    if depth == 0 { break }
    if depth == 1, "(,".contains(character) {
      if !parameter.isEmpty { parameters.append(parameter) }
      parameter = ""
    } else if !parameter.isEmpty || character != " " {
      parameter.append(character)
    }
  }
  return parameter.isEmpty ? parameters : parameters + [parameter]
}

extension CompletionCandidate {
  fileprivate func kind(among names: Set<String>) -> ProtocolNumber.CompletionItemKind {
    if !opening.isEmpty { return .function }
    if names.contains(text) { return .variable }
    return text.hasSuffix(": ") ? .field : .keyword
  }

  /// The insertion with the cursor in its brackets, or `nil` if it has none.
  fileprivate var snippet: String? {
    switch opening {
    case "(": "\(text)($0)"
    case " { ": "\(text) { $0 }"
    default: nil
    }
  }
}

extension JSONText {
  /// Writes the first range, with those around it as its parents.
  fileprivate mutating func selectionRange(_ spans: ArraySlice<Range<Int>>, in text: TextDocument) {
    object { json in
      json.rangeMember("range", spans.first ?? 0..<0, in: text)
      guard spans.count > 1 else { return }
      json.key("parent")
      json.selectionRange(spans.dropFirst(), in: text)
    }
  }

  fileprivate mutating func textEdit(_ text: String, at span: Range<Int>, in document: TextDocument) {
    key("textEdit")
    edit(DocumentEdit(span: span, text: text), in: document)
  }
}
