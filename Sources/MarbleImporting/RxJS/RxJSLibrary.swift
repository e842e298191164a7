import Marbles

/// The functions of RxJS and of its test scheduler, for the tests in a source.
final class RxJSLibrary {
  typealias Refusal = ImportRefusal

  /// The clock of a test.
  enum Clock {
    /// The clock inside `testScheduler.run`: spaces are ignored, and a character is a millisecond.
    case running
    /// The clock outside of it: spaces take time, and a character is ten milliseconds.
    case frames
  }

  let source: Source
  private(set) lazy var machine = JSMachine(source: source, library: self)
  /// The tests and hooks that `it` and similar functions add.
  var suite = RxJSSuite()

  /// Whether a string is a stream where a stream is expected, as in the diagrams of Swirly.
  var stringsAreStreams = false

  /// Whether a name that the source does not declare is a stream.
  var isBound: (String) -> Bool = { _ in false }
  /// The names of such streams that the source uses.
  var boundNames: Set<String> = []
  /// The receiver of the events of the function that is evaluated.
  var subscriber: RxJSSubscriber?
  /// The subjects that the test uses, with the plans that a previous evaluation has made.
  var subjects: [RxJSEventSource] = []
  var plans: [RxJSEventSource.Plan] = []
  /// The calls that send events to subjects, in their order.
  var calls: [Call] = []
  /// Whether each of these events is on a tick of its own, which keeps their order in a program without times.
  var separatesEvents = false
  /// The number of ticks that events and later subscriptions have taken so far, if each of them has one of its own.
  var steps = 0
  /// The first subscription that begins or ends at the time of an event.
  var simultaneousSubscription: Span?
  /// Whether the source names a time or a scheduler.
  var usesTime = false
  /// The last event of a subject that nothing observes.
  var lostEvent: Span?
  /// Whether a statement that should observe a subject may have an error.
  var hasFailed = false
  /// Whether the statements of the last entry at the prompt are performed.
  var isCurrent = false
  /// Whether such a statement has sent an event to a subject, and the sources that have sent one.
  var sent: (event: Bool, sources: Set<ObjectIdentifier>) = (false, [])
  /// The nesting of the functions whose effects happen at a known time.
  var eventNesting = 0
  /// Returns the names that functions in a part of the source assign.
  var assignedNames: (Span) -> [String] = { _ in [] }
  /// Returns the names of the calls in a part of a program that subscribe or send, and `throw`.
  var effects: (Span) -> Set<String> = { _ in [] }
  /// The uses of `null` and `undefined`.
  var nothings: JSNothings = []
  /// Whether a string of the source may contain a character of several UTF-16 code units, which JavaScript counts.
  private(set) lazy var hasWideText: Bool = {
    let code = ForeignCode(source, language: .javaScript)
    return code.tokens.contains { token in
      guard token.kind == .string || token.kind == .template else { return false }
      let bytes = source.bytes[token.span]
      return bytes.contains { $0 >= 0x80 }
        || zip(bytes, bytes.dropFirst()).contains { $0 == ASCII.backslash && "uxr".utf8.contains($1) }
    }
  }()
  /// The streams that the source subscribes to, or `nil` for tests, which do not.
  var shown: [RxJSSubscription]?
  /// The functions that `setTimeout` calls outside of all streams.
  var timers: [(time: Int, function: JSValue, span: Span)] = []
  /// The time in milliseconds at which statements are performed.
  var now = 0

  /// The kinds of errors with which the streams of a program fail.
  private(set) var failures: Set<FailureKind> = []

  enum FailureKind: Hashable {
    /// A string, which is the message.
    case text
    /// An `Error`, which has a message.
    case error
    /// An error of an operator, with its message in RxJS.
    case operation(String)
    /// Another value, or an error with another message than the one here, which is not known.
    case other
  }

  /// The files that the source imports, if there are any.
  var modules: RxJSModules?
  /// The names that the files declare, by the index of the file.
  var moduleScopes: [Int: JSScope] = [:]
  /// The files whose names a file exports too.
  var moduleExports: [Int: [(names: [(name: String, exported: String)]?, module: Int)]] = [:]
  /// The index of the file whose statements are evaluated.
  var currentModule = 0

