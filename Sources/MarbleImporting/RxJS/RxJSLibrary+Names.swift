import Marbles

/// The names and functions of the platform, of RxJS and of its test scheduler.
extension RxJSLibrary {
  private static let helpers: Set = [
    "cold", "hot", "expectObservable", "expectSubscriptions", "time", "flush", "run", "now", "createColdObservable",
    "createHotObservable", "createTime", "schedule",
  ]

  private static let platform: Set = [
    "String", "Number", "Boolean", "parseInt", "parseFloat", "Math", "Object", "Array", "Date", "isObservable",
  ]

  /// Names of the platform that are not supported, and of the library.
  private static let others: Set = [
    "Map", "Set", "WeakMap", "Symbol", "JSON", "Intl", "RegExp", "Function", "setTimeout", "setInterval", "document",
    "window", "process", "performance", "navigator", "localStorage",
  ]

  /// Whether a name is known to a program that does not declare it.
  static func isOfPlatform(_ name: String) -> Bool {
    others.contains(name) || platform.contains(name) || operators[name] != nil || name.hasSuffix("Scheduler")
  }

  /// The functions that do something else with the position of a value, which operators pass after it.
  static let functionsOfPosition: Set = ["parseInt", "Math.min", "Math.max"]

  /// Returns the refusal of such a function, which takes the position after other parameters.
  static func position(takenBy name: String, after parameters: [String], _ span: Span) -> Refusal {
    let list = parameters.joined(separator: ", ")
    let function = "\(parameters.count == 1 ? list : "(\(list))") => \(name)(\(list))"
    return Refusal(problem: .takesPosition(name, instead: function), span: span)
  }

  /// Functions of RxJS that are objects with functions in them.
  private static let namespaces: Set = ["Rx", "rxjs", "Observable", "operators", "Notification", "helpers"]

  /// The names that are offered for a misspelled one.
  static var functionNames: [String] { operators.keys.sorted() + creations.union(joiners).sorted() }

  func isKnown(_ name: String) -> Bool {
    Self.helpers.contains(name)
      || Self.isSuiteFunction(name) || Self.platform.contains(name)
      || Self.namespaces.contains(name) || Self.creations.contains(name) || Self.operators[name] != nil
      || Self.joiners.contains(name) || ["pipe", "identity", "noop"].contains(name)
  }

  /// Returns the meaning of a name that the source does not declare.
  func value(named name: String, _ span: Span) throws(Refusal) -> JSValue {
    switch name {
    case "undefined": return .undefined
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "Infinity": return .number(.infinity)
    case "NaN": return .number(.nan)
    case "EMPTY": return .stream(constant("empty()", span))
    case "NEVER": return .stream(constant("never()", span))
    case "COMPLETE_NOTIFICATION": return notification("C", nil)
    case "describe", "it": return .host(name)
    case _ where shown == nil && Self.matcherFunctions.contains(name): return .host(name)
    case "asapScheduler", "asyncScheduler", "queueScheduler", "animationFrameScheduler":
      usesTime = true
      return .scheduler(name)
    case _ where name.hasSuffix("Scheduler"): return .scheduler(nil)
    case _ where isKnown(name): return .host(name)
    case _ where shown == nil && ["jest", "vi", "jasmine", "TestBed"].contains(name): return .host(name)
    case "spyOn" where shown == nil: return .host("mock.spyOn")
    case _ where name.hasSuffix("Error"): return .host(name)
    case "setTimeout" where subscriber != nil || shown != nil: return .host(name)
    case "console" where shown != nil, "Promise" where shown != nil: return .host(name)
    case "setInterval" where subscriber != nil: return .host(name)
    case "require" where shown != nil: return .host(name)
    case _ where isBound(name.filter { $0 != "$" }):
      let name = name.filter { $0 != "$" }
      recordFailure(.text)
      boundNames.insert(name)
      return .stream(expression(name, .any, span))
    default: throw unknown(name, span)
    }
  }

  /// Returns the name of the functions in a module of RxJS.
  static func namespace(of module: String) -> String? {
    ["rxjs": "rxjs", "rxjs/operators": "operators"][module]
  }

  func constant(_ text: String, _ span: Span) -> RxJSStream {
    let stream = expression(text, .nothing, span, inner: [])
    stream.known = ([], [])
    return stream
  }

