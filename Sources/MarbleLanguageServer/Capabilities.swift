import MarbleSession
import MarbleTools
import Marbles

/// The commands of code lenses.
enum ServerCommand: String, CaseIterable {
  /// Plays the drawing of a statement in a terminal.
  case play = "rxrepl.play"
  /// Explains the first difference of a failed assertion.
  case why = "rxrepl.why"
  /// Makes a failed assertion pass, or writes the answer of a search.
  case update = "rxrepl.update"
}

/// The types of semantic tokens.
enum TokenType: Int, CaseIterable {
  case tick, value, end
  case `operator`, function, parameter, variable, string, number, keyword, comment, macro

  /// The type of a highlighted part, or `nil` for an error, which is a diagnostic.
  init?(_ kind: Highlight.Kind) {
    switch kind {
    case .tick: self = .tick
    case .value: self = .value
    case .end: self = .end
    case .punctuation: self = .operator
    case .operator: self = .function
    case .label: self = .parameter
    case .name, .unknownName: self = .variable
    case .string, .argument: self = .string
    case .number: self = .number
    case .keyword: self = .keyword
    case .comment: self = .comment
    case .command: self = .macro
    case .error: return nil
    }
  }

  /// The name in the legend, whose index is the number of the type.
  var name: String { "\(self)" }
}

extension LanguageServer {
  /// Returns the answer to `initialize`.
  func capabilities(for client: ClientOptions) -> Writer {
    { [host] json in
      json.object { json in
        json.key("capabilities")
        json.object { $0.capabilities(for: client) }
        json.key("serverInfo")
        json.object { json in
          json.member("name", "rxrepl")
          json.member("version", host.version)
        }
      }
    }
  }
}

extension JSONText {
  fileprivate mutating func capabilities(for client: ClientOptions) {
    member("positionEncoding", client.encoding.rawValue)
    key("textDocumentSync")
    object { json in
      json.member("openClose", true)
      json.member("change", ProtocolNumber.TextDocumentSync.incremental)
    }
    key("completionProvider")
    object { $0.member("triggerCharacters", strings: [".", ":"]) }
    key("signatureHelpProvider")
    object { $0.member("triggerCharacters", strings: ["(", ","]) }
    member("hoverProvider", true)
    member("definitionProvider", true)
    member("referencesProvider", true)
    member("documentHighlightProvider", true)
    member("documentSymbolProvider", true)
    member("workspaceSymbolProvider", true)
    key("workspace")
    object { json in
      json.key("workspaceFolders")
      json.object { json in
        json.member("supported", true)
        json.member("changeNotifications", true)
      }
    }
    member("documentFormattingProvider", true)
    member("foldingRangeProvider", true)
    member("selectionRangeProvider", true)
    member("inlayHintProvider", true)
    key("documentLinkProvider")
    object { $0.member("resolveProvider", false) }
    key("renameProvider")
    object { $0.member("prepareProvider", true) }
    key("codeActionProvider")
    object { $0.member("codeActionKinds", strings: ["quickfix"]) }
    key("codeLensProvider")
    object { $0.member("resolveProvider", false) }
    key("executeCommandProvider")
    object { $0.member("commands", strings: ServerCommand.allCases.map(\.rawValue)) }
    key("semanticTokensProvider")
    object { json in
      json.key("legend")
      json.object { json in
        json.member("tokenTypes", strings: TokenType.allCases.map(\.name))
        json.member("tokenModifiers", strings: [])
      }
      json.key("full")
      json.object { $0.member("delta", true) }
    }
  }
}
