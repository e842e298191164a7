import MarbleSession
import Marbles

/// Changing a name without changing what the scripts do.
///
/// A marble with the name may be a value or the name of the stream, which only a run shows. So the marbles are changed
/// without which the results would differ, and no others.
extension EditedDocument {
  /// The reason why a name cannot be changed.
  package enum RenamingFailure: Error, Equatable {
    /// There is no name, or it is not defined in this document.
    case nothingToRename
    case notAName(String)
    /// The document already uses the new name.
    case nameIsUsed(String)
    /// A timeline with the new name would have another meaning.
    case nameIsReadDifferently(String)
    /// The scripts have an error, so it is not known which marbles with the old name are names.
    case marblesAreUnknown(String)

    package var message: String {
      switch self {
      case .nothingToRename: "there is no name here that this document defines"
      case .notAName(let name): "`\(clipped(name))` is not a name: write a letter or `_`, then letters, digits and `_`"
      case .nameIsUsed(let name): "`\(clipped(name))` is already used in this document"
      case .nameIsReadDifferently(let name): "`\(clipped(name))` would have another meaning in a timeline"
      case .marblesAreUnknown(let name):
        "`\(clipped(name))` is also a marble, and the scripts have errors, so it is not known what it means there"
      }
    }
  }

  /// Returns the ranges of all uses of the name at an offset, with its definition, in the order of the document.
  ///
  /// - Parameters:
  ///   - readFile: Returns the contents of a file for `:load`, or `nil` if it cannot be read.
  ///   - makeSession: Creates a session for a run of the document.
  package func occurrences(
    at offset: Int, readFile: @escaping (String) -> [UInt8]? = { _ in nil }, in makeSession: @escaping () -> Session
  ) -> [Span] {
    let names = ScriptNames(of: self)
    guard let definition = definition(at: offset, in: names) else {
      // The name may be one of a file.
      let names = ScriptNames(of: self, readFile: readFile)
      return names.occurrence(at: offset).map { names.occurrences(of: $0.definition).map(\.span) } ?? []
    }
    let words = names.occurrences(of: definition).map(\.span)
    let unused = (0...).lazy.map { "_\($0)" }.first { !names.words.contains($0) } ?? "_"
    guard let edits = try? edits(of: definition, in: names, to: unused, in: makeSession) else { return words }
    return edits.map { edit in
      // The brackets of a marble are not a part of the name.
      [0, 1].lazy.compactMap { marble(at: edit.span.lowerBound + $0, in: names) }.first ?? edit.span
    }
  }

  /// Returns the name at an offset that can be changed, with its range.
  package func renamable(at offset: Int) -> Span? {
    let names = ScriptNames(of: self)
    guard definition(at: offset, in: names) != nil else { return nil }
    return names.occurrence(at: offset)?.span ?? marble(at: offset, in: names)
  }

  /// Returns the edits that change a name everywhere.
  ///
  /// Marbles that are names of the stream change too. A name of several characters is written in brackets there.
  ///
  /// - Parameter makeSession: Creates a session for a run of the document.
  package func renaming(
    at offset: Int, to name: String, in makeSession: @escaping () -> Session
  ) throws(RenamingFailure) -> [DocumentEdit] {
    let names = ScriptNames(of: self)
    guard let definition = definition(at: offset, in: names) else { throw .nothingToRename }
    let bytes = SourceBytes(Source(name: "", text: name))
    guard bytes.identifierEnd(at: 0) == bytes.count, bytes.count > 0, !Parser.isReserved(name) else {
      throw .notAName(name)
    }
    if names.definitions[definition].name == name { return [] }
    if names.words.contains(name) { throw .nameIsUsed(name) }
    return try edits(of: definition, in: names, to: name, in: makeSession)
  }

  /// Returns the edits for a name that a file defines and this document loads.
  package func renaming(
    _ old: String, of path: String, to name: String, readFile: @escaping (String) -> [UInt8]?
  ) -> [DocumentEdit] {
    let names = ScriptNames(of: self, readFile: readFile)
    let definitions = names.definitions.indices.filter {
      names.definitions[$0].file == path && names.definitions[$0].name == old
    }
    return definitions.flatMap(names.occurrences).map { DocumentEdit(span: $0.span, text: name) }
  }

  /// Returns the definition of the name at an offset, which may be a marble.
  func definition(at offset: Int, in names: ScriptNames) -> Int? {
    if let occurrence = names.occurrence(at: offset) { return occurrence.definition }
    guard let span = marble(at: offset, in: names) else { return nil }
    let name = String(decoding: bytes[span], as: UTF8.self)
    let isStream = { (index: Int) in names.definitions[index].name == name && names.definitions[index].kind == .stream }
    let before = names.definitions.indices.last { isStream($0) && names.definitions[$0].span.lowerBound < offset }
    return before ?? names.definitions.indices.first(where: isStream)
  }

  // MARK: Marbles