  /// Returns a member of an object of the platform or of the library.
  func value(named name: String, of owner: String, _ span: Span) throws(Refusal) -> JSValue {
    switch owner {
    case "Math", "Object", "Array", "Notification", "Date", "Number", "String": return .host("\(owner).\(name)")
    case _ where Self.isSuiteFunction(owner): return .host("\(owner).\(name)")
    case "console": return .host("noop")
    case "Promise": return .host("Promise.\(name)")
    case "Observable" where name == "create": return .host("Observable.create")
    case "assertions" where name == "plan": return .host("noop")
    case "jest", "vi", "jasmine": return .host("mock." + name)
    case "TestBed": return .host("\(owner).\(name)")
    case "operators" where Self.joiners.contains(name): return .host("operators." + name)
    case _ where Self.namespaces.contains(owner): return try value(named: name, span)
    default: throw unknown(name, span)
    }
  }

  /// Returns a member of a test scheduler.
  func helper(_ name: String, _ span: Span) throws(Refusal) -> JSValue {
    if name == "scheduler" { return .scheduler(nil) }
    if Self.contextFunctions.contains(name) { return .host("context." + name) }
    guard Self.helpers.contains(name) else { throw unknown(name, span) }
    return .host(name)
  }

  // MARK: Calls

  func call(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    if Self.isSuiteFunction(name) { return try callSuite(name, arguments, span) }
    if Self.matcherFunctions.contains(name) { return try callMatcherFunction(name, arguments, span) }
    if name.hasPrefix("mock.") { return try callMockFunction(String(name.dropFirst(5)), arguments, span) }
    if name.hasPrefix("TestBed.") { return try callTestBed(String(name.dropFirst(8)), arguments, span) }
    if Self.frameworkFunctions.contains(name) { return try callFrameworkFunction(name, arguments, span) }
    if name.hasPrefix("context.") { return try callMatcherFunction(String(name.dropFirst(8)), arguments, span) }
    if name.hasSuffix(".frames") { return try callFrames(name, arguments, span) }
    if Self.helpers.contains(name) { return try callHelper(name, arguments, span) }
    if Self.creations.contains(name) { return try create(name, arguments, span) }
    if name.hasPrefix("operators.") {
      return .operation(RxJSOperation(name: String(name.dropFirst(10)), arguments: arguments, span: span))
    }
    if Self.operators[name] != nil {
      return .operation(RxJSOperation(name: name, arguments: arguments, span: span))
    }
    switch (name, arguments.count) {
    case ("pipe", _): return .operations(arguments)
    case ("noop", _): return .undefined
    case ("Observable.create", _): return try construct("Observable", arguments, span)
    case ("setTimeout", 1...): return try callTimer(arguments, span)
    case ("setInterval", 2): return try callInterval(arguments, span)
    // A promise sends its value after the current function.
    case ("Promise.resolve", 1):
      usesTime = true
      let (text, shape) = try machine.part(arguments[0], span)
      return .stream(expression("timer(after: 0).mapTo(\(text))", shape, span))
    case ("identity", 1...): return arguments[0]
    case ("pair", _): return .array(JSArray(arguments, nesting: machine.nesting))
    case ("String", 1...):
      guard arguments[0].isSymbolic else { return .string(try machine.text(of: arguments[0], span)) }
      return try text(of: arguments[0], span)
    case ("require", 1):
      guard case .string(let module, _) = arguments[0], let namespace = Self.namespace(of: module) else {
        throw unknown(name, span)
      }
      return .host(namespace)
    case ("isObservable", 1...):
      if case .stream = arguments[0] { return .boolean(true) }
      guard !arguments[0].isSymbolic else { throw unknown(name, span) }
      return .boolean(false)
    case ("Boolean", 1): return try machine.truth(of: arguments[0], span)
    case ("parseInt", 2...):
      guard case .number(10) = arguments[1] else { throw Self.position(takenBy: name, after: ["x"], span) }
      return try number(name, arguments[0], span)
    case ("Number", 1...), ("parseInt", 1), ("parseFloat", 1...):
      return try number(name, arguments[0], span)
    default: break
    }
    return try callPlatform(name, arguments, span)
  }

