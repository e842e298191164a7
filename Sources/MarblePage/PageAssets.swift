import EmbeddedFiles

/// The files of the page.
enum PageAssets {
  static let page = bytes(of: embedded_page_html())
  static let bakedStyle = bytes(of: embedded_page_css())
  /// The style of a page that runs scripts, in which the rules for printing come last.
  static let style = joined([bytes(of: embedded_page_live_css()), bakedStyle])
  /// The code of a page that runs scripts.
  static let code = joined([common, live, start])
  /// The code of a page that contains answers.
  static let bakedCode = joined([common, baked, start])
  /// The code of a page that contains answers, and runs scripts if its engine can be loaded.
  static let bakedLiveCode = joined([common, live, baked, start])

  private static let common = bytes(of: embedded_page_js())
  private static let live = bytes(of: embedded_page_live_js())
  private static let baked = bytes(of: embedded_page_baked_js())
  private static let start = bytes(of: embedded_page_start_js())

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined()) }

  private static func bytes(of file: embedded_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
  }
}
