import MarbleLanguage

/// Calls of operators that can be typed, for the help of a wrong call.
///
/// They use the receiver and the arguments that were written, as far as they fit, and the fewest other arguments.
package struct CallExample {
  private let entry: CatalogEntry
  /// The stream before the dot as source text.
  private let receiver: String?
  /// The arguments that were written.
  private var written: [Written]
  /// Whether an argument is too long for an example.
  private let omitsArgument: Bool
  /// The meaning of the name in another library under which the operator is called.
  private var implied = CatalogEntry.Alias.Interpretation()
  /// Whether the text after the name was empty or is used.
  package private(set) var usesRest = true

  /// An argument as it was written.
  struct Written {
    var label: String?
    var text: String
    /// The number of simultaneous streams, if the argument can be one.
    var limit: Int64?
    /// Whether a label of another library shows that the argument is a time.
    var isTime = false
    var isName = false
    /// Whether it is a closure that compares values.
    var isCondition = false
    /// Whether the message marks the argument or its label.
    var isMarked = false
    /// The argument with its label as it was written.
    var whole = ""
    /// Returns what the argument probably means for a parameter that it does not fit.
    var meaning: (ParameterDescription) -> String? = { _ in nil }
    /// Whether the argument can be one of a parameter as it was written.
    let fits: (ParameterDescription) -> Bool

    func text(for parameter: ParameterDescription) -> String? {
      switch parameter.shape {
      case .count where isTime: nil
      case .stream where isTime && parameter.label != nil: "interval(\(text))"
      default: fits(parameter) ? text : meaning(parameter)
      }
    }
  }

  /// Whether the calls contain the stream before the dot.
  var usesReceiver: Bool { receiver != "" }

  init(_ entry: CatalogEntry, on receiver: String?, _ written: [Written]) {
    self.entry = entry
    self.receiver = receiver.map { Self.isShort($0) ? $0 : "" }
    // An argument with the label of another library may be one without it here. There are no schedulers to choose.
    // The time grows with the square of the number of arguments, and a longer example is not readable.
    let known = written.filter { $0.label != "scheduler" }
    let short = known.filter { Self.isShort($0.text) }.prefix(64)
    omitsArgument = short.count < known.count
    self.written = short.map { argument in
      var argument = argument
      argument.whole = (argument.label.map { "\($0): " } ?? "") + argument.text
      guard !entry.overloads.contains(where: { $0.has([argument.label]) }) else { return argument }
      argument.isTime = ["timeSpan", "timespan", "time"].contains(argument.label)
      argument.label = nil
      return argument
    }
    // The closure of `reduce(into:)` changes its value.
    if written.contains(where: { $0.label == "into" }) {
      for index in self.written.indices {
        self.written[index].text = self.written[index].text.addingInsteadOfAppending
      }
    }
  }

  /// Whether an argument is a name of a program, such as `self` and `DispatchQueue.main`.
  static func isForeign(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name): name == "self" || (name.first?.isUppercase == true && !Catalog.isFunction(name))
    case .member(let receiver, _): isForeign(receiver)
    // A function of a type may make a stream: `Observable.empty()`.
    case .method(let receiver, let call): Catalog.standard[call.name.text]?.family != .make && isForeign(receiver)
    default: false
    }
  }

  /// Whether code fits into a help.
  static func isShort(_ text: String) -> Bool { text.utf8.count <= 200 && !text.contains(where: \.isNewline) }

  /// Creates the example for a name that is not called.
  ///
  /// - Parameter rest: The text after the name, which may be arguments without parentheses: `typed.debounce 3`.
  package init(_ entry: CatalogEntry, on receiver: String?, followedBy rest: String) {
    var items = rest.split { " ,:".contains($0) }.map(String.init)
    for index in items.indices.dropFirst().reversed() where items[index - 1].allSatisfy(\.isNumber) {
      // A time in words: `debounce a by 3 ms`.
      if let unit = TickLength.unitNames[items[index]] { items[index - 1] += unit; items.remove(at: index) }
    }
    items.removeAll { ["and", "with", "from", "of", "the", "by", "to", "on"].contains($0) && rest.contains(" ") }
    var receiver = receiver
    if receiver == nil, entry.isMethod,
      let name = items.firstIndex(where: { item in
        item.first?.isLetter == true && !entry.overloads.contains { $0.has([item]) }
      })
    {
      receiver = items.remove(at: name)
    }
    var written: [Written] = []
    let sign = items.first.flatMap(BinaryOperator.init)
    if items.count == 2 && sign != nil || rest.contains("$0") {
      // A calculation of the closure: `filter a > 2`, `a.map $0 * 2` or `a.map $0 * 2 }`.
      let body = rest.hasSuffix("}") && !rest.contains("{") ? String(rest.dropLast()) : rest
      let text =
        "{ \(sign == nil ? "" : "$0 ")\(sign == nil ? body.trimmingWhitespace : items.joined(separator: " ")) }"
      written = [Written(label: nil, text: text) { $0.isClosure }]
      items = [text]
    } else if rest.allSatisfy({ $0.isLetter || $0.isNumber || " ,:_".contains($0) }) {
      var label: String?
      for item in items {
        if label == nil, entry.overloads.contains(where: { $0.has([item]) }) {
          label = item
        } else {
          written.append(Written(word: item, label: label))
          label = nil
        }
      }
    }
    self.init(entry, on: receiver, written)
    let call = text
    usesRest = rest.isEmpty || (!written.isEmpty || items.isEmpty) && items.allSatisfy(call.contains)
  }

  /// Creates the example for a name, which may be an alias.
  private init(_ entry: CatalogEntry, as alias: CatalogEntry.Alias?, on receiver: String?) {
    let implied = alias?.interpretations.first ?? CatalogEntry.Alias.Interpretation()
    self.init(entry, on: receiver, implied.presets.map { Written($0.argument, in: Source(name: "", text: "")) })
    self.implied = implied
  }

  /// Returns the shortest call of an operator on the first ones of some streams.
  ///
  /// - Parameter alias: The name in another library under which the operator is called, if any.
  package static func text(
    of entry: CatalogEntry, as alias: CatalogEntry.Alias? = nil, on streams: [String]
  ) -> String {
    if entry.family == .make { return CallExample(entry, as: alias, on: nil).text }
    let streams = streams.isEmpty ? [ParameterDescription.sampleStream] : streams
    let example = CallExample(entry, as: alias, on: streams[0])
    if case .streams? = example.overloads.first?.parameters.first?.shape {
      return "\(entry.name)(\(streams.prefix(2).joined(separator: ", ")))"
    }
    return example.text.replacing(ParameterDescription.sampleStream, with: streams[min(1, streams.count - 1)])
  }

  /// The shortest call that uses the most of the written arguments.
  package var text: String { text(of: best) }

  /// The overloads that a call by the name can mean.
  private var overloads: [Overload] { entry.overloads.filter { $0.fits(implied) } }

  private var best: Overload {
    func cost(_ overload: Overload) -> Int {
      written.isEmpty ? overload.arguments(of: entry).count { $0.defaultText == nil } : call(of: overload).unused
    }
    guard let first = overloads.first else { return entry.overloads[0] }
    // Without a strategy, the operator needs other streams.
    if case .strategy? = first.arguments(of: entry).first?.shape { return first }
    return overloads.min { cost($0) < cost($1) } ?? first
  }

  /// Returns the calls of those overloads that use the most of the written arguments, at most three.
  func calls(of overloads: [Overload], for problem: ArgumentProblem) -> (texts: [String], loss: ArgumentLoss) {
    // The closure of another library chooses or changes the values first: `a.sum { $0 * 2 }`.
    if case .unexpectedClosure = problem, let receiver, written.count == 1,
      entry.family == .aggregate || written[0].isCondition
    {
      let form = Catalog.forms[written[0].isCondition ? "where" : "select"]
      let stream = form?.text(on: receiver, [written[0].text])
      return (stream.map { ["\($0).\(entry.name)()"] } ?? [], .nothing)
    }
    // An argument in place of a closure is probably a part of it, in a way that may not be known.
    let isPart = if case .wrongKind(expected: .closure, _) = problem { true } else { false }
    func isCallable(_ overload: Overload) -> Bool {
      receiver != nil || entry.isMethod || !overload.takesReceiver(of: entry)
    }
    let callable = overloads.contains(where: isCallable) ? overloads : entry.overloads
    let calls = callable.filter(isCallable).map(call).sorted { $0.sampleCount < $1.sampleCount }
    let fewest = calls.map(\.unused).min()
    var texts: [String] = []
    var loss = omitsArgument ? ArgumentLoss.more([]) : .nothing
    for call in calls where (isPart && fewest != 1) || call.unused == fewest {
      if !texts.contains(call.text) { texts.append(call.text) }
      let lost = call.lost.filter { !$0.isMarked }.map(\.whole)
      let isMarked = lost.isEmpty && !call.lost.contains { $0.text.hasPrefix("{") }
      if loss.isWhole, !call.lost.isEmpty { loss = isMarked ? .marked : .more(lost) }
    }
    // A label of another library has one meaning here, as opposed to a number without one.
    let shortest = texts.min { $0.count < $1.count }
    return (written.contains(where: \.isTime) ? shortest.map { [$0] } ?? [] : Array(texts.prefix(3)), loss)
  }

  private func text(of overload: Overload) -> String { call(of: overload).text }

  /// Returns a call with the written arguments that it does not contain, twice their number, to which a changed one
  /// adds one, and the number of arguments that were not written.
  private func call(of overload: Overload) -> (text: String, unused: Int, lost: [Written], sampleCount: Int) {
    var unused = written
    var (changedCount, sampleCount) = (0, 0)
    // Those with the label of a parameter that they do not fit.
    var replaced: [Written] = []
    var arguments: [String] = []
    var trailing = ""
    for parameter in overload.arguments(of: entry) {
      let label = parameter.label.map { "\($0): " } ?? ""
      var texts: [String] = []
      if case .strategy = parameter.shape,
        let limit = unused.firstIndex(where: { written in
          written.limit != nil && !overload.parameters.contains { $0.shape.kind != .strategy && written.fits($0) }
        })
      {
        texts = [".\(Strategy.concurrent(unused.remove(at: limit).limit ?? 2))"]
        unused.removeAll { $0.fits(parameter) }
      } else {
        repeat {
          let index =
            unused.firstIndex { $0.label != nil && parameter.isLabeled($0.label) }
            ?? unused.firstIndex { argument in
              // A name is rather the stream that a later parameter needs.
              argument.label == nil && argument.text(for: parameter) != nil
                && !(argument.isName && parameter.shape.isOneValue && overload.needsStream(after: parameter))
            }
          guard let index, unused[index].label != nil || parameter.defaultText == nil || parameter.takesSeveral
          else { break }
          let argument = unused.remove(at: index)
          if !argument.fits(parameter) { changedCount += 1 }
          let text = argument.text(for: parameter)
          if text == nil { replaced.append(argument) }
          texts.append(text ?? parameter.sample(in: overload, after: arguments.last))
        } while parameter.takesSeveral
      }
      if texts.isEmpty {
        let isImplied = implied.labels.contains { $0.map(parameter.isLabeled) ?? false }
        if parameter.defaultText != nil, !isImplied { continue }
        texts = [parameter.sample(in: overload, after: arguments.last)]
        sampleCount += 1
      }
      if parameter.isClosure, parameter.label == nil {
        trailing = " " + texts[0]
      } else {
        arguments.append(label + texts.joined(separator: ", "))
      }
    }
    let parentheses = arguments.isEmpty && !trailing.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    let takesStream = overload.parameters.first?.shape.kind == .stream
    let stream = (takesStream ? receiver : nil) ?? (entry.isMethod ? ParameterDescription.sampleStream : nil)
    return (
      (stream.map { $0 + "." } ?? "") + entry.name + parentheses + trailing,
      unused.reduce(changedCount) { $0 + ($1.isTime ? 4 : 2) }, unused + replaced,
      sampleCount
    )
  }
}

