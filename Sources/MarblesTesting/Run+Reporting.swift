@_exported import Marbles
import Testing

// These overloads replace those of `Marbles`, which throw the difference.

extension Run {
  /// Checks that the run produced a timeline, and reports a difference.
  ///
  /// In Swift Testing, a difference is recorded as an issue on the line of the run, with the picture as text and SVG in
  /// attachments, and the test continues. In XCTest, the difference is thrown.
  ///
  /// - Returns: `true`, because a difference is already reported.
  /// - Throws: ``TimelineParseError`` if `expected` cannot be parsed, and ``Mismatch`` outside Swift Testing.
  public static func == (run: Run, expected: Timeline) throws -> Bool {
    try reportingMismatch { try run.check(expected) }
  }

  /// Checks that two runs produced the same events on the same ticks, and reports a difference.
  ///
  /// - Returns: `true`, because a difference is already reported.
  /// - Throws: ``Mismatch`` outside Swift Testing.
  public static func == (run: Run, expected: Run) throws -> Bool {
    try reportingMismatch { try run.check(expected) }
  }
}

/// Performs a check, and reports a difference to the test framework.
private func reportingMismatch(_ check: () throws -> Void) throws -> Bool {
  do {
    try check()
  } catch let mismatch as Mismatch {
    try mismatch.report()
  }
  return true
}
