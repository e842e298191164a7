import Foundation

/// A TextMate grammar, as editors read it: rules that name what they match, in a file of JSON.
struct TextMateGrammar {
  /// A rule: a `match`, a `begin` with an `end`, an `include` of others, or nothing but its patterns.
  final class Rule: Decodable {
    let name: String?
    let contentName: String?
    let match: String?
    let begin: String?
    let end: String?
    let captures: [String: Capture]?
    let beginCaptures: [String: Capture]?
    let endCaptures: [String: Capture]?
    let patterns: [Rule]?
    let include: String?
    /// The rules that may match within it, once they have been looked up.
    fileprivate(set) var inner: [Rule] = []

    enum CodingKeys: CodingKey {
      case name, contentName, match, begin, end, captures, beginCaptures, endCaptures, patterns, include
    }
  }

  struct Capture: Decodable {
    let name: String
  }

  private struct File: Decodable {
    let scopeName: String
    let fileTypes: [String]
    let patterns: [Rule]
    let repository: [String: Rule]
  }

  let scopeName: String
  let fileTypes: [String]
  /// The rules that may match outside all others.
  let rules: [Rule]
  /// Every regular expression in it.
  let expressions: [String: NSRegularExpression]

  /// What a grammar cannot be read for.
  struct Mistake: Error {
    let text: String
  }

  init(contentsOf file: URL) throws {
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: file))
    scopeName = file.scopeName
    fileTypes = file.fileTypes
    var expressions: [String: NSRegularExpression] = [:]
    /// The rules that patterns stand for, includes and groups taken apart.
    func flat(_ patterns: [Rule], behind names: Set<String> = []) throws -> [Rule] {
      try patterns.flatMap { rule -> [Rule] in
        if let include = rule.include {
          guard include.hasPrefix("#"), let found = file.repository[String(include.dropFirst())] else {
            throw Mistake(text: "nothing is called \(include)")
          }
          if names.contains(include) { return [] }
          return try flat([found], behind: names.union([include]))
        }
        if rule.match == nil, rule.begin == nil { return try flat(rule.patterns ?? [], behind: names) }
        return [rule]
      }
    }
    func visit(_ rule: Rule) throws {
      for expression in [rule.match, rule.begin, rule.end].compactMap(\.self) {
        expressions[expression] = try NSRegularExpression(pattern: expression, options: .anchorsMatchLines)
      }
      rule.inner = try flat(rule.patterns ?? [])
      for pattern in rule.patterns ?? [] { try visit(pattern) }
    }
    for rule in file.repository.values { try visit(rule) }
    for rule in file.patterns { try visit(rule) }
    rules = try flat(file.patterns)
    self.expressions = expressions
  }
}
