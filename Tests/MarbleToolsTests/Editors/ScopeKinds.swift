import MarbleLanguage
import MarbleTools
import Marbles

/// What the scopes of the grammar say of a text, in the words of the prompt's own colors.
enum ScopeKinds {
  /// The beginnings of scopes, the longer ones before the shorter ones.
  static let table: [(scope: String, kind: Highlight.Kind)] = [
    ("comment", .comment),
    ("keyword.control.directive", .command),
    ("string.unquoted.argument", .argument),
    ("keyword.control.end", .end),
    ("keyword.operator", .punctuation),
    ("keyword", .keyword),
    ("constant.language", .keyword),
    ("punctuation.separator.tick", .tick),
    ("constant.numeric.time", .tick),
    ("constant.numeric", .number),
    ("constant.character.value", .value),
    ("string.quoted", .string),
    ("entity.name.function", .operator),
    ("variable.parameter.label", .label),
    ("variable", .name),
    ("punctuation", .punctuation),
    ("invalid", .error),
  ]

  /// What the innermost scope says that says anything.
  static func kind(of scopes: [String]) -> Highlight.Kind? {
    for scope in scopes.reversed() {
      if let entry = table.first(where: { scope.hasPrefix($0.scope + ".") }) { return entry.kind }
    }
    return nil
  }
}
