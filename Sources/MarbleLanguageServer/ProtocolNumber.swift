import MarbleSession
import Marbles

/// The numbers of the protocol.
enum ProtocolNumber {
  enum TextDocumentSync: Int {
    case incremental = 2
  }

  enum DiagnosticSeverity: Int {
    case error = 1, warning = 2, hint = 4
  }

  enum SymbolKind: Int {
    case function = 12, variable = 13, string = 15
  }

  enum CompletionItemKind: Int {
    case function = 3, field = 5, variable = 6, keyword = 14
  }

  enum InsertTextFormat: Int {
    case snippet = 2
  }

  enum MessageType: Int {
    case warning = 2, info = 3
  }
}

extension ProtocolNumber.SymbolKind {
  init(_ kind: ScriptModel.Symbol.Kind) { self = kind == .customOperator ? .function : .variable }
}

extension JSONText {
  mutating func member<Number: RawRepresentable<Int>>(_ key: StaticString, _ number: Number) {
    member(key, number.rawValue)
  }
}
