import Marbles

/// A string in which repetitions refer to an earlier place.
///
/// The answers of a page are almost equal. Common compression does not find this, because it looks back only 32 KB.
struct FoldedText {
  /// A part that repeats an earlier one.
  private struct Repetition {
    let place: Int
    let distance: Int
    let count: Int
  }

  /// The length from which a repetition is shorter than the text.
  private static let minLength = 16
  /// The number of earlier places that are compared.
  private static let maxTries = 24
  private static let hashBits = 16

  /// Whether a repetition can begin after a byte.
  private static let isBoundary = (0..<256).map { " \"\n,>.".utf8.contains(UInt8($0)) }

  private let bytes: [UInt8]
  private var repetitions: [Repetition] = []
  /// The last place with each hash, or -1.
  private var last = [Int](repeating: -1, count: 1 << hashBits)
  /// For each place, the one before it with the same hash, or -1.
  private var previous: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    previous = Array(repeating: -1, count: bytes.count)
    var place = 0
    while place < bytes.count {
      let repetition = repetition(at: place)
      if let repetition { repetitions.append(repetition) }
      let end = place + (repetition?.count ?? 1)
      while place < end {
        record(place)
        place += 1
      }
    }
  }

  /// The number of bytes of the text.
  var size: Int { bytes.count }

  /// Writes an array of strings and of pairs of numbers.
  ///
  /// A pair is the distance to an earlier place, and the number of bytes that are repeated from there.
  func write(to json: inout JSONText) {
    var end = 0
    json.array(repetitions.map(Optional.some) + [nil]) { json, repetition in
      let place = repetition?.place ?? bytes.count
      if end < place { json.string(String(decoding: bytes[end..<place], as: UTF8.self)) }
      guard let repetition else { return }
      json.integer(repetition.distance)
      json.integer(repetition.count)
      end = place + repetition.count
    }
  }

  // MARK: Searching

  /// Returns the longest part at a place that repeats an earlier one, if it is long enough.
  private func repetition(at place: Int) -> Repetition? {
    guard let hash = hash(at: place) else { return nil }
    var (longest, source) = (0, 0)
    var candidate = last[hash]
    for _ in 0..<Self.maxTries where candidate >= 0 {
      let count = commonCount(candidate, place)
      if count > longest { (longest, source) = (count, candidate) }
      candidate = previous[candidate]
    }
    guard longest >= Self.minLength else { return nil }
    return Repetition(place: place, distance: place - source, count: longest)
  }

  /// Returns the number of bytes that are the same from two places, without a part of a scalar at the end.
  private func commonCount(_ earlier: Int, _ place: Int) -> Int {
    let limit = min(bytes.count - place, place - earlier)
    var count = 0
    while count < limit, bytes[earlier + count] == bytes[place + count] { count += 1 }
    while count > 0, place + count < bytes.count, bytes[place + count] & 0xC0 == 0x80 { count -= 1 }
    return count
  }

  private mutating func record(_ place: Int) {
    guard let hash = hash(at: place) else { return }
    previous[place] = last[hash]
    last[hash] = place
  }

  /// Returns the hash of the next bytes, or `nil` inside a word, where no repetition begins.
  private func hash(at place: Int) -> Int? {
    guard place > 0, place + Self.minLength <= bytes.count, " \"\n,>.".utf8.contains(bytes[place - 1]) else {
      return nil
    }
    var hash: UInt32 = 0x811C_9DC5
    for byte in bytes[place..<place + Self.minLength] { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash >> (32 - UInt32(Self.hashBits)))
  }
}