  /// The library with `toBeObservable` that the tests use, if there is one.
  var matchers: Matchers?
  /// Whether the test creates a scheduler instead of using the one of that library.
  var ownsScheduler = false
  var usedMatchers: Matchers? { ownsScheduler ? nil : matchers }
  /// Whether hot timelines of a test end for later observers too.
  var endsHotStreams = false

  // MARK: The current test

  /// The number of the test, or 0 outside of all tests.
  private(set) var test = 0
  var clock = Clock.frames
  /// Whether digits without another value are strings, as in JavaScript, and not numbers.
  var digitsAreText = false
  /// Whether a timeline contains a digit without another value.
  var usesDigits = false
  /// Whether the result depends on whether digits are strings.
  var needsText = false
  /// The timelines in the order of their creation, and the named expressions between them.
  var definitions: [RxJSStream] = []
  var expectations: [RxJSExpectation] = []
  /// The assertions of the test about something else than streams.
  var remarks: [Span] = []
  /// The type of the keys of all groups, if there are groups.
  var groupKey: JSShape?
  /// The operators without an effect on the events, which the script does not have.
  var leftOut: [Span] { withoutEffect.filter { !applied.contains($0) } }
  private var withoutEffect: [Span] = []
  /// The operators that the script has.
  private var applied: Set<Span> = []
  /// Whether functions are called with the values of streams, if these are known before the run.
  var usesKnownValues = false
  /// The result of the last function, which may be known before the run.
  var closureResult: JSValue?
  /// The results of the last closure for the known values of its parameter.
  var closureResults: [JSValue?] = []
  /// The values that `TestBed` provides, and those that it has created.
  var providers: [(token: JSValue, provider: JSValue)] = []
  var injected: [(token: JSValue, value: JSValue)] = []
  /// The streams of the test that need a `connect`.
  var connectables: [RxJSStream] = []
  /// Whether the test has run its scheduler.
  var hasRun = false
  /// The number of streams with shared observers.
  var sharings = 0
  /// Those of them that are subjects.
  var sharedSubjects: Set<Int> = []
  /// The streams that timelines of the test send by name.
  var sentStreams: [RxJSStream] = []
  var sendsStreams: Bool { !sentStreams.isEmpty }
  /// The tick on which a function runs that contains assertions.
  var assertionTick: Int?
  private var names: Set<String> = []
  /// Whether the arguments of the operator under construction start with its result.
  var startsArguments = false
  /// The streams that the expressions under construction observe.
  private var dependencies: [RxJSDependencies] = []
  private var placeholders = 0
  /// The greatest number of ticks of which all durations are multiples, or 0 without durations.
  private(set) var commonTicks: Int64 = 0
  var closures = 0

  init(source: Source) {
    self.source = source
  }

  /// Removes everything that belongs to the previous test.
  func restart(digitsAreText: Bool, usesKnownValues: Bool = false) {
    machine.restart()
    test += 1
    subjects = []
    calls = []
    (steps, simultaneousSubscription) = (0, nil)
    usesTime = false
    eventNesting = 0
    now = 0
    clock = matchers?.clock == .running ? .running : .frames
    ownsScheduler = false
    commonTicks = 0
    // A test compares the values that it expects.
    nothings = shown == nil ? .compared : []
    if shown == nil { failures = [] }
    self.digitsAreText = digitsAreText
    usesDigits = false
    needsText = false
    definitions = []
    expectations = []
    remarks = []
    (withoutEffect, applied, groupKey) = ([], [], nil)
    self.usesKnownValues = usesKnownValues
    providers = []
    injected = []
    connectables = []
    hasRun = false
    assertionTick = nil
    sentStreams = []
    names = []
    dependencies = []
    placeholders = 0
    startsArguments = false
  }

  func expression(
    _ text: String, _ shape: JSShape, _ span: Span, _ dependencies: RxJSDependencies = RxJSDependencies(),
    inner: [RxJSStream]? = nil
  ) -> RxJSStream {
    RxJSStream(text, shape: shape, span: span, test: test, dependencies: dependencies, inner: inner)
  }

