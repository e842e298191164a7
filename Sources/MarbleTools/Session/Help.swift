import Marbles

/// The text of `:help`, generated from the catalog and the table of commands.
enum Help {
  /// Returns the help for an operator, by any of its names, or for a command, or an overview if the topic is empty.
  static func text(on topic: String) -> String? {
    if topic.isEmpty { return overview }
    let name = topic.hasPrefix(":") ? String(topic.dropFirst()) : topic
    if !topic.hasPrefix(":"), let (entry, alias) = Catalog.standard.lookUp(name) {
      return text(on: entry, calledAs: alias)
    }
    return Command.named(name).map(text)
  }

  /// Returns the operator with this name, or `nil` if there is none.
  static func entry(_ topic: String) -> CatalogEntry? { Catalog.standard[topic] }

  private static let overview = """
    A timeline is a line of tokens. Each token takes one tick. Spaces and dots take no time.

      -        nothing happens        |        completed
      a  7     a value                #  #[x]  failed
      [Ji]     one long value         !        interrupted
      "12"     a string               (ab|)    several events on one tick

      a = --1--2--|                 a hot stream: sends whether or not it is observed
      b = cold --1--2--|            a cold stream: starts from its beginning for each observer
      merge(a, "-x-y|")             runs an expression and draws it
      a.map { $0 * 10 }             calls an operator on a stream
      == --[10]--[20]--|            compares the last result with a timeline

    Commands:
    \(table(Command.all.map { (":" + [$0.name, $0.arguments].filter { !$0.isEmpty }.joined(separator: " "), $0.summary) }))

    `:help merge` explains an operator, and `:help play` a command. `:tutorial` teaches the basics in twelve steps.
    """

  /// Returns the operators of some families, one line each.
  static func operators(of families: [CatalogEntry.Family]) -> String {
    families.map { family in
      "\(family.rawValue)\n" + table(Catalog.standard.entries(of: family).map { ($0.name, $0.summary) })
    }.joined(separator: "\n")
  }

  private static func text(on entry: CatalogEntry, calledAs alias: CatalogEntry.Alias?) -> String {
    var parts: [String] = []
    if let alias {
      let meaning = "\(alias.name) is another name for \(alias.meaning(of: entry.name))."
      parts.append([meaning, alias.note].compactMap(\.self).joined(separator: " "))
    }
    parts.append(entry.signatures.joined(separator: "\n"))
    parts.append([entry.summary, entry.text].filter { !$0.isEmpty }.joined(separator: "\n"))
    parts.append(entry.example.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
    if !entry.terminationRules.isEmpty {
      parts.append("Terminal events\n" + table(entry.terminationRules.flatMap(rows)))
    }
    if !entry.aliases.isEmpty {
      parts.append("Names in other libraries\n" + table(entry.aliases.map { ($0.name, $0.meaning(of: entry.name)) }))
    }
    // The note about the requested name is already in the first part.
    let notes = entry.aliases.filter { $0.name != alias?.name }.compactMap { other in
      other.note.map { "\(other.name): \($0)" }
    }
    if !notes.isEmpty { parts.append(notes.joined(separator: "\n")) }
    parts.append("See also " + entry.related.joined(separator: ", "))
    return parts.joined(separator: "\n\n")
  }

  /// Returns the effects of the ends of one stream.
  private static func rows(of ends: CatalogEntry.TerminationRule) -> [(String, String)] {
    ends.lines.map { ("\(ends.name): \($0.ends)", $0.effect) }
  }

  private static func text(on command: Command) -> String {
    let call = ":" + [command.name, command.arguments].filter { !$0.isEmpty }.joined(separator: " ")
    return [call, command.summary, command.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns a table with two indented columns.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { row in
      "  " + row.0.padded(to: width + 2) + row.1
    }.joined(separator: "\n")
  }
}
