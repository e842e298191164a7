import Marbles

/// A stream of a test: a timeline, or an expression of the script.
final class RxJSStream {
  enum Definition {
    case timeline(RxJSTimeline, isCold: Bool)
    case expression(String)
    /// Timelines that are played one after the other, one for each start.
    case attempts([RxJSTimeline])
  }

  let definition: Definition
  let shape: JSShape
  let span: Span
  /// The timelines that the stream observes, including itself.
  let sources: Set<ObjectIdentifier>
  /// The streams with shared observers that the stream observes.
  let shared: Set<Int>
  /// The streams that the stream sends, in order, if they are known.
  let inner: [RxJSStream]?
  /// The name in the script, if the stream is bound.
  var name: String?
  var isUsed = false
  /// The hot timeline that this stream ends for later observers.
  var timeline: RxJSStream?
  /// The arguments of the call that created the timeline.
  var literal: [JSValue]?
  /// The streams that the timeline sends by name.
  var sentStreams: [RxJSStream] = []
  /// The test that creates the stream.
  let test: Int
  /// Whether the stream is only right if it is observed from the start, because it has a date or repeats the values of
  /// a subject.
  var mustStartFirst = false
  /// Whether the stream may send a value as soon as it is observed.
  var sendsAtStart: Bool
  /// Whether the stream sends windows, which are open while it is observed.
  var sendsWindows = false
  /// The connection that `connect` makes, if the stream has one.
  var connectable: RxJSConnectable?
  /// The values that the stream may send and the errors it may fail with, if they are known.
  var known: (values: [JSValue]?, errors: [JSValue]?) {
    didSet {
      if known.values.map({ $0.count > Self.maxKnown }) ?? false { known.values = nil }
      if known.errors.map({ $0.count > Self.maxKnown }) ?? false { known.errors = nil }
    }
  }
  private static let maxKnown = 30
  /// The time until the stream sends its first value, if it does nothing else before.
  var delay: String?

  /// Whether the stream certainly sends no values.
  var isSilent: Bool { known.values?.isEmpty == true }

  init(timeline: RxJSTimeline, isCold: Bool, span: Span, test: Int, dependencies: RxJSDependencies) {
    definition = .timeline(timeline, isCold: isCold)
    shape = timeline.shape
    inner = timeline.inner
    known = timeline.known
    self.span = span
    self.test = test
    sendsAtStart = false
    sources = dependencies.sources.union([ObjectIdentifier(timeline)])
    shared = dependencies.shared
  }

  /// Creates a stream that plays the next of several cold timelines for each observer.
  init(attempts timelines: [RxJSTimeline], span: Span, test: Int, dependencies: RxJSDependencies) {
    definition = .attempts(timelines)
    shape = .joined(timelines.map(\.shape))
    inner = nil
    self.span = span
    self.test = test
    sendsAtStart = false
    sources = dependencies.sources
    shared = dependencies.shared
  }

  init(
    _ text: String, shape: JSShape, span: Span, test: Int, dependencies: RxJSDependencies, inner: [RxJSStream]? = nil
  ) {
    definition = .expression(text)
    self.shape = shape
    self.span = span
    self.test = test
    self.inner = inner
    sendsAtStart = true
    sources = dependencies.sources
    shared = dependencies.shared
  }

  /// The text after `=` in the binding of the stream, where events with dates in milliseconds are on ticks.
  func bindingText(millisecondsPerTick: Int = 1) -> String {
    switch definition {
    case .timeline(let timeline, _) where timeline.dates != nil:
      timeline.text(millisecondsPerTick: millisecondsPerTick)
    case .timeline(let timeline, let isCold): (isCold ? "cold " : "") + timeline.text
    case .attempts(let timelines): "cold " + timelines.map(\.inlineText).joined(separator: ", ")
    case .expression(let text): text
    }
  }

  /// Whether the stream is the events of a subject of a program.
  var hasDates: Bool { if case .timeline(let timeline, _) = definition { timeline.dates != nil } else { false } }

  var isTimeline: Bool { if case .timeline = definition { true } else { false } }

  /// A stream and a tick, if this stream only observes that stream from that tick on.
  var observation: (stream: RxJSStream, tick: Int)?

  /// Whether two streams are the same expression.
  func isSame(as other: RxJSStream) -> Bool {
    if self === other { return true }
    guard case .expression(let text) = definition, case .expression(text) = other.definition else { return false }
    return name == other.name && !sources.isEmpty
  }

