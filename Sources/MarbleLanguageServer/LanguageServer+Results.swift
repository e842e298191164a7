import MarbleTools
import Marbles

/// The requests that need the results of a run.
extension LanguageServer {
  /// Returns a function that writes the answer to a request from the results of its document, or `nil` for a request
  /// that needs none.
  func resultWriter(
    for method: String, _ params: JSONNode
  ) throws(ProtocolError) -> (@Sendable (TextDocument, DocumentResults) -> Writer)? {
    switch method {
    case "textDocument/inlayHint":
      let span = try span(params)
      let recorded = recordedHints(in: try document(params), at: span)
      return { text, results in
        let hints = results.statements.filter { span.touches($0.span) }.map {
          ($0.span.upperBound, $0.label, $0.details)
        }
        return { $0.hints(hints + recorded, in: text) }
      }
    case "textDocument/codeLens":
      let handlesCommands = state.withLock(\.client.handlesCommands)
      return { text, results in { $0.lenses(results.statements, in: text, handlesCommands: handlesCommands) } }
    case "textDocument/codeAction":
      let span = try span(params)
      let site = state.withLock(\.client.site)
      return { text, results in { $0.actions(for: results, at: span, in: text, site: site) } }
    default: return nil
    }
  }

  /// Returns the range of a request.
  private func span(_ params: JSONNode) throws(ProtocolError) -> Range<Int> {
    let text = try document(params)
    return try valid { () throws(JSONReadingError) in try text.span(of: params.member("range")) }
  }

  // MARK: Commands

  func execute(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let name: String = try valid { () throws(JSONReadingError) in try params.member("command").string() }
    guard let command = ServerCommand(rawValue: name) else {
      throw ProtocolError(.invalidParams, "there is no command `\(clipped(name))`")
    }
    let arguments = params["arguments"]?.items ?? []
    guard arguments.count == 2, let uri = arguments[0].text else {
      throw ProtocolError(.invalidParams, "expected the address of a document and a position")
    }
    let position = try valid { () throws(JSONReadingError) in try Position(arguments[1]) }
    let text = try document(at: uri)
    let results = state.withLock { $0.documents[uri]?.results }
    let report = results?.statements.first { text.position(of: $0.span.lowerBound) == position }
    guard let report else { throw ProtocolError(.requestFailed, "there is no result on this line yet") }
    switch command {
    case .play: return play(report, in: text)
    case .why: return explain(report, in: text)
    case .update: return update(report, in: text)
    }
  }

  /// Returns the script and the folder with which the client starts a terminal.
  private func play(_ report: StatementReport, in text: TextDocument) -> Writer {
    let script = text.edited.playing(report.span)
    return { json in
      guard let script else { return json.null() }
      json.object { json in
        json.member("script", script)
        json.member("folder", text.name.folder)
      }
    }
  }

  /// Returns the explanation, which is also shown if the client does not show it.
  private func explain(_ report: StatementReport, in text: TextDocument) -> Writer {
    let explanation = report.question.flatMap {
      text.edited.explanation(of: $0, at: report.span, in: sessions(for: text))
    }
    if let explanation, !state.withLock(\.client.handlesCommands) { show(explanation, .info) }
    return { json in
      if let explanation { json.string(explanation) } else { json.null() }
    }
  }

  private func update(_ report: StatementReport, in text: TextDocument) -> Writer {
    if let update = report.update {
      request("workspace/applyEdit") { json in
        json.object { json in
          json.member("label", update.title)
          json.key("edit")
          json.workspaceEdit(update.edits, in: text)
        }
      }
    }
    return { $0.null() }
  }
}

extension Range<Int> {
  /// Whether the ranges overlap or one begins where the other ends.
  fileprivate func touches(_ other: Range<Int>) -> Bool {
    lowerBound <= other.upperBound && other.lowerBound <= upperBound
  }
}

// MARK: - Results

/// Text beside a place of a document, with details.
typealias InlayHint = (offset: Int, label: String, details: String?)