  private func number(_ name: String, _ value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    guard value.isSymbolic else { return try machine.numeric(value, span) }
    let (text, shape) = try machine.part(value, span)
    if shape.isNumber, name != "parseInt" { return value }
    // A string may contain a fraction, or other text.
    if shown != nil, !shape.isNumber { throw refusal(span) }
    return .symbol(JSSymbol(text: "Int(\(text))", shape: .number))
  }

  private func callPlatform(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch (name, arguments.first) {
    case ("Object.keys", .object(let object)?):
      return .array(JSArray(object.keys.map { .string($0) }, nesting: machine.nesting))
    case ("Object.values", .object(let object)?):
      return .array(JSArray(object.keys.map { object[$0] ?? .undefined }, nesting: machine.nesting))
    case ("Object.freeze", let value?): return value
    case ("Array.from", let value?) where arguments.count == 1:
      return .array(JSArray(try machine.elements(of: value, span), nesting: machine.nesting))
    case ("String.fromCharCode", .number(let unit)?) where arguments.count == 1:
      guard let unit = UInt16(exactly: unit), let scalar = Unicode.Scalar(unit) else { throw refusal(span) }
      return .string(String(Character(scalar)))
    case ("Number.isNaN", .number(let number)?): return .boolean(number.isNaN)
    case ("Number.isFinite", .number(let number)?): return .boolean(number.isFinite)
    case ("Number.isNaN", _?) where arguments[0].isNothing: return .boolean(false)
    case ("Array.isArray", .array?): return .boolean(true)
    case ("Array.isArray", let value?) where !value.isSymbolic: return .boolean(false)
    case ("Object.assign", .object(let object)?):
      for case .object(let other) in arguments.dropFirst() {
        for key in other.keys { try machine.set(object, key, other[key] ?? .undefined, span) }
      }
      return .object(object)
    // In a closure of a program, the time depends on when it runs.
    case ("Date.now", nil) where shown == nil || machine.nesting == 0: return .number(0)
    case ("Notification.createNext", let value?): return notification("N", value)
    case ("Notification.createError", let error): return notification("E", error)
    case ("Notification.createComplete", nil): return notification("C", nil)
    case ("Math.max", let first?), ("Math.min", let first?):
      var result = first
      for other in arguments.dropFirst() {
        result = try extreme(result, other, name == "Math.max" ? ">" : "<", span)
      }
      return result
    case ("Math.abs", let value?):
      return try extreme(value, machine.unary("-", value, span), ">", span)
    case ("Math.floor", .number(let number)?): return .number(number.rounded(.down))
    case ("Math.ceil", .number(let number)?): return .number(number.rounded(.up))
    case ("Math.trunc", .number(let number)?): return .number(number.rounded(.towardZero))
    case ("Math.pow", let base?) where arguments.count == 2:
      return try machine.combine("**", base, arguments[1], span)
    default: throw unknown(String(name.split(separator: ".").last ?? ""), span)
    }
  }

  /// Returns the greater or the smaller one of two numbers.
  private func extreme(_ a: JSValue, _ b: JSValue, _ symbol: String, _ span: Span) throws(Refusal) -> JSValue {
    let condition = try machine.combine(symbol, a, b, span)
    guard condition.isSymbolic else { return try machine.isTrue(condition, span) ? a : b }
    return .branch(condition: try machine.condition(condition, span), a, b)
  }

  func notification(_ kind: String, _ content: JSValue?) -> JSValue {
    let object = JSObject(nesting: machine.nesting)
    object["kind"] = .string(kind)
    if let content { object[kind == "N" ? "value" : "error"] = content }
    return .object(object)
  }

