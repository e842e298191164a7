extension Session {
  /// How the operator is called that the cursor stands in a call of, or right behind the name of; `nil` elsewhere.
  ///
  /// - Parameters:
  ///   - entry: what has been typed.
  ///   - cursor: where the cursor stands, in bytes of UTF-8.
  public func hint(for entry: String, at cursor: Int) -> String? {
    nil
  }
}
