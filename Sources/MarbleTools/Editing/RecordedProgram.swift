import MarbleSession
import Marbles

/// A program whose streams are recorded in a trace, as an editor shows it.
package struct RecordedProgram: Sendable {
  /// The number of a line, from 0, and the last events of the streams that are written there, in at most about 40
  /// characters.
  package typealias Report = (line: Int, label: String, details: String)

  private let places: TracePlaces
  /// The reason why a part of the trace is not shown, or `nil`.
  package var problem: String?

  /// Reads a trace.
  ///
  /// - Parameter isWhole: Whether the bytes are the whole file and not only its end.
  package init(trace path: String, _ bytes: [UInt8], isWhole: Bool = true) {
    places = TracePlaces(bytes)
    problem = places.problem(in: Source(name: path, bytes: bytes), isWhole: isWhole)
  }

  /// The files that the trace names.
  package var files: Set<String> { Set(places.all.map(\.file)) }

  /// Returns the events on the lines of some files.
  package func reports(in files: Set<String>) -> [Report] {
    Dictionary(grouping: places.all.filter { files.contains($0.file) }, by: \.line).map { line, places in
      let length = Timeline.excerptLength
      let labels = places.map { place in
        let name = places.count == 1 ? "" : "\(place.stream): "
        return name + place.events(in: max(1, length / places.count - name.count - 1))
      }
      let details = places.map { "\(pluralized($0.count, "event")) of `\(clipped($0.stream))`" }.joined(separator: "\n")
      return (line - 1, labels.joined(separator: ", ").truncated(toCharacters: length), details)
    }.sorted { $0.line < $1.line }
  }

  /// Returns the drawings of the streams that are written on a line, with the reasons for their last values, in
  /// Markdown, or `nil` if there are none.
  package func hover(onLine line: Int, of files: Set<String>, pictures: DrawingStyle.Theme?) -> String? {
    let writer = HoverWriter(pictures: pictures)
    let streams = places.all.filter { $0.line == line + 1 && files.contains($0.file) }.map(\.stream).uniqued()
    let parts = streams.prefix(Self.maxStreams).compactMap { places.explanation(ofLastValueOf: $0).map(writer.text) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// The maximum number of streams on a line that are drawn.
  private static let maxStreams = 3
}

extension TracePlaces {
  fileprivate func problem(in source: Source, isWhole: Bool) -> String? {
    guard let first = faults.first else {
      return all.isEmpty ? "\(source.name): no line of the trace has a `source`, such as `search.ts:12:3`" : nil
    }
    if !isWhole { return "\(source.name): \(pluralized(faults.count, "line")) cannot be read" }
    let position = source.position(of: first.span.lowerBound)
    let more = faults.count == 1 ? "" : ", and \(pluralized(faults.count - 1, "more error"))"
    let message = SessionProblem.invalidTrace(first.reason).message + more
    return "\(source.name):\(position.line):\(position.column): \(message)"
  }
}

extension TracePlaces.Place {
  /// Returns the last events that fit, of which the last one always does.
  fileprivate func events(in length: Int) -> String {
    var (text, shown) = ("", 0)
    for token in last.reversed().map(TimelinePrinter.token) {
      let longer = text.isEmpty ? token : "\(token) \(text)"
      if shown > 0, longer.count > length - 2 { break }
      (text, shown) = (longer, shown + 1)
    }
    return shown == 0 ? "-" : shown < count ? "… \(text)" : text
  }
}
