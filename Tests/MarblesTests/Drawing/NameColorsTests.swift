@testable import MarbleDrawing
@testable import MarbleLanguage
import Marbles
import Testing

/// The colors of names in one or several pictures.
@Suite struct NameColorsTests {
  /// Returns a picture with one input for each name.
  private func picture(_ names: String...) -> [Diagram] {
    [Diagram(inputs: names.map { Diagram.Lane(name: $0, timeline: Timeline()) })]
  }

  /// Returns the colors of all names in some pictures.
  private func colors(_ pictures: [Diagram]...) -> [[Int]] {
    let colors = NameColors(of: pictures)
    return pictures.map { $0.flatMap { colors.tints(of: $0).compactMap(\.self) } }
  }

  @Test func nameHasTheSameColorInEveryPicture() {
    let all = colors(picture("a", "b"), picture("b"), picture("g", "b", "a"), picture("b", "h"))
    #expect(Set([all[0][1], all[1][0], all[2][1], all[3][0]]).count == 1)
    #expect(all[0][0] == all[2][2])
  }

  /// The first of two names that have the same color if they are alone keeps it.
  @Test func namesInOnePictureHaveDifferentColors() {
    let alone = colors(picture("a"))[0][0]
    #expect(colors(picture("g"))[0][0] == alone)
    let together = colors(picture("a", "g", "b"))[0]
    #expect(together[0] == alone && Set(together).count == 3)
    // A name that gives way in one picture has the same color in the others.
    let both = colors(picture("a", "g"), picture("g"))
    #expect(both[0][1] == both[1][0] && both[1][0] != alone)
    #expect(together[2] == colors(picture("b"))[0][0])
  }

  @Test func colorsRepeatWithOtherShapes() {
    let names = (1...30).map { "name \($0)" }
    let diagram = Diagram(inputs: names.map { Diagram.Lane(name: $0, timeline: Timeline()) })
    let indexes = NameColors(of: [[diagram]]).tints(of: diagram).compactMap(\.self)
    #expect(Set(indexes) == Set(0..<30))
    #expect(Set(indexes.map { "\(Palette.tint($0).name) \(Palette.shape($0))" }).count == 30)
  }

  @Test func manyNamesHaveColors() {
    let diagram = Diagram(inputs: (1...1_000).map { Diagram.Lane(name: "n\($0)", timeline: Timeline()) })
    #expect(NameColors(of: [[diagram]]).tints(of: diagram).allSatisfy { $0.map((0..<30).contains) ?? false })
  }
}
