import MarbleSession
import Marbles

/// The report of a test run, in one of several formats.
///
/// Each file has its own report, so that files can be tested in parallel. Their fragments are combined in the order
/// of the files.
package struct TestReport: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    /// Text for people.
    case text
    /// The Test Anything Protocol, version 13.
    case tap
    /// The Test Anything Protocol, version 14.
    case tap14
    /// JUnit XML.
    case junit
    /// Lines of JSON.
    case json
    /// Annotations of GitHub's workflows.
    case github
  }

  package struct Options: Sendable {
    package var format = Format.text
    /// The style of drawings in text.
    package var style = DrawingStyle()
    /// Whether text contains only failures.
    package var isQuiet = false
    /// The text that the title, the expression or the location of a reported assertion must contain.
    package var filter: String?
    /// Whether other files are tested elsewhere, so that no assertion here needs to have the filter's text.
    package var isPart = false

    package init() {}

    var reporter: any TestReporter {
      switch format {
      case .text: TextReporter(style: style, isQuiet: isQuiet)
      case .tap: TAPReporter(version: 13)
      case .tap14: TAPReporter(version: 14)
      case .junit: JUnitReporter()
      case .json: JSONReporter()
      case .github: GitHubReporter()
      }
    }

    /// Returns the text for people about an answer, with the drawing of a difference.
    package func picture(of answer: Answer) -> String {
      TextReporter(style: style, isQuiet: false).fragment(for: .answer(answer), time: nil)?.text
        ?? AnswerWriter(style: style).text(of: answer)?.text ?? ""
    }
  }

  /// The exit status of an interrupted test run.
  package static let interrupted = 130

  private let reporter: any TestReporter
  private let filter: String?
  private let isPart: Bool
  /// The counts of all files so far.
  package private(set) var counts = TestCounts()
  private var points = 0
  /// The text so far, if the report is kept whole.
  private var kept = ""

  package init(_ options: Options) {
    reporter = options.reporter
    filter = options.filter
    isPart = options.isPart
  }

  /// The text before everything else.
  package var opening: String { reporter.keepsReportWhole ? "" : reporter.opening(counts) }

  /// Returns the text of the next fragment, with its number.
  package mutating func text(of fragment: ReportFragment) -> (text: String, channel: AnswerWriter.Channel) {
    if reporter.keepsReportWhole {
      kept += fragment.text
      return ("", .output)
    }
    guard let point = fragment.point else { return (fragment.text, fragment.channel) }
    points += 1
    return ("\(point) \(points)\(fragment.text)", fragment.channel)
  }

  /// Adds the counts of a file.
  package mutating func add(_ counts: TestCounts) { self.counts += counts }

  /// Ends the report, and returns the remaining output and the exit status.
  ///
  /// - Parameters:
  ///   - wasInterrupted: Whether Ctrl-C has ended the test.
  ///   - time: The time of the whole test, if times are reported.
  package mutating func end(wasInterrupted: Bool, time: Duration? = nil) -> (
    remaining: [(text: String, channel: AnswerWriter.Channel)], status: Int
  ) {
    var remaining: [(text: String, channel: AnswerWriter.Channel)] = []
    if let filter, !isPart, counts.assertions == 0, !wasInterrupted {
      let failure = SystemFailure(reason: "no assertion contains this in its title, expression or location")
      let finding = Finding.unreadable("--filter \(filter)", failure)
      counts.count(finding)
      if let fragment = reporter.fragment(for: finding, time: nil) {
        remaining.append(text(of: reporter.whole("rxrepl", counts, [fragment]) ?? fragment))
      }
    }
    counts.time = time
    if reporter.keepsReportWhole { remaining.append((reporter.opening(counts) + kept, .output)) }
    let status = wasInterrupted ? Self.interrupted : counts.status
    remaining.append((reporter.closing(counts, status: status, points: points), .output))
    return (remaining, status)
  }
}
