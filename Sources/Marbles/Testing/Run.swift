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
  /// The events of the closure's stream, with their ticks.
  public let output: Timeline
  /// The times during which each input was observed, one array for each input, ordered by start.
  public let subscriptions: [[Window]]
  /// The reason why the run was stopped, or `nil` if it ended by itself.
  public let stop: StopReason?
  /// The reason why an asynchronous sequence did not end, although nothing more could happen, or `nil` if it ended.
  public let stall: Stall?
  /// The location of the call in the test's source.
  let location: CallSite
  /// The rendered warnings about the inputs.
  var warnings: [String] = []

  init(output: Timeline, subscriptions: [[Window]], stop: StopReason?, stall: Stall? = nil, location: CallSite) {
    self.output = output
    self.subscriptions = subscriptions
    self.stop = stop
    self.stall = stall
    self.location = location
  }

  /// Checks that the run produced a timeline.
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if the run produced another timeline, ``TimelineParseError`` if `expected` cannot be
  ///   parsed.
  @_disfavoredOverload
  public static func == (run: Run, expected: Timeline) throws -> Bool {
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

  /// Checks that the output matches a pattern.
  ///
  /// A pattern leaves values and times open, as `matches` of a script does:
  ///
  ///     #expect(try run("-1--2-|") { $0 }.matches("* x ... | where x: { $0 > 1 }"))
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if it does not match, and ``TimelineParseError`` if the pattern cannot be parsed.
  @_disfavoredOverload
  public func matches(_ pattern: TimelinePattern) throws -> Bool {
    try check(pattern)
    return true
  }

  /// Throws an error unless the output matches a pattern.
  package func check(_ pattern: TimelinePattern) throws {
    try location.locatingErrors { if let parseError = pattern.parseError { throw parseError } }
    try check(
      Comparison(pattern: pattern, actual: output, through: lastWholeTick), note: pattern.isEndless ? nil : stop?.note,
      warnings: pattern.warnings)
  }

  /// Throws an error unless the run produced a timeline.
  package func check(_ expected: Timeline) throws {
    try location.locatingErrors { if let parseError = expected.parseError { throw parseError } }
    try check(against: expected, through: lastWholeTick, note: expected.loop == nil ? stop?.note : nil)
  }

  /// Throws an error unless two runs produced the same events on the same ticks.
  package func check(_ expected: Run) throws {
    let note = (stop == nil) == (expected.stop == nil) ? nil : (stop ?? expected.stop)?.note
    let through = [lastWholeTick, expected.lastWholeTick].compactMap(\.self).min()
    try check(against: expected.output, through: through, note: note)
  }

  private var lastWholeTick: Int? { stop.map { $0.lastWholeTick(of: [output]) } }

  private func check(against expected: Timeline, through: Int?, note: String?) throws {
    try check(
      Comparison(expected: expected, actual: output, through: through), note: note, warnings: expected.warnings)
  }

  private func check(_ comparison: Comparison, note: String?, warnings more: [String]) throws {
    if comparison.isEqual, note == nil { return }
    throw Mismatch(
      comparison: comparison, note: note ?? stall?.description ?? silenceNote(comparison.expected), location: location,
      warnings: warnings + more)
  }

  /// A help for an empty result, whose events may wait for a scheduler that does not advance.
  private func silenceNote(_ expected: Timeline) -> String? {
    guard output.marbles.isEmpty, !expected.marbles.isEmpty, stop == nil else { return nil }
    return "help: if the stream uses a scheduler, pass the same one to the run, as in `run(…, on: scheduler)`"
  }
}

/// An error for a run with another result than expected.
///
/// Its description shows both timelines and the differences.
public struct Mismatch: Error, CustomStringConvertible {
  /// The comparison of the expected timeline with the actual one.
  public let comparison: Comparison
  /// A note that the run was stopped or did not end, if this was not expected.
  public let note: String?
  /// The place of the run.
  package let location: CallSite
  private let warnings: [String]

  init(comparison: Comparison, note: String?, location: CallSite, warnings: [String]) {
    self.comparison = comparison
    self.note = note
    self.location = location
    self.warnings = warnings
  }

  public var description: String {
    let picture =
      comparison.isEqual ? "✗ \(location)" : comparison.picture(location: location.description, expression: "")
    return ([picture] + (note.map { ["  \($0)"] } ?? []) + warnings).joined(separator: "\n")
  }

  /// Both timelines as an SVG document.
  public var svg: String { svg(PictureOptions()) }

  /// Returns both timelines as an SVG document with other options.
  public func svg(_ options: PictureOptions) -> String {
    options.style.draw([comparison.diagram(notes: note.map { [$0] } ?? [])])
  }
}

extension Comparison {
  /// Returns a diagram of both timelines, below the inputs.
  func diagram(inputs: [Diagram.Lane] = [], notes: [String] = []) -> Diagram {
    let lanes = [(expectedName, expected), ("actual", actual)].map { name, timeline in
      Diagram.Lane(name: name, timeline: timeline)
    }
    return Diagram(inputs: inputs, outputs: lanes, notes: notes)
  }
}
