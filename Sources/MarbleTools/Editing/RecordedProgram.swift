import MarbleSession
import Marbles

/// A program whose streams are recorded in a trace, as an editor shows it.
package struct RecordedProgram: Sendable {
  private let places: TracePlaces
  /// The reason why a part of the trace is not shown, or `nil`.
  package var problem: String?

  /// Reads a trace.
  ///
  /// - Parameter isWhole: Whether the bytes are the whole file and not only its end.
  package init(trace path: String, _ bytes: [UInt8], isWhole: Bool = true) {
    places = TracePlaces(bytes)
    if let first = places.faults.first {
      let position = Source(name: path, bytes: bytes).position(of: first.span.lowerBound)
      let message = SessionProblem.invalidTrace(first.reason).message
      let more = places.faults.count == 1 ? "" : ", and \(pluralized(places.faults.count - 1, "more error"))"
      problem = path + (isWhole ? ":\(position.line):\(position.column): " : ": ") + message + more
    } else if places.all.isEmpty {
      problem = "\(path): no line of the trace has a `source`, such as `search.ts:12:3`"
    }
  }

  /// The files that the trace names.
  package var files: Set<String> { Set(places.all.map(\.file)) }

  /// Returns the last events of the streams that are written on the lines of some files, in at most 40 characters.
  package func reports(in files: Set<String>) -> [(line: Int, label: String, details: String)] {
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
