import MarbleSession
import Marbles

/// A format in which test results are reported.
protocol TestReporter: Sendable {
  /// Returns the reporter for a file that is tested.
  func reading(_ document: Document) -> any TestReporter
  /// Returns the text before everything else.
  ///
  /// - Parameter totals: The counts of all files, if the reporter keeps the report whole.
  func opening(_ totals: TestCounts) -> String
  /// Returns the fragment for a finding, or `nil` if it is not reported.
  ///
  /// - Parameter time: The time since the finding before it, if times are reported.
  func fragment(for finding: Finding, time: Duration?) -> ReportFragment?
  /// Returns the fragment before the first finding of a file.
  func heading(of file: String) -> ReportFragment?
  /// Returns the fragment after the last finding of a file.
  func end(of file: String, _ counts: TestCounts) -> ReportFragment?
  /// Whether the fragments of a file, and then those of all files, are combined after all of them are available.
  var keepsReportWhole: Bool { get }
  /// Returns the combined fragments of a file, if the reporter combines them.
  func whole(_ file: String, _ counts: TestCounts, _ fragments: [ReportFragment]) -> ReportFragment?
  /// Returns the text after everything else, where `points` is the number of numbered fragments.
  func closing(_ counts: TestCounts, status: Int, points: Int) -> String
}

extension TestReporter {
  var keepsReportWhole: Bool { false }
  func reading(_ document: Document) -> any TestReporter { self }
  func opening(_ totals: TestCounts) -> String { "" }
  func heading(of file: String) -> ReportFragment? { nil }
  func end(of file: String, _ counts: TestCounts) -> ReportFragment? { nil }
  func whole(_ file: String, _ counts: TestCounts, _ fragments: [ReportFragment]) -> ReportFragment? { nil }
}

/// A fragment of a report.
package struct ReportFragment: Sendable {
  /// The text before the number of a numbered fragment.
  ///
  /// Numbers are assigned when all fragments are in order.
  var point: String?
  var text: String
  var channel = AnswerWriter.Channel.output

  /// The approximate size in memory, in bytes.
  package var size: Int { text.utf8.count + MemoryLayout<Self>.size }
}
