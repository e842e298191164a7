import EmbeddedFiles

/// The files of the page.
enum PageAssets {
  static let page = bytes(of: embedded_page_html())
  static let style = bytes(of: embedded_page_css())
  static let code = bytes(of: embedded_page_js())

  private static func bytes(of file: embedded_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
  }
}
