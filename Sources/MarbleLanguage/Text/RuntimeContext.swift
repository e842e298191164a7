/// The tick of an error that occurred during a run, and the values of the failed computation.
package struct RuntimeContext: Sendable, Equatable {
  /// A value in Swift syntax, with the name of its closure parameter.
  ///
  /// The name is `nil` for the arguments of a stream operator.
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

  /// The tick and the values, as part of a label.
  var wording: String {
    let items = values.map { item in item.name.map { "\($0) is \(item.value)" } ?? item.value }
    guard let last = items.last else { return "at tick \(tick)" }
    let before = items.dropLast().joined(separator: ", ")
    let preposition = values[0].name == nil ? "with" : "where"
    return "at tick \(tick), \(preposition) \(before.isEmpty ? "" : before + " and ")\(last)"
  }
}