extension String {
  /// The text with `$0 + [1]` instead of `$0.append(1)`.
  fileprivate var addingInsteadOfAppending: String {
    guard let call = firstRange(of: "$0.append(") else { return self }
    let rest = self[call.upperBound...]
    guard let end = rest.firstIndex(where: "()".contains), self[end] == ")" else {
      return self[..<call.upperBound] + String(rest).addingInsteadOfAppending
    }
    return self[..<call.lowerBound] + "$0 + [\(rest[..<end])]"
      + String(rest[index(after: end)...]).addingInsteadOfAppending
  }
}

extension CallExample.Written {
  /// Creates an argument from a word.
  fileprivate init(word: String, label: String?) {
    let isNumber = word.allSatisfy(\.isNumber)
    self.init(label: label, text: word) { parameter in
      switch parameter.shape {
      case .count: isNumber
      case .time: isNumber || word.first?.isNumber == true
      case .stream, .streams, .streamValues: word.first?.isLetter == true
      case .value, .values, .anything: true
      default: false
      }
    }
  }

  /// Creates an argument from an expression.
  init(_ argument: Argument, in source: Source) {
    let looks = argument.value.looks
    let text =
      switch argument.value.kind {
      case .implicitMember(let strategy) where argument.value.span.isEmpty: "." + strategy.name.text
      case .boolean(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .null: "nil"
      default: source.text(of: argument.value.span)
      }
    // The parameters of a closure in an expression that is not in one: `a.map(x * 2)`.
    let names = looks == .value ? argument.value.names.filter { !$0.hasPrefix("$") }.sorted() : []
    self.init(
      label: argument.label?.text, text: text, limit: Strategy.limit(of: argument.value),
      meaning: { Self.meaning(of: argument.value, text, names, for: $0) }
    ) { parameter in
      guard parameter.fits(argument.value), !CallExample.isForeign(argument.value) else { return false }
      if case .null = argument.value.kind { return true }
      switch (parameter.shape.kind, looks) {
      case (.value, .value): return names.isEmpty
      case (.closure, _), (.strategy, _), (_, .value): return true
      case (.wholeNumber, .number), (.time, .number):
        if case .integer = argument.value.kind { return true } else { return false }
      case (.time, .time), (.boolean, .boolean), (.string, .string):
        return true
      case (.stream, .name), (.stream, .call), (.stream, .string): return true
      case (.value, _): if case .array = parameter.shape { return looks == .array } else { return true }
      default: return false
      }
    }
    if case .name = looks { isName = true }
    if case .closure(let closure) = argument.value.kind, case .binary(let sign, _, _) = closure.body.kind {
      isCondition = sign.isComparison || sign == .and || sign == .or
    }
  }

  /// Returns the probable meaning of an argument: `2` for `"2"`, `{ $0 == 2 }` for `2`.
  private static func meaning(
    of value: Expression, _ text: String, _ names: [String], for parameter: ParameterDescription
  ) -> String? {
    switch (parameter.shape, value.kind) {
    case (.count, .string(let literal)): return literal.constant.flatMap(Int64.init)?.description
    case (.stream, .implicitMember(let member)):
      guard Catalog.standard[member.name.text]?.family == .make else { return nil }
      return text.hasSuffix(")") ? String(text.dropFirst()) : "\(member.name.text)()"
    case (.stream, .closure(let closure)) where closure.arity == 0 && text.hasPrefix("{"):
      return String(text.dropFirst().dropLast()).trimmingWhitespace
    // The error of another library.
    case (.message, .member(let type, let name)), (.optionalMessage, .member(let type, let name)):
      return CallExample.isForeign(type) ? "\"\(name.text)\"" : nil
    case (.message, .implicitMember(let error)), (.optionalMessage, .implicitMember(let error)):
      return error.arguments.isEmpty ? "\"\(error.name.text)\"" : nil
    case (.time, .string(let literal)): return literal.constant.flatMap { $0.first?.isNumber == true ? $0 : nil }
    // A fraction is one of a second in other libraries.
    case (.time, .number(let seconds)) where seconds > 0 && seconds < 1_000:
      return "\(Int64((seconds * 1_000).rounded()))ms"
    case (.closure(let role), .integer) where role.gives == .stream && role.takes == [.value]:
      return "{ _ in timer(after: \(text)) }"
    case (.stream, .integer), (.streams, .integer):
      return parameter.label == nil ? "just(\(text))" : "timer(after: \(text))"
    // A stream in place of a closure that returns one.
    case (.closure(let role), .name), (.closure(let role), .call), (.closure(let role), .method):
      return role.gives == .stream && ForeignCall.closure(calling: value) == nil ? "{ \(text) }" : nil
    case (.closure(let role), _) where value.looks == .value:
      // The parameter of Scala: `a.map(_ * 2)`.
      if names == ["_"] { return "{ \(text.replacing("_", with: "$0")) }" }
      // With one name for several parameters, it is not known which one is meant.
      let isUnclear = names.isEmpty || names.count < role.takes.count
      return role.gives == .stream || isUnclear ? nil : "{ \(names.joined(separator: ", ")) in \(text) }"
    case (.closure(let role), .integer), (.closure(let role), .string), (.closure(let role), .boolean):
      if role.gives == .stream, role.takes == [.message] { return "{ just(\(text)) }" }
      // The closure of `until:` is true until the end.
      let sign = parameter.label == "until" ? "!=" : "=="
      return role.gives == .boolean && role.takes == [.value] ? "{ $0 \(sign) \(text) }" : nil
    default: return nil
    }
  }
}

extension CatalogEntry {
  /// Whether the operator is written after a stream and a dot.
  var isMethod: Bool { overloads[0].takesReceiver(of: self) }
}

extension Overload {
  fileprivate func takesReceiver(of entry: CatalogEntry) -> Bool {
    guard entry.family != .make, case .stream? = parameters.first?.shape else { return false }
    return true
  }

