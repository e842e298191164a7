import Marbles

/// The results of runs that ended by themselves, by the keys of their statements.
package struct KnownRuns: Sendable {
  fileprivate var outputs: [Int: [Timeline]] = [:]
  /// The keys of the statements in which no hazard was found.
  fileprivate var withoutHazard: Set<Int> = []
  /// The number of results that are those of an earlier run.
  package fileprivate(set) var reusedCount = 0

  package init() {}

  /// The number of results.
  package var count: Int { outputs.count }
}

/// The runs of a document in an editor, which repeats only those that a change affects.
///
/// The key of a statement is made of its text, of the definitions of all names in it, and of the order of all names.
/// A marble is a name too, because it may stand for a stream, which is looked up when the statement runs.
package final class RunMemory {
  private let known: KnownRuns
  package private(set) var current = KnownRuns()
  /// The latest definitions of streams, and of operators by the keys of the parser.
  private var definitions: [String: Definition] = [:]
  /// The key of the order of all names, and of all commands.
  private var order = 0
  /// The key of the current statement.
  private var key = 0

  private struct Definition {
    let key: Int
    let mentioned: Set<String>
  }

  package init(_ known: KnownRuns) {
    self.known = known
  }

  /// Forgets all names, because a session begins.
  package func beginSession() {
    (definitions, order) = ([:], 0)
  }

  /// Determines the key of the next statement.
  func begin(_ planned: PlannedStatement, in source: Source) {
    let statement = planned.statement
    var mentioned = planned.mentionedNames
    // The statement may begin with the last result, without its name.
    if ["=", "d", "."].contains(where: { source.bytes[statement.span].starts(with: $0.utf8) }) {
      mentioned.insert("_")
    }
    key = key(of: source.bytes[statement.span], mentioned)
    let definition = Definition(key: key, mentioned: mentioned)
    switch statement.kind {
    case .bind(let name, _):
      define(name.text, definition)
      // A source that begins before tick 0 changes the beginning of all runs.
      if source.bytes[statement.span].contains(UInt8(ascii: "^")) { order = Self.hash(order, key) }
    case .define(let name, _, _): define(Parser.key(ofOperator: name.text), definition)
    case .command: order = Self.hash(order, key)
    case .show, .assert:
      for name in ["_", "_\(planned.resultCount)"] { definitions[name] = definition }
    case .subscriptions, .check, .ask, .law, .races: break
    }
  }

  /// Returns the result of the current statement in the previous run of the document.
  func outputs() -> [Timeline]? {
    guard let outputs = known.outputs[key] else { return nil }
    current.outputs[key] = outputs
    current.reusedCount += 1
    return outputs
  }

  /// Records the result of the current statement.
  func record(_ outcome: Outcome) {
    guard outcome.stop == nil, outcome.violations.isEmpty, outcome.outputs.allSatisfy(\.isSmall) else { return }
    current.outputs[key] = outcome.outputs
  }

  /// Whether no hazard is in the current statement, as the search finds unless it was done for the previous run.
  func hasNoHazard(search: () -> Bool) -> Bool {
    guard known.withoutHazard.contains(key) || search() else { return false }
    current.withoutHazard.insert(key)
    return true
  }

  // MARK: Keys

  private func define(_ name: String, _ definition: Definition) {
    definitions[name] = definition
    order = Self.hash(order, name)
  }

  private func key(of text: ArraySlice<UInt8>, _ mentioned: Set<String>) -> Int {
    var hasher = Hasher()
    hasher.combine(order)
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    // The definitions of the names in definitions count as well. Their sum does not depend on the order of a set.
    var sum = 0
    var seen = mentioned
    var open = Array(mentioned)
    while let name = open.popLast() {
      guard let definition = definitions[name] else { continue }
      sum &+= Self.hash(definition.key, name)
      for name in definition.mentioned where seen.insert(name).inserted { open.append(name) }
    }
    hasher.combine(sum)
    return hasher.finalize()
  }

  private static func hash(_ key: Int, _ value: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(value)
    return hasher.finalize()
  }
}

// MARK: - Names

extension SyntaxNode {
  /// Adds the names that the run of a statement may use: of streams, of operators by the keys of the parser, and
  /// marbles.
  func addMentionedNames(to names: inout Set<String>) {
    switch kind {
    case .identifier: names.formUnion([text, Parser.key(ofOperator: text)])
    case .timeline, .renaming, .stringSegment:
      let text = text
      for character in text { names.insert(String(character)) }
      names.formUnion(text.words.map(String.init))
      guard kind == .stringSegment else { return }
      var rest = text[...]
      while let escape = rest.firstRange(of: "\\u{") {
        rest = rest[escape.upperBound...]
        let digits = rest.prefix(while: \.isHexDigit)
        guard rest.dropFirst(digits.count).first == "}" else { continue }
        if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) { names.insert(String(scalar)) }
      }
    default: children.forEach { $0.addMentionedNames(to: &names) }
    }
  }
}

// MARK: - Results

extension Timeline {
  /// Whether the timeline needs little memory, and holds no stream that could be started.
  fileprivate var isSmall: Bool {
    marbles.count <= 1_000
      && marbles.allSatisfy { if case .value(let value) = $0.event { value.isPlain } else { true } }
  }
}

extension Value {
  fileprivate var isPlain: Bool {
    switch self {
    case .stream, .event: false
    case .tuple(let items), .array(let items): items.allSatisfy(\.isPlain)
    case .integer, .number, .boolean, .marble, .string, .null: true
    }
  }
}
