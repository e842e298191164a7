import Marbles

/// Functions that create streams.
extension RxJSLibrary {
  /// Functions whose names are also operators, under which the operators of older versions are imported.
  static let joiners: Set = ["concat", "merge", "zip", "combineLatest", "race", "partition", "onErrorResumeNext"]

  static let creations: Set = [
    "of", "from", "scheduled", "empty", "never", "throwError", "throw", "timer", "interval", "range", "defer", "iif",
    "concat", "merge", "zip", "combineLatest", "race", "forkJoin", "partition", "onErrorResumeNext",
    "generate", "connectable",
  ]

  func create(_ name: String, _ all: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    let arguments = try withoutSchedulers(all, isTime: ["timer", "interval"].contains(name), span)
    switch (name, arguments.count) {
    case ("of", _): return .stream(try values(arguments, span))
    case ("from", 1), ("scheduled", 1): return .stream(try stream(arguments[0], span))
    case ("empty", 0): return .stream(constant("empty()", span))
    case ("never", 0): return .stream(constant("never()", span))
    case ("throwError", 1), ("throw", 1): return .stream(try failing(arguments[0], span))
    case ("timer", 1...2):
      var isDated = false
      var time = arguments[0]
      if case .date(let date) = time { (time, isDated) = (.number(date), true) }
      let due = try duration(time, span)
      let isPeriodic = arguments.count == 2 && !arguments[1].isNothing
      let interval = isPeriodic ? ", interval: \(try duration(arguments[1], span))" : ""
      let timer = expression("timer(after: \(due)\(interval))", .number, span)
      timer.delay = isDated || isPeriodic ? nil : due
      timer.mustStartFirst = isDated
      timer.sendsAtStart = isDated || due.hasPrefix("0")
      timer.known = (isPeriodic ? nil : [.number(0)], [])
      return .stream(timer)
    case ("interval", 0...1):
      let period = arguments.isEmpty ? "0" : try duration(arguments[0], span)
      let interval = expression("interval(\(period))", .number, span)
      interval.sendsAtStart = period.hasPrefix("0")
      return .stream(interval)
    case ("range", 1...2):
      var bounds: [Int64] = [0, 0]
      for (index, argument) in ([.number(0)] + arguments).suffix(2).enumerated() {
        guard case .number(let number) = argument, let whole = Int64(exactly: number) else {
          throw Refusal(problem: .form(of: name), span: span)
        }
        bounds[index] = whole
      }
      guard bounds[1] > 0 else { return .stream(constant("empty()", span)) }
      return .stream(expression("range(start: \(bounds[0]), count: \(bounds[1]))", .number, span))
    case ("defer", 1): return .stream(try deferred(arguments[0], span))
    case ("iif", (shown == nil ? 1 : 3)...3):
      machine.nesting += 1
      defer { machine.nesting -= 1 }
      let isTrue = try machine.isTrue(machine.call(arguments[0], [], span), span)
      let chosen = arguments.count > (isTrue ? 1 : 2) ? arguments[isTrue ? 1 : 2] : .undefined
      return .stream(chosen.isNothing ? constant("empty()", span) : try stream(chosen, span))
    case ("generate", 1...4): return .stream(try generated(arguments, span))
    case ("connectable", 1...2): return .stream(try connectable(arguments, span))
    case ("partition", 2): return try partition(arguments, span)
    case ("concat", _), ("merge", _), ("race", _), ("forkJoin", _), ("zip", _), ("combineLatest", _),
      ("onErrorResumeNext", _):
      return .stream(try join(name, arguments, span))
    default: throw Refusal(problem: .form(of: name), span: span)
    }
  }

