import Marbles

/// How much was tested, and what came of it.
package struct TestCounts: Sendable, Equatable {
  var files = 0
  var passed = 0
  package var failed = 0
  package var errors = 0
  var warnings = 0

  init() {}

  var assertions: Int { passed + failed }

  /// Whether something is not as it should be.
  package var indicateFailure: Bool { failed > 0 || errors > 0 }

  /// The exit status that says so.
  package var status: Int { errors > 0 ? 2 : failed > 0 ? 1 : 0 }

  mutating func count(_ finding: Finding) {
    switch finding {
    case .answer(.passed): passed += 1
    case .answer(.failed): failed += 1
    case .answer(.error(let diagnostic, _)): errors += diagnostic.errorCount
    case .unreadable: errors += 1
    case .answer(.warning): warnings += 1
    case .answer: break
    }
  }

  static func += (left: inout TestCounts, right: TestCounts) {
    left.files += right.files
    left.passed += right.passed
    left.failed += right.failed
    left.errors += right.errors
    left.warnings += right.warnings
  }

  /// `240 assertions, 2 failed, 1 error`.
  var text: String {
    var parts: [String] = []
    if assertions > 0 { parts.append(pluralized(assertions, "assertion")) }
    if failed > 0 { parts.append("\(failed) failed") }
    if errors > 0 { parts.append(pluralized(errors, "error")) }
    return parts.isEmpty ? "no assertions" : parts.joined(separator: ", ")
  }
}

/// Something that a test has found.
enum Finding: Sendable {
  case answer(Answer)
  /// A file, or whatever else was asked for, cannot be had.
  case unreadable(String, SystemFailure)
}
