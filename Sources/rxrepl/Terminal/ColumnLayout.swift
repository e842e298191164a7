import CLineEdit

/// Words set in columns, as `ls` sets them: down first, then across.
struct ColumnLayout {
  var words: [String]
  var width: Int
  /// How many rows there may be; what does not fit is counted instead.
  var rows: Int

  /// The rows, each with a line end.
  var text: String {
    let widths = words.map(\.columns)
    // One column stays free: a terminal wraps when the last one is written.
    let cell = (widths.max() ?? 0) + 2
    let across = max(1, (width + 1) / cell)
    let down = max(1, (words.count + across - 1) / across)
    let shown = min(down, max(1, rows))
    var text = ""
    for row in 0..<shown {
      for place in stride(from: row, to: words.count, by: down) {
        let isLast = place + down >= words.count
        text += words[place] + String(repeating: " ", count: isLast ? 0 : cell - widths[place])
      }
      text += "\n"
    }
    return shown < down ? text + "… and \(hidden(down: down, shown: shown)) more\n" : text
  }

  private func hidden(down: Int, shown: Int) -> Int {
    words.indices.count { $0 % down >= shown }
  }
}

extension String {
  /// How many columns of a terminal the text takes.
  fileprivate var columns: Int {
    unicodeScalars.reduce(0) { $0 + Int(terminal_width($1.value)) }
  }
}
