import MarbleLanguage

/// Creates the forms of a search from the catalog.
final class SearchForms {
  let constants: SearchConstants
  let compiler: SearchCompiler
  let library: SearchLibrary
  /// The forms without closures, ordered by cost.
  private(set) lazy var plain: [SearchForm] = forms {
    !$0.hasClosure
  } argument: {
    self.plainArguments($1)
  }
  private var byType: [TypeSet: [SearchForm]] = [:]
  private var groups: [GroupKey: [Group]] = [:]

  init(_ constants: SearchConstants, _ compiler: SearchCompiler) {
    self.constants = constants
    self.compiler = compiler
    library = SearchLibrary(constants)
  }

  /// Returns the forms with closures for streams whose values have these types, ordered by cost.
  func withClosures(for types: TypeSet) -> [SearchForm] {
    if let known = byType[types] { return known }
    let forms = forms(where: \.hasClosure) { entry, parameter in
      switch parameter.shape {
      case .closure(let role): self.library.closures(for: role, types, of: entry).map { .closure($0) }
      case .strategy: [.text(".concat", cost: 1), .text(".latest", cost: 1)]
      case .optionalMessage: [.omitted]
      case .value: self.library.initials.prefix(4).compactMap(\.literal).map { .text($0, cost: $0.utf8.count) }
      default: self.plainArguments(parameter)
      }
    }
    byType[types] = forms
    return forms
  }

  /// Forms whose results are related to their sources in the same way.
  struct Group {
    let relation: SearchRelation
    let hasSameEnd: Bool
    var forms: [SearchForm] = []
  }

  /// Returns the forms for the last operator of an answer, except for those whose closures are derived from the
  /// expected events.
  func groups(for types: TypeSet, arity: Int) -> [Group] {
    let key = GroupKey(types: types, arity: arity)
    if let known = groups[key] { return known }
    var result: [Group] = []
    for form in plain + withClosures(for: types) where form.arity == arity && !form.isSynthesized {
      let index = result.firstIndex { $0.relation == form.relation && $0.hasSameEnd == form.hasSameEnd }
      if let index {
        result[index].forms.append(form)
      } else {
        result.append(Group(relation: form.relation, hasSameEnd: form.hasSameEnd, forms: [form]))
      }
    }
    groups[key] = result
    return result
  }

  private struct GroupKey: Hashable {
    let types: TypeSet
    let arity: Int
  }

  /// Returns the form of an operator with a given closure, or `nil` if it has an error.
  ///
  /// - Parameter arguments: The arguments before the closure, each with its label.
  func form(_ name: String, arguments: [String] = [], closure: String, label: String? = nil)
    -> SearchForm?
  {
    guard let entry = Catalog.standard[name] else { return nil }
    var call = CallText(entry, streams: 1)
    for argument in arguments { call.add(argument, cost: argument.utf8.count) }
    call.add(closure: closure, label: label)
    return call.form(compiler)
  }

  /// Returns the form that combines two streams with a closure, or `nil` if it has an error.
  func joining(_ name: String, _ closure: String) -> SearchForm? {
    guard let entry = Catalog.standard[name] else { return nil }
    var call = CallText(entry, streams: name == "withLatest" ? 1 : 2)
    if name == "withLatest" { call.addStream(label: "from") }
    call.add(closure: closure, label: nil)
    return call.form(compiler)
  }

  // MARK: Arguments

  private enum Argument {
    case omitted
    case stream
    case text(String, cost: Int)
    case closure(String)
  }

  private func forms(
    where isWanted: (Overload) -> Bool, argument: (CatalogEntry, ParameterDescription) -> [Argument]
  ) -> [SearchForm] {
    var forms: [SearchForm] = []
    for entry in Catalog.standard.entries where !entry.isIgnoredBySearch {
      for overload in entry.overloads where isWanted(overload) {
        guard let first = overload.parameters.first else { continue }
        var calls: [CallText]
        var rest = overload.parameters[...]
        switch first.shape {
        case .stream:
          calls = [CallText(entry, streams: 1)]
          rest = rest.dropFirst()
        case .streams:
          calls = [CallText(entry, streams: 2)]
          rest = rest.dropFirst()
        default: continue
        }
        for parameter in rest {
          let arguments = argument(entry, parameter)
          // Of a second number, only the smallest are tried.
          let limit = calls.count > 1 && !parameter.isClosure ? parameter.isBoolean ? 1 : 3 : arguments.count
          calls = calls.flatMap { call in arguments.prefix(limit).map { call.adding($0, for: parameter) } }
        }
        forms += calls.map { $0.form(compiler) }
      }
    }
    return forms.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
  }

  private func plainArguments(_ parameter: ParameterDescription) -> [Argument] {
    switch parameter.shape {
    case .stream: return [.stream]
    case .streams, .streamValues, .array, .anything, .closure: return []
    case .value, .values:
      return (constants.integers.prefix(8).map(Value.integer) + constants.outputs).uniqued().compactMap(\.literal)
        .map { .text($0, cost: $0.utf8.count) }
    case .boolean:
      return [.omitted] + (parameter.defaultText == "true" ? [.text("false", cost: 3)] : [.text("true", cost: 3)])
    case .message, .optionalMessage:
      let messages = constants.messages.map { Argument.text(ValuePrinter.quoted($0), cost: 4) }
      if case .message = parameter.shape { return (parameter.defaultText == nil ? [] : [.omitted]) + messages }
      return [.omitted, .text("nil", cost: 3)] + messages
    case .strategy:
      return [".merge", ".concat", ".latest", ".race", ".throttle"].map { .text($0, cost: 1) }
    case .count(let minimum):
      return constants.counts.filter { $0 >= minimum }.map { .text(String($0), cost: 1 + $0 / 3) }
    case .time(let minimum):
      return constants.times.filter { $0 >= minimum }.map { .text(String($0), cost: 1 + $0 / 4) }
    }
  }

