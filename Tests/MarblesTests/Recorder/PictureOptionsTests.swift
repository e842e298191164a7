import Marbles
import Testing

/// The options of pictures of recordings and failed tests.
struct PictureOptionsTests {
  private let clock = VirtualTimeScheduler()

  /// A stream that starts three inner streams.
  private var diagram: RecordedDiagram {
    let recorder = Recorder(on: clock)
    SignalProducer<Int, Never>([1, 2, 3])
      .recorded("numbers", by: recorder)
      .flatMap(.merge) { [clock] in
        SignalProducer(value: $0).delay(.milliseconds(40), on: clock).recorded("later", by: recorder)
      }
      .recorded("all", by: recorder)
      .start()
    clock.advance(by: .milliseconds(50))
    return recorder.diagram
  }

  private func size(_ svg: String) -> Int? {
    svg.firstMatch(of: /<svg[^>]* width="([0-9]+)/).flatMap { Int($0.1) }
  }

  @Test func defaultsAreThoseOfTheCommand() {
    let style = DrawingStyle()
    let options = PictureOptions()
    #expect(options.width == style.pictureWidth && options.scale == style.tickWidth)
    #expect(options.innerLimit == style.innerLimit && options.theme == .auto && style.theme == .auto)
    #expect(diagram.svg == diagram.svg(options))
  }

  @Test func widthAndScaleChangeThePicture() throws {
    let narrow = try #require(size(diagram.svg(PictureOptions(width: 400, scale: 20))))
    let wide = try #require(size(diagram.svg(PictureOptions(width: 2000, scale: 20))))
    #expect(narrow < 600 && wide > 800, "\(narrow), \(wide)")
    // A value that cannot be drawn is limited.
    #expect(diagram.svg(PictureOptions(width: -5, scale: 0)) == diagram.svg(PictureOptions(width: 200, scale: 4)))
    #expect(
      diagram.svg(PictureOptions(width: .max, scale: .max)) == diagram.svg(PictureOptions(width: 10_000, scale: 200)))
  }

  @Test func themeHasFixedColors() {
    #expect(diagram.svg.contains("prefers-color-scheme"))
    for (theme, paper) in [(PictureOptions.Theme.light, "#ffffff"), (.dark, "#0d1117")] {
      let picture = diagram.svg(PictureOptions(theme: theme))
      #expect(picture.contains(".mb-paper{fill:\(paper)") && !picture.contains("prefers-color-scheme"))
    }
  }

  @Test func innerStreamsAreLimited() {
    for drawing in [
      diagram.svg(PictureOptions(innerLimit: 1)), diagram.unicode(innerLimit: 1), diagram.text(innerLimit: 1),
    ] {
      #expect(drawing.contains("… and 2 more inner streams"))
    }
    #expect(diagram.unicode(innerLimit: -1).contains("3 inner streams"))
  }

  @Test func failuresHaveTheSameOptions() throws {
    let result = try run("--1--2--|") { $0.map { $0 * 11 } }
    let mismatch = try #require(throws: Mismatch.self) { try result == "--[10]--[20]--|" }
    let law = try #require(throws: LawFailure.self) {
      try forAll(.stream(of: 0...9)) { a in a.filter { $0 != 7 } == a }
    }
    for picture in [mismatch.svg(PictureOptions(theme: .dark)), law.svg(PictureOptions(theme: .dark))] {
      #expect(picture.contains(".mb-paper{fill:#0d1117") && picture.contains("expected"))
    }
  }
}
