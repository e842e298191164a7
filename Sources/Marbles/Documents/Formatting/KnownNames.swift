/// The names that may stand for streams: those that are bound, and every other word, which another script may bind.
struct KnownNames {
  /// How long a tick is by now.
  private(set) var tick = TickLength.millisecond

  private var bound: Set<String> = []
  private var hasLoaded = false

  /// Words with a meaning of their own, until somebody gives them another.
  private static let keywords: Set = ["check", "subscriptions", "during", "cold", "raw", "forall", "why"]

  func contains(_ name: String) -> Bool {
    // A letter alone is a marble more often than a stream.
    hasLoaded || bound.contains(name) || (name.count > 1 && !Self.keywords.contains(name))
  }

  /// Takes note of what a statement binds, loads or sets.
  mutating func note(_ statement: Statement) {
    switch statement.kind {
    case .bind(let name, _): bound.insert(name.text)
    case .command(let name, _) where "load".hasPrefix(name.text): hasLoaded = true
    case .command(let name, let arguments): note(name.text, arguments.text.split { $0 == " " || $0 == "\t" })
    default: break
    }
  }

  private mutating func note(_ command: String, _ arguments: [Substring]) {
    switch (command, arguments.count, arguments.first) {
    case ("tick", 1, let length?): tick = TickLength(String(length)) ?? tick
    case ("set", 2, "tick"?): tick = TickLength(String(arguments[1])) ?? tick
    default: break
    }
  }
}
