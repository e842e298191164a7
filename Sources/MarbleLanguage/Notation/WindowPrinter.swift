/// Prints windows as text that parses back to equal windows.
package enum WindowPrinter {
  /// Returns the text of a window.
  ///
  /// Long silence is written as a duration.
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
