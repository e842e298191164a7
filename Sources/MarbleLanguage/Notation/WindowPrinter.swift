/// Writes windows as they are read.
package enum WindowPrinter {
  /// One window; far from tick 0, and where it is long, with durations.
  package static func text(of window: Window) -> String {
    var text = silence(window.start)
    guard let end = window.end else { return text + "^-" }
    if end == window.start { return text + "(^!)" }
    text += "^" + silence(end - window.start - 1) + "!"
    return text
  }

  private static func silence(_ ticks: Int) -> String {
    ticks > 1_000 ? " \(ticks)t " : String(repeating: "-", count: ticks)
  }
}
