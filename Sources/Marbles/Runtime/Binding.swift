import MarbleLanguage

/// A stream that an expression defines; analysis makes it, and running puts it together.
package protocol StreamDefinition: AnyObject, Sendable {
  /// The types of the values that it sends.
  var contents: TypeSet { get }

  func producer(on runContext: RunContext) throws(Fault) -> Producer
}

/// A custom operator; analysis makes it.
package protocol OperatorDefinition: AnyObject, Sendable {}

/// What a name stands for, or a custom operator, from the statement that bound it on.
package final class Binding: Sendable {
  package enum Kind: Sendable {
    /// Hot: sent whether or not anyone listens, lawful or not.
    case pipe(Timeline)
    /// Cold: the nth start plays the nth timeline, the last one from then on. Never empty.
    case cold([Timeline])
    case expression(any StreamDefinition)
    case `operator`(any OperatorDefinition)
  }

  package let name: String
  package let kind: Kind
  /// The types of the values that it sends.
  var contents: TypeSet {
    if let known = found.contents { return known }
    let contents: TypeSet =
      switch kind {
      case .pipe(let timeline): TypeSet(sentBy: timeline)
      case .cold(let timelines): .any(of: timelines.lazy.map { TypeSet(sentBy: $0) })
      case .expression(let definition): definition.contents
      case .operator: .unknown
      }
    found.contents = contents
    return contents
  }
  private let found = Found()

  /// The answer once it was asked for; used by one thread, as the session is.
  private final class Found: @unchecked Sendable {
    var contents: TypeSet?
  }

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The timelines as they were written; none for an expression.
  package var timelines: [Timeline] {
    switch kind {
    case .pipe(let timeline): [timeline]
    case .cold(let timelines): timelines
    case .expression, .operator: []
    }
  }

  /// Whether it is a source that starts afresh for each observer.
  package var isCold: Bool {
    if case .cold = kind { true } else { false }
  }

  /// What it is found by: an operator by its name with a parenthesis, since a stream may have the same name.
  fileprivate var key: String {
    if case .operator = kind { Parser.key(ofOperator: name) } else { name }
  }

  /// The first tick on which it does anything, not later than 0.
  fileprivate var firstTick: Int {
    min(0, timelines.compactMap(\.marbles.first?.tick).min() ?? 0)
  }
}

/// What the names of a script stand for at one point.
///
/// All points share one log that only grows, and a point is a place in it: so an expression keeps the meaning that its
/// names had when it was read, and that costs nothing however many names there are.
package struct Bindings: Sendable {
  private var log = BindingLog()
  /// How much of the log is known at this point.
  private var count = 0
  /// A binding of nobody else's.
  private var own: Binding?

  package init() {}

  /// What a name stands for.
  package subscript(name: String) -> Binding? {
    if let own, own.name == name { return own }
    return log.binding(of: name, before: count)
  }

  /// The custom operator of a name.
  package subscript(operator name: String) -> (any OperatorDefinition)? {
    if case .operator(let definition)? = self[Parser.key(ofOperator: name)]?.kind { definition } else { nil }
  }

  /// The names of streams, in the order in which they were bound.
  package var names: [String] { names { if case .operator = $0.kind { false } else { true } } }

  /// The names of the script's own operators, in the order in which they were defined.
  package var operatorNames: [String] { names { if case .operator = $0.kind { true } else { false } } }

  private func names(where isWanted: (Binding) -> Bool) -> [String] {
    var seen: Set<String> = []
    return log.all[..<count].reversed().filter(isWanted).map(\.name).filter { seen.insert($0).inserted }.reversed()
  }

  /// How much has been bound up to here.
  package var extent: Int { count }

  /// The first of what was bound, in a log of its own, so that nothing else comes back.
  package func beginning(_ extent: Int) -> Bindings {
    var bindings = Bindings()
    for binding in log.all[..<min(extent, count)] { bindings.bind(binding) }
    return bindings
  }

  /// How many places there are in the order of definition.
  var placeCount: Int { count + 1 }

  /// The place of a binding in the order of definition: a name that is bound again takes a new one.
  func place(of binding: Binding) -> Int {
    log.place(of: binding) ?? count
  }

  /// The first tick on which any of the sources does anything, not later than 0.
  var firstTick: Int {
    min(log.firstTick(before: count), own?.firstTick ?? 0)
  }

  /// Binds a name, from here on.
  package mutating func bind(_ binding: Binding) {
    // What was bound at another point since is not known at this one.
    if count < log.all.count { self = beginning(count) }
    log.append(binding)
    count = log.all.count
  }

  /// Lets go of all that was bound, at any point: an expression holds the names that it was read with, and they hold it.
  package func end() { log.end() }

  /// The same with one binding more, which nobody else sees.
  package func with(_ binding: Binding) -> Bindings {
    var bindings = self
    bindings.own = binding
    return bindings
  }
}

/// Everything that was ever bound, in order; used by one thread, as its session is.
private final class BindingLog: @unchecked Sendable {
  private(set) var all: [Binding] = []
  private var history: [String: [Int]] = [:]
  private var places: [ObjectIdentifier: Int] = [:]
  /// For each binding, the first tick of the sources up to it.
  private var firstTicks: [Int] = []

  func append(_ binding: Binding) {
    history[binding.key, default: []].append(all.count)
    places[ObjectIdentifier(binding)] = all.count
    firstTicks.append(min(firstTicks.last ?? 0, binding.firstTick))
    all.append(binding)
  }

  /// The first tick on which any of the first `count` sources does anything, not later than 0.
  func firstTick(before count: Int) -> Int { firstTicks.prefix(count).last ?? 0 }

  func end() {
    all = []
    firstTicks = []
    history = [:]
    places = [:]
  }

  func place(of binding: Binding) -> Int? {
    places[ObjectIdentifier(binding)]
  }

  /// The last binding of a name among the first `count`.
  func binding(of name: String, before count: Int) -> Binding? {
    guard let indices = history[name] else { return nil }
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < count { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? all[indices[low - 1]] : nil
  }
}