  /// Returns a stream of values, or of streams.
  func values(_ values: [JSValue], _ span: Span) throws(Refusal) -> RxJSStream {
    guard !values.isEmpty else { return constant("empty()", span) }
    var streams: [RxJSStream] = []
    for value in values {
      if case .stream(let stream) = value { streams.append(stream) }
    }
    let complete = Self.withEqualKeys(values)
    // With the keys of other objects, an object is not a known value.
    let known = complete == nil ? values : nil
    let values = complete ?? values
    // Beside streams, an array is a stream of its elements.
    if !streams.isEmpty, streams.count < values.count {
      streams = []
      for value in values { streams.append(try stream(value, span)) }
    }
    let result = try derive(span) { () throws(Refusal) in
      var texts: [String] = []
      var shapes: [JSShape] = []
      for value in streams.isEmpty ? values : streams.map({ .stream($0) }) {
        let (text, shape) = try machine.part(value, span)
        texts.append(text)
        shapes.append(shape)
      }
      return ("\(streams.isEmpty ? "of" : "streams")(\(texts.joined(separator: ", ")))", .joined(shapes))
    }
    result.known = (known, [])
    guard case .expression(let text) = result.definition, !streams.isEmpty else { return result }
    let dependencies = RxJSDependencies(sources: result.sources, shared: result.shared)
    return expression(text, result.shape, span, dependencies, inner: streams)
  }

  /// Returns objects with the same keys, in which those that an object does not have are undefined, or `nil` if the
  /// values have the same keys or are not all objects.
  private static func withEqualKeys(_ values: [JSValue]) -> [JSValue]? {
    let objects = values.compactMap { if case .object(let object) = $0 { object } else { nil } }
    let keys = objects.flatMap(\.keys)
    guard objects.count == values.count, objects.contains(where: { $0.keys.count < Set(keys).count }) else {
      return nil
    }
    return objects.map { object in
      let complete = JSObject(nesting: object.nesting)
      for key in keys where complete[key] == nil { complete[key] = object[key] ?? .undefined }
      return .object(complete)
    }
  }

  func failing(_ value: JSValue, _ span: Span) throws(Refusal) -> RxJSStream {
    var error = value
    if case .function = value {
      machine.nesting += 1
      defer { machine.nesting -= 1 }
      error = try machine.call(value, [], span)
    }
    recordFailure(error)
    if error.isSymbolic { return expression("throwError(\(try machine.part(error, span).text))", .nothing, span) }
    let failure = try RxJSValues(library: self, isExpected: false).failure(error, span)
    let message = failure == .unnamed ? "" : ValuePrinter.quoted(failure.message)
    let stream = expression("throwError(\(message))", .nothing, span)
    stream.known = ([], [error])
    return stream
  }

  private func deferred(_ function: JSValue, _ span: Span) throws(Refusal) -> RxJSStream {
    try derive(span) { () throws(Refusal) in
      let (text, shape) = try closure(function, [], span) { (value) throws(Refusal) in
        try self.streamPart(value, span)
      }
      guard case .stream(let inner) = shape else { return ("defer \(text)", .nothing) }
      return ("defer \(text)", inner)
    }
  }

  private func partition(_ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    let stream = try stream(arguments[0], span)
    var parts: [JSValue] = []
    for isRest in [false, true] {
      let part = try derive(span) { () throws(Refusal) in
        let application = RxJSApplication(
          library: self, name: "partition", stream: stream, source: try text(of: stream, span), arguments: [],
          span: span)
        let machine = machine
        let result = try application.choosing("filter", arguments[1]) { (value) throws(Refusal) in
          isRest ? try machine.part(machine.unary("!", value, span), span) : try machine.part(value, span)
        }
        return (result.text, result.shape)
      }
      parts.append(.stream(part))
    }
    return .array(JSArray(parts, nesting: machine.nesting))
  }

  /// Returns the stream that `streams[i++]` in a function gives: each start takes the next element.
  ///
  /// The result is `nil` unless all elements are cold timelines and the counter is 0.
  func sequence(
    _ collection: JSValue, _ counter: JSExpression, _ span: Span, in scope: JSScope
  ) throws(Refusal) -> JSValue? {
    guard case .array(let array) = collection, case .name(let name) = counter.kind, let home = scope.home(of: name),
      case .number(0)? = home.find(name), !machine.hasRead(name, in: home), !array.elements.isEmpty
    else { return nil }
    var streams: [RxJSStream] = []
    var timelines: [RxJSTimeline] = []
    for case .stream(let stream) in array.elements {
      guard case .timeline(let timeline, isCold: true) = stream.definition, stream.sequence == nil else { return nil }
      streams.append(stream)
      timelines.append(timeline)
    }
    guard streams.count == array.elements.count else { return nil }
    let sequence = attempts(timelines, of: streams, span)
    // No other function may use the counter.
    home.declare(name, .refused(Refusal(problem: .statefulClosure, span: span)))
    return .stream(sequence)
  }

