extension Source {
  /// Throws a diagnostic at the first byte that is not valid UTF-8.
  package func checkEncoding() throws(Diagnostic) {
    if let span = UTF8Text.firstFault(in: bytes) {
      throw Diagnostic(.invalidUTF8, at: span)
    }
  }
}
