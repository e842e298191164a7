/// What is said of a problem; the sentences stand with the rooms in which the problems arise.
extension Problem {
  /// Whether what was written cannot be used, or only may not mean what its author thinks.
  public var severity: Severity {
    switch self {
    case .digitsAreValues, .longDigitRun, .gluedDuration, .gluedKeyword, .furtherWarnings: .warning
    case .unknownFenceWord, .repeatedFenceWord: .warning
    default: .error
    }
  }

  /// What is wrong, in one line.
  public var message: String { notationMessage ?? languageMessage ?? runningMessage ?? documentMessage ?? "" }

  /// A few words beside the caret.
  public var label: String? { notationLabel ?? languageLabel ?? runningLabel ?? documentLabel }

  /// How to mend it.
  public var help: String? { notationHelp ?? languageHelp ?? runningHelp ?? documentHelp }
}