  /// Whether a parameter after another one needs a stream.
  fileprivate func needsStream(after other: ParameterDescription) -> Bool {
    parameters.drop { $0.name != other.name }.dropFirst().contains { parameter in
      if case .stream = parameter.shape { parameter.defaultText == nil } else { false }
    }
  }

  /// Returns the parameters without the one of the receiver.
  fileprivate func arguments(of entry: CatalogEntry) -> ArraySlice<ParameterDescription> {
    parameters.dropFirst(takesReceiver(of: entry) ? 1 : 0)
  }
}

extension ParameterDescription {
  static let sampleStream = "\"--1--|\""

  /// A timeline for a parameter that needs Booleans.
  private static let sampleOfBooleans = "\"-[true]--|\""

  /// Returns an argument that the parameter takes whatever the values of the streams are.
  ///
  /// - Parameter previous: The argument before it, which may be the first number of a range.
  fileprivate func sample(in overload: Overload, after previous: String? = nil) -> String {
    switch shape {
    case .stream where takesBooleans: Self.sampleOfBooleans
    case .count where endsRange && previous.flatMap(Int64.init) != nil:
      String((previous.flatMap(Int64.init) ?? 0).addingReportingOverflow(2).partialValue)
    case .stream, .streams, .streamValues: Self.sampleStream
    case .value, .values, .anything: "0"
    case .array: "[1, 2]"
    case .boolean: "true"
    case .message, .optionalMessage: "\"late\""
    case .strategy: ".merge"
    case .count(let minimum): String(max(2, minimum))
    case .time(let minimum): String(max(3, minimum))
    case .closure(let role):
      role.sample(hasInitialValue: overload.parameters.contains { if case .value = $0.shape { true } else { false } })
    }
  }
}

extension ClosureRole {
  /// Returns a closure of this role.
  fileprivate func sample(hasInitialValue: Bool) -> String {
    switch (gives, takes.first) {
    case (.boolean, .values): "{ $0.count == 2 }"
    case (.boolean, _): takes.count > 1 ? "{ $0 == $1 }" : "{ $0 == 1 }"
    case (.pair, _): "{ ($0 + 1, $1) }"
    case (.stream, nil): "{ just(1) }"
    case (.stream, .shared): "{ $0 }"
    case (.stream, .errors), (.stream, .completions): "{ $0.take(first: 2) }"
    case (.stream, .other): "{ just(1).delay(3) }"
    case (.stream, .state): takes.count > 1 ? "{ just($1) }" : "{ empty() }"
    case (.stream, _): "{ just($0) }"
    case (.value, nil): "{ 1 }"
    case (.value, .state): takes.count > 1 && !hasInitialValue ? "{ $0 + $1 }" : "{ $0 + 1 }"
    case (.value, .together), (.value, .combination): "{ ($0, $1) }"
    case (.value, _): takes.count > 1 ? "{ ($0, $1) }" : "{ $0 }"
    }
  }
}
