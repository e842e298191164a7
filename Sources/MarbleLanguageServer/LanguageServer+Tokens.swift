import MarbleSession
import MarbleTools
import Marbles

/// A part of a document with a color, as the protocol encodes it.
struct SemanticToken: Sendable, Equatable {
  /// The number of lines after the token before it.
  let lines: Int
  /// The number of characters after the token before it, or after the beginning of its line.
  let characters: Int
  let length: Int
  let type: TokenType

  /// The number of numbers of a token.
  static let size = 5
}

/// The tokens that the client has.
struct SentTokens: Sendable {
  let id: String
  let tokens: [SemanticToken]
}

extension LanguageServer {
  /// Returns the tokens of a document, or their difference to those that the client has.
  func semanticTokens(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let text = try document(params)
    let tokens = text.tokens(of: text.edited.highlights(readFile: reader(for: text)))
    let (old, new) = state.withLock { state in
      state.sentTokens += 1
      let new = SentTokens(id: String(state.sentTokens), tokens: tokens)
      defer { state.documents[text.uri]?.tokens = new }
      return (state.documents[text.uri]?.tokens, new)
    }
    let known = params["previousResultId"]?.text
    return { json in
      json.object { json in
        json.member("resultId", new.id)
        if let old, old.id == known { json.edits(from: old.tokens, to: tokens) } else { json.data(tokens[...]) }
      }
    }
  }
}

extension TextDocument {
  fileprivate func tokens(of highlights: [Highlight]) -> [SemanticToken] {
    var last = Position(line: 0, character: 0)
    return highlights.compactMap { highlight in
      guard let type = TokenType(highlight.kind) else { return nil }
      let start = position(of: highlight.range.lowerBound)
      let end = position(of: highlight.range.upperBound)
      defer { last = start }
      return SemanticToken(
        lines: start.line - last.line, characters: start.character - (start.line == last.line ? last.character : 0),
        length: end.character - start.character, type: type)
    }
  }
}

extension JSONText {
  fileprivate mutating func data(_ tokens: ArraySlice<SemanticToken>) {
    var numbers: [Int] = []
    for token in tokens { numbers += [token.lines, token.characters, token.length, token.type.rawValue, 0] }
    member("data", numbers: numbers)
  }

  /// Writes one edit, which replaces all tokens between the first and the last difference.
  fileprivate mutating func edits(from old: [SemanticToken], to new: [SemanticToken]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (removed, added) = (old[start..<old.count - end], new[start..<new.count - end])
    member("edits", removed.isEmpty && added.isEmpty ? [] : [start]) { json, start in
      json.object { json in
        json.member("start", start * SemanticToken.size)
        json.member("deleteCount", removed.count * SemanticToken.size)
        json.data(added)
      }
    }
  }
}
