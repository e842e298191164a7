/// The exit status of the program; of two, the worse one counts.
package enum ExitStatus: Int32, Comparable {
  case success = 0
  /// An assertion failed.
  case failedAssertion = 1
  /// Something could not be read, parsed or run.
  case error = 2

  package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
