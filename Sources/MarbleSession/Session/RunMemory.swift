import Marbles

/// The results of runs that ended by themselves, by the keys of their statements.
package struct KnownRuns: Sendable {
  fileprivate var outputs: [Int: [Timeline]] = [:]
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
    let mentioned = statement.kind.mentioned
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
    case .subscriptions, .check, .ask, .law: break
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

extension Statement.Kind {
  /// The names that the run of the statement may use: of streams, of operators by the keys of the parser, and marbles.
  fileprivate var mentioned: Set<String> {
    var names = MentionedNames()
    switch self {
    case .bind(_, let definition): names.add(definition)
    case .define(_, _, let body): names.add(body)
    case .show(let subject, _), .assert(let subject, _, _), .ask(_, let subject, _): names.add(subject)
    case .subscriptions, .check, .law, .command: break
    }
    return names.names
  }
}

private struct MentionedNames {
  var names: Set<String> = []

  mutating func add(_ subject: Subject) {
    switch subject {
    case .definition(let definition): add(definition)
    case .lastResult: names.insert("_")
    }
  }

  mutating func add(_ definition: Definition) {
    switch definition {
    case .pipe(let literal), .raw(let literal): add(literal.timeline)
    case .cold(let literals): for literal in literals { add(literal.timeline) }
    case .expression(let expression): add(expression)
    }
  }

  mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .name(let name): names.insert(name)
    case .call(let call), .method(_, let call): names.insert(Parser.key(ofOperator: call.name.text))
    case .string(let literal):
      for case .literal(let text, _) in literal.parts { add(timeline: text) }
    default: break
    }
    expression.parts.forEach { add($0) }
  }

  mutating func add(_ timeline: Timeline) {
    for marble in timeline.marbles + (timeline.loop?.marbles ?? []) { add(marble.event) }
  }

  private mutating func add(_ event: Timeline.Event) {
    if case .value(let value) = event { add(value) }
  }

  private mutating func add(_ value: Value) {
    switch value {
    case .marble(let name): names.insert(name)
    case .string(let text): add(timeline: text)
    case .tuple(let items), .array(let items): items.forEach { add($0) }
    case .event(let event): add(event)
    case .stream(let stream): if let timeline = stream.timeline { add(timeline) }
    case .integer, .number, .boolean, .null: break
    }
  }

  /// Adds the marbles in a string, which may be a timeline.
  private mutating func add(timeline text: String) {
    for character in text { names.insert(String(character)) }
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) { names.insert(String(word)) }
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
