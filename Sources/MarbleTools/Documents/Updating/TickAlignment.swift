import Marbles

/// The columns of the ticks in a timeline that is aligned with others.
struct TickAlignment {
  /// The column of each tick, relative to the beginning of the timeline.
  private var columns: [Int: Int] = [:]
  /// The character that fills the columns.
  private let filler: Character
  private let form: TimelineForm

  /// Measures a timeline, or returns `nil` if nothing in it is filled.
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
    // Trailing dots fill the last tick.
    columns[last.tick + 1] = column + displayWidth(of: source.text(of: end..<span.upperBound))
  }

  /// Returns a timeline with its ticks moved to these columns where possible, or `nil` if that would change it.
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
  /// Returns the tokens of a timeline, one for each tick, or `nil` if some take more ticks or there is an error.
  fileprivate func tickTokens(in span: Span, as form: TimelineForm) -> [TimelineToken]? {
    let read = TimelineReader(self).tokens(in: span, as: form)
    let tokens = read.outermost
    return read.hasErrors || tokens.contains { $0.kind == .time || $0.kind == .repetition } ? nil : tokens
  }
}
