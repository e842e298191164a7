import Marbles

/// A topic of `:help` that is not an operator or a command.
package struct HelpTopic: Sendable {
  /// The name in the list of topics.
  package let title: String
  /// Other names, such as the tokens that the topic explains.
  var others: [String] = []
  let text: String
  /// A script with assertions, of which the first is drawn.
  var example: String?

  var names: [String] { [title] + others }

  /// The text with the example.
  var page: Help.Page {
    let indented = example.map { "\n\n" + $0.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") } ?? ""
    return Help.Page(text: text + indented, example: example)
  }

  /// Returns the topic with a name, in upper or lower case.
  static func named(_ name: String) -> HelpTopic? {
    let name = name.lowercased()
    return all.first { $0.names.contains(name) }
  }
}
