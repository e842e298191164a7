import MarbleLanguage
import Reactive

/// What came of running a closure on virtual time.
///
/// It is compared with a timeline by `==`, which **throws** a ``Mismatch`` where the two differ: the picture with both
/// on one axis, and the reasons. So every framework shows it that shows an error:
///
///     #expect(try run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|")   // Swift Testing
///     XCTAssert(try run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|") // XCTest
public struct Run: Sendable {
  /// What the closure's stream sent, and when.
  public let output: Timeline
  /// When each input was observed, in the order of the beginnings.
  public let subscriptions: [[Window]]
  /// Why it was stopped; `nil` if it came to an end by itself.
  public let stop: StopReason?
  /// The place in the test's source.
  let location: String
  /// What the inputs may not mean, as it is told.
  var warnings: [String] = []

  /// Whether the run gave a timeline.
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if it gave another one, ``TimelineParseError`` if `expected` cannot be read.
  public static func == (run: Run, expected: Timeline) throws -> Bool {
    if let parseError = expected.parseError { throw parseError }
    var note: String?
    if let stop = run.stop, expected.loop == nil { note = stop.note }
    try run.check(against: expected, through: run.lastWholeTick, note: note)
    return true
  }

  /// Whether two runs gave the same events on the same ticks.
  ///
  /// - Returns: `true`.
  /// - Throws: ``Mismatch`` if they did not; the right one counts as what was expected.
  public static func == (run: Run, expected: Run) throws -> Bool {
    var note: String?
    if (run.stop == nil) != (expected.stop == nil) { note = (run.stop ?? expected.stop)?.note }
    let through = [run.lastWholeTick, expected.lastWholeTick].compactMap(\.self).min()
    try run.check(against: expected.output, through: through, note: note)
    return true
  }

  private var lastWholeTick: Int? { stop.map { $0.lastWholeTick(of: [output]) } }

  private func check(against expected: Timeline, through: Int?, note: String?) throws {
    let comparison = Comparison(expected: expected, actual: output, through: through)
    if comparison.isEqual, note == nil { return }
    throw Mismatch(comparison: comparison, note: note, location: location, warnings: warnings + expected.warnings)
  }
}

/// A run gave something else than was expected; its description is the picture of both, with the reasons.
public struct Mismatch: Error, CustomStringConvertible {
  /// What was expected, what came, and in what they differ.
  public let comparison: Comparison
  /// What there is to say besides: that the run was stopped, where that was not expected.
  public let note: String?
  private let location: String
  private let warnings: [String]

  init(comparison: Comparison, note: String?, location: String, warnings: [String]) {
    self.comparison = comparison
    self.note = note
    self.location = location
    self.warnings = warnings
  }

  public var description: String {
    let picture =
      comparison.isEqual ? "✗ \(location)" : comparison.picture(location: location, expression: "")
    return ([picture] + (note.map { ["  \($0)"] } ?? []) + warnings).joined(separator: "\n")
  }
}
