import Marbles

/// An operator applied to a stream.
struct RxJSApplication {
  typealias Refusal = ImportRefusal

  /// The resulting stream.
  struct Result {
    let text: String
    let shape: JSShape
    /// Whether the observers of the stream share it.
    var isShared = false
    var observation: (stream: RxJSStream, tick: Int)?
    var connectable: RxJSConnectable?

    init(_ text: String, _ shape: JSShape, isShared: Bool = false) {
      self.text = text
      self.shape = shape
      self.isShared = isShared
    }
  }

  typealias Operator = @Sendable (RxJSApplication) throws(ImportRefusal) -> Result

  let library: RxJSLibrary
  let name: String
  let stream: RxJSStream
  /// The stream as an expression.
  let source: String
  /// The arguments without schedulers, because a script has a single clock.
  let arguments: [JSValue]
  let span: Span

  var shape: JSShape { stream.shape }

  func refusal() -> Refusal { Refusal(problem: .form(of: name), span: span) }

  func refuse(_ name: String) -> Refusal { library.unknown(name, span) }

  // MARK: Arguments

  /// The number of arguments without missing ones at the end.
  var count: Int {
    var count = arguments.count
    while count > 0, case .undefined = arguments[count - 1] { count -= 1 }
    return count
  }

  func argument(_ index: Int) -> JSValue { index < arguments.count ? arguments[index] : .undefined }

  func has(_ index: Int) -> Bool { !argument(index).isNothing }

  /// Checks the number of arguments.
  func limit(_ range: ClosedRange<Int>) throws(Refusal) {
    guard range.contains(count) else { throw refusal() }
  }

  func literal(_ index: Int) throws(Refusal) -> String { try literal(argument(index)) }

  func literal(_ value: JSValue) throws(Refusal) -> String {
    if case .stream = value { throw refusal() }
    return try library.machine.part(value, span).text
  }

  /// Returns an argument that is a count.
  func number(_ index: Int, atLeast least: Int64 = 0) throws(Refusal) -> Int64 {
    guard case .number(let number) = argument(index), let count = Int64(exactly: number), count >= least else {
      throw refusal()
    }
    return count
  }

  func duration(_ index: Int) throws(Refusal) -> String {
    if !argument(index).isSymbolic { guard case .number = argument(index) else { throw refusal() } }
    return try library.duration(argument(index), span)
  }

  func streamText(_ index: Int) throws(Refusal) -> (text: String, shape: JSShape) {
    let stream = try library.stream(argument(index), span)
    return (try library.text(of: stream, span), stream.shape)
  }

  // MARK: Closures

  /// Returns a closure for each value, with the text that precedes its operator if the function uses the position of
  /// the value too.
  func closure(
    _ function: JSValue, result: ((JSValue) throws(Refusal) -> (text: String, shape: JSShape))? = nil
  ) throws(Refusal) -> (prefix: String, text: String, shape: JSShape) {
    var parameters = 1
    if case .function(let function) = function { parameters = function.syntax.parameters.count }
    guard parameters <= 2 else { throw refusal() }
    guard parameters == 2 else {
      let (text, shape) = try library.closure(function, [shape], span, known: stream.known.values, result: result)
      return ("", text, shape)
    }
    let shape = shape
    let (text, result) = try library.closure(
      function, [.tuple([shape, .number])], span,
      arguments: { pair in
        [
          JSSymbol(text: pair[0].text + ".0", shape: shape), JSSymbol(text: pair[0].text + ".1", shape: .number),
        ]
      }, result: result)
    return (".index()", text, result)
  }

  /// Returns a closure whose result is used as a condition.
  func condition(_ function: JSValue) throws(Refusal) -> (prefix: String, text: String, shape: JSShape) {
    try closure(function, result: truth)
  }

  func truth(of value: JSValue) throws(Refusal) -> (text: String, shape: JSShape) {
    try library.machine.part(library.machine.truth(of: value, span), span)
  }

  /// Returns a closure whose result is a stream.
  func streamClosure(
    _ function: JSValue, of parameters: [JSShape], known: [JSValue]? = nil
  ) throws(Refusal) -> (text: String, shape: JSShape) {
    try library.closure(function, parameters, span, known: known) { [library, span] (value) throws(Refusal) in
      try library.streamPart(value, span)
    }
  }

  func streamClosure(_ function: JSValue) throws(Refusal) -> (prefix: String, text: String, shape: JSShape) {
    let (prefix, text, shape) = try closure(function) { [library, span] (value) throws(Refusal) in
      try library.streamPart(value, span)
    }
    guard case .stream(let inner) = shape else { return (prefix, text, .nothing) }
    return (prefix, text, inner)
  }

