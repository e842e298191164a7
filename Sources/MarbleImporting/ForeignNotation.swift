import Marbles

/// A notation of another tool for timelines and tests, which can be converted to the marble language.
package enum ForeignNotation: String, CaseIterable, Sendable {
  /// The marble strings of RxJS, alone or in a JavaScript or TypeScript test.
  case rxjs
  /// The files of Swirly.
  case swirly
  /// The validation strings of swift-async-algorithms, alone or in a Swift test.
  case apple

  /// Converts a source in this notation to the marble language.
  ///
  /// The resulting script always runs without an error. A part without a counterpart becomes a comment in the script,
  /// and is reported in a diagnostic.
  ///
  /// - Parameters:
  ///   - source: The source in this notation.
  ///   - target: The language of the result. Only ``apple`` can be converted to Swift.
  ///   - load: Returns the file with a path that a test imports, or `nil` if there is none.
  package func convert(
    _ source: Source, to target: ImportTarget = .marble, load: @escaping (String) -> Source? = { _ in nil }
  ) -> ImportResult {
    var draft = ImportDraft(source: source)
    do {
      try source.checkEncoding()
    } catch {
      draft.report(.notUTF8, at: error.span)
      return draft.finished(isReadable: false)
    }
    let language = source.name.programmingLanguage
    switch self {
    case _ where language != nil && (self != .apple || language != "Swift"):
      draft.report(.otherLanguage(language ?? "", self), at: 0..<0)
    case .rxjs: RxJSNotation(source, load: load).convert(into: &draft)
    case .swirly: SwirlyNotation(source).convert(into: &draft)
    case .apple where target == .swift: AppleSwiftTests(source).convert(into: &draft)
    case .apple: AppleNotation(source).convert(into: &draft)
    }
    return draft.finished(isReadable: true, isSwift: language == "Swift")
  }
}

/// The language that a source is converted to.
package enum ImportTarget: String, CaseIterable, Sendable {
  /// A script in the marble language.
  case marble
  /// Swift tests with `Marbles`.
  case swift

  /// The lines before the converted sources, if there are any.
  package var header: String? {
    switch self {
    case .marble: nil
    case .swift: "import AsyncAlgorithms\nimport Marbles\nimport Testing\n"
    }
  }

  /// Whether sources in a notation can be converted to this language.
  package func accepts(_ notation: ForeignNotation) -> Bool { self == .marble || notation == .apple }
}

/// The result of converting a source in another notation.
package struct ImportResult: Sendable {
  /// The script in the marble language, which runs without an error.
  package let script: String
  /// The diagnostics about parts that could not be converted, in the order of the source.
  package let diagnostics: [ImportDiagnostic]
  /// Whether the source is valid UTF-8, without which the script is empty.
  package let isReadable: Bool
  package let summary: ImportSummary
}

/// A diagnostic about a part of a source that has no counterpart.
package struct ImportDiagnostic: Sendable, Equatable {
  package let problem: ImportProblem
  /// The range in the converted source.
  package let span: Span
}

extension DiagnosticRenderer {
  /// Returns the rendered diagnostic, without a line end after its last line.
  package func text(of diagnostic: ImportDiagnostic) -> String {
    text(of: Diagnostic(problem: diagnostic.problem, at: diagnostic.span))
  }
}
