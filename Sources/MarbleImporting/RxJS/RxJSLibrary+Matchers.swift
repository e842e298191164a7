import Marbles

/// The functions of jest-marbles, jasmine-marbles and rxjs-marbles.
extension RxJSLibrary {
  /// A library whose `cold` and `hot` ignore whitespace around their marbles.
  struct Matchers {
    enum Clock {
      /// The clock of `testScheduler.run`.
      case running
      case frames
      /// The one with which a test passes.
      case unknown
    }

    let clock: Clock
    /// Whether spaces take no time and durations are read, although a frame has 10 ms.
    let readsDurations: Bool

    init(module: String) {
      clock = module.hasSuffix("jest-marbles") ? .running : module.hasSuffix("jasmine-marbles") ? .frames : .unknown
      readsDurations = clock == .frames
    }

    init(clock: Clock) {
      self.clock = clock
      readsDurations = false
    }

  }

  static let matcherFunctions: Set = [
    "expect", "marbles", "marbleTest", "cases", "configure", "getTestScheduler", "initTestScheduler",
    "resetTestScheduler", "addMatchers",
  ]

  /// The members of a test scheduler in rxjs-marbles.
  static let contextFunctions: Set = ["expect", "equal", "has", "bind", "autoFlush"]

  func callMatcherFunction(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch (name, arguments.count) {
    case ("expect", 1...2):
      switch arguments[0] {
      case .stream, .subject: return try callHelper("expectObservable", arguments, span)
      case .subscriptions: return try callHelper("expectSubscriptions", arguments, span)
      default:
        guard machine.nesting == 0 else { throw unknown(name, span) }
        return .matcher(.other)
      }
    case ("marbles", 1), ("marbleTest", 1): return try markedTest(arguments[0], .running, span)
    case ("configure", 1):
      guard case .object(let options) = arguments[0] else { throw refusal(span) }
      let functions = JSObject(nesting: machine.nesting)
      var clock = Clock.running
      if case .boolean(false)? = options["run"] {
        clock = .frames
        matchers = matchers ?? Matchers(clock: .frames)
      }
      for name in ["marbles", "cases"] { functions[name] = .host(clock == .running ? name : name + ".frames") }
      return .object(functions)
    case ("cases", 3): return try addCases(arguments, .running, span)
    case ("getTestScheduler", 0): return .scheduler(nil)
    case ("initTestScheduler", 0), ("resetTestScheduler", 0), ("addMatchers", 0), ("bind", _):
      return .undefined
    case ("equal", 2...), ("has", 2):
      guard case .matcher(let matcher) = try callMatcherFunction("expect", [arguments[0]], span) else {
        return .undefined
      }
      let method = name == "equal" ? "toBeObservable" : "toHaveSubscriptions"
      return try call(method, on: .matcher(matcher), Array(arguments.dropFirst()), span)
    default: throw unknown(name, span)
    }
  }

  /// Calls a function of rxjs-marbles that is configured without `run`.
  func callFrames(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch (name, arguments.count) {
    case ("marbles.frames", 1): return try markedTest(arguments[0], .frames, span)
    case ("cases.frames", 3): return try addCases(arguments, .frames, span)
    default: throw unknown(name, span)
    }
  }

  /// Returns a test that receives a test scheduler.
  private func markedTest(
    _ function: JSValue, _ clock: Clock, _ span: Span, _ arguments: [JSValue] = []
  ) throws(Refusal) -> JSValue {
    guard case .function(let function) = function else { throw refusal(span) }
    return .function(
      JSFunction(function.syntax, in: function.scope, arguments: [.scheduler(nil)] + arguments, clock: clock))
  }

  /// Adds a test for each case of a table.
  private func addCases(_ arguments: [JSValue], _ clock: Clock, _ span: Span) throws(Refusal) -> JSValue {
    guard case .string(let title, _) = arguments[0], case .object(let table) = arguments[2] else {
      throw refusal(span)
    }
    for key in table.keys {
      let content = table[key] ?? .undefined
      func has(_ option: String) -> Bool {
        if case .object(let options) = content, case .boolean(true)? = options[option] { true } else { false }
      }
      let test = try markedTest(arguments[1], clock, span, [content])
      guard case .function(let function) = test else { continue }
      suite.add("\(title), \(key)", function, skips: has("skip"), isFocused: has("only"), span)
    }
    return .undefined
  }

  /// Performs the assertion of a matcher.
  func assert(_ matcher: RxJSMatcher, _ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) {
    switch (name, matcher) {
    case ("toBe", _), ("toEqual", _), ("toBeMarble", .events): try expect(matcher, toBe: arguments, span)
    case ("toBeObservable", .events(let stream, let window)):
      var expected = arguments
      if case .stream(let other)? = arguments.first {
        guard arguments.count == 1, let literal = other.literal else { throw refusal(span) }
        expected = literal
        // An expected timeline sends nothing.
        for sent in other.sentStreams {
          if let index = sentStreams.lastIndex(where: { $0 === sent }) { sentStreams.remove(at: index) }
        }
        other.sentStreams = []
      }
      // The libraries differ in where a group after a group is.
      if case .string(let marbles, _)? = expected.first, marbles.contains(")(") { throw refusal(span) }
      try expect(.events(stream, window: window), toBe: expected, span)
    case ("toHaveSubscriptions", .events(let stream, window: .always)):
      guard arguments.count == 1 else { throw refusal(span) }
      try expect(.subscriptions(stream), toBe: arguments, span)
    case ("toHaveNoSubscriptions", .events(let stream, window: .always)):
      try expect(.subscriptions(stream), toBe: [.array(JSArray([]))], span)
    case (_, .other): remarks.append(span)
    default: throw unknown(name, span)
    }
  }

  private static let streamMatchers: Set = [
    "toBeObservable", "toBeMarble", "toHaveSubscriptions", "toHaveNoSubscriptions",
  ]

  /// Whether a statement is an assertion about something else than a stream, such as the calls of a function.
  ///
  /// It is performed after the run, whose values are not known here.
  func isRemark(_ expression: JSExpression, in scope: JSScope) -> Bool {
    guard machine.nesting == 0, shown == nil else { return false }
    var next = expression
    let outermost = if case .call(let callee, _) = expression.kind { callee } else { expression }
    while true {
      switch next.kind {
      case .call(let callee, let arguments):
        guard case .name("expect") = callee.kind, let subject = arguments.first else {
          next = callee
          continue
        }
        if case .host("expect")? = try? machine.evaluate(callee, in: scope) {
          if case .member(_, "toSatisfyOnFlush") = outermost.kind { return true }
          switch try? machine.evaluate(subject, in: scope) {
          case .stream, .subscriptions: return false
          default: return true
          }
        }
        return false
      case .member(let owner, let name):
        if Self.streamMatchers.contains(name) { return false }
        next = owner
      default: return false
      }
    }
  }
}
