import Marbles

/// The forms of operators that join or flatten several streams.
extension RxJSApplication {
  /// Returns an operator with one stream as its argument.
  func joined(_ name: String, label: String = "") throws(Refusal) -> Result {
    try limit(1...1)
    return Result("\(source).\(name)(\(label)\(try streamText(0).text))", shape)
  }

  /// Returns an operator with a notifier, whose completion only counts here.
  func notified(_ name: String) throws(Refusal) -> Result {
    try limit(1...1)
    return Result("\(source).\(name)(\(try endlessText(of: library.stream(argument(0), span))))", shape)
  }

  /// Returns a notifier as an expression that does not complete.
  private func endlessText(of notifier: RxJSStream) throws(Refusal) -> String {
    let text = try library.text(of: notifier, span)
    // A later start may come after its values.
    let isLate = (library.shown != nil || library.machine.nesting > 0) && notifier.isHotAndCompletes
    return (notifier.mayCompleteFirst || isLate) && text != "never()" ? "\(text).concat(never())" : text
  }

  /// Returns the last value of each period between two values of another stream, until the source ends.
  func sampled() throws(Refusal) -> Result {
    try limit(1...1)
    let notifier = try library.stream(argument(0), span)
    let text = try endlessText(of: notifier)
    library.closures += 1
    // The notifier receives the events of a common source after the sampled stream.
    let isCommon = !notifier.sources.isDisjoint(with: stream.sources)
    var sampled = isCommon ? source : "s"
    while !isCommon, text.words.contains(where: { $0 == sampled }) { sampled += "1" }
    let periods =
      "\(sampled).concat(never()).buffer(on: \(text)).filter { $0.count > 0 }.map { $0.last }"
      + ".takeUntil(\(sampled).ignoreElements())"
    return Result(isCommon ? periods : "\(source).multicast { \(sampled) in \(periods) }", shape)
  }

  func withValues(_ name: String) throws(Refusal) -> Result {
    guard !arguments.isEmpty else { return Result(source, shape) }
    var texts: [String] = []
    var shapes = [shape]
    for argument in arguments {
      let (text, shape) = try library.machine.part(argument, span)
      texts.append(text)
      shapes.append(shape)
    }
    return Result("\(source).\(name)(\(texts.joined(separator: ", ")))", .joined(shapes))
  }

  func withLatest() throws(Refusal) -> Result {
    var inputs = arguments
    var project: JSValue?
    if case .function? = inputs.last { project = inputs.removeLast() }
    var texts: [String] = []
    var shapes: [JSShape] = []
    for input in inputs {
      let stream = try library.stream(input, span)
      texts.append(try library.text(of: stream, span))
      shapes.append(stream.shape)
    }
    guard let first = texts.first else { throw refusal() }
    guard texts.count > 1 else {
      guard let project else {
        return Result("\(source).withLatestFrom(\(first))", .tuple([shape, shapes[0]]))
      }
      let (text, result) = try library.closure(project, [shape, shapes[0]], span)
      return Result("\(source).withLatestFrom(\(first)) \(text)", result)
    }
    // Several streams are latest together, and the elements of the pairs are put side by side.
    let others = "combineLatest(\(texts.joined(separator: ", ")))"
    let all = [shape] + shapes
    let elements = { (pair: [JSSymbol]) in
      [JSSymbol(text: pair[0].text, shape: all[0])]
        + shapes.enumerated().map { JSSymbol(text: "\(pair[1].text).\($0)", shape: $1) }
    }
    let (text, result) = try library.closure(
      project ?? .host("pair"), [shape, .tuple(shapes)], span, arguments: elements
    ) { [library, span] (value) throws(Refusal) in
      guard project == nil, case .array(let tuple) = value else { return try library.machine.part(value, span) }
      var parts: [String] = []
      for element in tuple.elements { parts.append(try library.machine.part(element, span).text) }
      return ("(\(parts.joined(separator: ", ")))", .tuple(all))
    }
    return Result("\(source).withLatestFrom(\(others)) \(text)", result)
  }

  /// Returns a function of several streams, the first of which is the source.
  func joinedStreams(_ name: String) throws(Refusal) -> Result {
    var inputs = arguments
    if inputs.count == 1 || (inputs.count == 2 && inputs[1].isFunction), Self.acceptArray.contains(self.name),
      case .array(let array)? = inputs.first
    {
      inputs.replaceSubrange(0..<1, with: array.elements)
    }
    let joined = try library.join(name, [.stream(stream)] + inputs, span)
    return Result(try library.text(of: joined, span, asSource: true), joined.shape)
  }

  /// Functions that also accept one array of streams.
  private static let acceptArray: Set = [
    "combineLatest", "combineLatestWith", "merge", "mergeWith", "race", "onErrorResumeNext", "onErrorResumeNextWith",
  ]

  /// Joins the streams that the source sends, when it has completed.
  func joinedInner(_ name: String) throws(Refusal) -> Result {
    try limit(0...1)
    guard let inner = stream.inner else { throw Refusal(problem: .unknownStreams, span: span) }
    let project = has(0) ? [argument(0)] : []
    if inner.count > 1 {
      let shapes = inner.map(\.shape)
      guard has(0) else { return Result("\(source).\(name)All()", .tuple(shapes)) }
      let (text, result) = try library.closure(argument(0), shapes, span)
      return Result("\(source).\(name)All \(text)", result)
    }
    let joined = try library.join(name, [.array(JSArray(inner.map { .stream($0) }))] + project, span)
    return Result("\(source).then(\(try library.text(of: joined, span)))", joined.shape)
  }

