import MarbleLanguage
import Reactive

/// The result of running a closure on virtual time.
///
/// Comparing it with a timeline by `==` **throws** a ``Mismatch`` if the two differ. The description of the error shows
/// both on one axis, with the differences. It appears in every test framework that prints errors:
///
///     #expect(try run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|")           // Swift Testing
///     XCTAssert(try Marbles.run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|") // XCTest
///
/// The module name is necessary in a test case of XCTest, because it has a method `run`. With
/// `import MarblesTesting` instead of `import Marbles`, a difference is attached to the test as a picture.
public struct Run: Sendable {
  /// The events that each observer of the closure's stream received, with their ticks.
  public let outputs: [Timeline]
  /// The events that the first observer received.
  public var output: Timeline { outputs.first ?? Timeline() }
  /// The times during which each input was observed, one array for each input, ordered by start.
  public let subscriptions: [[Window]]
  /// The reason why the run was stopped, or `nil` if it ended by itself.
  public let stop: StopReason?
  /// The reason why an asynchronous sequence did not end, although nothing more could happen, or `nil` if it ended.
  public let stall: Stall?
  /// The number of orders of the events of the inputs that were tried.
  public internal(set) var orderCount = 1
  /// Whether there are more orders than were tried, although all were to be tried.
  public internal(set) var hasMoreOrders = false
  /// The different results of the other orders, those with the fewest changes first.
  var otherResults: [OrderTrial] = []
  /// The number of deliveries, or of jobs, which the duration of the run depends on.
  let deliveries: Int
  /// The location of the call in the test's source.
  let location: CallSite
  /// The rendered warnings about the inputs.
  var warnings: [String] = []

  init(
    outputs: [Timeline], subscriptions: [[Window]], stop: StopReason?, stall: Stall? = nil, deliveries: Int,
    location: CallSite
  ) {
    self.outputs = outputs
    self.subscriptions = subscriptions
    self.stop = stop
    self.stall = stall
    self.deliveries = deliveries
    self.location = location
  }

  /// Checks that the run produced a timeline.
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if the run produced another timeline, ``TimelineParseError`` if `expected` cannot be
  ///   parsed.
  @_disfavoredOverload
  public static func == (run: Run, expected: Timeline) throws -> Bool {
    try run.check([expected])
    return true
  }

  /// Checks that the observers of the run received timelines, one for each observer.
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if an observer received another timeline, ``TimelineParseError`` if one cannot be parsed.
  @_disfavoredOverload
  public static func == (run: Run, expected: [Timeline]) throws -> Bool {
    try run.check(expected)
    return true
  }

  /// Checks that two runs produced the same events on the same ticks.
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if they did not. The right-hand run is reported as the expected one.
  @_disfavoredOverload
  public static func == (run: Run, expected: Run) throws -> Bool {
    try run.check(expected)
    return true
  }

  /// Checks that the output matches a pattern, or several outputs a pattern for each observer.
  ///
  /// A pattern leaves values and times open, as `matches` of a script does:
  ///
  ///     #expect(try run("-1--2-|") { $0 }.matches("* x ... | where x: { $0 > 1 }"))
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if it does not match, and ``TimelineParseError`` if the pattern cannot be parsed.
  @_disfavoredOverload
  public func matches(_ patterns: TimelinePattern...) throws -> Bool {
    try check(patterns)
    return true
  }

  /// Throws an error unless the outputs match patterns.
  package func check(_ patterns: [TimelinePattern]) throws {
    try checkExpected(patterns.map(\.parseError), noun: "pattern")
    let comparisons = zip(patterns, outputs).map {
      Comparison(pattern: $0, actual: $1, through: lastWholeTick)
    }
    try check(
      comparisons, note: patterns.allSatisfy(\.isEndless) ? nil : stop?.note, warnings: patterns.flatMap(\.warnings))
    try checkOrders(patterns)
  }

  /// Throws an error unless the observers received timelines.
  package func check(_ expected: [Timeline]) throws {
    try checkExpected(expected.map(\.parseError), noun: "timeline")
    let note = expected.allSatisfy { $0.loop != nil } ? nil : stop?.note
    try check(against: expected, through: lastWholeTick, note: note)
    try checkOrders()
  }

  /// Throws an error unless two runs produced the same events on the same ticks.
  package func check(_ expected: Run) throws {
    try checkExpected(expected.outputs.map { _ in nil }, noun: "timeline")
    let note = (stop == nil) == (expected.stop == nil) ? nil : (stop ?? expected.stop)?.note
    let through = [lastWholeTick, expected.lastWholeTick].compactMap(\.self).min()
    try check(against: expected.outputs, through: through, note: note)
    try checkOrders()
    try expected.checkOrders()
  }

