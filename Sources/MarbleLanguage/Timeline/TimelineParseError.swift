/// A text that was meant as a timeline and cannot be read as one: what is wrong with it, and where.
public final class TimelineParseError: Error, Sendable {
  /// The text, under the name that it goes by in messages.
  let source: Source
  /// What is wrong with it.
  let diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic, in source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }
}

/// Two are equal when they are the same error in the same text.
extension TimelineParseError: Hashable {
  public static func == (left: TimelineParseError, right: TimelineParseError) -> Bool {
    left.source.bytes == right.source.bytes && left.diagnostic == right.diagnostic
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(source.bytes)
  }
}

extension TimelineParseError: CustomStringConvertible {
  /// The message with the text and a caret under the error, as ``DiagnosticRenderer`` writes it.
  public var description: String { DiagnosticRenderer(source).text(of: diagnostic) }
}