  /// Returns an operator with a closure that keeps or drops values.
  func choosing(
    _ name: String, _ function: JSValue, result: ((JSValue) throws(Refusal) -> (text: String, shape: JSShape))? = nil
  ) throws(Refusal) -> Result {
    let (prefix, text, _) = try closure(function, result: result ?? truth)
    guard name == "filter", text == "{ true }" else {
      return Result("\(source)\(prefix).\(name) \(text)" + (prefix.isEmpty ? "" : ".map { $0.0 }"), shape)
    }
    guard library.usesKnownValues, let general = general(function, result ?? truth) else {
      library.leaveOut(span)
      return Result(source, shape)
    }
    return Result("\(source).filter \(general)", shape)
  }

  /// Returns the closure for values that are not known before the run, if there is one.
  private func general(
    _ function: JSValue, _ result: @escaping (JSValue) throws(Refusal) -> (text: String, shape: JSShape)
  ) -> String? {
    let (results, needsText) = (library.closureResults, library.needsText)
    defer { (library.closureResults, library.needsText) = (results, needsText) }
    let text = try? library.closure(function, [shape], span, result: result).text
    return text == "{ true }" || library.needsText != needsText ? nil : text
  }
}

extension RxJSLibrary {
  /// Applies an operator, several ones, or a function from streams to streams.
  func apply(_ function: JSValue, to stream: RxJSStream, _ span: Span) throws(Refusal) -> RxJSStream {
    switch function {
    case .operations(let functions):
      var result = stream
      for function in functions { result = try apply(function, to: result, span) }
      return result
    case .operation(let operation): return try apply(operation, to: stream)
    case .host("identity"): return stream
    case .function:
      guard case .stream(let result) = try machine.call(function, [.stream(stream)], span) else {
        throw refusal(span)
      }
      return result
    default: throw refusal(span)
    }
  }

  private func apply(_ operation: RxJSOperation, to stream: RxJSStream) throws(Refusal) -> RxJSStream {
    var applied: RxJSApplication.Result?
    closureResults = []
    // The drawing of a program would show an end that an open window does not have in RxJS.
    if stream.sendsWindows, shown != nil, Self.endingEarly.contains(operation.name) {
      throw Refusal(problem: .openWindow(operation.name), span: operation.span)
    }
    // A function of values is never called without values.
    if usesKnownValues, stream.isSilent, Self.perValue.contains(operation.name),
      operation.name != "tap" || operation.arguments.allSatisfy(\.isFunction) && operation.arguments.count == 1
    {
      leaveOut(operation.span)
      let silent = try derive(operation.span) { () throws(Refusal) in (try text(of: stream, operation.span), .nothing) }
      silent.known = stream.known
      return silent
    }
    var result = try derive(operation.span) { () throws(Refusal) in
      guard let known = Self.operators[operation.name] else { throw unknown(operation.name, operation.span) }
      let arguments = try withoutSchedulers(operation.arguments, isTime: Self.isTimed(operation.name), operation.span)
      let application = RxJSApplication(
        library: self, name: operation.name, stream: stream,
        source: try text(of: stream, operation.span, asSource: true),
        arguments: arguments, span: operation.span)
      let outer = startsArguments
      startsArguments = Self.startingArguments.contains(operation.name)
      defer { startsArguments = outer }
      let result = try known(application)
      if let failure = Self.failing[operation.name] { recordFailure(failure) }
      if result.text != application.source { recordApplication(at: operation.span) }
      applied = result
      return (result.text, result.shape)
    }
    if applied?.isShared == true, case .expression(let text) = result.definition {
      sharings += 1
      let dependencies = RxJSDependencies(sources: result.sources, shared: result.shared.union([sharings]))
      result = expression(text, result.shape, result.span, dependencies)
    }
    result.known = known(after: operation, of: stream)
    result.observation = applied?.observation
    result.mustStartFirst = stream.mustStartFirst || operation.isDated
    guard !result.mustStartFirst || !Self.restartsSource(operation.name) else {
      throw Refusal(problem: .laterStart, span: operation.span)
    }
    // A shared stream that is started again is observed later itself.
    if Self.restarting[operation.name] != nil { recordUse(of: stream, isLate: true) }
    if case .stream = result.shape {
      result.sendsWindows = stream.sendsWindows || operation.name.hasPrefix("window")
    }
    result.sendsAtStart = stream.sendsAtStart || operation.sendsAtStart
    result.connectable = applied?.connectable
    if result.connectable != nil { connectables.append(result) }
    return result
  }

  /// Operators that unsubscribe from their source before its end.
  private static let endingEarly: Set = ["take", "takeWhile", "takeUntil", "first", "find", "elementAt"]

