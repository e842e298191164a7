extension String {
  /// Whether the text is the name of a result: `_`, `_1`, `_2` and so on.
  ///
  /// Such a name cannot be bound.
  package var isResultName: Bool { hasPrefix("_") && utf8.dropFirst().allSatisfy(\.isDigit) }

  /// Whether the text has a fixed meaning as a name, and cannot be bound.
  package var isReservedName: Bool { isResultName || ["true", "false", "nil", "throw"].contains(self) }
}

extension [String] {
  /// Returns the names that the lanes of a drawing with these names have in scripts, by the names in the drawing.
  ///
  /// - Parameter isOperator: Returns whether a name is that of an operator, which a stream should not have.
  package func identifiers(avoiding isOperator: (String) -> Bool) -> [String: String] {
    var taken = Set(self)
    var identifiers: [String: String] = [:]
    for name in self where identifiers[name] == nil {
      var identifier = String(name.map { $0.isLetter || $0.isNumber && $0.isASCII ? $0 : "_" })
      if identifier.isEmpty || identifier.isReservedName || identifier.first?.isNumber == true {
        identifier = "n" + identifier
      }
      if isOperator(identifier) { identifier += "1" }
      while identifier != name, !taken.insert(identifier).inserted { identifier += "_" }
      identifiers[name] = identifier
    }
    return identifiers
  }
}
