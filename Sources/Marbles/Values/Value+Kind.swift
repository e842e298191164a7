import MarbleLanguage

extension Value {
  /// The kind of the value.
  var kind: ArgumentKind { ValueType(sortOf: self).kind }

  /// The kind where only a whole number would fit.
  var preciseKind: ArgumentKind {
    if case .number = self { .fraction } else { kind }
  }
}
