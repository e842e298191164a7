extension Source {
  /// Throws where the first byte stands that is no UTF-8.
  package func checkEncoding() throws(Diagnostic) {
    if let span = UTF8Text.firstFault(in: bytes) {
      throw Diagnostic(.invalidUTF8, at: span)
    }
  }
}
