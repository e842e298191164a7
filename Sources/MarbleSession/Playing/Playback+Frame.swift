import Marbles

extension Playback {
  /// Returns the lines of a screen: the diagram as played so far, and below it the position and the available keys.
  ///
  /// If a wrapped diagram is too high for the screen, it is shown from the current system on. If it is still too
  /// high, the last line contains the number of hidden lines.
  package func frame(of diagram: Diagram, style: DrawingStyle, columns: Int, rows: Int) -> [String] {
    var style = style
    // A terminal wraps after its last column is written.
    let width = max(1, columns - 1)
    style.width = width
    let page = TextWriter(style).page(of: diagram)
    var lines = page.text(through: tick).split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      // The page does not wrap notes.
      let folded = line.hasPrefix("//") ? wrapped(String(line), to: width) : String(line)
      return folded.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let room = max(1, rows - 2)
    if lines.count > room {
      let systems = lines.split(separator: "", omittingEmptySubsequences: false).map(Array.init)
      let played = page.firstTicks.partitionPoint { $0 > tick } - 1
      lines = systems.dropFirst(min(max(0, played), systems.count - 1)).joined(separator: [""]).map { $0 }
    }
    if lines.count > room {
      let hidden = lines.count - room + 1
      lines = lines.prefix(room - 1) + ["\(pluralized(hidden, "more line")); use a taller terminal"]
    }
    return lines + ["", status(columns: columns)]
  }

  /// Returns the position and the keys, as far as they fit.
  private func status(columns: Int) -> String {
    var state = "tick \(tick) of \(ticks.upperBound)  \(Self.spelled(speed)) ticks/s"
    if isAtEnd { state += "  end" } else if isPaused { state += "  paused" }
    let pause = "space \(isAtEnd ? "replay" : isPaused ? "continue" : "pause")"
    let keys =
      [pause, "q quit", "h l step"] + (answersQuestions ? ["w why"] : [])
      + (missing.map { ["W \($0.text)"] } ?? []) + ["- + speed"]
    var line = state
    for key in keys where line.utf8.count + key.utf8.count + 3 < columns { line += "   " + key }
    // A terminal wraps after its last column is written.
    return String(line.prefix(max(0, columns - 1)))
  }

  /// Returns a speed with at most three decimals.
  private static func spelled(_ speed: Double) -> String {
    let thousandths = Int((speed * 1_000).rounded())
    var text = String(thousandths / 1_000)
    // An additional leading digit keeps the zeros after the decimal point.
    var fraction = String(1_000 + thousandths % 1_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    if !fraction.isEmpty { text += "." + fraction }
    return text
  }
}
