import MarbleSession
import Marbles

/// A document in which a name changes, with access to files.
package struct RenamedDocument {
  fileprivate let edited: EditedDocument
  /// The model with the files that the document loads.
  fileprivate let model: DocumentModel
  fileprivate let makeSession: () -> Session

  /// - Parameter makeSession: Creates a session for a run of the document.
  package init(_ edited: EditedDocument, in makeSession: @escaping () -> Session) {
    let environment = makeSession().environment
    self.edited = edited
    self.makeSession = makeSession
    model = edited.model { try? environment.readFile($0) }
  }
}

/// Changing a name without changing what the scripts do.
///
/// A marble with the name may be a value or the name of the stream, which only a run shows. So the marbles are changed
/// without which the results would differ, and no others.
extension EditedDocument {
  /// The reason why a name cannot be changed.
  package enum RenamingFailure: Error, Equatable {
    /// There is no name, or no script defines it.
    case nothingToRename
    case notAName(String)
    /// The file that defines the name, or one that loads it, already uses the new name.
    case nameIsUsed(String, file: String)
    /// A timeline with the new name would have another meaning.
    case nameIsReadDifferently(String)
    /// A file has an error, so it is not known which marbles with the old name are names.
    case marblesAreUnknown(String, file: String)

    package var message: String {
      switch self {
      case .nothingToRename: "there is no name here that a script defines"
      case .notAName(let name): "`\(clipped(name))` is not a name: write a letter or `_`, then letters, digits and `_`"
      case .nameIsUsed(let name, let file): "`\(clipped(name))` is already used in \(file)"
      case .nameIsReadDifferently(let name): "`\(clipped(name))` would have another meaning in a timeline"
      case .marblesAreUnknown(let name, let file):
        "`\(clipped(name))` is also a marble, and \(file) has errors, so it is not known what it means there"
      }
    }
  }

  /// Returns the ranges of all uses of the name at an offset, with its definition, in the order of each document.
  ///
  /// - Parameters:
  ///   - loaders: The documents that load this one.
  ///   - makeSession: Creates a session for a run of the document.
  /// - Returns: The ranges in this document, followed by those in each of the others.
  package func occurrences(
    at offset: Int, loaders: [RenamedDocument], in makeSession: @escaping () -> Session
  ) -> [[Span]] {
    let documents = [RenamedDocument(self, in: makeSession)] + loaders
    guard let symbol = ownSymbol(at: offset, in: documents[0].model) else { return [] }
    let used = documents.reduce(into: Set()) { $0.formUnion($1.model.words) }
    let unused = (0...).lazy.map { "_a\($0)" }.first { !used.contains($0) } ?? "_a"
    let edits = (try? edits(of: symbol, in: documents, to: unused)) ?? words(of: symbol, in: documents, to: unused)
    return zip(documents, edits).map { document, edits in edits.map(document.edited.name) }
  }

  /// Returns the name at an offset that can be changed, with its range.
  package func renamable(at offset: Int, readFile: @escaping FileReader) -> Span? {
    let model = model(readFile)
    guard symbol(at: offset, in: model) != nil else { return nil }
    return use(at: offset, in: model)?.span ?? marble(at: offset, in: model)
  }

  /// Returns the edits that change a name everywhere.
  ///
  /// Marbles that are names of the stream change too. A name of several characters is written in brackets there.
  ///
  /// - Parameters:
  ///   - loaders: The documents that load this one.
  ///   - makeSession: Creates a session for a run of the document.
  /// - Returns: The edits of this document, followed by those of each of the others.
  package func renaming(
    at offset: Int, to name: String, loaders: [RenamedDocument] = [], in makeSession: @escaping () -> Session
  ) throws(RenamingFailure) -> [[DocumentEdit]] {
    let documents = [RenamedDocument(self, in: makeSession)] + loaders
    guard let symbol = ownSymbol(at: offset, in: documents[0].model) else { throw .nothingToRename }
    let bytes = SourceBytes(Source(name: "", text: name))
    guard bytes.identifierEnd(at: 0) == bytes.count, bytes.count > 0, !name.isReservedName else {
      throw .notAName(name)
    }
    if symbol.name == name { return documents.map { _ in [] } }
    if let user = documents.first(where: { $0.model.words.contains(name) }) {
      throw .nameIsUsed(name, file: user.edited.fileName)
    }
    return try edits(of: symbol, in: documents, to: name)
  }

