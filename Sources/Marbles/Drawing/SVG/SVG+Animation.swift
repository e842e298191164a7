import MarbleLanguage

extension SVG {
  /// The animation of a picture: a playhead moves along the axis, marbles appear as it passes, and the animation
  /// repeats.
  struct Animation {
    /// The time at which the playhead reaches a column, with the class of the marks that appear then.
    private struct Keyframe {
      let name: String
      let time: Double
    }

    private var keyframes: [Keyframe] = []
    private var heads: [(name: String, from: Double, to: Double, way: Double)] = []
    /// The duration in seconds, including the pause at the end.
    private let length: Double

    /// The speed of the playhead, in pixels per second.
    private static let speed = 90.0
    private static let maxDuration = 120.0
    /// The time for which the whole picture remains before the animation repeats, in seconds.
    private static let pause = 2.5

    init(_ figures: [Figure]) {
      let sweep = figures.map { $0.scale.width / Self.speed }.max() ?? 0
      let slowness = sweep > Self.maxDuration ? Self.maxDuration / sweep : 1
      length = 0.4 + sweep * slowness + Self.pause
      for (number, figure) in figures.enumerated() {
        func time(_ x: Double) -> Double { 0.4 + x / Self.speed * slowness }
        for (index, column) in figure.scale.columns.enumerated() where figure.isBusy(index) {
          keyframes.append(Keyframe(name: "\(number)-\(index)", time: time(column.x)))
        }
        for (index, system) in figure.systems.enumerated() {
          let start = figure.scale.columns[system.columns.lowerBound].start
          let end = figure.scale.columns[system.columns.upperBound - 1].end
          heads.append(("\(number)-\(index)", time(start), time(end), end - start))
        }
      }
    }

    func styleSheet(scope: String) -> String {
      func share(_ time: Double) -> String { Markup.number(min(100, max(0, time / length * 100))) + "%" }
      let duration = Markup.number(length) + "s"
      var sheet =
        "\n.\(scope) .mb-head{opacity:0;stroke-width:1.5;" + "stroke:\(Palette.difference.light.hex);stroke:var(--red)}"
      sheet += "\n@media (prefers-reduced-motion:no-preference){"
      for stop in keyframes {
        let name = "\(scope)-t\(stop.name)"
        sheet += "\n.\(scope) .mb-t\(stop.name){animation:\(name) \(duration) linear infinite}"
        sheet += "@keyframes \(name){0%,\(share(stop.time - 0.02)){opacity:0}"
        sheet += "\(share(stop.time + 0.1)),100%{opacity:1}}"
      }
      for head in heads {
        let name = "\(scope)-h\(head.name)"
        sheet += "\n.\(scope) .mb-h\(head.name){animation:\(name) \(duration) linear infinite}"
        sheet += "@keyframes \(name){0%,\(share(head.from - 0.02)){opacity:0;transform:none}"
        sheet += "\(share(head.from)){opacity:.8;transform:none}"
        sheet += "\(share(head.to)){opacity:.8;transform:translateX(\(Markup.number(head.way))px)}"
        sheet += "\(share(head.to + 0.02)),100%{opacity:0;transform:translateX(\(Markup.number(head.way))px)}}"
      }
      return sheet + "}"
    }
  }
}
