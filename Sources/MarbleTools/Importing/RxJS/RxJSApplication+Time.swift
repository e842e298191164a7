import Marbles

/// The forms of operators that depend on time, divide a stream, share it or start it again.
extension RxJSApplication {
  // MARK: Time

  /// Returns an operator whose time is the delay of the stream that a function returns for every value.
  func timedByStream(_ name: String) throws(Refusal) -> Result {
    try limit(1...1)
    let library = library
    let span = span
    var delay: String?
    _ = try library.closure(argument(0), [shape], span) { (value) throws(Refusal) in
      delay = try library.stream(value, span).delay
      return ("", .nothing)
    }
    guard let delay else { throw refuse(self.name) }
    return Result("\(source).\(name)(\(delay))", shape)
  }

  /// Returns `throttleTime`, or `throttle` if the last value of each period is sent too.
  func throttled() throws(Refusal) -> Result {
    try limit(1...2)
    guard case .object(let options) = argument(1) else { return try timed("throttleTime") }
    var flags = ["leading": true, "trailing": false]
    for key in options.keys {
      guard case .boolean(let flag)? = options[key] else { throw refusal() }
      flags[key] = flag
    }
    switch (flags["leading"], flags["trailing"]) {
    case (true, false): return Result("\(source).throttleTime(\(try duration(0)))", shape)
    case (true, true): return Result("\(source).throttle(\(try duration(0)), discardWhenCompleted: false)", shape)
    default: throw refusal()
    }
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
        let (text, inner) = try library.closure(object[key] ?? .undefined, [], span) {
          [library, span] (value)
            throws(Refusal) in
          try library.streamPart(value, span)
        }
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
    let (text, _) = try library.closure(argument(1), [shape], span) { [library, span] (value) throws(Refusal) in
      try library.streamPart(value, span)
    }
    return "\(source).\(name)(from: \(openings)) \(text)"
  }

  func closed(_ name: String) throws(Refusal) -> String {
    try limit(1...1)
    let (text, _) = try library.closure(argument(0), [], span) { [library, span] (value) throws(Refusal) in
      try library.streamPart(value, span)
    }
    return "\(source).\(name) \(text)"
  }

  // MARK: Sharing

  /// Returns `share`, if its options are the default ones.
  func sharedStream() throws(Refusal) -> Result {
    try limit(0...1)
    if has(0) {
      guard case .object(let options) = argument(0) else { throw refusal() }
      for key in options.keys { try checkReset(options[key] ?? .undefined) }
    }
    return Result("\(source).share()", shape, isShared: true)
  }

  /// Checks that an option resets the stream immediately, as is the default.
  private func checkReset(_ option: JSValue) throws(Refusal) {
    switch option {
    case .boolean(true), .undefined: return
    case .function:
      library.machine.nesting += 1
      defer { library.machine.nesting -= 1 }
      let notifier = try library.stream(library.machine.call(option, [], span), span)
      let text = try library.text(of: notifier, span)
      guard text.hasPrefix("of(") || text.hasPrefix("concat(of(") else { throw refuse("share") }
    default: throw refuse("share")
    }
  }

  // MARK: Failures

  func caught() throws(Refusal) -> Result {
    try limit(1...1)
    if case .function(let function) = argument(0), function.syntax.parameters.count > 1 { throw refusal() }
    let (text, inner) = try library.closure(argument(0), [.text], span) { [library, span] (value) throws(Refusal) in
      try library.streamPart(value, span)
    }
    guard case .stream(let result) = inner else { return Result("\(source).catchError \(text)", shape) }
    return Result("\(source).catchError \(text)", shape.joined(with: result))
  }

  func repeated() throws(Refusal) -> Result {
    try limit(0...1)
    var count = argument(0)
    if case .object(let object) = count {
      guard object.keys == ["count"] else { throw refusal() }
      count = object["count"] ?? .undefined
    }
    guard case .number(let number) = count, number.isFinite else {
      guard count.isNothing || isInfinite(0) else { throw refusal() }
      return Result("\(source).repeat()", shape)
    }
    guard let whole = Int(exactly: number) else { throw refusal() }
    // The versions of RxJS differ in what a negative number means.
    guard whole >= 0 else { throw refusal() }
    guard whole > 0 else { return Result("empty()", .nothing) }
    return Result("\(source).repeat(\(whole))", shape)
  }

  func retried() throws(Refusal) -> Result {
    try limit(0...1)
    if case .object(let object) = argument(0) {
      guard object.keys.allSatisfy({ ["count", "delay"].contains($0) }), let count = object["count"],
        case .number(let number) = count, let limit = Int(exactly: number)
      else { throw refusal() }
      guard let delay = object["delay"] else { return Result("\(source).retry(\(limit))", shape) }
      return Result("\(source).retry(upTo: \(limit), interval: \(try library.duration(delay, span)))", shape)
    }
    guard has(0), !isInfinite(0) else { return Result("\(source).retry()", shape) }
    return Result("\(source).retry(\(try number(0)))", shape)
  }
}
