import Marbles

/// The columns of a timeline that was stretched, so that its ticks stand beneath those of another.
struct TickAlignment {
  /// The column of each tick, counted from where the timeline begins.
  private var columns: [Int: Int] = [:]
  /// What it was stretched with.
  private let filler: Character
  private let form: TimelineForm

  /// Looks at a timeline as it is written; `nil` where nothing in it is stretched.
  init?(_ span: Span, of source: Source, as form: TimelineForm) {
    guard let tokens = source.tickTokens(in: span, as: form), let first = tokens.first, let last = tokens.last else {
      return nil
    }
    let written = source.bytes[first.span.upperBound..<last.span.upperBound]
    let gap = zip(tokens, tokens.dropFirst()).first { $0.span.upperBound < $1.span.lowerBound }
    guard let gap, !written.isEmpty else { return nil }
    filler = source.bytes[gap.0.span.upperBound] == UInt8(ascii: ".") ? "." : " "
    self.form = form
    var column = 0
    var end = span.lowerBound
    for token in tokens {
      column += displayWidth(of: source.text(of: end..<token.span.lowerBound))
      columns[token.tick] = column
      column += displayWidth(of: source.text(of: token.span))
      end = token.span.upperBound
    }
    // Dots at the end stretch the last tick.
    columns[last.tick + 1] = column + displayWidth(of: source.text(of: end..<span.upperBound))
  }

  /// The text of a timeline with each tick in the column that it has here, as far as there is one and it is free.
  func stretched(_ text: String) -> String? {
    let source = Source(name: "", text: text)
    guard let tokens = source.tickTokens(in: 0..<source.bytes.count, as: form) else { return nil }
    var stretched = ""
    var column = 0
    var end = 0
    for token in tokens {
      let between = source.text(of: end..<token.span.lowerBound)
      stretched += between
      column += displayWidth(of: between)
      if let wanted = columns[token.tick], wanted > column {
        stretched += String(repeating: filler, count: wanted - column)
        column = wanted
      }
      let token = token.span
      stretched += source.text(of: token)
      column += displayWidth(of: source.text(of: token))
      end = token.upperBound
    }
    guard let timeline = try? Timeline(reading: text, as: form),
      (try? Timeline(reading: stretched, as: form)) == timeline
    else { return nil }
    return stretched
  }
}

extension Source {
  /// The tokens of a timeline, one a tick; `nil` where some take more, or it has an error.
  fileprivate func tickTokens(in span: Span, as form: TimelineForm) -> [TimelineToken]? {
    let read = TimelineReader(self).tokens(in: span, as: form)
    let tokens = read.outermost
    return read.hasErrors || tokens.contains { $0.kind == .time || $0.kind == .repetition } ? nil : tokens
  }
}
