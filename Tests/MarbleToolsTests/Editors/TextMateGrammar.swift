import Foundation
import Marbles

/// A TextMate grammar as editors read it, which is a JSON file of rules.
struct TextMateGrammar {
  /// A rule: a `match`, a `begin` with an `end` or a `while`, an `include` of other rules, or only patterns.
  final class Rule: Decodable {
    let name: String?
    let contentName: String?
    let match: String?
    let begin: String?
    let end: String?
    let `while`: String?
    let captures: [String: Capture]?
    let beginCaptures: [String: Capture]?
    let endCaptures: [String: Capture]?
    let patterns: [Rule]?
    let include: String?
    /// The rules that can match inside this rule, set after all rules are read.
    fileprivate(set) var inner: [Rule] = []

    enum CodingKeys: CodingKey {
      case name, contentName, match, begin, end, `while`, captures, beginCaptures, endCaptures, patterns, include
    }

    var expressions: [String] { [match, begin, end, `while`].compactMap(\.self) }
  }

  struct Capture: Decodable {
    let name: String
  }

  private struct File: Decodable {
    let scopeName: String
    let fileTypes: [String]?
    let injectionSelector: String?
    let patterns: [Rule]
    let repository: [String: Rule]
  }

  let scopeName: String
  let fileTypes: [String]
  /// The selector of the language into which the grammar is injected.
  let injectionSelector: String?
  /// The rules that can match outside all other rules.
  let rules: [Rule]
  /// The compiled regular expressions of the grammar.
  private(set) var expressions: [String: NSRegularExpression] = [:]

  /// The reason why a grammar cannot be read.
  struct GrammarError: Error {
    let text: String
  }

  /// Reads a grammar, which can include other grammars.
  init(contentsOf file: URL, including others: [TextMateGrammar] = []) throws {
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: file))
    scopeName = file.scopeName
    fileTypes = file.fileTypes ?? []
    injectionSelector = file.injectionSelector
    for other in others { expressions.merge(other.expressions) { $1 } }
    /// Returns the rules for patterns, with includes and groups replaced by their rules.
    func flat(_ patterns: [Rule], after names: Set<String> = []) throws -> [Rule] {
      try patterns.flatMap { rule -> [Rule] in
        if let include = rule.include {
          if let other = others.first(where: { $0.scopeName == include }) { return other.rules }
          guard include.hasPrefix("#"), let found = file.repository[String(include.dropFirst())] else {
            throw GrammarError(text: "nothing is called \(include)")
          }
          return names.contains(include) ? [] : try flat([found], after: names.union([include]))
        }
        return rule.match == nil && rule.begin == nil ? try flat(rule.patterns ?? [], after: names) : [rule]
      }
    }
    var waiting = Array(file.repository.values) + file.patterns
    while let rule = waiting.popLast() {
      for expression in rule.expressions { expressions[expression] = try Self.expression(expression) }
      rule.inner = try flat(rule.patterns ?? [])
      waiting += rule.patterns ?? []
    }
    rules = try flat(file.patterns)
  }

  /// Compiles an expression in which `^` and `$` match at the start and end of a line, as always in Oniguruma.
  static func expression(_ text: String) throws -> NSRegularExpression {
    try NSRegularExpression(pattern: text, options: .anchorsMatchLines)
  }
}