  /// Returns the symbol of the name at an offset, with its ranges in this document, if no other file defines it.
  private func ownSymbol(at offset: Int, in model: DocumentModel) -> ScriptModel.Symbol? {
    guard let index = symbol(at: offset, in: model), case .passage = model.symbols[index].origin else { return nil }
    return inDocument(model.symbols[index])
  }

  /// Returns the symbol of the name at an offset, which may be a marble.
  func symbol(at offset: Int, in model: DocumentModel) -> Int? {
    if let use = use(at: offset, in: model) { return use.symbol }
    guard let span = marble(at: offset, in: model) else { return nil }
    let name = String(decoding: bytes[span], as: UTF8.self)
    let streams = model.symbols.indices.filter { model.symbols[$0].name == name && model.symbols[$0].kind == .stream }
    return streams.last { index in
      if case .file = model.symbols[index].origin { return true }
      return inDocument(model.symbols[index]).span.lowerBound < offset
    } ?? streams.first
  }

  // MARK: Marbles

  /// Returns the edits of the words that are uses of a symbol of this document.
  private func words(
    of symbol: ScriptModel.Symbol, in documents: [RenamedDocument], to name: String
  ) -> [[DocumentEdit]] {
    let path = self.name.normalizedPath
    return documents.map { document in
      let (edited, model) = (document.edited, document.model)
      let origin = edited.name.normalizedPath == path ? symbol.origin : .file(path)
      let symbols = model.symbols.indices.filter { index in
        let other = edited.inDocument(model.symbols[index])
        return other.span == symbol.span && other.origin == origin
      }
      return edited.uses(of: Set(symbols), in: model).map { DocumentEdit(span: $0, text: name) }
    }
  }

  private func edits(
    of symbol: ScriptModel.Symbol, in documents: [RenamedDocument], to name: String
  ) throws(RenamingFailure) -> [[DocumentEdit]] {
    let old = symbol.name
    let words = words(of: symbol, in: documents, to: name)
    func marbles(named old: String) -> [MarbleGroup] {
      documents.indices.flatMap { index in
        let edited = documents[index].edited
        return edited.runScripts(documents[index].model).flatMap { passage, script in
          edited.marbles(named: old, among: script.literals, in: passage, replacement: name).map { group in
            var group = group
            group.document = index
            return group
          }
        }
      }
    }
    let (marbles, others) = (marbles(named: old), marbles(named: name))
    if marbles.isEmpty, others.isEmpty { return words }
    let trial = RenamingTrial(of: documents, words: words, from: old, to: name)
    if let file = trial.fileWithError(among: marbles + others) {
      throw others.isEmpty ? .marblesAreUnknown(old, file: file) : .nameIsReadDifferently(name)
    }
    guard let needed = trial.needed(among: marbles) else { throw .nameIsReadDifferently(name) }
    return trial.edits(needed).map { $0.sorted { $0.span.lowerBound < $1.span.lowerBound } }
  }

  /// Returns the range of the name of a stream in the marble at an offset.
  private func marble(at offset: Int, in model: DocumentModel) -> Span? {
    guard let place = place(at: offset), !place.passage.isOnlyShown else { return nil }
    let literals = model.scripts[place.index].literals.filter { $0.span.contains(place.offset) }
    let names = literals.isEmpty ? [] : Set(model.symbols.filter { $0.kind == .stream }.map(\.name))
    let groups = names.flatMap { marbles(named: $0, among: literals, in: place.passage, replacement: $0) }
    return groups.flatMap(\.edits).map(name).first { $0.contains(offset) }
  }

  /// Returns the range of the name that an edit changes, without the brackets of a marble.
  private func name(in edit: DocumentEdit) -> Span {
    let span = edit.span
    return bytes[span.lowerBound] == ASCII.openSquare ? span.lowerBound + 1..<span.upperBound - 1 : span
  }

