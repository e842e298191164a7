import Reactive

/// What a value may be, as far as is known before anything runs: one of several kinds, or anything.
///
/// Without any kind there is no such value. More may be allowed than ever comes, and never less.
struct Kinds: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case integer, number, boolean, text, null
    case tuple([Kinds])
    /// An array, and what its elements may be; an event, and what it carries; a stream, and what that sends.
    case array(Kinds)
    case event(Kinds)
    case stream(Kinds)
  }

  /// Of tuples there is one for each count, of arrays, events and streams one at most.
  private(set) var all: [Kind]
  let isUnknown: Bool
  /// How many kinds it is made of.
  private let size: Int
  /// What is made of more kinds is not followed any further, so that working with it takes no time to speak of.
  private static let largestSize = 100

  private init(all: [Kind], isUnknown: Bool) {
    size = all.reduce(1) { $0 + $1.parts.reduce(1) { $0 + $1.size } }
    self.isUnknown = isUnknown || size > Self.largestSize
    self.all = self.isUnknown ? [] : all
  }

  init(_ kind: Kind) { self.init(all: [kind], isUnknown: false) }

  static let unknown = Kinds(all: [], isUnknown: true)
  static let none = Kinds(all: [], isUnknown: false)
  static let integer = Kinds(.integer)
  static let boolean = Kinds(.boolean)
  static let text = Kinds(.text)
  static func tuple(_ items: Kinds...) -> Kinds { Kinds(.tuple(items)) }
  static func array(of elements: Kinds) -> Kinds { Kinds(.array(elements)) }
  static func event(of values: Kinds) -> Kinds { Kinds(.event(values)) }
  static func stream(of values: Kinds) -> Kinds { Kinds(.stream(values)) }

  /// Whether no such value can come.
  var isNone: Bool { all.isEmpty && !isUnknown }

  // MARK: Putting together

  func or(_ other: Kinds) -> Kinds {
    if self == other { return self }
    if isUnknown || other.isUnknown { return .unknown }
    var merged = all
    for kind in other.all {
      if let index = merged.firstIndex(where: { $0.isLike(kind) }) {
        merged[index] = merged[index].or(kind)
      } else {
        merged.append(kind)
      }
    }
    return Kinds(all: merged, isUnknown: false)
  }

  static func any(of kinds: some Sequence<Kinds>) -> Kinds {
    kinds.reduce(.none) { $0.or($1) }
  }

  /// The kinds for which there is an answer, put together; unknown stays so.
  func compactMap(_ answer: (Kind) -> Kinds?) -> Kinds {
    isUnknown ? .unknown : .any(of: all.lazy.compactMap(answer))
  }

  /// The same without `nil`.
  var unwrapped: Kinds { compactMap { $0 == .null ? nil : Kinds($0) } }

  /// What comes of it where a stream is needed, as an array is, too.
  ///
  /// A text names or spells a stream of anything.
  var contents: Kinds {
    compactMap { kind in
      switch kind {
      case .stream(let values), .array(let values): values
      case .text: .unknown
      default: nil
      }
    }
  }

  /// The streams among them.
  var streams: Kinds {
    compactMap { if case .stream = $0 { Kinds($0) } else { nil } }
  }

  /// What stands at a place of the tuples that are long enough.
  func item(_ index: Int) -> Kinds {
    compactMap { kind in
      if case .tuple(let items) = kind, items.indices.contains(index) { items[index] } else { nil }
    }
  }

  /// What the events carry.
  var payload: Kinds {
    compactMap { if case .event(let values) = $0 { values } else { nil } }
  }
}

extension Kinds.Kind {
  fileprivate var parts: [Kinds] {
    switch self {
    case .integer, .number, .boolean, .text, .null: []
    case .tuple(let items): items
    case .array(let inner), .event(let inner), .stream(let inner): [inner]
    }
  }

  fileprivate func isLike(_ other: Kinds.Kind) -> Bool {
    switch (self, other) {
    case (.tuple(let items), .tuple(let others)): items.count == others.count
    case (.array, .array), (.event, .event), (.stream, .stream): true
    default: self == other
    }
  }

