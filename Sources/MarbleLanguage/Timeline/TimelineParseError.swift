/// The error of a string that is not a valid timeline, and its location.
public final class TimelineParseError: Error, Sendable {
  /// The string, with the name that it has in messages.
  let source: Source
  let diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic, in source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }
}

extension TimelineParseError {
  /// Returns the error with the place of a call before the name of the string.
  package func located(at place: String) -> TimelineParseError {
    TimelineParseError(diagnostic, in: source.alone(named: "\(place): \(source.name)"))
  }
}

/// Two errors are equal if they have the same diagnostic in the same string.
extension TimelineParseError: Hashable {
  public static func == (left: TimelineParseError, right: TimelineParseError) -> Bool {
    left.source.bytes == right.source.bytes && left.diagnostic == right.diagnostic
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(source.bytes)
  }
}

extension TimelineParseError: CustomStringConvertible {
  /// The rendered message with the source line and a caret, as ``DiagnosticRenderer`` writes it.
  public var description: String { DiagnosticRenderer(source).text(of: diagnostic) }
}