  /// Returns the marbles with a name, and the edits that replace it by another one.
  private func marbles(
    named name: String, among literals: [ScriptModel.Literal], in passage: Document.Passage, replacement: String
  ) -> [MarbleGroup] {
    let source = passage.source
    let reader = TimelineReader(source, tick: .millisecond)
    func edits(_ tokens: [TimelineToken], isList: Bool = false) -> [DocumentEdit] {
      tokens.filter { $0.kind == .value }.flatMap { token -> [DocumentEdit] in
        let text = source.text(of: token.span)
        if text == name || text == "[\(name)]" && !isList {
          let marble = TimelinePrinter.token(for: .marble(replacement))
          return [DocumentEdit(span: span(of: token.span, in: passage), text: marble)]
        }
        return text.hasPrefix("[") ? edits(source.words(named: name, in: token.span)) : []
      }
    }
    func edits(_ words: [Span]) -> [DocumentEdit] {
      words.map { DocumentEdit(span: span(of: $0, in: passage), text: replacement) }
    }
    return literals.filter { source.text(of: $0.span).contains(name) }.map { literal in
      let extent = literal.span
      switch literal.kind {
      case .timeline(let form):
        // After `where`, the marble has another meaning.
        let isReplaced = literal.renaming.map { source.words(named: name, in: $0).contains(where: source.isKey) }
        if isReplaced == true { return MarbleGroup(isString: false, edits: []) }
        return MarbleGroup(
          isString: false, edits: edits(reader.tokens(in: extent, as: form).tokens, isList: literal.isInLaw))
      case .string:
        let content = extent.lowerBound + 1..<extent.upperBound - 1
        return MarbleGroup(isString: true, edits: edits(reader.tokens(in: content, as: .cold).tokens))
      case .renaming:
        let values = source.words(named: name, in: extent).filter { !source.isKey($0) }
        return MarbleGroup(isString: false, edits: edits(values))
      }
    }.filter { !$0.edits.isEmpty }
  }
}

extension DocumentModel {
  /// All words that are names of something, also those without a definition.
  fileprivate var words: Set<String> { Set(scripts.flatMap(\.uses).map(\.name)) }
}

/// The marbles of a timeline, or of a string that may be one, that have one name.
private struct MarbleGroup {
  let isString: Bool
  /// The index of the document.
  var document = 0
  /// The edits that give them the other name.
  let edits: [DocumentEdit]
}

extension Source {
  /// Returns the uses of a word in a range.
  fileprivate func words(named name: String, in span: Span) -> [Span] {
    let text = text(of: span)
    return text.words.filter { $0 == name }.map { word in
      let start = span.lowerBound + text.utf8.distance(from: text.startIndex, to: word.startIndex)
      return start..<start + word.utf8.count
    }
  }

  /// Whether a word after `where` is followed by `=`.
  fileprivate func isKey(_ word: Span) -> Bool {
    bytes[word.upperBound...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "=")
  }
}

/// Runs of documents before and after a change of a name.
private struct RenamingTrial {
  private let documents: [RenamedDocument]
  private let words: [[DocumentEdit]]
  private let old: String
  private let name: String
  private var before: [EditedDocument.RunResults] = []

  init(of documents: [RenamedDocument], words: [[DocumentEdit]], from old: String, to name: String) {
    self.documents = documents
    self.words = words
    self.old = old
    self.name = name
    before = Array(results(after: documents.map { _ in [] }))
  }

  /// Returns the first file with errors and with some of the marbles.
  func fileWithError(among marbles: [MarbleGroup]) -> String? {
    let indices = Set(marbles.map(\.document)).filter { before[$0].hasError }
    return indices.min().map { documents[$0].edited.fileName }
  }

  /// Returns the edits of each document that change the words and some marbles.
  func edits(_ marbles: [MarbleGroup]) -> [[DocumentEdit]] {
    words.indices.map { index in words[index] + marbles.filter { $0.document == index }.flatMap(\.edits) }
  }

  /// Returns a smallest set of marbles to change so that the results stay the same, or `nil` if there is none.
  func needed(among marbles: [MarbleGroup]) -> [MarbleGroup]? {
    if isSame([]) { return [] }
    let outside = marbles.filter { !$0.isString }
    for all in [outside, marbles] where isSame(all) { return needed(all, beside: []) }
    // One of them may be a value, of whose text a longer name makes other events.
    for index in outside.indices.prefix(Self.maxValues) {
      let others = Array(outside[..<index] + outside[(index + 1)...])
      if isSame(others) { return needed(others, beside: []) }
    }
    return nil
  }