  /// Performs `new`.
  func construct(_ type: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch type {
    case "TestScheduler":
      (clock, ownsScheduler) = (.frames, true)
      return .scheduler(nil)
    case "InjectionToken": return .object(JSObject(nesting: machine.nesting))
    case "Subject": return subject(.plain, span)
    case "Observable" where arguments.count == 1: return .stream(try observable(arguments[0], span))
    case "AsyncSubject": return subject(.last, span)
    case "BehaviorSubject" where arguments.count == 1: return subject(.behavior(arguments[0]), span)
    case "ReplaySubject" where arguments.count <= 1:
      guard let argument = arguments.first, !argument.isNothing else { return subject(.replay(nil), span) }
      guard case .number(let number) = argument, number >= 1 else {
        throw Refusal(problem: .form(of: type), span: span)
      }
      return subject(.replay(Int64(exactly: number)), span)
    case "ReplaySubject": throw Refusal(problem: .form(of: type), span: span)
    case "Date":
      // In a program, it is not known when it runs.
      guard shown == nil, arguments.count == 1, case .number(let number) = arguments[0] else {
        throw unknown(type, span)
      }
      return .date(number)
    case "Notification":
      guard case .string(let kind, _)? = arguments.first else { throw unknown(type, span) }
      return notification(kind, kind == "C" ? nil : arguments.dropFirst(kind == "N" ? 1 : 2).first)
    case "TimeInterval", "Timestamp":
      guard arguments.count == 2 else { throw unknown(type, span) }
      let object = JSObject()
      object["value"] = arguments[0]
      object[type == "Timestamp" ? "timestamp" : "interval"] = arguments[1]
      return .object(object)
    case _ where type.hasSuffix("Error"):
      return .error(type: type, message: arguments.first ?? .string("error"))
    default: throw unknown(type, span)
    }
  }

  /// Calls a method of a stream or of the test scheduler.
  func call(
    _ name: String, on receiver: JSValue, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) -> JSValue {
    switch receiver {
    case .stream(let stream):
      switch name {
      case "pipe":
        return .stream(try apply(.operations(arguments), to: stream, span))
      case "asObservable": return receiver
      case "subscribe" where shown != nil && machine.nesting == 0:
        for argument in arguments { try forgetNames(assignedBy: argument) }
        if case .subject? = arguments.first { throw unknown("Subject", span) }
        shown?.append(RxJSSubscription(stream: stream, start: try start(of: stream, span), span: span))
        return .subscription((shown?.count ?? 1) - 1)
      case "connect":
        guard let connectable = stream.connectable else { throw unknown(name, span) }
        guard machine.nesting == 0, !hasRun else { throw Refusal(problem: .effect, span: span) }
        guard now == 0 else { throw Refusal(problem: .form(of: name), span: span) }
        // What the source sends immediately is lost, because all observers are added after the connection.
        guard !connectable.source.sendsAtStart else { throw Refusal(problem: .lateConnection, span: span) }
        connectable.isConnected = true
        return .host("Subscription")
      case _ where Self.operators[name] != nil:
        let operation = RxJSOperation(name: name, arguments: arguments, span: span)
        return .stream(try apply(.operation(operation), to: stream, span))
      default: throw unknown(name, span)
      }
    case .subject(let subject) where name == "getValue" && arguments.isEmpty: return try currentValue(of: subject, span)
    case .subject(let subject):
      if let event = try event(name, arguments, span) {
        try record(event, of: subject, span)
        return .undefined
      }
      return try call(name, on: .stream(stream(of: subject, span)), arguments, span)
    case .scheduler(nil) where name == "get" && arguments.isEmpty: return receiver
    case .scheduler: return try call(machine.member(of: receiver, name, span), arguments, span)
    case .subscription(let index) where name == "unsubscribe" && machine.nesting == 0:
      guard let subscription = shown?[index], subscription.end == nil else { return .undefined }
      let followsEvent = now <= subscription.start ? steps > 0 : hasEvent(at: now)
      let end = followsEvent ? step(span) : now
      // What is sent immediately is not observed before the end here.
      guard end > subscription.start else { throw Refusal(problem: .observedWithinTick, span: span) }
      shown?[index].end = end
      return .undefined
    case .subscriber(let subscriber): return try call(name, on: subscriber, arguments, span)
    case .matcher(let matcher):
      try assert(matcher, name, arguments, span)
      return .undefined
    default: throw unknown(name, span)
    }
  }

  private func call(_ function: JSValue, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    try machine.call(function, arguments, span)
  }

  /// Returns arguments without schedulers, because a script has a single clock.
  ///
  /// The schedulers of the library change the order of events on the same tick, except where they only measure time.
  func withoutSchedulers(_ arguments: [JSValue], isTime: Bool, _ span: Span) throws(Refusal) -> [JSValue] {
    var kept: [JSValue] = []
    for argument in arguments {
      guard case .scheduler(let name) = argument else {
        kept.append(argument)
        continue
      }
      let allowed = isTime ? ["queueScheduler", "asyncScheduler"] : ["queueScheduler"]
      if let name, !allowed.contains(name) { throw unknown(name, span) }
    }
    return kept
  }
}
