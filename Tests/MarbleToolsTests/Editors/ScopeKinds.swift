import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles

/// The highlight kinds of the grammar's scopes.
enum ScopeKinds {
  /// The prefixes of scopes, longer ones before shorter ones.
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

  /// Returns the kind of the innermost scope that has one.
  static func kind(of scopes: [String]) -> Highlight.Kind? {
    for scope in scopes.reversed() {
      if let entry = table.first(where: { scope.hasPrefix($0.scope + ".") }) { return entry.kind }
    }
    return nil
  }
}
