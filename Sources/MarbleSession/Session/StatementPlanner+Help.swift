import MarbleLanguage
import Marbles

extension StatementPlanner {
  /// Returns an error with a help that also solves the errors that would follow it, or that tells why there is none.
  ///
  /// The helps are followed one after the other until what they write has no errors.
  func withWholeHelp(_ error: Diagnostic, in statement: Span, _ mode: Parser.Mode) -> Diagnostic {
    guard statement.count <= 200, var fix = error.onlyFix(from: statement.lowerBound, isFirst: true) else {
      return error
    }
    var text = Array(source.bytes[statement])
    // The part of the original statement that the helps replace, and the places of its new text and of that which the
    // first help writes.
    var (replaced, written, own) = (fix.span, fix.span, fix.span)
    func whole(after step: Int) -> Diagnostic {
      let span = replaced.lowerBound + statement.lowerBound..<replaced.upperBound + statement.lowerBound
      let help = String(decoding: text[written], as: UTF8.self)
      return step == 0 ? error : error.withHelp(help, replacing: span, in: source) ?? error
    }
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
      let growth = fix.text.utf8.count - fix.span.count
      written = written.lowerBound..<written.upperBound + growth
      let isBefore = fix.span.lowerBound < own.lowerBound && fix.span.upperBound <= own.lowerBound
      let isAfter = step > 0 && fix.span.lowerBound >= own.upperBound
      let start = isBefore ? own.lowerBound + growth : min(own.lowerBound, fix.span.lowerBound)
      own = start..<max(start, isAfter ? own.upperBound : max(own.upperBound, fix.span.upperBound) + growth)
      guard let next = firstError(of: text, mode) else { return whole(after: step) }
      guard let other = next.onlyFix(from: 0, isFirst: false) else {
        // An error in another place was there before.
        if next.span.clamped(to: own) == next.span { return error.withoutTranslation(because: next) }
        return next.span.overlaps(written) ? error : whole(after: step)
      }
      fix = other
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
        if planner.plan(statement) == nil { return planner.takeFaults().first.map { explained($0.diagnostic) } }
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
    case LanguageProblem.foreignSyntax, LanguageProblem.arrowFunction, LanguageProblem.foreignMethod,
      LanguageProblem.comparisonOfComparison, LanguageProblem.parameterOutsideClosure, ProgramProblem.foreignCall,
      ProgramProblem.argument(.wrongKind(expected: .closure, found: .function), _, _, _):
      texts = problem.replacements
    case ProgramProblem.argument(_, _, let calls, let loss)
    where replaced != nil && (loss == .nothing || (isFirst && loss == .marked)):
      // After another change, the help shows no alternatives, of which the first is the simplest.
      texts = isFirst ? calls : Array(calls.prefix(1))
    case ProgramProblem.noSuchMember(let name, _, let meant, _) where BuiltinMembers.foreignNames[name] == meant:
      texts = problem.replacements
    case ProgramProblem.unknownOperator(let name, let meant?)
    where name.filter { $0 != "_" }.lowercased() == meant.lowercased():
      texts = [meant]
    case LanguageProblem.operatorWithoutParentheses(_, let call) where call.hasSuffix("()"): texts = [call]
    // Other helps name an example or a guess.
    default: return nil
    }
    let span = replaced ?? span
    return texts.count == 1 ? (span.lowerBound - start..<span.upperBound - start, texts[0]) : nil
  }

  /// Returns the error with other text to write, or `nil` if its help does not name text.
  ///
  /// Marks all that it replaces if that is more than the help of the error replaces.
  fileprivate func withHelp(_ text: String, replacing span: Span, in source: Source) -> Diagnostic? {
    guard (1...80).contains(text.utf8.count), !text.contains(where: \.isNewline) else { return nil }
    let marked = span == (replaced ?? self.span) ? self.span : span
    var error: Diagnostic
    switch problem {
    case LanguageProblem.foreignSyntax, LanguageProblem.arrowFunction, LanguageProblem.comparisonOfComparison:
      error = Diagnostic(.foreignSyntax(clipped(source.text(of: marked)), purpose: nil, write: text), at: marked)
    case LanguageProblem.parameterOutsideClosure(let index, _):
      error = Diagnostic(.parameterOutsideClosure(index, closure: text), at: self.span)
    case ProgramProblem.foreignCall:
      error = Diagnostic(.foreignCall(clipped(source.text(of: marked)), write: text), at: marked)
    case ProgramProblem.argument(let problem, let name, _, _):
      error = Diagnostic(.argument(problem, operator: name, calls: [text]), at: self.span)
    default: return nil
    }
    error.replaced = span
    return error
  }

  /// Returns the error without its translation, because that has another error.
  fileprivate func withoutTranslation(because other: Diagnostic) -> Diagnostic {
    var reason = other.problem.message
    switch other.problem {
    case LanguageProblem.severalExpressionsInClosure(let part), LanguageProblem.expectedSeparator(_, let part, _),
      LanguageProblem.unknownCharacter(let part):
      reason = part.isEmpty ? reason : "`\(clipped(part))` cannot be used"
    default: break
    }
    return switch problem {
    case LanguageProblem.arrowFunction(let mark, _, let example, _):
      Diagnostic(.arrowFunction(mark, closure: nil, example: example, reason: reason), at: span)
    case LanguageProblem.parameterOutsideClosure(let index, _):
      Diagnostic(.parameterOutsideClosure(index, closure: nil), at: span)
    case LanguageProblem.foreignSyntax(let marked, _, _), ProgramProblem.foreignCall(let marked, _):
      Diagnostic(.foreignSyntax(marked, purpose: "no equivalent is known: \(reason)", write: nil), at: span)
    default: self
    }
  }
}
