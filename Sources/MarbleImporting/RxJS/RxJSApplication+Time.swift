import Marbles

/// The forms of operators that depend on time, divide a stream, share it or start it again.
extension RxJSApplication {
  // MARK: Time

  /// Returns an operator that waits for the stream that a function returns for a value.
  func timedByStream(_ name: String, options: String = "") throws(Refusal) -> Result {
    let (library, span) = (library, span)
    let (prefix, text, _) = try closure(argument(0)) { (value) throws(Refusal) in
      // In Swirly's diagrams, the completion of a duration counts too.
      if library.stringsAreStreams, let delay = try library.stream(value, span).delay {
        return ("timer(after: \(delay))", .stream(.number))
      }
      return try library.streamPart(value, span)
    }
    let rest = prefix.isEmpty ? "" : ".map { $0.0 }"
    return Result("\(source)\(prefix).\(name)(until: \(text)\(options))\(rest)", shape)
  }

  /// Returns an operator that waits for a timer.
  func timedByTimer(_ name: String, options: String = "") throws(Refusal) -> Result {
    try limit(1...(name == "throttle" ? 3 : 1))
    // The time may depend on a parameter of a closure around this one.
    if argument(0).isSymbolic { library.closures += 1 }
    return Result("\(source).\(name)(until: { timer(after: \(try duration(0))) }\(options))", shape)
  }

  /// Returns the options of `throttle`, which sends the last value of each period by default here.
  func throttleOptions(_ value: JSValue) throws(Refusal) -> String {
    var flags = ["leading": true, "trailing": false]
    if case .object(let options) = value {
      for key in options.keys where !(options[key] ?? .undefined).isNothing {
        guard case .boolean(let flag)? = options[key], flags[key] != nil else { throw refusal() }
        flags[key] = flag
      }
    } else if !value.isNothing {
      throw refusal()
    }
    return (flags["leading"] == false ? ", leading: false" : "")
      + (flags["trailing"] == false ? ", trailing: false" : "")
  }

  func timed(_ name: String) throws(Refusal) -> Result {
    try limit(1...1)
    return Result("\(source).\(name)(\(try duration(0)))", shape)
  }

  func timeout() throws(Refusal) -> Result {
    try limit(1...1)
    guard case .object(let object) = argument(0) else {
      if case .date(let date) = argument(0) {
        return Result("\(source).timeout(first: \(try library.duration(.number(date), span)))", shape)
      }
      return Result("\(source).timeout(each: \(try duration(0)))", shape)
    }
    var replacement = ""
    var result = shape
    for key in object.keys {
      switch key {
      case "each", "first": break
      case "with":
        let (text, inner) = try streamClosure(object[key] ?? .undefined, of: [])
        if case .stream(let inner) = inner { result = result.joined(with: inner) }
        replacement = ", with: \(text.dropFirst(2).dropLast(2))"
      default: throw refuse(key)
      }
    }
    switch (object["each"], object["first"]) {
    case (let each?, nil):
      return Result("\(source).timeout(each: \(try library.duration(each, span))\(replacement))", result)
    case (nil, .date(let date)?):
      return Result(
        "\(source).timeout(first: \(try library.duration(.number(date), span))\(replacement))", result)
    case (nil, let first?):
      return Result("\(source).timeout(first: \(try library.duration(first, span))\(replacement))", result)
    default: throw refusal()
    }
  }

  // MARK: Parts

  func counted(_ name: String) throws(Refusal) -> String {
    try limit(1...2)
    let every = has(1) ? ", every: \(try number(1, atLeast: 1))" : ""
    return "\(source).\(name)(count: \(try number(0, atLeast: 1))\(every))"
  }

  func toggled(_ name: String) throws(Refusal) -> String {
    try limit(2...2)
    let (openings, shape) = try streamText(0)
    return "\(source).\(name)(from: \(openings)) \(try streamClosure(argument(1), of: [shape]).text)"
  }

  func closed(_ name: String) throws(Refusal) -> String {
    try limit(1...1)
    return "\(source).\(name) \(try streamClosure(argument(0), of: []).text)"
  }

  /// Returns buffers or windows with a length in time.
  func dividedByTime(_ name: String) throws(Refusal) -> String {
    try limit(1...3)
    // A maximum number of values has no counterpart.
    guard !has(2) || isInfinite(2) else { throw refusal() }
    let length = try duration(0)
    let openings = has(1) ? "(from: interval(\(try duration(1))).startWith(0))" : ""
    return "\(source).\(name)\(openings) { timer(after: \(length)) }"
  }

  // MARK: Failures

  func caught() throws(Refusal) -> Result {
    try limit(1...1)
    if library.usesKnownValues, stream.known.errors?.isEmpty == true {
      library.leaveOut(span)
      return Result(source, shape)
    }
    if case .function(let function) = argument(0), function.syntax.parameters.count > 1 { throw refusal() }
    let (text, inner) = try streamClosure(argument(0), of: [library.failureShape], known: stream.known.errors)
    guard case .stream(let result) = inner else { return Result("\(source).catchError \(text)", shape) }
    let isSilent = library.usesKnownValues && stream.isSilent
    return Result("\(source).catchError \(text)", isSilent ? result : shape.joined(with: result))
  }