  /// Whether the stream may complete before it sends a value.
  var mayCompleteFirst: Bool {
    switch definition {
    case .timeline(let timeline, _): timeline.firstEvent == .completed
    case .expression, .attempts: delay == nil
    }
  }

  /// Whether the stream is a hot timeline that completes.
  var isHotAndCompletes: Bool {
    guard case .timeline(let timeline, isCold: false) = definition else { return false }
    return timeline.events.timeline.marbles.contains { $0.event == .completed }
  }

  /// The stream that plays this one as one of its attempts.
  var sequence: RxJSStream?
}

/// The streams that an expression observes.
struct RxJSDependencies {
  var sources: Set<ObjectIdentifier> = []
  var shared: Set<Int> = []
}

/// An operator for `pipe`, with its arguments.
final class RxJSOperation {
  let name: String
  let arguments: [JSValue]
  let span: Span

  init(name: String, arguments: [JSValue], span: Span) {
    self.name = name
    self.arguments = arguments
    self.span = span
  }

  /// Whether the operator sends a value of its own or of an argument as soon as it is observed.
  var sendsAtStart: Bool {
    name == "startWith"
      || arguments.contains { argument in
        switch argument {
        case .stream(let stream): stream.sendsAtStart
        case .array, .subject: true
        default: false
        }
      }
  }

  /// Whether an argument is a date, or an object with a date.
  var isDated: Bool {
    arguments.contains { argument in
      switch argument {
      case .date: true
      case .object(let object): object.values.values.contains { if case .date = $0 { true } else { false } }
      default: false
      }
    }
  }
}

/// The beginning of an assertion: `expectObservable(…)`, before its `toBe`.
enum RxJSMatcher {
  case events(RxJSStream, window: Window)
  case subscriptions(RxJSStream)
  /// An assertion about something else than a stream.
  case other
}

/// A timeline with the values of its characters: the arguments of `cold`, `hot` and `toBe`.
final class RxJSTimeline {
  /// The events with their values.
  private(set) var events: ForeignTimeline
  /// The events with the characters that the clause renames.
  private var lettered: ForeignTimeline
  /// The clause after the timeline with the values of its characters: ` where a = 10`.
  private let renaming: String
  let shape: JSShape
  /// The streams that the timeline sends after its tick 0, if it sends only streams.
  let inner: [RxJSStream]?
  /// The events with their times in milliseconds, for a subject of a program.
  var dates: [(time: Int, event: Timeline.Event)]?
  /// The values and errors in JavaScript, if they are known.
  let known: (values: [JSValue]?, errors: [JSValue]?)

  init(
    events: ForeignTimeline, lettered: ForeignTimeline, renaming: String, shape: JSShape, inner: [RxJSStream]?,
    known: (values: [JSValue]?, errors: [JSValue]?) = (nil, nil)
  ) {
    self.events = events
    self.lettered = lettered
    self.renaming = renaming
    self.shape = shape
    self.inner = inner
    self.known = known
  }

  /// The timeline with its values: `--[10]--|`.
  var inlineText: String { events.text }

  /// Whether the timeline has more than tick 0.
  var hasTime: Bool { events.timeline.marbles.isEmpty || events.timeline.marbles.contains { $0.tick != 0 } }

  /// The first event that an observer receives who is there from the start.
  var firstEvent: Timeline.Event? { events.timeline.marbles.first { $0.tick >= 0 }?.event }

  /// The tick of the only value after tick 0, if there is one, and no failure.
  var onlyValue: Int? {
    let marbles = events.timeline.marbles
    guard let first = marbles.first, case .value = first.event, first.tick >= 0, marbles.count <= 2 else { return nil }
    if let last = marbles.dropFirst().first, last.event != .completed { return nil }
    return first.tick
  }

  /// The tick of the first event, if it is a value.
  var firstValue: Int? {
    guard let first = events.timeline.marbles.first, case .value = first.event else { return nil }
    return first.tick
  }

  /// The timeline with a clause for its values: `--a--| where a = 10`.
  var text: String { lettered.text + renaming }

  func text(millisecondsPerTick: Int) -> String {
    var timeline = ForeignTimeline()
    for (time, event) in dates ?? [] { timeline.add(event, at: time / millisecondsPerTick, from: 0..<0) }
    timeline.finish(at: ((dates?.last?.time ?? 0) / millisecondsPerTick) + 1)
    return timeline.text
  }

  /// Adds an interruption when the observer cancels, unless the stream has ended.
  func interrupt(at tick: Int) {
    events.interrupt(at: tick)
    lettered.interrupt(at: tick)
  }
}