  fileprivate func or(_ other: Kinds.Kind) -> Kinds.Kind {
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

extension Kinds {
  /// The kind of one value.
  init(of value: Value) {
    switch value {
    case .integer: self.init(.integer)
    case .number: self.init(.number)
    case .boolean: self.init(.boolean)
    case .marble, .text: self.init(.text)
    case .null: self.init(.null)
    case .tuple(let items): self.init(.tuple(items.map { Kinds(of: $0) }))
    case .array(let items): self.init(.array(.any(of: items.lazy.map { Kinds(of: $0) })))
    case .event(let event): self.init(.event(event.value.map { Kinds(of: $0) } ?? .none))
    case .stream(let stream): self.init(.stream(stream.timeline.map { Kinds(sentBy: $0) } ?? .unknown))
    }
  }

  /// What a timeline sends to those who listen.
  init(sentBy timeline: Timeline) {
    var kinds = Kinds.none
    // A timeline may be very long, and hardly ever holds more than a few kinds, which are looked at once each.
    var known: UInt8 = 0
    for marble in timeline.marbles where marble.tick >= 0 { kinds.add(marble.event, unless: &known) }
    for marble in timeline.loop?.marbles ?? [] { kinds.add(marble.event, unless: &known) }
    self = kinds
  }

  private mutating func add(_ event: Event, unless known: inout UInt8) {
    guard case .value(let value) = event, value.bitOfKind == 0 || known & value.bitOfKind == 0 else { return }
    known |= value.bitOfKind
    self = or(Kinds(of: value))
  }
}

extension Value {
  /// A bit for the kind of a value that has no parts; none for the others, of which no two need be of one kind.
  fileprivate var bitOfKind: UInt8 {
    switch self {
    case .integer: 1
    case .number: 2
    case .boolean: 4
    case .marble, .text: 8
    case .null: 16
    case .tuple, .array, .event, .stream: 0
    }
  }
}

// MARK: - Samples

extension Kinds {
  /// Values of every kind that it may be, on which an operation can be tried: what works with none of them never will.
  ///
  /// As they stand for every kind that an operation tells apart, what it makes of them tells what it makes at all.
  var samples: [Value] {
    isUnknown ? Self.anything : all.flatMap(\.samples)
  }

  /// Whether there is nothing unknown in it.
  var isCertain: Bool {
    !isUnknown && all.allSatisfy { $0.parts.allSatisfy(\.isCertain) }
  }

  /// Whether it is none that others are part of.
  var isSimple: Bool {
    !isUnknown && all.allSatisfy { $0.parts.isEmpty }
  }

  private static let anything: [Value] = {
    let simple: [Value] = [.integer(1), .number(1.5), .boolean(true), .text(""), .text("a"), .text("1"), .null]
    let pair = Value.tuple([.integer(1), .integer(1)])
    let stream = Value.stream(Stream(timeline: Timeline(), name: ""))
    return simple + [pair, .array([]), .array([.integer(1)]), .array([pair]), .event(.completed), stream]
  }()
}

extension Kinds.Kind {
  fileprivate var samples: [Value] {
    switch self {
    case .integer: return [.integer(1)]
    case .number: return [.number(1.5)]
    case .boolean: return [.boolean(true)]
    case .text: return [.text("a"), .text(""), .text("1")]
    case .null: return [.null]
    case .tuple(let items):
      let samples = items.map(\.samples)
      guard !samples.contains(where: \.isEmpty) else { return [] }
      let count = samples.map(\.count).max() ?? 1
      return (0..<count).map { index in .tuple(samples.map { $0[index % $0.count] }) }
    case .array(let elements): return [.array([])] + elements.samples.map { .array([$0]) }
    case .event(let values): return [.event(.completed)] + values.samples.map { .event(.value($0)) }
    case .stream(let values):
      let marbles = values.samples.map { Timeline.Marble(tick: 0, event: .value($0)) }
      return [.stream(Stream(timeline: Timeline(marbles), name: ""))]
    }
  }
}
