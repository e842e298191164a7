import MarbleLanguage

extension Occasion.Item {
  /// A value, cut off where it gets long.
  init(name: String? = nil, value: Value) {
    self.init(name: name, value: value.literal(upTo: 40))
  }
}
