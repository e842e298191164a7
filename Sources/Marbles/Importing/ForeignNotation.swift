/// A way of others to write timelines and tests of them, which can be said in the marble language as well.
public enum ForeignNotation: String, CaseIterable, Sendable {
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
  public func convert(_ source: Source) -> Imported {
    var draft = ImportDraft(source: source)
    do {
      try source.checkEncoding()
    } catch {
      draft.say(.noText, at: error.span)
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
public struct Imported: Sendable {
  /// The source in the marble language; it runs without a mistake.
  public let script: String
  /// What could not be said in it, in the order in which it stands in the source.
  public let remarks: [ImportRemark]
  /// Whether the source is a text at all; a script without anything in it comes out of one that is none.
  public let isReadable: Bool
}

/// Something in another notation that has no counterpart here, and where it stands.
public struct ImportRemark: Sendable, Equatable {
  public let problem: ImportProblem
  /// Its place in the source that was converted.
  public let span: Span
}

extension DiagnosticRenderer {
  /// The whole message, without a line end behind its last line.
  public func text(of remark: ImportRemark) -> String {
    let problem = remark.problem
    return text(of: (problem.severity, problem.message, problem.label, problem.help), at: remark.span)
  }
}
