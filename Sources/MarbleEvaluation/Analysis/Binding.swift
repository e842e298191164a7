import MarbleLanguage

/// The definition of a name or of a custom operator, valid from its statement on.
package final class Binding: Sendable {
  package enum Kind: Sendable {
    /// A hot source. It sends its events whether it is observed or not, even if they violate the event grammar.
    case pipe(Timeline)
    /// A cold source. Start n plays timeline n, and all further starts play the last one. Never empty.
    case cold([Timeline])
    case expression(Plan)
    case customOperator(CustomOperator)
    case unknownOperator(UnknownOperator)
  }

  package let name: String
  package let kind: Kind
  /// The types of the values that the stream sends.
  var contents: TypeSet {
    if let known = cache.contents { return known }
    let contents: TypeSet =
      switch kind {
      case .pipe(let timeline): TypeSet(sentBy: timeline)
      case .cold(let timelines): .any(of: timelines.lazy.map { TypeSet(sentBy: $0) })
      case .expression(let plan): plan.contents
      case .customOperator, .unknownOperator: .unknown
      }
    cache.contents = contents
    return contents
  }
  private let cache = ContentsCache()

  /// The cached types.
  ///
  /// They must be used only from the thread of the session.
  private final class ContentsCache: @unchecked Sendable {
    var contents: TypeSet?
  }

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The timelines of a source, or an empty array for an expression or an operator.
  package var timelines: [Timeline] {
    switch kind {
    case .pipe(let timeline): [timeline]
    case .cold(let timelines): timelines
    case .expression, .customOperator, .unknownOperator: []
    }
  }

  /// Whether this is a source that starts from its beginning for each subscription.
  package var isCold: Bool {
    if case .cold = kind { true } else { false }
  }

  /// Whether this is a custom operator, with or without a definition.
  fileprivate var isOperator: Bool {
    switch kind {
    case .customOperator, .unknownOperator: true
    case .pipe, .cold, .expression: false
    }
  }

  /// The key in the log.
  ///
  /// The key of an operator ends in a parenthesis, because a stream may have the same name.
  fileprivate var key: String {
    isOperator ? Parser.key(ofOperator: name) : name
  }

  /// The first tick of its events, at most 0.
  fileprivate var firstTick: Int {
    timelines.reduce(0) { min($0, $1.marbles.first?.tick ?? 0) }
  }
}

/// The definitions of the names of a script at one place.
///
/// All places share one log that is only appended to, and a value of this type is a position in it. An expression
/// keeps the definitions from the place where it was parsed, at a cost that does not depend on the number of names.
package struct Bindings: Sendable {
  private var log = BindingLog()
  /// The number of bindings in the log that are visible at this place.
  private var count = 0
  /// Additional bindings that are visible only in this value.
  private var own: [Binding] = []
  /// Whether the additional bindings replace the others with the same names also in expressions and custom operators
  /// that were analyzed before.
  private var replacesOthers = false

  package init() {}

  /// The binding of a name.
  package subscript(name: String) -> Binding? {
    if let binding = own.last(where: { $0.name == name }) { return binding }
    return log.binding(of: name, before: count)
  }

  /// Returns the custom operator with a name, if its definition is known.
  package func customOperator(_ name: String) -> CustomOperator? {
    if case .customOperator(let definition)? = operatorBinding(name)?.kind { definition } else { nil }
  }

  /// Returns the custom operator with a name, if its definition is `?`.
  package func unknownOperator(_ name: String) -> UnknownOperator? {
    if case .unknownOperator(let question)? = operatorBinding(name)?.kind { question } else { nil }
  }

  func operatorBinding(_ name: String) -> Binding? { self[Parser.key(ofOperator: name)] }

  /// The names of streams, in the order in which they were bound.
  package var names: [String] { names { !$0.isOperator } }

  /// The names of custom operators, in the order in which they were defined.
  package var operatorNames: [String] { names(where: \.isOperator) }

  private func names(where isWanted: (Binding) -> Bool) -> [String] {
    var seen: Set<String> = []
    return log.all[..<count].reversed().filter(isWanted).map(\.name).filter { seen.insert($0).inserted }.reversed()
  }

  /// The number of bindings up to this place.
  package var extent: Int { count }

  /// Returns the first bindings in a separate log, which does not retain the others.
  package func beginning(_ extent: Int) -> Bindings {
    var bindings = Bindings()
    for binding in log.all[..<min(extent, count)] { bindings.bind(binding) }
    return bindings
  }

  /// The number of positions in the order of definition.
  var placeCount: Int { count + max(1, own.count) }

  /// Returns the position of a binding in the order of definition.
  ///
  /// Binding a name again gives it a new position.
  package func place(of binding: Binding) -> Int {
    if let index = own.firstIndex(where: { $0 === binding }) { return count + index }
    return log.place(of: binding) ?? count
  }

  /// The first tick of the events of all sources, at most 0.
  package var firstTick: Int {
    own.reduce(log.firstTick(before: count)) { min($0, $1.firstTick) }
  }

  /// Binds a name from here on.
  package mutating func bind(_ binding: Binding) {
    // If the log has newer bindings from another place, they must stay invisible here.
    if count < log.all.count { self = beginning(count) }
    log.append(binding)
    count = log.all.count
  }

  /// Removes all bindings at all places.
  ///
  /// This breaks the cycle between expressions and the names at their places.
  package func end() { log.end() }

  /// Returns a copy whose additional bindings replace the others with the same names, also in expressions and custom
  /// operators that were analyzed before.
  package func replacingOthers() -> Bindings {
    var bindings = self
    bindings.replacesOthers = true
    return bindings
  }

  /// Returns the binding in place of the given one, which is usually the same.
  func replacement(of binding: Binding) -> Binding {
    guard replacesOthers else { return binding }
    return own.last { $0.name == binding.name } ?? binding
  }

  /// Returns a copy with additional bindings that are visible only there, in this order after all others.
  package func with(_ added: [Binding]) -> Bindings {
    var bindings = self
    bindings.own = added
    return bindings
  }
}

/// All bindings of a session, in order.
///
/// It must be used only from the thread of the session.
private final class BindingLog: @unchecked Sendable {
  private(set) var all: [Binding] = []
  private var history: [String: [Int]] = [:]
  private var places: [ObjectIdentifier: Int] = [:]
  /// For each binding, the first tick of all sources up to it.
  private var firstTicks: [Int] = []

  func append(_ binding: Binding) {
    history[binding.key, default: []].append(all.count)
    places[ObjectIdentifier(binding)] = all.count
    firstTicks.append(min(firstTicks.last ?? 0, binding.firstTick))
    all.append(binding)
  }

  /// Returns the first tick of the events of the first `count` bindings, at most 0.
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

  /// Returns the last binding of a name among the first `count`.
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