  private func edits(
    of definition: Int, in names: ScriptNames, to name: String, in makeSession: @escaping () -> Session
  ) throws(RenamingFailure) -> [DocumentEdit] {
    let old = names.definitions[definition].name
    let words = names.occurrences(of: definition).map { DocumentEdit(span: $0.span, text: name) }
    let marbles = passages.flatMap { names.marbles(named: old, in: $0, replacement: name) }
    let others = passages.flatMap { names.marbles(named: name, in: $0, replacement: name) }
    if marbles.isEmpty, others.isEmpty { return words }
    let trial = RenamingTrial(of: self, words: words, from: old, to: name, in: makeSession)
    guard !trial.hasError else { throw others.isEmpty ? .marblesAreUnknown(old) : .nameIsReadDifferently(name) }
    guard let needed = trial.needed(among: marbles) else { throw .nameIsReadDifferently(name) }
    return (words + needed.flatMap(\.edits)).sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  /// Returns the range of the name in the marble at an offset.
  private func marble(at offset: Int, in names: ScriptNames) -> Span? {
    guard let place = place(at: offset) else { return nil }
    let bytes = SourceBytes(place.source)
    var start = place.offset
    while start > 0, bytes.identifierEnd(at: start - 1).map({ $0 > start }) == true { start -= 1 }
    let spans = [start, place.offset].compactMap { start in bytes.identifierEnd(at: start).map { start..<$0 } }
    let grapheme = bytes.identifierEnd(at: place.offset).map { _ in
      place.offset..<UTF8Text.graphemeEnd(in: place.source.bytes, at: place.offset, to: place.source.bytes.count)
    }
    for candidate in spans + [grapheme].compactMap(\.self) {
      let name = place.source.text(of: candidate)
      let span = span(of: candidate, in: place.passage)
      let marbles = names.marbles(named: name, in: place.passage, replacement: name)
      if marbles.flatMap(\.edits).contains(where: { $0.span.contains(span.lowerBound) }) { return span }
    }
    return nil
  }
}

/// Runs of a document before and after a change of a name.
private struct RenamingTrial {
  private let edited: EditedDocument
  private let words: [DocumentEdit]
  private let old: String
  private let name: String
  private let makeSession: () -> Session
  private let before: [EditedDocument.RunResult]

  init(
    of edited: EditedDocument, words: [DocumentEdit], from old: String, to name: String,
    in makeSession: @escaping () -> Session
  ) {
    self.edited = edited
    self.words = words
    self.old = old
    self.name = name
    self.makeSession = makeSession
    before = edited.results(in: makeSession, renaming: old, to: name)
  }

  var hasError: Bool { before.contains { if case .error = $0 { true } else { false } } }

  /// Returns a smallest set of marbles to change so that the results stay the same, or `nil` if there is none.
  func needed(among marbles: [ScriptNames.MarbleGroup]) -> [ScriptNames.MarbleGroup]? {
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
    _ marbles: [ScriptNames.MarbleGroup], beside others: [ScriptNames.MarbleGroup]
  ) -> [ScriptNames.MarbleGroup] {
    if isSame(others) { return [] }
    if marbles.count <= 1 { return marbles }
    let (first, last) = (Array(marbles[..<(marbles.count / 2)]), Array(marbles[(marbles.count / 2)...]))
    let needed = needed(first, beside: others + last)
    return needed + self.needed(last, beside: others + needed)
  }

  private func isSame(_ marbles: [ScriptNames.MarbleGroup]) -> Bool {
    let bytes = edited.bytes.applying(words + marbles.flatMap(\.edits))
    let changed = EditedDocument(name: edited.name, bytes: bytes)
    return changed.results(in: makeSession, renaming: old, to: name) == before
  }
}

extension EditedDocument {
  /// The result of a statement, in which a name is replaced by another one.
  fileprivate enum RunResult: Equatable {
    case error(String)
    case text(String)
    case events([Timeline])
  }

  /// Runs all scripts within small limits and returns the results.
  fileprivate func results(
    in makeSession: @escaping () -> Session, renaming old: String, to name: String
  ) -> [RunResult] {
    var results: [RunResult] = []
    // A search or an endless run of one statement does not stop the following ones.
    var calls = 0
    var runner = FenceRunner(document) {
      let session = makeSession()
      session.options.limits = Limits(ticks: 1_000, deliveries: 10_000)
      session.options.runsBindings = true
      session.options.keepsSteps = false
      session.recordResult = { _, result, _ in
        calls = 0
        results.append(.events(result.outputs.map { $0.replacing(old, by: name) }))
      }
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
        calls = 0
        switch result.answer {
        case .error(let diagnostic, _) where result.counts:
          results.append(.error(diagnostic.problem.message.replacingWord(old, by: name)))
        case .passed(let assertion):
          results.append(.text("passed \(assertion.report?.text ?? "")".replacingWord(old, by: name)))
        case .failed(_, let reason): results.append(.text(reason.summary.replacingWord(old, by: name)))
        case .explained(let explanation): results.append(.text(explanation.sentence.replacingWord(old, by: name)))
        default: break
        }
        return true
      }
    }
    return results
  }

  /// The maximum number of steps of a statement, in thousands of deliveries, or in runs of a search or a law.
  private static var maxCalls: Int { 20_000 }
}

extension Timeline {
  fileprivate func replacing(_ old: String, by name: String) -> Timeline {
    var timeline = self
    for index in timeline.marbles.indices {
      if case .value(let value) = timeline.marbles[index].event {
        timeline.marbles[index].event = .value(value.replacing(old, by: name))
      }
    }
    return timeline
  }
}

extension Value {
  fileprivate func replacing(_ old: String, by name: String) -> Value {
    switch self {
    // A name of several characters is read as a string.
    case .marble(let text): .string(text == old ? name : text)
    case .string(let text): .string(text.replacingWord(old, by: name))
    case .tuple(let items): .tuple(items.map { $0.replacing(old, by: name) })
    case .array(let items): .array(items.map { $0.replacing(old, by: name) })
    case .event(.value(let value)): .event(.value(value.replacing(old, by: name)))
    case .stream(let stream):
      .stream(Stream(timeline: (stream.timeline ?? Timeline()).replacing(old, by: name), name: ""))
    default: self
    }
  }
}

extension String {
  /// Replaces a word that is not a part of a longer one.
  fileprivate func replacingWord(_ old: String, by name: String) -> String {
    var result = ""
    var word = ""
    for character in self + "\n" {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += (word == old ? name : word) + String(character)
        word = ""
      }
    }
    return String(result.dropLast())
  }
}
