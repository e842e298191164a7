import MarbleLanguage
import Reactive

/// A type of values.
enum ValueType: Hashable, Sendable {
  case integer, number, boolean, string, null
  case tuple([TypeSet])
  /// An array, and what its elements may be; an event, and what it carries; a stream, and what that sends.
  case array(TypeSet)
  case event(TypeSet)
  case stream(TypeSet)

  /// The kind that diagnostics name.
  var kind: ArgumentKind {
    switch self {
    case .integer, .number: .number
    case .boolean: .boolean
    case .string: .string
    case .null: .null
    case .tuple: .tuple
    case .array: .array
    case .event: .event
    case .stream: .stream
    }
  }
}

/// The types that a value may have, as far as analysis knows: one of several, or any.
///
/// Without any type there is no such value. More may be allowed than ever comes, and never less.
package struct TypeSet: Hashable, Sendable {
  /// One tuple for each count; one array, event and stream at most.
  private(set) var all: [ValueType]
  let isUnknown: Bool
  /// The number of types that it is made of.
  private let size: Int
  /// Sets of more types become unknown, so that working with them takes constant time.
  private static let maxSize = 100

  private init(all: [ValueType], isUnknown: Bool) {
    size = all.reduce(1) { $0 + $1.parts.reduce(1) { $0 + $1.size } }
    self.isUnknown = isUnknown || size > Self.maxSize
    self.all = self.isUnknown ? [] : all
  }

  init(_ type: ValueType) { self.init(all: [type], isUnknown: false) }

  static let unknown = TypeSet(all: [], isUnknown: true)
  static let none = TypeSet(all: [], isUnknown: false)
  static let integer = TypeSet(.integer)
  static let boolean = TypeSet(.boolean)
  static let string = TypeSet(.string)
  static func tuple(_ items: TypeSet...) -> TypeSet { TypeSet(.tuple(items)) }
  static func array(of elements: TypeSet) -> TypeSet { TypeSet(.array(elements)) }
  static func event(of values: TypeSet) -> TypeSet { TypeSet(.event(values)) }
  static func stream(of values: TypeSet) -> TypeSet { TypeSet(.stream(values)) }

  /// Whether no such value can come.
  var isNone: Bool { all.isEmpty && !isUnknown }

  /// Its types; where it is unknown, one of every sort.
  var candidates: [ValueType] { isUnknown ? Self.anything : all }

  /// Whether all of its parts are known.
  var isCertain: Bool {
    !isUnknown && all.allSatisfy { $0.parts.allSatisfy(\.isCertain) }
  }

  /// Whether it holds only types without parts.
  var isSimple: Bool {
    !isUnknown && all.allSatisfy { $0.parts.isEmpty }
  }

  private static let anything: [ValueType] = [
    .integer, .number, .boolean, .string, .null, .tuple([.unknown, .unknown]), .array(.unknown), .event(.unknown),
    .stream(.unknown),
  ]

  // MARK: Putting together

  func or(_ other: TypeSet) -> TypeSet {
    if self == other { return self }
    if isUnknown || other.isUnknown { return .unknown }
    var merged = all
    for type in other.all {
      if let index = merged.firstIndex(where: { $0.isLike(type) }) {
        merged[index] = merged[index].or(type)
      } else {
        merged.append(type)
      }
    }
    return TypeSet(all: merged, isUnknown: false)
  }

  static func any(of sets: some Sequence<TypeSet>) -> TypeSet {
    sets.reduce(.none) { $0.or($1) }
  }

  /// The union of the answers for its types; unknown stays unknown.
  func compactMap(_ answer: (ValueType) -> TypeSet?) -> TypeSet {
    isUnknown ? .unknown : .any(of: all.lazy.compactMap(answer))
  }

  /// The same without `nil`.
  var unwrapped: TypeSet { compactMap { $0 == .null ? nil : TypeSet($0) } }

  /// The types that it sends where a stream is needed; an array is one, too.
  ///
  /// A text names or spells a stream of anything.
  var contents: TypeSet {
    compactMap { type in
      switch type {
      case .stream(let values), .array(let values): values
      case .string: .unknown
      default: nil
      }
    }
  }

  /// The streams among them.
  var streams: TypeSet {
    compactMap { if case .stream = $0 { TypeSet($0) } else { nil } }
  }

  /// The types of an item of the tuples that have one at this index.
  func item(_ index: Int) -> TypeSet {
    compactMap { type in
      if case .tuple(let items) = type, items.indices.contains(index) { items[index] } else { nil }
    }
  }

  /// The types that its events carry.
  var payload: TypeSet {
    compactMap { if case .event(let values) = $0 { values } else { nil } }
  }
}