  func refusal(_ span: Span) -> Refusal { machine.refusal(span) }

  /// Whether the source has marbles, which are letters without other values.
  var hasTimelines: Bool { definitions.contains { if case .timeline = $0.definition { true } else { false } } }

  func leaveOut(_ span: Span) {
    if !withoutEffect.contains(span) { withoutEffect.append(span) }
  }

  func recordApplication(at span: Span) { applied.insert(span) }

  func recordFailure(_ kind: FailureKind) { failures.insert(kind) }

  func unknown(_ name: String, _ span: Span) -> Refusal { Refusal(problem: .unknownName(name), span: span) }

  // MARK: Digits

  /// Whether the test has to be evaluated again with digits as strings.
  var needsStringDigits: Bool { needsText && usesDigits && !digitsAreText }

  /// Records that values with these types must be strings if they are ones in JavaScript.
  func requireText(_ shapes: JSShape...) {
    if shapes.contains(.any) { needsText = true }
  }

  /// Records that a string of the test may have to equal a digit on a timeline.
  func recordText(_ text: String) {
    if text.utf8.count == 1, text.utf8.allSatisfy(\.isDigit) { needsText = true }
  }

  // MARK: Time

  /// The first number of milliseconds that is too large, which does not depend on the size of `Int`.
  private static let latestTime: Int64 = 1_000_000_000_000_000

  /// Returns a number of milliseconds as ticks.
  func ticks(_ value: JSValue, _ span: Span) throws(Refusal) -> Int64 {
    guard case .number(var number) = value else { throw refusal(span) }
    // RxJS waits for no time then.
    number = max(number, 0)
    let ticks = clock == .frames ? number / 10 : number
    guard let whole = Int64(exactly: ticks), whole < Self.latestTime else { throw notTicks(span) }
    count(milliseconds: whole)
    return whole
  }

  /// Returns a number of milliseconds as ticks of a timeline.
  func time(_ value: JSValue, _ span: Span) throws(Refusal) -> Int {
    let ticks = try ticks(value, span)
    guard ticks < Timeline.latestTick else { throw notTicks(span) }
    return Int(ticks)
  }

  private func notTicks(_ span: Span) -> Refusal {
    Refusal(problem: .partialTick(SourceBytes(source).excerpt(span)), span: span)
  }

  /// Records that times are multiples of some milliseconds.
  func count(milliseconds: Int64) {
    usesTime = true
    commonTicks = Self.commonDivisor(commonTicks, milliseconds)
  }

  private static func commonDivisor(_ a: Int64, _ b: Int64) -> Int64 { b == 0 ? a : commonDivisor(b, a % b) }

  func duration(_ value: JSValue, _ span: Span) throws(Refusal) -> String {
    if value.isSymbolic, clock == .running {
      let (text, shape) = try machine.part(value, span)
      guard shape.isNumber else { throw refusal(span) }
      // A time that is only known when the script runs counts in ticks.
      count(milliseconds: 1)
      return text
    }
    return "\(try ticks(value, span))\(clock == .frames ? "t" : "ms")"
  }

  // MARK: Streams

  /// Adds a stream that is a timeline.
  func define(_ timeline: RxJSTimeline, isCold: Bool, _ span: Span) throws(Refusal) -> RxJSStream {
    // A hot stream begins with the test, whoever creates it.
    guard isCold || machine.nesting == 0 else { throw Refusal(problem: .statefulClosure, span: span) }
    var inner = RxJSDependencies()
    for stream in timeline.inner ?? [] {
      inner.sources.formUnion(stream.sources)
      inner.shared.formUnion(stream.shared)
    }
    let stream = RxJSStream(timeline: timeline, isCold: isCold, span: span, test: test, dependencies: inner)
    if timeline.hasTime, timeline.dates == nil { count(milliseconds: 1) }
    if isCold { stream.delay = timeline.firstValue.map { "\($0)\(clock == .frames ? "t" : "ms")" } }
    if machine.nesting == 0 { definitions.append(stream) }
    return stream
  }