  /// Returns an operator that starts the source again at the values of the stream that a function returns.
  func restarted(_ name: String, by event: JSShape) throws(Refusal) -> Result {
    try limit(1...1)
    return Result("\(source).\(name)(when: \(try streamClosure(argument(0), of: [.stream(event)]).text))", shape)
  }

  func repeated() throws(Refusal) -> Result {
    try limit(0...1)
    var (count, delay) = (argument(0), JSValue.undefined)
    if case .object(let options) = count { (count, delay) = try restartOptions(options) }
    var limit: Int64?
    if case .number(let number) = count, number.isFinite {
      // The versions of RxJS differ in what a negative number means.
      guard let whole = Int64(exactly: number), whole >= 0 else { throw refusal() }
      guard whole > 0 else { return Result("empty()", .nothing) }
      limit = whole
    } else if !count.isNothing, !count.isInfinite {
      throw refusal()
    }
    guard delay.isNothing else {
      let times = limit.map { ".take(\($0 - 1))" } ?? ""
      guard limit != 1 else { return Result(source, shape) }
      if case .function = delay {
        let (text, _) = try library.closure(delay, [.number], span) { [self] (value) throws(Refusal) in
          if case .stream(let stream) = value, let time = stream.delay {
            return ("timer(after: \(time))", .stream(.number))
          }
          return try firstEvent(of: value)
        }
        let notifier =
          text.hasPrefix("{ timer(") ? ".delay(until: \(text))" : ".concatMap \(text).dematerialize()"
        return Result("\(source).repeat(when: { $0\(times)\(notifier) })", shape)
      }
      return Result("\(source).repeat(when: { $0\(times)\(try delayed(by: delay)) })", shape)
    }
    return Result("\(source).repeat(\(limit.map(String.init) ?? ""))", shape)
  }

  func retried() throws(Refusal) -> Result {
    try limit(0...1)
    if library.usesKnownValues, stream.known.errors?.isEmpty == true {
      library.leaveOut(span)
      return Result(source, shape)
    }
    var (count, delay) = (argument(0), JSValue.undefined)
    if case .object(let options) = count { (count, delay) = try restartOptions(options) }
    var limit: Int64?
    if case .number(let number) = count, number.isFinite {
      guard let whole = Int64(exactly: number), whole >= 0 else { throw refusal() }
      limit = whole
    } else if !count.isNothing, !count.isInfinite {
      throw refusal()
    }
    switch (limit, delay) {
    case (_, .undefined): return Result("\(source).retry(\(limit.map(String.init) ?? ""))", shape)
    case (let limit?, .number):
      return Result("\(source).retry(upTo: \(limit), interval: \(try library.duration(delay, span)))", shape)
    case (nil, .number): return Result("\(source).retry(when: { $0\(try delayed(by: delay)) })", shape)
    case (_, .function):
      // Only the first event of the stream counts, whatever it is.
      let text = "$0.index().concatMap \(try notifications(delay, upTo: limit)).dematerialize()"
      return Result("\(source).retry(when: { \(text) })", shape)
    default: throw refusal()
    }
  }

  private func restartOptions(_ options: JSObject) throws(Refusal) -> (count: JSValue, delay: JSValue) {
    guard options.keys.allSatisfy(["count", "delay"].contains) else { throw refusal() }
    return (options["count"] ?? .undefined, options["delay"] ?? .undefined)
  }

  private func delayed(by delay: JSValue) throws(Refusal) -> String {
    guard case .number = delay else { throw refusal() }
    return ".delay(until: { timer(after: \(try library.duration(delay, span))) })"
  }

  /// Returns a closure for a function of a failure and the number of failures, with the first event of its stream.
  private func notifications(_ function: JSValue, upTo limit: Int64?) throws(Refusal) -> String {
    let failure = library.failureShape
    var place = ""
    return try library.closure(
      function, [.tuple([failure, .number])], span,
      arguments: { pair in
        place = pair[0].text
        return [
          JSSymbol(text: place + ".0", shape: failure),
          JSSymbol(text: place + ".1 + 1", shape: .number, precedence: 5),
        ]
      }
    ) { (value) throws(Refusal) in
      let (text, shape) = try firstEvent(of: value)
      guard let limit else { return (text, shape) }
      return ("\(place).1 >= \(limit) ? throwError(\(place).0).materialize() : \(text)", shape)
    }.text
  }

  private func firstEvent(of value: JSValue) throws(Refusal) -> (text: String, shape: JSShape) {
    guard case .branch(let condition, let first, let second) = value else {
      let (text, shape) = try library.streamPart(value, span)
      if case .failure = value { return (text, shape) }
      return ("\(text).materialize().take(1)", shape)
    }
    let (a, shape) = try firstEvent(of: first)
    let (b, other) = try firstEvent(of: second)
    return ("\(condition) ? \(a) : \(b)", shape.joined(with: other))
  }
}
