import MarbleLanguage

/// The results of the closures and conditions of many runs, to tell which of them had only one result.
///
/// It must be used only from the thread of the runs.
package final class ConditionLog {
  private struct Place: Hashable {
    let source: String
    let lower: Int
    let upper: Int
  }

  private struct Entry {
    let text: String
    var wasTrue = false
    var wasFalse = false
  }

  private var entries: [Place: Entry] = [:]
  private var order: [Place] = []

  package init() {}

  /// Records a result of the condition with a span.
  func record(_ span: Span, in source: Source, _ result: Bool) {
    let place = Place(source: source.name, lower: span.lowerBound, upper: span.upperBound)
    if entries[place] == nil {
      entries[place] = Entry(text: source.text(of: span).onOneLine)
      order.append(place)
    }
    if result { entries[place]?.wasTrue = true } else { entries[place]?.wasFalse = true }
  }

  /// The conditions that had one result, each in a sentence, in the order in which they were first evaluated.
  package var unvaried: [String] {
    order.compactMap { place in
      guard let entry = entries[place], entry.wasTrue != entry.wasFalse else { return nil }
      return "\(name(of: entry, at: place)) was \(entry.wasTrue ? "always" : "never") true"
    }
  }

  /// Returns the text of a condition, with its number if several ones have the same text.
  private func name(of entry: Entry, at place: Place) -> String {
    let equal = entries.filter { $0.value.text == entry.text && $0.key.source == place.source }.map(\.key.lower)
    guard equal.count > 1 else { return "`\(entry.text)`" }
    let number = equal.count { $0 <= place.lower }
    return "the \(ordinal(number)) `\(entry.text)`"
  }
}
