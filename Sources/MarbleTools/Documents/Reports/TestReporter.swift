import Marbles

/// A form in which a test is reported.
protocol TestReporter: Sendable {
  /// What stands before everything else.
  var opening: String { get }
  /// What is said of a finding, if anything.
  func piece(for finding: Finding) -> ReportFragment?
  /// What stands before the first piece of a file.
  func heading(of file: String) -> ReportFragment?
  /// What stands behind the last piece of a file.
  func end(of file: String, _ counts: TestCounts) -> ReportFragment?
  /// Whether the pieces of a file are put together when all of them are there.
  var keepsFilesWhole: Bool { get }
  /// The pieces of a file as one, in such a form.
  func whole(_ file: String, _ counts: TestCounts, _ pieces: [ReportFragment]) -> ReportFragment?
  /// What stands behind everything else; `points` are the numbers that were given to pieces.
  func closing(_ counts: TestCounts, status: Int, points: Int) -> String
}

extension TestReporter {
  var opening: String { "" }
  var keepsFilesWhole: Bool { false }
  func heading(of file: String) -> ReportFragment? { nil }
  func end(of file: String, _ counts: TestCounts) -> ReportFragment? { nil }
  func whole(_ file: String, _ counts: TestCounts, _ pieces: [ReportFragment]) -> ReportFragment? { nil }
}

/// A piece of a report.
package struct ReportFragment: Sendable {
  /// What stands before its number, where pieces are numbered; the numbers are given when all pieces are in order.
  var point: String?
  var text: String
  var channel = AnswerWriter.Channel.output

  /// How much it takes in memory, about.
  package var size: Int { text.utf8.count + MemoryLayout<Self>.size }
}

extension String {
  /// The text without characters that would steer a terminal, end a line by another name, or that YAML does not allow.
  var printable: String {
    var printable = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A: printable.append(scalar)
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0xFEFF, 0xFFFE...0xFFFF: printable.append("\u{FFFD}")
      default: printable.append(scalar)
      }
    }
    return String(printable)
  }
}
