import MarbleSession
import MarbleTools
import Marbles

/// The documents of the workspace, and their names and titles.
extension LanguageServer {
  /// Handles a change of the folders of the workspace.
  func changeFolders(_ params: JSONNode) {
    guard let event = params["event"] else { return }
    let removed = event["removed"]?.folders ?? []
    state.withLock { state in
      state.folders.removeAll(where: removed.contains)
      state.folders += event["added"]?.folders ?? []
    }
  }

  func workspaceSymbols(_ params: JSONNode) throws(ProtocolError) -> Writer {
    let query: String = try valid { () throws(JSONReadingError) in try params.member("query").string() }
    let symbols = workspaceDocuments().documents.flatMap { text in
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

  /// Returns the open documents, those in the folders of the workspace, and the files that they load, in the order of
  /// their addresses.
  ///
  /// - Returns: The documents, and the folder with too many files to find them, if there is one.
  private func workspaceDocuments() -> (documents: [TextDocument], largeFolder: String?) {
    var (found, folders) = state.withLock { ($0.documents.mapValues(\.text), $0.folders) }
    var paths = found.values.flatMap(\.edited.files)
    let stored = folders.map { (folder: $0, files: host.files($0)) }
    paths += stored.flatMap { $0.files ?? [] }
    var read: Set<String> = []
    while let path = paths.popLast()?.normalizedPath {
      guard read.insert(path).inserted, let text = file(named: path) else { continue }
      if found.updateValue(text, forKey: text.uri) == nil { paths += text.edited.files }
    }
    return (found.values.sorted { $0.uri < $1.uri }, stored.first { $0.files == nil }?.folder)
  }

  /// Returns the other documents of the workspace that load a file, directly or through others, in the order of their
  /// addresses.
  ///
  /// - Returns: The documents, and the folder with too many files to find them, if there is one.
  func loaders(of text: TextDocument) -> (documents: [TextDocument], largeFolder: String?) {
    // A document without a file cannot be loaded.
    guard text.path.hasPrefix("/") else { return ([], nil) }
    let (documents, largeFolder) = workspaceDocuments()
    var others = documents.filter { $0.path != text.path }.map {
      ($0, files: Set($0.edited.files.map(\.normalizedPath)))
    }
    var loaders: [TextDocument] = []
    var paths: Set = [text.path]
    while case let end = others.partition(by: { !$0.files.isDisjoint(with: paths) }), end < others.count {
      loaders += others[end...].map(\.0)
      paths.formUnion(others[end...].map(\.0.path))
      others.removeSubrange(end...)
    }
    return (loaders.sorted { $0.uri < $1.uri }, largeFolder)
  }
}

extension JSONNode {
  /// The paths of the workspace folders in the parameters of `initialize`.
  var workspaceFolders: [String] {
    if let folders = self["workspaceFolders"], !folders.items.isEmpty { return folders.folders }
    return (self["rootUri"]?.text?.pathOfAddress ?? self["rootPath"]?.text).map { [$0] } ?? []
  }

  /// The paths of some folders that the client has named.
  fileprivate var folders: [String] { items.compactMap { $0["uri"]?.text?.pathOfAddress } }
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
