/// A scanner for lines of Typst, which finds raw text and tells markup from code.
///
/// In code, such as the arguments of `#figure(…)`, nothing can be added below raw text.
struct TypstScanner {
  /// The open brackets, of which `(` and `{` surround code, `$` a formula, and `[` markup, as does `]` if it is only
  /// text.
  private var brackets: [Character] = []
  private var isInStatement = false
  /// The number of open comments `/* … */`, which can be nested.
  private var commentDepth = 0

  var isInComment: Bool { commentDepth > 0 }

  private var isInFormula: Bool { brackets.last == "$" }

  var isInCode: Bool { isInStatement && !isInFormula || brackets.last == "(" || brackets.last == "{" }

  /// Reads a line, and returns the marks of raw text that begin in it and do not end in it, with all that follows.
  mutating func read(_ line: Substring) -> Substring? {
    isInStatement = false
    // A formula may contain empty lines, but a `$` of other text must not make the rest of the page one.
    if line.isEmpty, isInFormula { brackets.removeLast() }
    var rest = line
    while let character = rest.first {
      let previous = rest.startIndex > line.startIndex ? line[line.index(before: rest.startIndex)] : " "
      if rest.hasPrefix("/*") || commentDepth > 0 && rest.hasPrefix("*/") {
        commentDepth += character == "/" ? 1 : -1
        rest = rest.dropFirst(2)
        continue
      }
      if commentDepth > 0 {
        rest = rest.dropFirst()
        continue
      }
      // In a formula, a backtick is text.
      if character == "`", !isInFormula {
        let marks = rest.prefix { $0 == "`" }
        let after = rest.dropFirst(marks.count)
        if marks.count != 2 {
          guard let end = after.firstRange(of: marks)?.upperBound else { return marks.count > 2 ? rest : nil }
          rest = after[end...]
        } else {
          rest = after
        }
        continue
      }
      if rest.hasPrefix("//"), previous != ":" { return nil }
      rest = rest.dropFirst()
      if character == "\\" {
        rest = rest.dropFirst()
      } else if character == "$" {
        if isInFormula { brackets.removeLast() } else { brackets.append("$") }
      } else if isInCode || isInFormula, character == "\"" {
        rest = Self.afterString(rest)
      } else if isInCode {
        rest = readBracket(character, rest)
      } else if character == "#" {
        rest = readCode(rest)
      } else if isInFormula {
        continue
      } else if character == "[" {
        brackets.append("]")
      } else if character == "]" {
        rest = readBracket(character, rest)
      }
    }
    return nil
  }

  /// Reads the beginning of code after `#`: a name with a bracket after it, a bracket, or a statement.
  private mutating func readCode(_ text: Substring) -> Substring {
    let name = text.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    isInStatement = ["let", "set", "show", "if", "for", "while", "import", "include", "return"].contains(name)
    let rest = text.dropFirst(name.count)
    guard !isInStatement, let bracket = rest.first, "([{".contains(bracket) else { return rest }
    brackets.append(bracket)
    return rest.dropFirst()
  }

  /// Reads a bracket, and after the end of a call in markup also that of another call.
  private mutating func readBracket(_ character: Character, _ rest: Substring) -> Substring {
    switch (character, brackets.last) {
    case ("(", _), ("[", _), ("{", _): brackets.append(character)
    case ("]", "]"): brackets.removeLast()
    case (")", "("), ("]", "["), ("}", "{"):
      brackets.removeLast()
      if !isInCode, character != "}", let next = rest.first, "([.".contains(next) { return readCode(rest) }
    default: break
    }
    return rest
  }

  private static func afterString(_ text: Substring) -> Substring {
    var rest = text
    while let character = rest.popFirst(), character != "\"" {
      if character == "\\" { rest = rest.dropFirst() }
    }
    return rest
  }
}
