/// The static type of the values of a stream or of a part of a closure.
indirect enum JSShape: Equatable {
  /// No value at all, as in an empty stream.
  case nothing
  /// An integer, a string or a Boolean, such as a digit on a timeline.
  case any
  /// A value of any type, which may be missing.
  case unknown
  /// Only `null` or `undefined`.
  case missing
  /// Values of several types of which one has elements, such as objects with other keys, or of any if there are none.
  case mixed([JSShape])
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
  ///
  /// With `filling`, each object has the keys of the others too, and no values for them.
  func joined(with other: JSShape, filling: Bool = false) -> JSShape {
    switch (self, other) {
    case (.nothing, _): other
    case (_, .nothing): self
    case (.array(let a), .array(let b)): .array(a.joined(with: b, filling: filling))
    case (.stream(let a), .stream(let b)): .stream(a.joined(with: b))
    case (.event(let a), .event(let b)): .event(a.joined(with: b, filling: filling))
    case (.tuple(let a, let keys), .tuple(let b, let others)) where a.count == b.count && keys == others:
      .tuple(zip(a, b).map { $0.joined(with: $1, filling: filling) }, keys: keys)
    case (.tuple(let a, let keys?), .tuple(let b, let others?)) where filling: .object(keys, a, others, b)
    case _ where self == other: self
    case (.mixed, _), (_, .mixed), (.tuple, _), (_, .tuple), (.array, _), (_, .array): mixed(with: other)
    case (.number, .fraction), (.fraction, .number): .fraction
    case (.text, _), (.number, _), (.boolean, _), (.any, _):
      switch other {
      case .text, .number, .boolean, .any: .any
      default: .unknown
      }
    default: .unknown
    }
  }

  private func mixed(with other: JSShape) -> JSShape {
    let forms = self.forms + other.forms.filter { !self.forms.contains($0) }
    let areKnown = self != .mixed([]) && other != .mixed([]) && forms.count <= 8 && !forms.contains(where: \.isNested)
    return .mixed(areKnown ? forms : [])
  }

  private var forms: [JSShape] { if case .mixed(let forms) = self { forms } else { [self] } }

  /// Whether an element has one of several types, which could have elements of the same types again.
  private var isNested: Bool {
    switch self {
    case .mixed: true
    case .tuple(let shapes, _): shapes.contains(where: \.isNested)
    case .array(let shape), .stream(let shape), .event(let shape): shape.isNested
    case .nothing, .any, .unknown, .missing, .text, .number, .fraction, .boolean, .failure: false
    }
  }

  private static func object(_ keys: [String], _ a: [JSShape], _ others: [String], _ b: [JSShape]) -> JSShape {
    let all = RxJSValues.order(of: keys + others.filter { !keys.contains($0) })
    let first = Dictionary(zip(keys, a)) { first, _ in first }
    let second = Dictionary(zip(others, b)) { first, _ in first }
    let shapes = all.map { (first[$0] ?? .unknown).joined(with: second[$0] ?? .unknown, filling: true) }
    return .tuple(shapes, keys: all)
  }

  var isNumber: Bool { self == .number || self == .fraction }

  /// Whether a value may be missing.
  var mayBeMissing: Bool {
    switch self {
    case .unknown, .missing, .mixed: true
    default: false
    }
  }

  static func joined(_ shapes: some Sequence<JSShape>, filling: Bool = false) -> JSShape {
    shapes.reduce(.nothing) { $0.joined(with: $1, filling: filling) }
  }

  static func tuple(_ shapes: [JSShape]) -> JSShape { .tuple(shapes, keys: nil) }

  /// Whether two equal values are the same value in JavaScript too, which compares arrays and objects by identity.
  var isScalar: Bool {
    switch self {
    case .nothing, .text, .number, .fraction, .boolean, .any, .unknown, .missing: true
    case .mixed, .tuple, .array, .stream, .event, .failure: false
    }
  }

  /// Whether values of two types that are equal here are equal in JavaScript too, apart from digits.
  func hasForm(of other: JSShape) -> Bool {
    switch (self, other) {
    case (.nothing, _), (_, .nothing): true
    case (.array(let a), .array(let b)), (.stream(let a), .stream(let b)), (.event(let a), .event(let b)):
      a.hasForm(of: b)
    case (.tuple(let a, let keys), .tuple(let b, let others)):
      a.count == b.count && keys == others && zip(a, b).allSatisfy { $0.hasForm(of: $1) }
    case (.failure, .failure): true
    default: isScalar && other.isScalar
    }
  }
}
