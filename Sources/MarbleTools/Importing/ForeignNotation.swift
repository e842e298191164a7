import Marbles

/// A way of others to write timelines and tests of them, which can be said in the marble language as well.
package enum ForeignNotation: String, CaseIterable, Sendable {
  /// The marble strings of RxJS, alone or in a test in JavaScript or TypeScript.
  case rxjs
  /// The files that Swirly draws.
  case swirly
  /// The validation strings of swift-async-algorithms, alone or in a test in Swift.
  case apple

  /// Says in the marble language what a source says in this notation.
  ///
  /// Whatever the source is, the script that comes out can be run: what has no counterpart is left in it as a comment,
  /// and told in a remark.
  package func convert(_ source: Source) -> ImportResult {
    var draft = ImportDraft(source: source)
    do {
      try source.checkEncoding()
    } catch {
      draft.report(.notUTF8, at: error.span)
      return draft.finished(isReadable: false)
    }
    switch self {
    case .rxjs: RxJSNotation(source).convert(into: &draft)
    case .swirly: SwirlyNotation(source).convert(into: &draft)
    case .apple: AppleNotation(source).convert(into: &draft)
    }
    return draft.finished(isReadable: true)
  }
}

/// What became of a source in another notation.
package struct ImportResult: Sendable {
  /// The source in the marble language; it runs without an error.
  package let script: String
  /// What could not be said in it, in the order in which it stands in the source.
  package let remarks: [ImportDiagnostic]
  /// Whether the source is a text at all; a script without anything in it comes out of one that is none.
  package let isReadable: Bool
}

/// Something in another notation that has no counterpart here, and where it stands.
package struct ImportDiagnostic: Sendable, Equatable {
  package let problem: ImportProblem
  /// Its place in the source that was converted.
  package let span: Span
}

extension DiagnosticRenderer {
  /// The whole message, without a line end behind its last line.
  package func text(of remark: ImportDiagnostic) -> String {
    text(of: Diagnostic(problem: remark.problem, at: remark.span))
  }
}
