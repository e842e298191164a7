import Marbles

/// The names of the subcommands.
///
/// They are repeated here because asking the commands themselves would set up the option parser.
package enum Subcommands {
  package static let names = [
    "test", "fmt", "lint", "docs", "import", "serve", "page", "exercises", "highlight", "mdbook", "lsp", "help",
  ]
  /// The words that are options, but that other programs have as subcommands.
  private static let options = ["version"]

  /// Whether the first argument is a subcommand, or probably was meant as one.
  static func areMeant(by argument: String?) -> Bool {
    argument.map { names.contains($0) || suggestion(for: $0) != nil } ?? false
  }

  /// Returns the arguments that a word was probably meant as, or `nil` if it is a subcommand, an option, a file
  /// or another word.
  package static func suggestion(for word: String) -> String? {
    if names.contains(word) || word.hasPrefix("-") { return nil }
    let meant = options.contains(word) ? word : closest(to: word, among: names + options)
    guard let meant, FileStatus(of: word) == nil else { return nil }
    return options.contains(meant) ? "--\(meant)" : meant
  }
}
