import Marbles

/// What a part of an entry is, for whoever shows it while it is typed.
package struct Highlight: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Time that passes: `-`, `.`, `9ms`, `@40`.
    case tick
    /// A value on a timeline.
    case value
    /// How a timeline ends: `|`, `#`, `!`.
    case end
    /// Brackets, commas, signs of arithmetic.
    case punctuation
    /// The name of an operator, of a strategy, or of what values answer in a closure.
    case `operator`
    /// The label of an argument.
    case label
    /// A name that something is bound to, or is about to be.
    case name
    /// A name that nothing is bound to.
    case unknownName
    /// A text in quotes.
    case string
    case number
    /// A word with a meaning of its own: `cold`, `during`, `true`.
    case keyword
    case comment
    /// The name of a command, with its colon.
    case command
    /// What stands behind a command.
    case argument
    /// What cannot stand where it does.
    case error
  }

  /// The part of the entry, in bytes of UTF-8.
  package let range: Range<Int>
  package let kind: Kind

  package init(range: Range<Int>, kind: Kind) {
    self.range = range
    self.kind = kind
  }
}

extension Session {
  /// What the parts of an entry are, from left to right; what has no kind, such as blanks, is left out.
  ///
  /// It may be incomplete or wrong, and takes time in proportion to its length.
  package func highlights(of entry: String) -> [Highlight] {
    EntryWalker(entry, scope: scope).highlights
  }

  /// What an entry may name.
  var scope: EntryWalker.Scope {
    var bindings = known
    bindings.takesExpression = { name in
      if case .expression? = Command.named(name)?.argument { true } else { false }
    }
    return EntryWalker.Scope(
      bindings: bindings,
      isOperator: { [unowned self] name in Catalog.standard[name] != nil || self.bindings[operator: name] != nil },
      tickLength: options.tickLength)
  }
}
