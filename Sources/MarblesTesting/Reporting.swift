@_exported import Marbles
import Testing

// These functions replace those of `Marbles`, which throw the difference.

extension Run {
  /// Checks that the run produced a timeline, and reports a difference.
  ///
  /// In Swift Testing, a difference is recorded as an issue on the line of the run, with the picture as text and SVG in
  /// attachments, and the test continues. In XCTest, the difference is thrown.
  ///
  /// - Returns: `true`, because a difference is already reported.
  /// - Throws: ``TimelineParseError`` if `expected` cannot be parsed, and ``Mismatch`` outside Swift Testing.
  public static func == (run: Run, expected: Timeline) throws -> Bool {
    try reportingFailure { try run.check([expected]) }
    return true
  }

  /// Checks that the observers of the run received timelines, and reports a difference.
  ///
  /// - Returns: `true`, because a difference is already reported.
  /// - Throws: ``TimelineParseError`` if one cannot be parsed, and ``Mismatch`` outside Swift Testing.
  public static func == (run: Run, expected: [Timeline]) throws -> Bool {
    try reportingFailure { try run.check(expected) }
    return true
  }

  /// Checks that the output matches a pattern, and reports a difference.
  ///
  /// - Returns: `true`, because a difference is already reported.
  /// - Throws: ``TimelineParseError`` if the pattern cannot be parsed, and ``Mismatch`` outside Swift Testing.
  public func matches(_ patterns: TimelinePattern...) throws -> Bool {
    try reportingFailure { try check(patterns) }
    return true
  }

  /// Checks that two runs produced the same events on the same ticks, and reports a difference.
  ///
  /// - Returns: `true`, because a difference is already reported.
  /// - Throws: ``Mismatch`` outside Swift Testing.
  public static func == (run: Run, expected: Run) throws -> Bool {
    try reportingFailure { try run.check(expected) }
    return true
  }
}

/// Tries a law about streams with many inputs, and reports the smallest input for which it fails.
///
/// In Swift Testing, the failure is recorded as an issue on the line of the call, with the picture as text and SVG in
/// attachments, and the test continues. In XCTest, it is thrown.
///
/// - Parameters:
///   - parameters: The parameters of the law.
///   - inputs: The maximum number of inputs.
///   - limits: The limits that stop an endless run.
///   - fileID: The module and the file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - law: A closure that compares two streams with `==`, or a stream with a pattern by `matches`.
/// - Throws: ``LawFailure`` outside Swift Testing, and any error that `law` throws.
public func forAll<each Argument>(
  _ parameters: repeat LawParameter<each Argument>,
  inputs: Int = 2_500,
  limits: Limits = Limits(ticks: 1_000, deliveries: 10_000),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  law: (repeat each Argument) throws -> Equation
) throws {
  try reportingFailure {
    try Marbles.forAll(
      repeat each parameters, inputs: inputs, limits: limits, fileID: fileID, filePath: filePath, line: line, law: law)
  }
}

/// Performs a check, and reports a failure with a picture to the test framework.
private func reportingFailure(_ check: () throws -> Void) throws {
  do {
    try check()
  } catch let failure as any PicturedFailure {
    try failure.report()
  }
}