  /// Creates a stream from an expression, whose dependencies are the streams that the expression names.
  func derive(
    _ span: Span, _ body: () throws(Refusal) -> (text: String, shape: JSShape)
  ) throws(Refusal) -> RxJSStream {
    dependencies.append(RxJSDependencies())
    do throws(Refusal) {
      let (text, shape) = try body()
      return RxJSStream(text, shape: shape, span: span, test: test, dependencies: dependencies.removeLast())
    } catch {
      dependencies.removeLast()
      throw error
    }
  }

  /// Creates a stream that plays the next of several cold streams for each observer.
  func attempts(_ timelines: [RxJSTimeline], of streams: [RxJSStream], _ span: Span) -> RxJSStream {
    var dependencies = RxJSDependencies()
    for stream in streams { dependencies.sources.formUnion(stream.sources) }
    let sequence = RxJSStream(attempts: timelines, span: span, test: test, dependencies: dependencies)
    for stream in streams { stream.sequence = sequence }
    definitions.append(sequence)
    bind(sequence, String((streams.first?.name ?? "attempts").reversed().drop(while: \.isNumber).reversed()))
    return sequence
  }

  /// Returns a stream as an expression.
  ///
  /// A stream that must start first is only valid as the source of an operator and as the observed stream of a test.
  func text(of stream: RxJSStream, _ span: Span, asSource: Bool = false) throws(Refusal) -> String {
    guard asSource || !stream.mustStartFirst else { throw Refusal(problem: .laterStart, span: span) }
    recordUse(of: stream, isLate: machine.nesting > 0 || !asSource && !startsArguments)
    for index in dependencies.indices.suffix(1) {
      dependencies[index].sources.formUnion(stream.sources)
      dependencies[index].shared.formUnion(stream.shared)
    }
    // The script of a test does not define the streams of other parts of the source.
    if stream.test == test, let name = stream.name {
      stream.isUsed = true
      return name
    }
    switch stream.definition {
    case .expression(let text): return text
    case .timeline(let timeline, isCold: true): return "cold(\(ValuePrinter.quoted(timeline.inlineText)))"
    case .timeline(_, isCold: false), .attempts: return try boundName(of: stream, span)
    }
  }

  /// Returns the name of a stream, and gives it one if necessary.
  func boundName(of stream: RxJSStream, _ span: Span) throws(Refusal) -> String {
    if stream.name == nil {
      guard machine.nesting == 0, stream.test == test else { throw refusal(span) }
      switch stream.definition {
      case .expression: bind(stream, "inner")
      case .timeline(_, let isCold): bind(stream, isCold ? "cold1" : "hot1")
      case .attempts: bind(stream, "attempts")
      }
    }
    guard stream.test == test, let name = stream.name else { throw refusal(span) }
    stream.isUsed = true
    return name
  }

  /// Names a value after the constant that holds it.
  func name(_ value: JSValue, _ name: String) {
    switch value {
    case .stream(let stream): if stream.name == nil { bind(stream, name) }
    case .subject(let subject): if subject.name == nil { subject.name = name }
    case .array(let array) where array.elements.count <= 100:
      for (index, element) in array.elements.enumerated() { self.name(element, "\(name)\(index + 1)") }
    case .object(let object):
      for key in object.keys.prefix(100) { if let value = object[key] { self.name(value, key) } }
    default: break
    }
  }

  func bind(_ stream: RxJSStream, _ name: String) {
    guard stream.test == test else { return }
    var base = String(name.filter { $0 != "$" })
    if base.isEmpty || base.first?.isNumber == true || Self.reserved.contains(base) || Catalog.standard[base] != nil {
      base = "_" + base
    }
    var unique = base
    var number = 2
    while names.contains(unique) {
      unique = (base.last?.isNumber == true ? base + "_" : base) + String(number)
      number += 1
    }
    names.insert(unique)
    stream.name = unique
    if case .expression = stream.definition { definitions.append(stream) }
  }

  private static let reserved: Set = ["true", "false", "nil", "throw", "in", "_"]

  // MARK: Closures

  /// Returns a placeholder for a parameter, which is replaced when its closure is complete.
  private func placeholder() -> String {
    placeholders += 1
    return "\u{E000}\(placeholders)\u{E001}"
  }

