import MarbleLanguage
import MarbleSession
import Marbles

/// A translator for programs that use RxJS, such as a pasted expression, to a script that runs them.
///
/// A constant becomes a binding. A stream that is a statement of its own, or that is subscribed to, is shown.
package struct RxJSProgram {
  private let library: RxJSLibrary
  private let statements: [JSStatement]
  private var draft: ImportDraft

  /// Returns the script for a program, or `nil` if the source is not one.
  ///
  /// - Parameter isBound: Whether a name that the program does not declare is a stream of the session.
  package static func translate(_ source: Source, isBound: @escaping (String) -> Bool) -> ForeignScript? {
    let isFile = [".js", ".mjs", ".ts", ".mts"].contains { source.name.lowercased().hasSuffix($0) }
    guard isFile || mayBeProgram(source.bytes) else { return nil }
    let code = ForeignCode(source, language: .javaScript)
    let usesRxJS = usesRxJS(code)
    // A declaration may also be a slip in the marble language.
    let declares = code.beginsLine(with: declaringWords)
    guard isFile || usesRxJS || declares else { return nil }
    var program = RxJSProgram(code, isBound, digitsAreText: false)
    program.convert()
    if program.library.needsStringDigits {
      program = RxJSProgram(code, isBound, digitsAreText: true)
      program.convert()
    }
    let errors = program.draft.sortedDiagnostics.map {
      Diagnostic(problem: UntranslatedPart(reason: $0.problem), at: $0.span)
    }
    let script = program.draft.script
    guard isFile || usesRxJS || errors.isEmpty && !script.isEmpty else { return nil }
    return ForeignScript(text: script, errors: errors)
  }

  private static let declaringWords: Set = ["import", "const", "let", "var"]

  /// Whether the bytes contain a word of a program, so that it is worth to read them.
  private static func mayBeProgram(_ bytes: [UInt8]) -> Bool {
    let words = ["pipe(", "subscribe(", "rxjs"] + declaringWords.map { $0 + " " }
    return words.contains { bytes.firstRange(of: Array($0.utf8)) != nil }
  }

  /// Whether a source contains `.pipe(` or `.subscribe(`, or imports the module.
  private static func usesRxJS(_ code: ForeignCode) -> Bool {
    code.tokens.indices.contains { index in
      if code.has("from", at: index), code.tokens.indices.contains(index + 1) {
        return ["rxjs", "rxjs/operators"].contains(code.bytes.text(code.contents(of: index + 1)))
      }
      return code.has(".", at: index) && code.has("(", at: index + 2)
        && (code.has("pipe", at: index + 1) || code.has("subscribe", at: index + 1))
    }
  }

  private init(_ code: ForeignCode, _ isBound: @escaping (String) -> Bool, digitsAreText: Bool) {
    draft = ImportDraft(source: code.source)
    library = RxJSLibrary(source: code.source)
    library.restart(digitsAreText: digitsAreText)
    library.clock = .running
    library.isBound = isBound
    library.shown = []
    for span in code.unclosed.prefix(10) { draft.report(.unclosedString, at: span) }
    var parser = JSParser(code)
    statements = parser.statements()
  }

  private mutating func convert() {
    let scope = JSScope(in: nil, nesting: 0)
    library.declareFunctions(of: statements, in: scope)
    var bound = 0
    for statement in statements {
      library.machine.restart()
      do throws(ImportRefusal) {
        try library.show(statement, in: scope)
        library.boundNames.forEach { draft.declare($0) }
        for stream in library.definitions[bound...] { try bind(stream) }
        for (stream, span) in library.shown ?? [] {
          draft.state(try library.text(of: stream, span, asSource: true), from: span)
        }
      } catch {
        draft.report(error.problem, at: error.span)
      }
      bound = library.definitions.count
      library.shown = []
    }
  }

  private mutating func bind(_ stream: RxJSStream) throws(ImportRefusal) {
    guard let name = stream.name, let message = draft.tryBind(name, to: stream.bindingText) else { return }
    throw ImportRefusal(problem: .rejected(message), span: stream.span)
  }
}

extension RxJSLibrary {
  /// Performs a statement, and shows the stream that it is.
  fileprivate func show(_ statement: JSStatement, in scope: JSScope) throws(Refusal) {
    guard case .expression(let expression) = statement.kind else {
      _ = try machine.run(statement, in: scope)
      return
    }
    switch try machine.evaluate(expression, in: scope) {
    case .stream(let stream): shown?.append((stream, expression.span))
    case .failure: throw refusal(expression.span)
    default: break
    }
  }
}

/// A part of a program without a counterpart, because of which the program is not run.
private struct UntranslatedPart: Problem {
  let reason: ImportProblem

  var severity: Severity { .error }
  var message: String { reason.message }
  var label: String? { nil }
  var help: String? {
    switch reason {
    case .unknownName, .form, .expression, .statement:
      "write this part with other operators, or a source as its events, such as `cold(\"--a--b--|\")`"
    default: nil
    }
  }
  var replacements: [String] { [] }
}
