import MarbleTools
import Marbles

/// Values of the protocol.
extension JSONText {
  mutating func position(_ position: Position) {
    object { json in
      json.member("line", position.line)
      json.member("character", position.character)
    }
  }

  mutating func range(_ span: Range<Int>, in text: TextDocument) {
    object { json in
      json.key("start")
      json.position(text.position(of: span.lowerBound))
      json.key("end")
      json.position(text.position(of: span.upperBound))
    }
  }

  mutating func rangeMember(_ key: StaticString, _ span: Range<Int>, in text: TextDocument) {
    self.key(key)
    range(span, in: text)
  }

  mutating func location(_ span: Range<Int>, in text: TextDocument) {
    object { json in
      json.member("uri", text.uri)
      json.rangeMember("range", span, in: text)
    }
  }

  mutating func markdown(_ key: StaticString, _ value: String) {
    self.key(key)
    object { json in
      json.member("kind", "markdown")
      json.member("value", value)
    }
  }

  /// - Parameter site: The address of the documentation, which the code is a link to, or `nil` without a link.
  mutating func diagnostic(_ problem: EditorProblem, in text: TextDocument, site: String?) {
    object { json in
      json.rangeMember("range", problem.span, in: text)
      json.member("severity", ProtocolNumber.DiagnosticSeverity(problem.kind))
      if let name = problem.name {
        json.member("code", name)
        if let site {
          let folder = site.hasSuffix("/") ? site : site + "/"
          json.key("codeDescription")
          json.object { $0.member("href", "\(folder)Documentation/Errors.html#\(name.lowercased())") }
        }
      }
      json.member("source", "rxrepl")
      json.member("message", problem.message)
      guard let related = problem.related else { return }
      json.member("relatedInformation", CollectionOfOne(related)) { json, related in
        json.object { json in
          json.key("location")
          json.location(related, in: text)
          json.member("message", "`\(clipped(String(decoding: text.bytes[related], as: UTF8.self)))` is here")
        }
      }
    }
  }

  mutating func edit(_ edit: DocumentEdit, in text: TextDocument) {
    object { json in
      json.rangeMember("range", edit.span, in: text)
      json.member("newText", edit.text)
    }
  }

  /// Writes edits of one document as a `WorkspaceEdit`.
  mutating func workspaceEdit(_ edits: [DocumentEdit], in text: TextDocument) { workspaceEdit([(text, edits)]) }

  mutating func workspaceEdit(_ changes: [(text: TextDocument, edits: [DocumentEdit])]) {
    object { json in
      json.key("changes")
      json.object { json in
        for change in changes {
          json.key(named: change.text.uri)
          json.array(change.edits) { $0.edit($1, in: change.text) }
        }
      }
    }
  }
}

extension ProtocolNumber.DiagnosticSeverity {
  fileprivate init(_ kind: EditorProblem.Kind) {
    self =
      switch kind {
      case .error, .failure: .error
      case .warning: .warning
      case .hint: .hint
      }
  }
}
