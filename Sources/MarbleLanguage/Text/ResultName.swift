extension String {
  /// Whether the text is the name of a result: `_`, `_1`, `_2` and so on.
  ///
  /// Such a name cannot be bound.
  package var isResultName: Bool { hasPrefix("_") && utf8.dropFirst().allSatisfy(\.isDigit) }
}
