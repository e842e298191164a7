extension String {
  /// Whether a file with this path is a Markdown page, and not a script.
  package var isMarkdownPath: Bool {
    hasSuffix(".md") || hasSuffix(".markdown")
  }

  /// Whether a file with this path is a Swift source.
  package var isSwiftPath: Bool { hasSuffix(".swift") }

  /// Whether a file with this path has scripts in fences.
  package var isPagePath: Bool { isMarkdownPath || isSwiftPath }
}