  /// The maximum number of timelines that are tried as values.
  private static let maxValues = 20

  /// Returns the marbles that are needed in addition to others, if all of them together are enough.
  private func needed(
    _ marbles: [MarbleGroup], beside others: [MarbleGroup]
  ) -> [MarbleGroup] {
    if isSame(others) { return [] }
    if marbles.count <= 1 { return marbles }
    let (first, last) = (Array(marbles[..<(marbles.count / 2)]), Array(marbles[(marbles.count / 2)...]))
    let needed = needed(first, beside: others + last)
    return needed + self.needed(last, beside: others + needed)
  }

  private func isSame(_ marbles: [MarbleGroup]) -> Bool { results(after: edits(marbles)).elementsEqual(before) }

  /// Returns the results of each document, which loads the edited ones.
  private func results(after edits: [[DocumentEdit]]) -> some Sequence<EditedDocument.RunResults> {
    let changed = zip(documents, edits).map {
      EditedDocument(name: $0.edited.name, bytes: $0.edited.bytes.applying($1))
    }
    let files = Dictionary(changed.map { ($0.name.normalizedPath, $0.bytes) }) { first, _ in first }
    return zip(documents, changed).lazy.map { [old, name] document, edited in
      // The results of others stay the same if those of the files that they load do.
      let text = String(decoding: document.edited.bytes, as: UTF8.self)
      guard [old, name].contains(where: { text.contains($0) }) else {
        return EditedDocument.RunResults()
      }
      return edited.results(in: { document.session(reading: files) }, renaming: old, to: name)
    }
  }
}

extension RenamedDocument {
  /// Creates a session that reads other contents of some files.
  fileprivate func session(reading files: [String: [UInt8]]) -> Session {
    let session = makeSession()
    let readFile = session.environment.readFile
    session.environment.readFile = { path throws(SystemFailure) in
      if let bytes = files[path.normalizedPath] { return bytes }
      return try readFile(path)
    }
    return session
  }
}

extension EditedDocument {
  /// The results of all statements, in which two names are the same, and whether one of them is an error.
  fileprivate struct RunResults: Equatable {
    var hasError = false
    var texts: [String] = []
  }

  /// Runs all scripts within small limits and returns the results.
  fileprivate func results(
    in makeSession: @escaping () -> Session, renaming old: String, to name: String
  ) -> RunResults {
    var results = RunResults()
    // A search or an endless run of one statement does not stop the following ones.
    var calls = 0
    func add(_ texts: [String]) {
      calls = 0
      results.texts += texts.map { $0.replacing(old, by: name) }
    }
    var runner = FenceRunner(document) {
      let session = makeSession()
      session.options.limits = Limits(ticks: 1_000, deliveries: 10_000)
      session.options.runsBindings = true
      session.options.keepsSteps = false
      session.recordResult = { _, result, _ in add(result.outputs.map { TimelinePrinter.text(of: $0) }) }
      return session
    }
    for passage in passages {
      runner.run(
        passage,
        while: {
          calls += 1
          return calls < Self.maxCalls
        }
      ) { result in
        switch result.answer {
        case .error(let diagnostic, _) where result.counts:
          results.hasError = true
          add([diagnostic.problem.message])
        case .passed(let assertion): add(["passed \(assertion.report?.text ?? "")"])
        case .failed(_, let reason): add([reason.summary])
        case .explained(let explanation): add([explanation.sentence])
        default: calls = 0
        }
        return true
      }
    }
    return results
  }

  /// The maximum number of steps of a statement, in thousands of deliveries, or in runs of a search or a law.
  private static var maxCalls: Int { 20_000 }
}

extension String {
  /// Replaces two names by the same character, so that strings are equal if they differ only in these names.
  ///
  /// In a timeline, a name of several characters has brackets, and a string of one character has quotes.
  fileprivate func replacing(_ old: String, by name: String) -> String {
    [old, name].sorted { $0.count > $1.count }.reduce(filter { $0 != "\"" }) { text, name in
      text.replacing("[\(name)]", with: "\u{0}").replacing(name, with: "\u{0}")
    }
  }
}
