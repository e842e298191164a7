import Marbles

/// A highlighted part of an entry.
package struct Highlight: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Passing time: `-`, `.`, `9ms`, `@40`.
    case tick
    /// A value on a timeline.
    case value
    /// The end of a timeline: `|`, `#`, `!`.
    case end
    /// Brackets, commas and arithmetic operators.
    case punctuation
    /// The name of an operator, of a strategy, or of a member of values in a closure.
    case `operator`
    /// The label of an argument.
    case label
    /// A name that is bound, or that the entry binds.
    case name
    /// A name without a binding.
    case unknownName
    /// A string in quotes.
    case string
    case number
    /// A word with a special meaning: `cold`, `during`, `true`.
    case keyword
    case comment
    /// The name of a command, with its colon.
    case command
    /// The arguments of a command.
    case argument
    /// Text that is invalid in its position.
    case error
  }

  /// The range in the entry, in bytes of UTF-8.
  package let range: Range<Int>
  package let kind: Kind

  package init(range: Range<Int>, kind: Kind) {
    self.range = range
    self.kind = kind
  }
}

extension Session {
  /// Returns the highlighted parts of an entry from left to right, without parts such as whitespace.
  ///
  /// The entry may be incomplete or invalid. The time is proportional to its length.
  package func highlights(of entry: String) -> [Highlight] {
    model(of: entry).highlights
  }

  /// Returns the model of an entry.
  ///
  /// - Parameter asked: The offset of the name whose place is requested.
  func model(of entry: String, asked: Int? = nil) -> ScriptModel {
    ScriptModel(Source(name: "", text: entry), in: scope, asked: asked)
  }

  /// The names that an entry can use.
  package var scope: ScriptModel.Scope {
    ScriptModel.Scope(known, tickLength: options.tickLength)
  }
}
