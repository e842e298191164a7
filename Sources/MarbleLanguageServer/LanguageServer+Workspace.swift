import MarbleSession
import MarbleTools
import Marbles

/// The names and titles of all documents.
extension LanguageServer {
  func workspaceSymbols(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let query: String = try valid { () throws(JSONReadingError) in try params.member("query").string() }
    let symbols = documentsAndFiles().flatMap { text in
      text.edited.landmarks.filter { $0.name.contains(inOrder: query) }.map { (text, $0) }
    }
    return { json in
      json.array(symbols) { json, symbol in
        let (text, landmark) = symbol
        json.object { json in
          json.member("name", landmark.name)
          json.member("kind", landmark.kind)
          json.key("location")
          json.location(landmark.span, in: text)
        }
      }
    }
  }

  /// Returns the open documents and the files that they load, in the order of their addresses.
  private func documentsAndFiles() -> [TextDocument] {
    var found = state.withLock { $0.documents.mapValues(\.text) }
    var paths = found.values.flatMap(\.edited.files)
    while let path = paths.popLast()?.normalizedPath {
      guard found[path.addressOfPath] == nil, let text = file(named: path) else { continue }
      if found.updateValue(text, forKey: text.uri) == nil { paths += text.edited.files }
    }
    return found.values.sorted { $0.uri < $1.uri }
  }
}

extension EditedDocument {
  /// A name or a title, with its range.
  fileprivate struct Landmark {
    let name: String
    let kind: ProtocolNumber.SymbolKind
    let span: Range<Int>
  }

  fileprivate var landmarks: [Landmark] {
    let names = outline.map { Landmark(name: $0.symbol.name, kind: .init($0.symbol.kind), span: $0.symbol.span) }
    let titles = titles.map { Landmark(name: $0.text, kind: .string, span: $0.statement) }
    return (names + titles).sorted { $0.span.lowerBound < $1.span.lowerBound }
  }
}

extension String {
  /// Whether the string contains the characters of another one in their order, in any case.
  fileprivate func contains(inOrder other: String) -> Bool {
    var rest = lowercased()[...]
    return other.lowercased().allSatisfy { character in
      guard let index = rest.firstIndex(of: character) else { return false }
      rest = rest[rest.index(after: index)...]
      return true
    }
  }
}