  private var lastWholeTick: Int? { stop.map { $0.lastWholeTick(of: outputs) } }

  /// Throws an error if an expectation could not be parsed, or unless there is one for each observer.
  private func checkExpected(_ errors: [TimelineParseError?], noun: String) throws {
    try location.locatingErrors {
      if let error = errors.compactMap(\.self).first { throw error }
      if errors.count != outputs.count {
        throw RunError.observerCount(outputs.count, found: pluralized(errors.count, noun))
      }
    }
  }

  private func check(against expected: [Timeline], through: Int?, note: String?) throws {
    let comparisons = zip(expected, outputs).map { Comparison(expected: $0, actual: $1, through: through) }
    try check(comparisons, note: note, warnings: expected.flatMap(\.warnings))
  }

  private func check(_ comparisons: [Comparison], note: String?, warnings more: [String]) throws {
    if comparisons.allSatisfy(\.isEqual), note == nil { return }
    throw Mismatch(
      comparisons: comparisons, note: note ?? stall?.description ?? silenceNote(comparisons.map(\.expected)),
      location: location, warnings: warnings + more)
  }

  /// Throws an error if an order of the events has another result, or one that does not match the patterns.
  private func checkOrders(_ patterns: [TimelinePattern] = []) throws {
    guard let race = otherResults.lazy.compactMap({ $0.race(matching: patterns) }).first else { return }
    throw Mismatch(comparisons: race.comparisons, note: race.text, location: location, warnings: warnings, race: race)
  }

  /// A help for an empty result, whose events may wait for a scheduler that does not advance.
  private func silenceNote(_ expected: [Timeline]) -> String? {
    guard outputs.allSatisfy(\.marbles.isEmpty), !expected.allSatisfy(\.marbles.isEmpty), stop == nil else {
      return nil
    }
    return "help: if the stream uses a scheduler, pass the same one to the run, as in `run(…, on: scheduler)`"
  }
}

/// An error for a run with another result than expected.
///
/// Its description shows both timelines and the differences.
public struct Mismatch: Error, CustomStringConvertible {
  /// The comparisons of the expected timelines with the actual ones, one for each observer.
  ///
  /// If the order of simultaneous events changes the result, each compares the results with two orders.
  public let comparisons: [Comparison]
  /// The comparison for the first observer that received something else.
  public var comparison: Comparison { comparisons.first { !$0.isEqual } ?? comparisons[0] }
  /// A note that the run was stopped or did not end, if this was not expected, or about the order of events.
  public let note: String?
  /// The place of the run.
  package let location: CallSite
  private let warnings: [String]
  /// The order of simultaneous events that changes the result.
  private let race: Race?

  /// Creates the error for at least one comparison.
  init(comparisons: [Comparison], note: String?, location: CallSite, warnings: [String], race: Race? = nil) {
    self.comparisons = comparisons
    self.note = note
    self.location = location
    self.warnings = warnings
    self.race = race
  }

  public var description: String {
    var lines: [String]
    if let race {
      lines = ["✗ \(location)", String(race.picture().dropLast())]
    } else {
      lines = differing.map { observer, comparison in
        comparison.picture(location: location.description, expression: observer)
      }
      if lines.isEmpty { lines = ["✗ \(location)"] }
    }
    return (lines + (note.map { ["  \($0)"] } ?? []) + warnings).joined(separator: "\n")
  }

  /// The comparisons of unequal timelines, each with the name of its observer if there are several.
  private var differing: [(observer: String, comparison: Comparison)] {
    comparisons.enumerated().filter { !$0.element.isEqual }.map { index, comparison in
      (comparisons.count == 1 ? "" : "observer \(index + 1)", comparison)
    }
  }

  /// The timelines as an SVG document.
  public var svg: String { svg(PictureOptions()) }

  /// Returns the timelines as an SVG document with other options.
  public func svg(_ options: PictureOptions) -> String { options.style.draw([diagram]) }

  private var diagram: Diagram {
    if let race { return race.diagram }
    let lanes = differing.flatMap { observer, comparison in
      comparison.lanes.map {
        Diagram.Lane(name: observer.isEmpty ? $0.name : "\($0.name), \(observer)", timeline: $0.timeline)
      }
    }
    return Diagram(inputs: [], outputs: lanes.isEmpty ? comparison.lanes : lanes, notes: note.map { [$0] } ?? [])
  }
}

extension Comparison {
  /// Both timelines.
  var lanes: [Diagram.Lane] {
    [(expectedName, expected), ("actual", actual)].map { Diagram.Lane(name: $0, timeline: $1) }
  }
}
