/// The probable meaning of text that is read as a timeline, and the text to write instead.
package struct TextMeaning: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case hot, keyword, comparison, equality, law, name, timeline, call, chain, calculation, search, item, failure,
      range, list, values, items, comment, help, pattern, comparedStream
    /// Nothing, because operators need no import.
    case importing
    /// Nothing, because an assertion without a timeline shows the result.
    case result
    /// A stream, after a word that needs a timeline, or that a stream does not need.
    case stream
    /// A timeline, after a keyword that needs one.
    case source(keyword: String)
    /// The letters that `check` takes in quotes.
    case eventWord
    /// Words without a known meaning.
    case words
  }

  let purpose: Purpose
  /// The text to write instead.
  let text: String
  /// Whether the text can replace what was written, as opposed to an example.
  let isExact: Bool

  init(_ purpose: Purpose, _ text: String, isExact: Bool = true) {
    self.purpose = purpose
    self.text = text
    self.isExact = isExact
  }

  var help: String {
    let text = "`\(clipped(text))`"
    let help =
      switch purpose {
      case .hot: "a timeline is hot without a keyword: write \(text)"
      case .keyword: "for the keyword, write \(text)"
      case .comparison: "a comparison needs no keyword: begin with \(text)"
      case .equality: "to compare, write \(text)"
      case .law: "for a law, begin with \(text)"
      case .name: "to bind the name, write \(text)"
      case .timeline: "for the timeline, write it without quotes: \(text)"
      case .call: "to call the operator, write \(text)"
      case .chain: "to apply an operator, write \(text)"
      case .calculation: "to compute with values, write a closure: \(text)"
      case .search: "to search for an operator, write \(text)"
      case .item: "for one value of the stream, write \(text)"
      case .failure: "for a stream that fails, write \(text)"
      case .range: "for these numbers, write \(text)"
      case .list: "for a stream of streams, write \(text)"
      case .values: "for these values on any ticks, write \(text)"
      case .comparedStream: "to compare the streams, write \(text)"
      case .pattern: "write the pattern without quotes: \(text)"
      case .items: "for several values, write \(text); for one string, write it in quotes"
      case .result: "delete it: without a timeline, the result is shown"
      case .comment: "for a comment, write \(text)"
      case .help: "for the description of the operator, write \(text)"
      case .importing: "delete it: operators need no import"
      case .stream: "for the stream, write \(text)"
      case .source(let keyword): "`\(keyword)` needs a timeline: write `\(keyword) \(clipped(self.text))`"
      case .eventWord: "to check events by their letters, write `check \(self.text)`"
      case .words:
        "for one value, write \(text); for a comment, begin with `//`; for a list of commands, write `:help`"
      }
    if [.items, .pattern, .comparedStream].contains(purpose) { return help }
    if purpose == .timeline { return help + "; for one value without this warning, begin with `.`" }
    return help + "; for the timeline without this warning, begin it with `.`"
  }
}
