import Marbles

/// The names that the formatter treats as streams: bound names, and all other words, which another script may bind.
final class GuessedNames {
  /// The length of a tick in the following statements.
  private(set) var tick = TickLength.millisecond

  private var bound: Set<String> = []
  private var hasLoaded = false

  /// Words with a special meaning, unless they are bound.
  private static let keywords: Set = [
    "check", "subscriptions", "during", "cold", "raw", "forall", "races", "matches", "why",
  ]

  /// The bindings for the parser.
  var bindings: Parser.Bindings { Parser.Bindings(isBound: contains) }

  private func contains(_ name: String) -> Bool {
    // The parser also asks about values such as `[2,a]`.
    guard name.first?.isLetter == true || name.first == "_" else { return false }
    // A single letter is more often a marble than a stream.
    return hasLoaded || bound.contains(name) || (name.count > 1 && !Self.keywords.contains(name))
  }

  /// Records the names that a statement binds, and whether it loads a file or sets the tick length.
  func record(_ statement: SyntaxNode) {
    let parts = statement.parts
    switch statement.kind {
    case .binding: bound.formUnion(parts.prefix(1).map(\.text))
    case .drawing: bound.formUnion(parts.filter { $0.kind == .identifier }.map(\.text))
    case .command:
      let words = parts.flatMap { $0.text.split { $0 == " " || $0 == "\t" } }
      guard let name = words.first?.dropFirst() else { return }
      if "load".hasPrefix(name) { hasLoaded = true }
      let isTick = (name == "tick" && words.count == 2) || (name == "set" && words.count == 3 && words[1] == "tick")
      if isTick { tick = TickLength(String(words[words.count - 1])) ?? tick }
    default: break
    }
  }
}
