import MarbleEvaluation
import MarbleLanguage

/// The colors of the names in some pictures.
///
/// A name has the same color in all of the pictures, and two names in the same picture have different ones. If a name
/// is alone, its color depends only on the name. After six names in a picture, colors repeat with other shapes.
package struct NameColors: Sendable {
  /// The indexes of the colors and shapes.
  private var indexes: [String: Int] = [:]

  /// The number of combinations of a color and a shape.
  private static let combinations = Palette.tints.count * Palette.shapes

  /// Chooses the colors for some pictures, each with one or more diagrams.
  package init(of pictures: [[Diagram]]) {
    var places: [String: [Int]] = [:]
    var names: [String] = []
    for (picture, diagrams) in pictures.enumerated() {
      for name in diagrams.lazy.flatMap(\.sourceNames).compactMap(\.self) {
        if places[name] == nil { names.append(name) }
        if places[name]?.last != picture { places[name, default: []].append(picture) }
      }
    }
    var used = Array(repeating: Set<Int>(), count: pictures.count)
    func choose(_ name: String, among candidates: some Sequence<Int>) -> Bool {
      let places = places[name] ?? []
      guard let index = candidates.first(where: { index in places.allSatisfy { !used[$0].contains(index) } }) else {
        return false
      }
      indexes[name] = index
      for place in places { used[place].insert(index) }
      return true
    }
    // Most names keep their own color if the others give way.
    let others = names.filter { !choose($0, among: CollectionOfOne(Self.preferredIndex(of: $0))) }
    for name in others {
      let preferred = Self.preferredIndex(of: name)
      let isFull = places[name]?.contains { used[$0].count == Self.combinations } ?? false
      if isFull || !choose(name, among: Self.candidates(from: preferred)) { indexes[name] = preferred }
    }
  }

  /// Returns the color indexes of a diagram's lines on which values are first sent, and `nil` for the other lines.
  func tints(of diagram: Diagram) -> [Int?] {
    diagram.sourceNames.map { name in name.flatMap { indexes[$0] } }
  }

  /// Returns all indexes: first those of the first shapes, each time starting at the same color.
  private static func candidates(from preferred: Int) -> some Sequence<Int> {
    let colors = Palette.tints.count
    return (0..<combinations).lazy.map { ($0 / colors) * colors + (preferred + $0) % colors }
  }

  /// Returns the index for a name that is alone.
  ///
  /// Short names that follow each other, such as `a` and `b`, have different ones.
  private static func preferredIndex(of name: String) -> Int {
    let bytes = name.lowercased().utf8
    if bytes.count == 1, let byte = bytes.first {
      let first = UInt8(ascii: byte >= UInt8(ascii: "a") ? "a" : "0")
      return Int(byte &- first) % Palette.tints.count
    }
    let hash = bytes.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return Int(hash >> 16) % Palette.tints.count
  }
}