  /// A call that is being composed.
  private struct CallText {
    let entry: CatalogEntry
    private var streams: Int
    private var labels: [String] = []
    private var parts: [SearchForm.Piece]
    private var isInParentheses: Bool
    private var trailing: [SearchForm.Piece] = []
    private var closure: String?
    private var cost: Int

    init(_ entry: CatalogEntry, streams: Int) {
      self.entry = entry
      self.streams = streams
      cost = entry.searchCost
      if streams == 1 {
        parts = [.stream(0), .text(".\(entry.name)")]
        isInParentheses = false
      } else {
        parts = [.text("\(entry.name)("), .stream(0), .text(", "), .stream(1)]
        isInParentheses = true
      }
    }

    mutating func add(_ text: String, cost: Int) {
      open()
      parts.append(.text(text))
      self.cost += cost
    }

    mutating func add(closure: String, label: String?) {
      cost += SearchClosure.cost(of: closure)
      let pieces: [SearchForm.Piece] =
        closure == SearchLibrary.otherStream ? [.text("{ "), .stream(1), .text(" }")] : [.text("{ \(closure) }")]
      if closure == SearchLibrary.otherStream { streams = 2 } else { self.closure = closure }
      if let label {
        open()
        labels.append(label)
        parts.append(.text("\(label): "))
        parts += pieces
      } else {
        trailing = [.text(" ")] + pieces
      }
    }

    private mutating func open() {
      parts.append(.text(isInParentheses ? ", " : "("))
      isInParentheses = true
    }

    func adding(_ argument: Argument, for parameter: ParameterDescription) -> CallText {
      var call = self
      switch argument {
      case .omitted: break
      case .closure(let text): call.add(closure: text, label: parameter.label)
      case .stream: call.addStream(label: parameter.label)
      case .text(let text, let cost):
        call.open()
        call.note(parameter.label)
        call.parts.append(.text(text))
        call.cost += cost
      }
      return call
    }

    mutating func addStream(label: String?) {
      open()
      note(label)
      parts.append(.stream(1))
      streams = 2
    }

    private mutating func note(_ label: String?) {
      guard let label else { return }
      labels.append(label)
      parts.append(.text("\(label): "))
    }

    func form(_ compiler: SearchCompiler) -> SearchForm {
      var pieces = parts
      if isInParentheses {
        pieces.append(.text(")"))
      } else if trailing.isEmpty {
        pieces.append(.text("()"))
      }
      pieces += trailing
      let key = ([entry.name] + labels.prefix(1)).joined(separator: " ")
      var frame = ""
      for case .text(let text) in pieces { frame += text }
      if let closure { frame = frame.replacing("{ \(closure) }", with: "{}") }
      return SearchForm(
        entry, key: key, pieces, closure: closure, frame: frame, arity: streams, cost: cost, compiler)
    }
  }
}

extension SearchForm {
  /// Whether the closure of a last operator is derived from the expected events.
  fileprivate var isSynthesized: Bool {
    guard closure != nil else { return false }
    switch entry.name {
    case "map", "filter", "take", "skip", "first", "last", "count", "all", "contains", "scan", "reduce",
      "compactMap", "zip", "combineLatest", "withLatest", "forkJoin":
      return true
    default: return false
    }
  }
}

extension ParameterDescription {
  fileprivate var isBoolean: Bool { if case .boolean = shape { true } else { false } }
}

extension Overload {
  fileprivate var hasClosure: Bool { parameters.contains(where: \.isClosure) }
}

extension CatalogEntry {
  /// Whether a search never uses the operator, for example because it sends all events unchanged.
  fileprivate var isIgnoredBySearch: Bool {
    switch name {
    case "log", "on", "observe", "start", "promoteError", "share", "replayLazily", "multicast", "streams": true
    // Without `throw`, these send the same events as another operator.
    case "attempt", "attemptMap", "scanMap": true
    // Their arguments are streams of streams, or closures that no example determines.
    case "zipAll", "combineLatestAll", "expand", "flatScan", "partition": true
    // They only convert between values and states.
    case "toLoadingProducer", "dematerializeLoadingState": true
    default: family == .make
    }
  }

  /// The complexity of the operator in the order of answers.
  fileprivate var searchCost: Int {
    switch name {
    case "map", "filter", "take", "skip", "merge": 4
    case "zip", "combineLatest", "concat", "scan", "delay", "debounce", "throttle", "skipRepeats", "prefix",
      "withLatest", "count", "sum", "min", "max", "collect", "reduce", "first", "last", "uniqueValues", "index":
      5
    case "sample", "flatMap", "flatten", "compactMap", "race", "buffer", "retry", "timeout", "materialize",
      "combinePrevious", "ignoreValues", "repeat", "then":
      6
    default: 8
    }
  }
}

extension Array where Element: Equatable {
  func uniqued() -> [Element] {
    var unique: [Element] = []
    for element in self where !unique.contains(element) { unique.append(element) }
    return unique
  }
}
