import Marbles

/// What a test of scripts says, in one of several forms.
///
/// Each file has a report of its own, so that several can be made at once; their pieces are put together in the order of
/// the files.
package struct TestReport: Sendable {
  /// What a report is written as.
  package enum Format: String, Sendable, CaseIterable {
    /// Text for people.
    case text
    /// The Test Anything Protocol.
    case tap
    /// The XML of JUnit.
    case junit
    /// Lines of JSON.
    case json
  }

  /// What is to be said.
  package struct Options: Sendable {
    package var format = Format.text
    /// How the pictures of text are drawn.
    package var style = DrawingStyle()
    /// Whether text says only what failed.
    package var isQuiet = false
    /// What an assertion's title, expression or place must contain to be reported.
    package var filter: String?

    package init() {}

    var reporter: any TestReporter {
      switch format {
      case .text: TextReporter(style: style, isQuiet: isQuiet)
      case .tap: TAPReporter()
      case .junit: JUnitReporter()
      case .json: JSONReporter()
      }
    }
  }

  /// The status of a test that somebody stopped.
  package static let interrupted = 130

  private let reporter: any TestReporter
  private let filter: String?
  /// What was found in all files so far.
  package private(set) var counts = TestCounts()
  private var points = 0

  package init(_ options: Options) {
    reporter = options.reporter
    filter = options.filter
  }

  /// What stands before everything else.
  package var opening: String { reporter.opening }

  /// The text of the next piece.
  package mutating func text(of piece: ReportFragment) -> (text: String, channel: AnswerWriter.Channel) {
    guard let point = piece.point else { return (piece.text, piece.channel) }
    points += 1
    return ("\(point) \(points)\(piece.text)", piece.channel)
  }

  /// Adds what a file came to.
  package mutating func add(_ counts: TestCounts) { self.counts += counts }

  /// What is said when there are no more files, and with which status the program ends.
  package mutating func end(wasInterrupted: Bool) -> (
    said: [(text: String, channel: AnswerWriter.Channel)], status: Int
  ) {
    var said: [(text: String, channel: AnswerWriter.Channel)] = []
    if let filter, counts.assertions == 0, !wasInterrupted {
      let failure = SystemFailure(reason: "no assertion contains this in its title, expression or location")
      let finding = Finding.unreadable("--filter \(filter)", failure)
      counts.count(finding)
      if let piece = reporter.piece(for: finding) {
        said.append(text(of: reporter.whole("rxrepl", counts, [piece]) ?? piece))
      }
    }
    let status = wasInterrupted ? Self.interrupted : counts.status
    said.append((reporter.closing(counts, status: status, points: points), .output))
    return (said, status)
  }
}