extension ValueType {
  fileprivate var parts: [TypeSet] {
    switch self {
    case .integer, .number, .boolean, .string, .null: []
    case .tuple(let items): items
    case .array(let inner), .event(let inner), .stream(let inner): [inner]
    }
  }

  fileprivate func isLike(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.tuple(let items), .tuple(let others)): items.count == others.count
    case (.array, .array), (.event, .event), (.stream, .stream): true
    default: self == other
    }
  }

  fileprivate func or(_ other: ValueType) -> ValueType {
    switch (self, other) {
    case (.tuple(let items), .tuple(let others)): .tuple(zip(items, others).map { $0.or($1) })
    case (.array(let one), .array(let other)): .array(one.or(other))
    case (.event(let one), .event(let other)): .event(one.or(other))
    case (.stream(let one), .stream(let other)): .stream(one.or(other))
    default: self
    }
  }
}

// MARK: - Of values

extension ValueType {
  /// The type of one value.
  init(of value: Value) {
    switch value {
    case .integer, .number, .boolean, .marble, .string, .null: self.init(sortOf: value)
    case .tuple(let items): self = .tuple(items.map { TypeSet(of: $0) })
    case .array(let items): self = .array(.any(of: items.lazy.map { TypeSet(of: $0) }))
    case .event(let event): self = .event(event.value.map { TypeSet(of: $0) } ?? .none)
    case .stream(let stream): self = .stream(stream.timeline.map { TypeSet(sentBy: $0) } ?? .unknown)
    }
  }

  /// The type of a value, whose parts are not looked at: they may be very many.
  init(sortOf value: Value) {
    switch value {
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .marble, .string: self = .string
    case .null: self = .null
    case .tuple(let items): self = .tuple(items.map { _ in .unknown })
    case .array: self = .array(.unknown)
    case .event: self = .event(.unknown)
    case .stream: self = .stream(.unknown)
    }
  }
}

extension TypeSet {
  /// The type of one value.
  init(of value: Value) { self.init(ValueType(of: value)) }

  /// The types of the values that a timeline sends from tick 0 on.
  init(sentBy timeline: Timeline) {
    var kinds = TypeSet.none
    // A timeline may be very long, and hardly ever holds more than a few kinds, which are looked at once each.
    var known: UInt8 = 0
    for marble in timeline.marbles where marble.tick >= 0 { kinds.add(marble.event, unless: &known) }
    for marble in timeline.loop?.marbles ?? [] { kinds.add(marble.event, unless: &known) }
    self = kinds
  }

  private mutating func add(_ event: Event, unless known: inout UInt8) {
    guard case .value(let value) = event, value.bitOfKind == 0 || known & value.bitOfKind == 0 else { return }
    known |= value.bitOfKind
    self = or(TypeSet(of: value))
  }
}

extension Value {
  /// The kind of the value.
  var kind: ArgumentKind { ValueType(sortOf: self).kind }

  /// The kind where only a whole number would fit.
  var preciseKind: ArgumentKind {
    if case .number = self { .fraction } else { kind }
  }

  /// A bit for the kind of a value that has no parts; none for the others, of which no two need be of one kind.
  fileprivate var bitOfKind: UInt8 {
    switch self {
    case .integer: 1
    case .number: 2
    case .boolean: 4
    case .marble, .string: 8
    case .null: 16
    case .tuple, .array, .event, .stream: 0
    }
  }
}
