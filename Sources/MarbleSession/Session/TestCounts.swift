import Marbles

/// The numbers of assertions, errors and warnings in a test.
package struct TestCounts: Sendable, Equatable {
  package var files = 0
  var passed = 0
  package var failed = 0
  package var errors = 0
  var warnings = 0
  /// The time of the test, if times are reported.
  package var time: Duration?

  package init() {}

  package var assertions: Int { passed + failed }

  /// Whether an assertion failed or there was an error.
  package var indicateFailure: Bool { failed > 0 || errors > 0 }

  /// The corresponding exit status.
  package var status: Int { errors > 0 ? 2 : failed > 0 ? 1 : 0 }

  package mutating func count(_ finding: Finding) {
    switch finding {
    case .answer(.passed): passed += 1
    case .answer(.failed): failed += 1
    case .answer(.error(let diagnostic, _)): errors += diagnostic.errorCount
    case .unreadable: errors += 1
    case .answer(.warning): warnings += 1
    case .answer: break
    }
  }

  /// Adds the counts, but not the times, because files can be tested simultaneously.
  package static func += (left: inout TestCounts, right: TestCounts) {
    left.files += right.files
    left.passed += right.passed
    left.failed += right.failed
    left.errors += right.errors
    left.warnings += right.warnings
  }

  /// A summary such as `240 assertions, 2 failed, 1 error`.
  package var text: String {
    var parts: [String] = []
    if assertions > 0 { parts.append(pluralized(assertions, "assertion")) }
    if failed > 0 { parts.append("\(failed.grouped) failed") }
    if errors > 0 { parts.append(pluralized(errors, "error")) }
    return parts.isEmpty ? "no assertions" : parts.joined(separator: ", ")
  }
}

/// A result of a test.
package enum Finding: Sendable {
  case answer(Answer)
  /// A file that cannot be read, or another input that is not available.
  case unreadable(String, SystemFailure)
}
