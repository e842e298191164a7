import MarbleLanguage
import Marbles

/// The text of `:help`, generated from the catalog, the table of commands and the topics.
package enum Help {
  /// A page of help.
  struct Page {
    let text: String
    /// A script, whose first assertion is drawn below the text.
    var example: String?
  }

  /// Returns the help for an operator, by any of its names, for a topic or for a command, or an overview if the name is
  /// empty.
  static func page(on name: String) -> Page? {
    if name.isEmpty { return Page(text: overview) }
    if name.hasPrefix(":"), name != ":" {
      return Command.named(String(name.dropFirst())).map { Page(text: text(on: $0)) }
    }
    // `cold` is also an operator, but the word usually means the concept.
    if let topic = HelpTopic.named(name) { return topic.page }
    if let (entry, alias) = Catalog.standard.lookUp(name) {
      return Page(text: text(on: entry, calledAs: alias), example: entry.example)
    }
    return Command.named(name).map { Page(text: text(on: $0)) }
  }

  /// Whether there is help for a name.
  package static func hasPage(on name: String) -> Bool { page(on: name) != nil }

  /// Returns the name of a page that an unknown one most likely means.
  package static func name(closestTo name: String) -> String? { closest(to: name, among: names) }

  /// The names of all pages.
  static var names: [String] {
    Catalog.standard.allNames + HelpTopic.all.flatMap(\.names) + Command.all.map(\.name)
  }

  private static let overview = """
    Each character of a timeline takes one tick. Spaces and dots take no time.

      -        nothing happens        |        completed
      a  7     a value                #  #[x]  failed
      [Ji]     one long value         !        interrupted
      "12"     a string               (ab|)    several events on one tick

      a = --1--2--|               names a hot stream; `cold` makes it cold
      merge(a, "-x-y|")           runs an expression and draws it
      a.map { $0 * 10 }           calls an operator on a stream
      == --[10]--[20]--|          compares the last result with a timeline

      :tutorial, :exercise        teach the basics in short steps, give tasks
      :operators                  lists the operators
      :help merge, :help :save    explains an operator, or a command
      :help commands              lists the commands, such as :load and :undo
      :quit                       ends the session, like Ctrl-D

    Topics: \(HelpTopic.all.map(\.title).joined(separator: ", ")).
    Write `:help` before one of them, as in `:help hot` or `:help |`.
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
      let rows = entry.aliases.map { ("\($0.name) (\($0.libraryNames))", $0.meaning(of: entry.name)) }
      parts.append("Names in other libraries\n" + table(rows))
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
    [command.call, command.summary, command.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns a table with two indented columns.
  ///
  /// A row whose first column is wide takes two lines, so that the second column has enough space.
  static func table(_ rows: [(String, String)], maxWidth: Int = 36) -> String {
    let width = rows.map(\.0.count).filter { $0 <= maxWidth }.max() ?? 2
    let margin = String(repeating: " ", count: width + 4)
    return rows.map { left, right in
      let lines = wrapped(right, to: max(20, AnswerWriter.textWidth - margin.count)).replacing(
        "\n", with: "\n" + margin)
      return "  " + (left.count > width ? left + "\n" + margin : left.padded(to: width + 2)) + lines
    }.joined(separator: "\n")
  }
}
