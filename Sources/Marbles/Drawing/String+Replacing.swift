extension String {
  /// Appends a string with some scalars replaced.
  ///
  /// Most strings have few of them. Appending the others as a whole is faster than one by one.
  mutating func append(_ text: String, replacing replacement: (Unicode.Scalar) -> String?) {
    var rest = text.unicodeScalars[...]
    while let place = rest.firstIndex(where: { replacement($0) != nil }) {
      self += Substring(rest[..<place])
      self += replacement(rest[place]) ?? ""
      rest = rest[rest.index(after: place)...]
    }
    self += Substring(rest)
  }
}
