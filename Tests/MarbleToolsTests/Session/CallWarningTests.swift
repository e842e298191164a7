import TestSupport
import Testing

/// Warnings about calls that are valid, but probably do not mean what their author intended.
@Suite struct CallWarningTests {
  @Test(arguments: [
    ("range(3, 2)", "the range from 3 to 2 contains no numbers", "write `range(start: 3, count: 2)`"),
    ("range(3, 4 - 5)", "the range from 3 to -1 contains no numbers", "write the smaller number first: `range(-1, 3)`"),
    ("timer(5).take(1)", "`timer(5)` means `timer(interval: 5)`", "write `after: 5`; "),
    ("timer(5ms).take(1)", "`timer(5ms)` means `timer(interval: 5ms)`", "write `after: 5ms`; "),
    ("a.timeout(3)", "`timeout(3)` means `timeout(after: 3)`", "write `each: 3`; "),
    ("timeout(a, 3, with: a)", "`timeout(3)` means `timeout(after: 3)`", "write `each: 3`; "),
    ("a.flatMap { range(2, 1) }", "the range from 2 to 1 contains no numbers", "`range(start: 2, count: 1)`"),
    ("f(s) = s.timeout(3)", "`timeout(3)` means `timeout(after: 3)`", "write `each: 3`; "),
  ])
  func callHasAWarning(call: String, message: String, help: String) {
    let said = transcript("a = --1|\n\(call)\n")
    #expect(said.contains("warning: \(message)\n"))
    #expect(said.contains(help))
    #expect(said.ranges(of: "warning:").count == 1)
    #expect(!said.contains("error:"))
  }

  @Test(arguments: [
    "range(2, 2)", "range(start: 3, count: 2)", "range(start: 3, count: 0)", "a.flatMap { range(3, $0) }",
    "timer(interval: 5).take(1)", "timer(after: 5)", "timer(after: 1, interval: 5).take(1)", "interval(5).take(1)",
    "a.timeout(after: 3)", "a.timeout(each: 3)", "a.timeout(first: 3)", "a.timeoutWith(3, a)",
  ])
  func callHasNoWarning(call: String) {
    let said = transcript("a = --1|\n\(call)\n")
    #expect(!said.contains("warning:"), "\(said)")
    #expect(!said.contains("error:"), "\(said)")
  }
}
