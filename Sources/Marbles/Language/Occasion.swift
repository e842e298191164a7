/// When a mistake came out while something ran, and with which values.
public struct Occasion: Sendable, Equatable {
  /// A value, and what the closure that made the mistake calls it; an operator has no names for its values.
  public struct Item: Sendable, Equatable {
    public let name: String?
    public let value: Value

    init(name: String? = nil, value: Value) {
      self.name = name
      self.value = value
    }
  }

  public let tick: Int
  public let values: [Item]
}