  /// Converts a function to a closure with the same parameters, where `result` converts its result.
  func closure(
    _ function: JSValue, _ parameters: [JSShape], _ span: Span, known: [JSValue]? = nil,
    result: ((JSValue) throws(Refusal) -> (text: String, shape: JSShape))? = nil
  ) throws(Refusal) -> (text: String, shape: JSShape) {
    try closure(function, parameters, span, known: known, arguments: { $0 }, result: result)
  }

  /// Converts a function to a closure, where `arguments` returns the values of its parameters from the parameters of
  /// the closure, and `known` contains the values of the only parameter.
  func closure(
    _ function: JSValue, _ parameters: [JSShape], _ span: Span, known: [JSValue]? = nil,
    arguments: ([JSSymbol]) -> [JSSymbol],
    result: ((JSValue) throws(Refusal) -> (text: String, shape: JSShape))? = nil
  ) throws(Refusal) -> (text: String, shape: JSShape) {
    if case .host(let name) = function, Self.functionsOfPosition.contains(name) {
      throw Self.position(takenBy: name, after: parameters.count == 1 ? ["x"] : ["a", "x"], span)
    }
    var named: [String?] = []
    if case .function(let function) = function {
      named = function.syntax.parameters.map { if case .name(let name) = $0.pattern { name } else { nil } }
    }
    let symbols = parameters.map { JSSymbol(text: placeholder(), shape: $0) }
    machine.nesting += 1
    defer { machine.nesting -= 1 }
    let closuresBefore = closures
    func converted(_ arguments: [JSValue]) throws(Refusal) -> (text: String, shape: JSShape) {
      let value = try machine.call(function, arguments, span)
      closureResult = value
      return if let result { try result(value) } else { try machine.part(value, span) }
    }
    var text = ""
    var shape = JSShape.nothing
    if usesKnownValues, let known, !known.isEmpty, parameters.count == 1 {
      var results: [JSValue?] = []
      var parts: [String: String] = [:]
      for (index, argument) in known.enumerated().reversed() {
        let (part, added) = try converted([argument])
        results.insert(closureResult, at: 0)
        shape = shape.joined(with: added)
        let value = known.count > 1 ? try machine.part(argument, span).text : ""
        if case .stream = argument, known.count > 1 { throw refusal(span) }
        // Objects that are equal here may have different results in JavaScript.
        guard parts.updateValue(part, forKey: value).map({ $0 == part }) ?? true else { throw refusal(span) }
        if index == known.count - 1 {
          text = part
        } else if part != text {
          let condition = "\(symbols[0].text) == \(value)"
          text = part == "true" && text == "false" ? condition : "\(condition) ? \(part) : \(text)"
        }
      }
      closureResults = results
    } else {
      (text, shape) = try converted(arguments(symbols).map { .symbol($0) })
      closureResults = [closureResult]
    }
    // A nested closure would have its own `$0`.
    let isNested = closures > closuresBefore
    closures += 1
    var header: [String] = []
    for (index, symbol) in symbols.enumerated() {
      var name = "$\(index)"
      if isNested {
        name = String((index < named.count ? named[index] ?? "" : "").filter { $0 != "$" && $0 != "_" })
        if name.isEmpty || header.contains(name) || Self.reserved.contains(name) || names.contains(name) {
          name = "\(name.isEmpty ? "v" : name)\(closures)\(index)"
        }
        header.append(name)
      }
      text = text.replacing(symbol.text, with: name)
    }
    return ("{ \(isNested && !header.isEmpty ? header.joined(separator: ", ") + " in " : "")\(text) }", shape)
  }

  /// Returns the stream that a symbol is.
  func stream(_ symbol: JSSymbol, _ span: Span) throws(Refusal) -> RxJSStream {
    if case .array(let shape) = symbol.shape {
      return RxJSStream(
        "values(in: \(symbol.text))", shape: shape, span: span, test: test, dependencies: RxJSDependencies())
    }
    guard case .stream(let shape) = symbol.shape else { throw refusal(span) }
    return RxJSStream(symbol.operand(), shape: shape, span: span, test: test, dependencies: RxJSDependencies())
  }
}
