import MarbleLanguage
import Marbles

/// The recognition of programs that use RxJS.
extension RxJSProgram {
  /// Whether an entry at the prompt is a program that needs another line, or `nil` if it is not a program.
  static func needsMore(_ entry: Source) -> Bool? {
    guard mayBeProgram(entry.bytes) else { return nil }
    let code = ForeignCode(entry, language: .javaScript)
    guard usesRxJS(code) || importsRxJS(code) || code.beginsLine(with: declaringWords) || isTimer(code) else {
      return nil
    }
    // After a blank line, the entry ends in any case.
    let lastLine = entry.bytes.split(separator: ASCII.newline, omittingEmptySubsequences: false).last ?? []
    guard !lastLine.allSatisfy(\.isWhitespace) else { return false }
    let isOpen = code.tokens.indices.contains { index in
      code.partners[index] < 0 && ["(", "[", "{"].contains { (mark: StaticString) in code.has(mark, at: index) }
    }
    let last = code.tokens.count - 1
    return isOpen || code.has("=", at: last) || code.has("=>", at: last) || code.has(".", at: last)
  }

  static let declaringWords: Set = ["import", "const", "let", "var", "function"]

  /// Functions whose calls are recognized as programs by their arguments.
  private static let calls: Set = [
    "iif", "defer", "generate", "throwError", "combineLatest", "forkJoin", "zip", "race", "concat", "merge", "from",
    "of", "onErrorResumeNext", "partition", "scheduled", "using",
  ]

