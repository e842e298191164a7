extension String {
  /// Whether a file with this path is a Markdown page, and not a script.
  package var isMarkdownPath: Bool {
    hasSuffix(".md") || hasSuffix(".markdown")
  }
}
