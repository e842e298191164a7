import Marbles

extension Playback {
  /// The lines of a screen: the diagram as far as it was played, and below it where that is and what keys do.
  ///
  /// What is folded into several systems and too high for the screen is shown from the one on that is being played.
  /// What is too high even then says how many lines are missing.
  package func frame(of diagram: Diagram, style: DrawingStyle, columns: Int, rows: Int) -> [String] {
    var style = style
    // A terminal wraps when the last column is written.
    let width = max(1, columns - 1)
    style.width = width
    let page = TextWriter(style).page(of: diagram)
    var lines = page.text(through: tick).split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      // Notes are as long as they are.
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

  /// Where it is and what keys do, as far as there is room.
  private func status(columns: Int) -> String {
    var state = "tick \(tick) of \(ticks.upperBound)  \(Self.spelled(speed)) ticks/s"
    if isAtEnd { state += "  end" } else if isPaused { state += "  paused" }
    let keys = ["space \(isAtEnd ? "replay" : isPaused ? "continue" : "pause")", "q quit", "h l step", "- + speed"]
    var line = state
    for key in keys where line.utf8.count + key.utf8.count + 3 < columns { line += "   " + key }
    // A terminal wraps when the last column is written.
    return String(line.prefix(max(0, columns - 1)))
  }

  /// A speed, with three digits behind the point at most.
  private static func spelled(_ speed: Double) -> String {
    let thousandths = Int((speed * 1_000).rounded())
    var text = String(thousandths / 1_000)
    // One digit more in front keeps the zeros behind the point.
    var fraction = String(1_000 + thousandths % 1_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    if !fraction.isEmpty { text += "." + fraction }
    return text
  }
}