  // MARK: Flattening

  /// Returns a strategy with a limit, or `nil` if there is no limit.
  func strategy(_ index: Int) throws(Refusal) -> String? {
    guard has(index), !isInfinite(index) else { return nil }
    return ".concurrent(limit: \(try number(index, atLeast: 1)))"
  }

  func flatMapped(_ name: String) throws(Refusal) -> Result {
    try limit(1...(name == "mergeMap" ? 3 : 2))
    var limits = 1
    var function = argument(0)
    if argument(1).isFunction {
      function = .operations([argument(0), argument(1)])
      limits = 2
    }
    let (prefix, text, inner) = try resultClosure(function)
    if let strategy = try strategy(limits) {
      return Result("\(source)\(prefix).flatMap(\(strategy)) \(text)", inner)
    }
    return Result("\(source)\(prefix).\(name) \(text)", inner)
  }

  /// Returns a closure for a function whose result is a stream, optionally with another function for the result.
  private func resultClosure(_ function: JSValue) throws(Refusal) -> (prefix: String, text: String, shape: JSShape) {
    guard case .operations(let functions) = function else { return try streamClosure(function) }
    guard functions.allSatisfy({ if case .function(let f) = $0 { f.syntax.parameters.count <= 2 } else { false } })
    else { throw refusal() }
    var outer: JSValue = .undefined
    let (text, shape) = try library.closure(
      functions[0], [shape], span,
      arguments: { symbols in
        outer = .symbol(symbols[0])
        return symbols
      }
    ) { [library, span] (value) throws(Refusal) in
      let stream = try library.stream(value, span)
      let project = functions[1]
      let result = try library.derive(span) { () throws(Refusal) in
        let source = try library.text(of: stream, span)
        let (text, shape) = try library.closure(
          .host("identity"), [stream.shape], span,
          result: { (inner) throws(Refusal) in
            try library.machine.part(library.machine.call(project, [outer, inner], span), span)
          })
        return ("\(source).map \(text)", shape)
      }
      return (try library.text(of: result, span), .stream(result.shape))
    }
    guard case .stream(let inner) = shape else { return ("", text, .nothing) }
    return ("", text, inner)
  }

  func flatMappedTo(_ name: String) throws(Refusal) -> Result {
    let (other, shape) = try streamText(0)
    if argument(1).isFunction {
      try limit(2...2)
      let project = argument(1)
      let library = library
      let span = span
      let outer = stream.shape
      let (text, result) = try library.closure(.host("identity"), [outer], span) { (value) throws(Refusal) in
        let (text, result) = try library.closure(
          .host("identity"), [shape], span,
          result: { (inner) throws(Refusal) in
            try library.machine.part(library.machine.call(project, [value, inner], span), span)
          })
        return ("\(other).map \(text)", .stream(result))
      }
      guard case .stream(let inner) = result else { throw refusal() }
      return Result("\(source).\(name.dropLast(2)) \(text)", inner)
    }
    try limit(1...2)
    if let strategy = try strategy(1) {
      return Result("\(source).flatMap(\(strategy), to: \(other))", shape)
    }
    var result = Result("\(source).\(name)(\(other))", shape)
    // The only value of a hot timeline is the time when the other stream is observed.
    if name == "mergeMapTo", case .timeline(let timeline, isCold: false) = stream.definition,
      let tick = timeline.onlyValue
    {
      result.observation = (try library.stream(argument(0), span), tick)
    }
    return result
  }

  /// Returns `flatScan`, whose state has the type of the first state and of the values of the inner streams.
  func flatScanned(_ strategy: String) throws(Refusal) -> Result {
    let (initial, first) = try library.machine.part(argument(1), span)
    let (text, state) = try recursiveClosure(from: first) { [$0, shape] }
    return Result("\(source).flatScan(\(strategy), \(initial)) \(text)", state)
  }

  func expanded() throws(Refusal) -> Result {
    try limit(1...2)
    let (text, shape) = try recursiveClosure(from: shape) { [$0] }
    let limit = has(1) && !isInfinite(1) ? "(limit: \(try number(1, atLeast: 1)))" : ""
    return Result("\(source).expand\(limit) \(text)", shape)
  }

  /// Returns a closure that returns streams, whose values are parameters of the closure too.
  private func recursiveClosure(
    from first: JSShape, _ parameters: (JSShape) -> [JSShape]
  ) throws(Refusal) -> (text: String, shape: JSShape) {
    var shape = first
    while true {
      let (text, result) = try streamClosure(argument(0), of: parameters(shape))
      guard case .stream(let inner) = result, inner.joined(with: shape) != shape else { return (text, shape) }
      shape = inner.joined(with: shape)
    }
  }

  func flattened(_ name: String) throws(Refusal) -> Result {
    try limit(0...1)
    let inner: JSShape
    switch shape {
    case .stream(let shape), .array(let shape): inner = shape
    case .nothing: inner = .nothing
    default: throw Refusal(problem: .unknownStreams, span: span)
    }
    if case .array = shape { return Result("\(source).\(name.dropLast(3))Map { values(in: $0) }", inner) }
    if let strategy = try strategy(0) { return Result("\(source).flatten(\(strategy))", inner) }
    return Result("\(source).\(name)()", inner)
  }
}
