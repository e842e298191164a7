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
  func number(_ index: Int, atLeast least: Int = 0) throws(Refusal) -> Int {
    guard case .number(let number) = argument(index), let count = Int(exactly: number), count >= least else {
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
      let (text, shape) = try library.closure(function, [shape], span, result: result)
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
  func streamClosure(_ function: JSValue) throws(Refusal) -> (prefix: String, text: String, shape: JSShape) {
    let library = library
    let span = span
    let (prefix, text, shape) = try closure(function) { (value) throws(Refusal) in
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
    return Result("\(source)\(prefix).\(name) \(text)" + (prefix.isEmpty ? "" : ".map { $0.0 }"), shape)
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
    var result = try derive(operation.span) { () throws(Refusal) in
      guard let known = Self.operators[operation.name] else { throw unknown(operation.name, operation.span) }
      let arguments = try withoutSchedulers(operation.arguments, isTime: Self.isTimed(operation.name), operation.span)
      let application = RxJSApplication(
        library: self, name: operation.name, stream: stream,
        source: try text(of: stream, operation.span, asSource: true),
        arguments: arguments, span: operation.span)
      let result = try known(application)
      if Self.failing.contains(operation.name) { recordFailure(.other) }
      applied = result
      return (result.text, result.shape)
    }
    if applied?.isShared == true, case .expression(let text) = result.definition {
      sharings += 1
      let dependencies = RxJSDependencies(sources: result.sources, shared: result.shared.union([sharings]))
      result = expression(text, result.shape, result.span, dependencies)
    }
    result.observation = applied?.observation
    result.isDated = stream.isDated || operation.isDated
    guard !result.isDated || !Self.restartsSource(operation.name) else {
      throw Refusal(problem: .date, span: operation.span)
    }
    result.sendsAtStart = stream.sendsAtStart || operation.sendsAtStart
    result.startsWithRun = operation.startsLate ? [] : stream.startsWithRun
    if let observation = applied?.observation, observation.tick == 0 {
      result.startsWithRun.formUnion(observation.stream.startsWithRun)
    }
    if let connectable = applied?.connectable {
      result.connectable = connectable
      result.startsWithRun = [ObjectIdentifier(connectable)]
      connectables.append((connectable, operation.span))
    }
    return result
  }

  /// Operators with errors of their own.
  private static let failing: Set = ["first", "last", "single", "elementAt", "throwIfEmpty", "timeout", "timeoutWith"]

  /// Returns an argument that RxJS accepts as a stream: a stream or an array.
  func stream(_ value: JSValue, _ span: Span) throws(Refusal) -> RxJSStream {
    switch value {
    case .stream(let stream): return stream
    case .symbol(let symbol): return try stream(symbol, span)
    case .array(let array): return try values(array.elements, span)
    case .string(let text, _) where !stringsAreStreams: return try values(text.map { .string(String($0)) }, span)
    case .subject: throw unknown("Subject", span)
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
    default:
      let stream = try stream(value, span)
      return (try text(of: stream, span), .stream(stream.shape))
    }
  }
}
