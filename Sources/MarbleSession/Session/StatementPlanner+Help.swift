import MarbleLanguage
import Marbles

extension StatementPlanner {
  /// Returns an error with a help that also solves the errors that would follow it.
  ///
  /// The helps are followed one after the other until the statement has no errors.
  func withWholeHelp(_ error: Diagnostic, in statement: Span, _ mode: Parser.Mode) -> Diagnostic {
    guard statement.count <= 200, var fix = error.onlyFix(from: statement.lowerBound, isFirst: true) else {
      return error
    }
    var text = Array(source.bytes[statement])
    // The part of the original statement that the helps replace, and the place of its new text.
    var (replaced, written) = (fix.span, fix.span)
    for step in 0..<5 {
      guard fix.span.lowerBound >= 0, fix.span.upperBound <= text.count else { return error }
      if step > 0, fix.span.clamped(to: written) != fix.span {
        // Changes beside each other are shown as the whole statement.
        let isAround = written.clamped(to: fix.span) == written
        let whole = isAround ? fix.span : text.indices
        replaced =
          replaced.lowerBound - written.lowerBound + whole.lowerBound..<replaced.upperBound - written.upperBound
          + whole.upperBound
        written = whole
      }
      text.replaceSubrange(fix.span, with: fix.text.utf8)
      written = written.lowerBound..<written.upperBound + fix.text.utf8.count - fix.span.count
      switch firstError(of: text, mode) {
      case nil where step == 0: return error
      case nil:
        let help = String(decoding: text[written], as: UTF8.self)
        let span = replaced.lowerBound + statement.lowerBound..<replaced.upperBound + statement.lowerBound
        return error.withHelp(help, replacing: span) ?? error
      case let next?:
        guard let other = next.onlyFix(from: 0, isFirst: false) else { return error }
        fix = other
      }
    }
    return error
  }

  /// Returns the first error of a statement with other text, or `nil` if it has none.
  private func firstError(of text: [UInt8], _ mode: Parser.Mode) -> Diagnostic? {
    let changed = Source(name: source.name, text: String(decoding: text, as: UTF8.self))
    let planner = StatementPlanner(changed, like: self)
    var parser = Parser(changed, mode: mode, bindings: known)
    parser.tickLength = tickLength
    while let next = parser.next() {
      switch next {
      case .failure(let error): return error
      case .success(let statement):
        if planner.plan(statement) == nil { return planner.takeFaults().first?.diagnostic }
      }
    }
    return nil
  }
}

extension Diagnostic {
  /// Returns the only change that the help names, with offsets from another one, or `nil` if there is not one.
  ///
  /// - Parameter isFirst: Whether the message is shown, which names an argument that the change leaves out.
  fileprivate func onlyFix(from start: Int, isFirst: Bool) -> (span: Span, text: String)? {
    let texts: [String]
    switch problem {
    case LanguageProblem.foreignSyntax, ProgramProblem.foreignCall: texts = problem.replacements
    case LanguageProblem.arrowFunction(_, let closure) where replaced != nil: texts = [closure]
    case LanguageProblem.foreignMethod: texts = problem.replacements
    case ProgramProblem.argument(_, _, let calls, let loss) where replaced != nil:
      texts = loss == .nothing || (isFirst && loss == .marked) ? calls : []
    // Other helps name an example or a guess.
    default: return nil
    }
    let span = replaced ?? span
    return texts.count == 1 ? (span.lowerBound - start..<span.upperBound - start, texts[0]) : nil
  }

  /// Returns the error with other text to write, or `nil` if its help does not name text.
  fileprivate func withHelp(_ text: String, replacing span: Span) -> Diagnostic? {
    guard (1...80).contains(text.utf8.count), !text.contains(where: \.isNewline) else { return nil }
    var error: Diagnostic
    switch problem {
    case LanguageProblem.foreignSyntax(let marked, _, _), LanguageProblem.arrowFunction(let marked, _):
      error = Diagnostic(.foreignSyntax(marked, purpose: nil, write: text), at: self.span)
    case ProgramProblem.foreignCall(let name, _):
      error = Diagnostic(.foreignCall(name, write: text), at: self.span)
    case ProgramProblem.argument(let problem, let name, _, _):
      error = Diagnostic(.argument(problem, operator: name, calls: [text]), at: self.span)
    default: return nil
    }
    error.replaced = span
    return error
  }
}