extension JSONText {
  fileprivate mutating func hints(_ hints: [InlayHint], in text: TextDocument) {
    array(hints) { json, hint in
      json.object { json in
        json.key("position")
        json.position(text.position(of: hint.offset))
        json.member("label", hint.label)
        json.member("paddingLeft", true)
        if let details = hint.details { json.member("tooltip", details) }
      }
    }
  }

  fileprivate mutating func lenses(_ statements: [StatementReport], in text: TextDocument, handlesCommands: Bool) {
    let lenses = statements.flatMap { statement in
      let commands: [(ServerCommand, Bool)] = [
        (.play, statement.isDrawn && handlesCommands), (.why, statement.question != nil),
        (.update, statement.update != nil),
      ]
      return commands.filter(\.1).map { (statement.span, $0.0) }
    }
    array(lenses) { json, lens in
      let start = text.position(of: lens.0.lowerBound)
      json.object { json in
        json.rangeMember("range", lens.0, in: text)
        json.key("command")
        json.object { json in
          json.member("title", lens.1.rawValue.split(separator: ".").last.map(String.init) ?? "")
          json.member("command", lens.1.rawValue)
          json.key("arguments")
          json.list { json in
            json.string(text.uri)
            json.position(start)
          }
        }
      }
    }
  }

  fileprivate mutating func actions(
    for results: DocumentResults, at span: Range<Int>, in text: TextDocument, site: String?
  ) {
    array(results.actions(at: span)) { json, action in
      json.object { json in
        json.member("title", action.fix.title)
        json.member("kind", "quickfix")
        if let problem = action.problem {
          json.member("diagnostics", CollectionOfOne(problem)) { $0.diagnostic($1, in: text, site: site) }
        }
        json.member("isPreferred", action.isPreferred)
        json.key("edit")
        json.workspaceEdit(action.fix.edits, in: text)
      }
    }
  }

  /// Writes an array of values of different kinds.
  private mutating func list(_ items: (inout JSONText) -> Void) {
    array(CollectionOfOne(())) { json, _ in items(&json) }
  }
}

extension DocumentResults {
  fileprivate struct Action {
    let fix: EditorFix
    var problem: EditorProblem?
    let isPreferred: Bool
  }

  /// Returns the changes that solve a problem in a range, and those that solve all problems of a kind or accept all
  /// results.
  fileprivate func actions(at span: Range<Int>) -> [Action] {
    var actions = problems.filter { span.touches($0.span) }.flatMap { problem in
      problem.fixes.enumerated().map { Action(fix: $1, problem: problem, isPreferred: $0 == 0) }
    }
    actions += Set(actions.compactMap(\.problem?.name)).sorted().compactMap(fixAll)
    let found = statements.filter { $0.label.hasPrefix("✓") && span.touches($0.span) }.compactMap(\.update)
    actions += found.map { Action(fix: $0, isPreferred: true) }
    let updates = statements.compactMap(\.update)
    if updates.count > 1, statements.contains(where: { $0.update != nil && span.touches($0.span) }) {
      let all = EditorFix(title: "Accept all \(updates.count) results", edits: updates.flatMap(\.edits))
      actions.append(Action(fix: all, isPreferred: false))
    }
    return actions
  }

  /// Returns the change that solves all problems with a name in the best way, if there are several.
  private func fixAll(_ name: String) -> Action? {
    var edits: [DocumentEdit] = []
    let fixes = problems.filter { $0.name == name }.compactMap(\.fixes.first)
    for edit in fixes.flatMap(\.edits) {
      // One binding is enough for all uses of a name.
      let isRepeated = edit.text.contains("\n") && edits.contains { $0.text == edit.text }
      if !isRepeated, edits.allSatisfy({ !$0.span.overlaps(edit.span) }) { edits.append(edit) }
    }
    guard edits.count > 1 else { return nil }
    return Action(
      fix: EditorFix(title: "Fix all \(edits.count) problems of this kind", edits: edits), isPreferred: false)
  }
}
