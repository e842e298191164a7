/// When an error came out while something ran, and with which values.
package struct RuntimeContext: Sendable, Equatable {
  /// A value as Swift would write it, and what the closure that made the error calls it; an operator has no names
  /// for its values.
  package struct Item: Sendable, Equatable {
    let name: String?
    let value: String

    package init(name: String?, value: String) {
      self.name = name
      self.value = value
    }
  }

  let tick: Int
  let values: [Item]

  package init(tick: Int, values: [Item]) {
    self.tick = tick
    self.values = values
  }

  /// A few words: when, and with what.
  var wording: String {
    let items = values.map { item in item.name.map { "\($0) is \(item.value)" } ?? item.value }
    guard let last = items.last else { return "at tick \(tick)" }
    let before = items.dropLast().joined(separator: ", ")
    let preposition = values[0].name == nil ? "with" : "where"
    return "at tick \(tick), \(preposition) \(before.isEmpty ? "" : before + " and ")\(last)"
  }
}
