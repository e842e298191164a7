import MarbleEvaluation
import MarbleLanguage

/// A generator of random inputs of a law, up to 16 ticks and 12 values in each stream.
///
/// The same seed gives the same inputs.
struct RandomInputs {
  private let space: LawSpace
  private var generator: SplitMix64

  private static let maxTicks = 16
  private static let maxValues = 12

  init(_ space: LawSpace, seed: LawSeed) {
    self.space = space
    generator = SplitMix64(seed: UInt64(seed.number))
  }

  mutating func next() -> LawInput {
    let constants = space.combinations[below(space.combinations.count)]
    // All streams are equally dense, so that many of them are small.
    let limit = 1 + below(Self.maxValues)
    return LawInput(constants: constants, streams: space.streams.map { stream($0, maxValues: limit) })
  }

  private mutating func stream(_ parameter: LawSpace.StreamParameter, maxValues: Int) -> LawStream {
    var stream = LawStream()
    var tick = below(3) == 0 ? 0 : below(4)
    let spacing = 1 + below(3)
    let usesGaps = !space.gaps.isEmpty && below(3) == 0
    let repeats = below(3)
    for _ in 0..<below(maxValues + 1) {
      if let last = stream.items.last, below(4) < repeats {
        stream.items.append(.init(tick: tick, value: last.value))
      } else {
        stream.items.append(.init(tick: tick, value: value(parameter.values)))
      }
      tick += gap(spacing, usesGaps)
      if tick >= Self.maxTicks, !usesGaps { break }
    }
    let choice = below(8)
    guard choice > 0, !parameter.ends.isEmpty else { return stream }
    let last = stream.items.last?.tick ?? 0
    let end = below(3) == 0 ? last : usesGaps ? max(last, tick) : max(last, min(tick, Self.maxTicks - 1))
    // Most streams complete.
    let index = choice < 6 ? 0 : below(parameter.ends.count)
    stream.end = .init(index: index, tick: end)
    return stream
  }

  private mutating func gap(_ spacing: Int, _ usesGaps: Bool) -> Int {
    if usesGaps, below(4) == 0 { return space.gaps[below(space.gaps.count)] }
    return below(4) == 0 ? 0 : 1 + below(spacing)
  }

  private mutating func value(_ domain: ValueDomain) -> Value {
    let values = below(4) == 0 ? domain.all : domain.frequent
    return values[below(values.count)]
  }

  private mutating func below(_ limit: Int) -> Int {
    Int(generator.next() % UInt64(max(1, limit)))
  }
}

/// The seed of random inputs, four hexadecimal digits.
public struct LawSeed: Sendable, Hashable, CustomStringConvertible {
  let number: UInt16

  /// The default seed.
  public static let standard = LawSeed(number: 0x5f3a)

  private init(number: UInt16) { self.number = number }

  /// Creates the seed that up to four hexadecimal digits describe, or returns `nil` if the text is something else.
  public init?(_ text: String) {
    guard (1...4).contains(text.utf8.count), !text.hasPrefix("+"), !text.hasPrefix("-"),
      let number = UInt16(text, radix: 16)
    else { return nil }
    self.init(number: number)
  }

  /// The four digits.
  public var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
