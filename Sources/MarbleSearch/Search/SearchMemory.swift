import MarbleLanguage

/// Results that several searches with the same inputs share, such as those for the same events on other ticks.
final class SearchMemory {
  typealias Start = (timeline: Timeline, isEndless: Bool)

  let compiler: SearchCompiler
  /// The first events of expressions, or `nil` for those with an error.
  private var starts: [String: Start?] = [:]

  init(_ compiler: SearchCompiler = SearchCompiler()) {
    self.compiler = compiler
  }

  /// Returns the first events of an expression, which is only run once.
  func start(_ text: String, run: () -> Start?) -> Start? {
    if let known = starts[text] { return known }
    let start = run()
    starts[text] = .some(start)
    return start
  }
}