  // MARK: Several streams

  /// Returns a stream that joins others, which are arguments, an array or the properties of an object.
  func join(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> RxJSStream {
    let result = try derive(span) { () throws(Refusal) in
      try self.joined(name, arguments, span)
    }
    let inputs = arguments.compactMap { if case .stream(let stream) = $0 { stream.known } else { nil } }
    if ["concat", "merge", "race"].contains(name), inputs.count == arguments.count {
      let values = inputs.compactMap(\.values)
      let errors = inputs.compactMap(\.errors)
      result.known.values = values.count == inputs.count ? values.flatMap { $0 } : nil
      result.known.errors = errors.count == inputs.count ? errors.flatMap { $0 } : nil
    }
    return result
  }

  private func joined(
    _ name: String, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) -> (text: String, shape: JSShape) {
    var inputs = arguments
    var project: JSValue?
    var limit: Int64?
    var keys: [String]?
    while case .undefined? = inputs.last { inputs.removeLast() }
    switch inputs.last {
    case .function? where name != "concat" && name != "merge" && name != "race": project = inputs.removeLast()
    case .number(let number)? where name == "merge":
      inputs.removeLast()
      limit = Int64(exactly: number.rounded(.down))
    default: break
    }
    if inputs.count == 1, name != "concat", name != "merge" || limit != nil {
      switch inputs[0] {
      case .array(let array): inputs = array.elements
      case .object(let object) where name == "combineLatest" || name == "forkJoin":
        keys = RxJSValues.order(of: object.keys)
        inputs = keys?.compactMap { object[$0] } ?? []
      default: break
      }
    }
    return try joined(name, inputs, project, limit: limit, keys: keys, span)
  }

  private func joined(
    _ name: String, _ inputs: [JSValue], _ project: JSValue?, limit: Int64?, keys: [String]?, _ span: Span
  ) throws(Refusal) -> (text: String, shape: JSShape) {
    guard !inputs.isEmpty else { return ("empty()", .nothing) }
    var texts: [String] = []
    var shapes: [JSShape] = []
    let outer = startsArguments
    startsArguments = limit == nil && name != "concat" && name != "onErrorResumeNext"
    defer { startsArguments = outer }
    for input in inputs {
      let stream = try stream(input, span)
      texts.append(try text(of: stream, span))
      shapes.append(stream.shape)
    }
    switch name {
    case "merge" where limit != nil:
      return ("streams(\(texts.joined(separator: ", "))).flatten(.concurrent(limit: \(limit ?? 1)))", .joined(shapes))
    case "concat", "merge", "race": return ("\(name)(\(texts.joined(separator: ", ")))", .joined(shapes))
    case "onErrorResumeNext" where texts.count > 1:
      return ("onErrorResumeNext(\(texts.joined(separator: ", ")))", .joined(shapes))
    case "onErrorResumeNext": return ("\(texts[0]).suppressError()", shapes[0])
    default: break
    }
    // A tuple with one element is that element.
    if texts.count == 1 {
      if name == "forkJoin" { texts[0] += ".last(orFail: nil)" }
      let shape = JSShape.tuple(shapes, keys: keys)
      guard let project else { return (texts[0], shape) }
      let (text, result) = try closure(project, shapes, span)
      return ("\(texts[0]).map \(text)", result)
    }
    let call = "\(name)(\(texts.joined(separator: ", ")))"
    guard let project else { return (call, .tuple(shapes, keys: keys)) }
    let (text, shape) = try closure(project, shapes, span)
    return ("\(call) \(text)", shape)
  }
}
