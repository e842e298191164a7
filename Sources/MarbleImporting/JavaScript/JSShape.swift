/// The static type of the values of a stream or of a part of a closure.
indirect enum JSShape: Equatable {
  /// No value at all, as in an empty stream.
  case nothing
  /// An integer, a string or a Boolean, such as a digit on a timeline.
  case any
  /// A value of any type, which may be missing.
  case unknown
  case text
  /// An integer.
  case number
  /// A number that may have a fraction.
  case fraction
  case boolean
  /// An array of fixed length here, or an object with its keys in order.
  case tuple([JSShape], keys: [String]?)
  case array(JSShape)
  case stream(JSShape)
  case event(JSShape)
  /// The error of a failed stream, which may be a string or an object with a message.
  case failure

  /// The type of values that have either of two types.
  func joined(with other: JSShape) -> JSShape {
    switch (self, other) {
    case (.nothing, _): other
    case (_, .nothing): self
    case (.array(let a), .array(let b)): .array(a.joined(with: b))
    case (.stream(let a), .stream(let b)): .stream(a.joined(with: b))
    case (.event(let a), .event(let b)): .event(a.joined(with: b))
    case (.tuple(let a, let keys), .tuple(let b, let others)) where a.count == b.count && keys == others:
      .tuple(zip(a, b).map { $0.joined(with: $1) }, keys: keys)
    case (.tuple(let a, let keys?), .tuple(let b, let others?)):
      // An object without a key has no value for it.
      .object(keys, a, others, b)
    case _ where self == other: self
    case (.number, .fraction), (.fraction, .number): .fraction
    case (.text, _), (.number, _), (.boolean, _), (.any, _):
      switch other {
      case .text, .number, .boolean, .any: .any
      default: .unknown
      }
    default: .unknown
    }
  }

  private static func object(_ keys: [String], _ a: [JSShape], _ others: [String], _ b: [JSShape]) -> JSShape {
    let all = RxJSValues.order(of: keys + others.filter { !keys.contains($0) })
    let first = Dictionary(zip(keys, a)) { first, _ in first }
    let second = Dictionary(zip(others, b)) { first, _ in first }
    return .tuple(all.map { (first[$0] ?? .unknown).joined(with: second[$0] ?? .unknown) }, keys: all)
  }

  var isNumber: Bool { self == .number || self == .fraction }

  static func joined(_ shapes: some Sequence<JSShape>) -> JSShape {
    shapes.reduce(.nothing) { $0.joined(with: $1) }
  }

  static func tuple(_ shapes: [JSShape]) -> JSShape { .tuple(shapes, keys: nil) }

  /// Whether two equal values are the same value in JavaScript too, which compares arrays and objects by identity.
  var isScalar: Bool {
    switch self {
    case .nothing, .text, .number, .fraction, .boolean, .any, .unknown: true
    case .tuple, .array, .stream, .event, .failure: false
    }
  }
}
