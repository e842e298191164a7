/// The names that a file declares and uses, as far as they can be recognized without types.
struct Declarations {
  enum Kind: Hashable {
    case type, function, member, enumCase
  }

  struct Name: Hashable {
    let text: String
    let kind: Kind
  }

  /// The declared names, and whether each is hidden from other files.
  private(set) var declared: [(name: Name, isPrivate: Bool)] = []
  /// The names that the file may use.
  private(set) var used: [(name: Name, line: Int)] = []

  private static let typeKeywords: Set<Substring> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
  private static let memberKeywords: Set<Substring> = ["func", "var", "let"]

  init(of source: String) {
    let tokens = tokens(of: source)
    // Whether each open brace begins the body of a type.
    var scopes: [Bool] = []
    var opensType = false
    var isPrivate = false
    for (index, token) in tokens.enumerated() {
      let previous = index > 0 ? tokens[index - 1].text : ""
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      switch token.text {
      case "{":
        scopes.append(opensType)
        (opensType, isPrivate) = (false, false)
      case "}":
        _ = scopes.popLast()
        isPrivate = false
      case "private", "fileprivate":
        // `private(set)` does not restrict reading.
        if next?.text != "(" { isPrivate = true }
      case "extension" where previous != ".":
        opensType = true
      case "case" where scopes.last == true:
        declared += Self.cases(in: tokens[(index + 1)...]).map { (Name(text: $0, kind: .enumCase), false) }
      default:
        guard token.isWord else { continue }
        let isInType = !scopes.contains(false)
        if previous != ".", let next, next.isWord, Self.typeKeywords.contains(token.text) {
          // Excludes `class func` and parameters with the label `class`.
          guard next.text.first(where: { $0 != "_" })?.isUppercase ?? false else { continue }
          // A type alias in a type names one of its generic parameters, as `Error` does.
          guard token.text != "typealias" || scopes.isEmpty else { continue }
          declared.append((Name(text: String(next.text), kind: .type), isPrivate))
          opensType = token.text != "typealias"
          isPrivate = false
        } else if previous != ".", isInType, let next, next.isWord, Self.memberKeywords.contains(token.text) {
          let kind = scopes.isEmpty && token.text == "func" ? Kind.function : .member
          declared.append((Name(text: String(next.text), kind: kind), isPrivate))
          isPrivate = false
        } else {
          // A declaration of a module that is not this package's.
          if previous == ".", index > 1, tokens[index - 2].text == "Synchronization" { continue }
          note(token, after: previous, before: next?.text)
        }
      }
    }
  }

  /// Returns the names of a line such as `case one(Int), two`.
  private static func cases(in tokens: ArraySlice<SourceToken>) -> [String] {
    var names: [String] = []
    var depth = 0
    var isNext = true
    for token in tokens {
      switch token.text {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0: isNext = true
      case _ where depth > 0: break
      default:
        guard isNext, token.isWord else { return names }
        names.append(String(token.text))
        isNext = false
      }
    }
    return names
  }

  private mutating func note(_ token: SourceToken, after previous: Substring, before next: Substring?) {
    let text = String(token.text)
    used.append((Name(text: text, kind: .type), token.line))
    if previous == "." {
      used.append((Name(text: text, kind: .member), token.line))
    } else if next == "(" {
      used.append((Name(text: text, kind: .function), token.line))
    }
  }
}