  /// Operators whose arguments they observe from the start.
  private static let startingArguments: Set = [
    "withLatestFrom", "takeUntil", "skipUntil", "sample", "buffer", "window", "sequenceEqual",
  ]

  /// Operators whose functions are called with each value.
  private static let perValue: Set = [
    "map", "filter", "tap", "mergeMap", "flatMap", "concatMap", "switchMap", "exhaustMap", "scan", "pluck", "mapTo",
  ]

  /// Operators that only send values of their source, and do not fail on their own.
  private static let keeping: Set = [
    "filter", "ofType", "take", "takeLast", "skip", "skipLast", "skipWhile", "takeWhile", "delay", "debounceTime",
    "throttleTime", "auditTime", "distinct", "distinctUntilChanged", "tap", "finalize", "share", "repeat", "observeOn",
    "retry",
  ]

  /// Returns the values and errors of the result of an operator, if they are known.
  private func known(
    after operation: RxJSOperation, of stream: RxJSStream
  ) -> (values: [JSValue]?, errors: [JSValue]?) {
    guard usesKnownValues else { return (nil, nil) }
    let name = operation.name
    switch name {
    case "filter", "ofType":
      guard let values = stream.known.values, values.count == closureResults.count else { return (nil, nil) }
      var kept: [JSValue] = []
      for (value, result) in zip(values, closureResults) {
        guard let result, let isTrue = try? machine.isTrue(result, 0..<0) else { return (values, nil) }
        if isTrue { kept.append(value) }
      }
      return (kept, stream.known.errors)
    case "takeUntil", "skipUntil":
      guard case .stream(let notifier)? = operation.arguments.first, notifier.known.errors?.isEmpty == true else {
        return (stream.known.values, nil)
      }
      return stream.known
    case "debounce", "delayWhen", "throttle", "audit", "shareReplay":
      return (stream.known.values, nil)
    case _ where Self.keeping.contains(name): return stream.known
    case "ignoreElements": return ([], stream.known.errors)
    case "map":
      let results = results
      let fails = results?.contains { if case .failure = $0 { true } else { false } } ?? true
      return (fails ? nil : results, fails ? nil : stream.known.errors)
    case "mergeMap", "flatMap", "concatMap", "switchMap", "exhaustMap", "catchError":
      guard let results else { return (nil, nil) }
      var values: [JSValue]? = name == "catchError" ? stream.known.values : []
      var errors: [JSValue]? = name == "catchError" ? [] : stream.known.errors
      for result in results {
        guard case .stream(let inner) = result else { return (nil, nil) }
        values = inner.known.values.flatMap { more in values.map { $0 + more } }
        errors = inner.known.errors.flatMap { more in errors.map { $0 + more } }
      }
      return (values, errors)
    default: return (nil, nil)
    }
  }

  /// The results of the last closure, unless one of them depends on the run.
  private var results: [JSValue]? {
    let known = closureResults.compactMap { $0 }
    return known.count == closureResults.count && !known.contains(where: \.isSymbolic) ? known : nil
  }

  /// Operators with errors of their own.
  private static let failing: [String: FailureKind] = [
    "first": .operation("no elements in sequence"), "last": .operation("no elements in sequence"),
    "elementAt": .operation("argument out of range"), "timeout": .operation("Timeout has occurred"),
    "single": .other, "throwIfEmpty": .other, "timeoutWith": .other,
  ]

  /// Returns an argument that RxJS accepts as a stream: a stream or an array.
  func stream(_ value: JSValue, _ span: Span) throws(Refusal) -> RxJSStream {
    switch value {
    case .stream(let stream): return stream
    case .symbol(let symbol): return try stream(symbol, span)
    case .array(let array): return try values(array.elements, span)
    case .string where !stringsAreStreams: return try values(machine.elements(of: value, span), span)
    case .subject(let subject): return try stream(of: subject, span)
    case .string where stringsAreStreams:
      let timeline = try timeline([value], as: .cold, span)
      let stream = try define(timeline, isCold: true, span)
      stream.delay = timeline.events.timeline.marbles.first.map { "\($0.tick)" }
      return stream
    default: throw refusal(span)
    }
  }

  /// Returns the result of a closure that returns a stream.
  func streamPart(_ value: JSValue, _ span: Span) throws(Refusal) -> (text: String, shape: JSShape) {
    switch value {
    case .branch(let condition, let first, let second):
      let (a, firstShape) = try streamPart(first, span)
      let (b, secondShape) = try streamPart(second, span)
      return ("\(condition) ? \(a) : \(b)", firstShape.joined(with: secondShape))
    case .failure: return try machine.part(value, span)
    case .undefined: throw Refusal(problem: .noResult, span: span)
    default:
      let stream = try stream(value, span)
      return (try text(of: stream, span), .stream(stream.shape))
    }
  }
}
