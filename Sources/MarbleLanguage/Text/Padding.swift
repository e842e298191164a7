extension String {
  /// The text with spaces after it, up to so many columns.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth(of: self)))
  }
}
