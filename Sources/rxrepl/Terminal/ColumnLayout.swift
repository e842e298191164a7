import CLineEdit

/// Words in columns, in the order of `ls`: down first, then across.
struct ColumnLayout {
  var words: [String]
  var width: Int
  /// The maximum number of rows.
  ///
  /// For words that do not fit, only their number is shown.
  var rows: Int

  /// The rows, each with a line break.
  var text: String {
    let widths = words.map(\.columns)
    // The last column stays free, because a terminal wraps after writing to it.
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
  /// The number of terminal columns that the string takes.
  fileprivate var columns: Int {
    unicodeScalars.reduce(0) { $0 + Int(terminal_width($1.value)) }
  }
}