  /// Whether the bytes contain a word or a mark of a program, so that it is worth to read them.
  ///
  /// Longer sources than `maxBytes` are scripts, which are not read twice.
  static func mayBeProgram(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= maxBytes else { return false }
    // Each script is searched when the program starts, so this loop needs no generic code.
    var index = 0
    func follows(_ word: StaticString) -> Bool {
      let start = index - word.utf8CodeUnitCount
      var length = 0
      while start >= 0, start + length < index, bytes[start + length] == word.utf8Start[length] { length += 1 }
      return length == word.utf8CodeUnitCount
    }
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let isFound =
        switch bytes[index] {
        case ASCII.dollar: index > 0 && bytes[index - 1].isWord
        case UInt8(ascii: "="): next == UInt8(ascii: ">")
        case UInt8(ascii: "'"), UInt8(ascii: "`"): true
        case ASCII.openParenthesis:
          next == ASCII.openSquare || next == ASCII.openBrace || follows("pipe") || follows("subscribe")
            || follows("fetch") || follows("ValueFrom") || sources.contains { follows($0) }
        case UInt8(ascii: " "):
          follows("const") || follows("let") || follows("var") || follows("import") || follows("function")
            || follows("new")
        case ASCII.dot where follows("Promise") || follows("Observable") || follows("ajax"): true
        default: follows("rxjs") || follows("NEVER") || follows("EMPTY")
        }
      if isFound { return true }
      index += 1
    }
    return false
  }

  private static let maxBytes = 200_000
  private static let classes: Set = ["Observable", "Subject", "BehaviorSubject", "ReplaySubject", "AsyncSubject"]

  /// Whether a source begins with a call such as `s$.next(1)`, which would also be a timeline, or with that of a
  /// subject that an earlier program declares, also in a timer.
  static func sendsFirst(_ code: ForeignCode, after declarations: String) -> Bool {
    func isDeclared(_ name: String) -> Bool { declarations.contains(" \(name) = new ") }
    func sends(at index: Int) -> Bool {
      code.has(".", at: index + 1) && code.has("(", at: index + 3)
        && ["next", "error", "complete", "subscribe", "pipe"].contains(code.name(at: index + 2))
    }
    guard let name = code.name(at: 0) else { return false }
    if isTimer(code) {
      return code.tokens.indices.contains { code.name(at: $0).map(isDeclared) == true && sends(at: $0) }
    }
    return (name.hasSuffix("$") || isDeclared(name)) && sends(at: 0)
  }

  private static func isTimer(_ code: ForeignCode) -> Bool {
    ["setTimeout", "setInterval"].contains(code.name(at: 0)) && code.has("(", at: 1)
  }

  static func importsRxJS(_ code: ForeignCode) -> Bool {
    code.tokens.indices.contains { index in
      guard code.has("from", at: index) || code.has("(", at: index) && code.has("require", at: index - 1),
        code.tokens.indices.contains(index + 1), code.tokens[index + 1].kind == .string
      else { return false }
      let module = code.string(at: index + 1)
      return module == "rxjs" || module.hasPrefix("rxjs/")
    }
  }

  /// Whether a source is Swift or the marble language, with `$0`, a label in the arguments of a method, or a line such as
  /// `a = --1--|`.
  static func isSwift(_ code: ForeignCode) -> Bool {
    code.source.bytes.split(separator: ASCII.newline).contains(where: isTimeline)
      || code.tokens.indices.contains { index in
        if let name = code.name(at: index), name.hasPrefix("$"), Int(name.dropFirst()) != nil { return true }
        return code.has(".", at: index) && code.has("(", at: index + 2) && code.name(at: index + 3) != nil
          && code.has(":", at: index + 4)
      }
  }

  private static func isTimeline(_ line: ArraySlice<UInt8>) -> Bool {
    guard let sign = line.firstIndex(of: ASCII.equals),
      line[..<sign].allSatisfy({ $0.isWord || $0 == UInt8(ascii: " ") }),
      let last = line.last(where: { !$0.isWhitespace }), last == ASCII.minus || last == UInt8(ascii: "|")
    else { return false }
    return line[sign...].dropFirst().split(separator: ASCII.minus, omittingEmptySubsequences: false).count > 2
  }

  /// Whether a source has a call of RxJS or with a promise that would have no meaning in the marble language.
  static func callsRxJS(_ code: ForeignCode) -> Bool {
    let calls: [StaticString] = ["Promise.", "Observable.create(", "firstValueFrom(", "lastValueFrom(", "from(fetch("]
    return code.tokens.contains { token in calls.contains { code.bytes.has($0, at: token.span.lowerBound) } }
  }

  /// Functions whose streams have events from outside.
  private static let sources: [StaticString] = ["fromEvent", "fromEventPattern", "fromFetch", "ajax", "webSocket"]
  private static let requests: Set = ["get", "getJSON", "post", "put", "patch", "delete"]

  static func isSource(_ name: String) -> Bool { sources.contains { "\($0)" == name } }

  /// Whether a source calls a function such as `fromEvent` or `ajax.get`, which it does not define.
  static func callsSource(_ code: ForeignCode, isBound: (String) -> Bool) -> Bool {
    let calls = code.tokens.indices.filter { index in
      guard let name = code.name(at: index), isSource(name), !isBound(name), !code.has(".", at: index - 1) else {
        return false
      }
      return code.has("(", at: index + 1) || name == "ajax" && requests.contains(code.name(at: index + 2) ?? "")
    }
    let defines = calls.contains { code.has("(", at: $0 + 1) && code.has("=", at: code.partners[$0 + 1] + 1) }
    return !calls.isEmpty && !defines
  }

  /// Whether a source is a test, or contains `.pipe(`, `.subscribe(` or `new Observable`, or a name such as `a$`.
  static func usesRxJS(_ code: ForeignCode) -> Bool {
    if callsRxJS(code) { return true }
    if ["describe", "it"].contains(code.name(at: 0)), code.has("(", at: 1), code.has(",", at: 3) { return true }
    return code.tokens.indices.contains { index in
      if let name = code.name(at: index), name.hasSuffix("$"), name != "$" { return true }
      if code.has("new", at: index), let type = code.name(at: index + 1), classes.contains(type) { return true }
      if code.has("run", at: index), code.has(".", at: index - 1), code.has("(", at: index + 1),
        code.tokens.indices.contains(where: { code.has("expectObservable", at: $0) })
      {
        return true
      }
      // `pipe()` without operators is the one of ReactiveSwift.
      return code.has(".", at: index) && code.has("(", at: index + 2)
        && (code.has("pipe", at: index + 1) && !code.has(")", at: index + 3) || code.has("subscribe", at: index + 1))
    }
  }

  /// Whether a source has `.pipe(` and a function of JavaScript.
  static func usesArrows(_ code: ForeignCode) -> Bool {
    code.tokens.indices.contains { code.has("pipe", at: $0) && code.has(".", at: $0 - 1) } && hasArrow(code)
  }

  /// Whether a source has a function of JavaScript.
  static func hasArrow(_ code: ForeignCode) -> Bool { code.tokens.indices.contains { code.has("=>", at: $0) } }

  /// Whether a source is a call of a function of RxJS with arguments that only JavaScript has.
  static func isCallWithJavaScript(_ code: ForeignCode) -> Bool {
    guard let name = code.name(at: 0), calls.contains(name), let arguments = code.inside(1),
      code.tokens.indices.dropFirst(arguments.upperBound + 1).allSatisfy({ code.has(";", at: $0) })
    else { return false }
    if name != "of", code.has("[", at: 2) || code.has("{", at: 2) { return true }
    return arguments.contains { index in
      if code.has("=>", at: index) || code.has("NEVER", at: index) || code.has("EMPTY", at: index) { return true }
      let quote = code.bytes[code.tokens[index].span.lowerBound]
      return quote == UInt8(ascii: "'") || quote == UInt8(ascii: "`")
    }
  }
}
