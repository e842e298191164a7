import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The animation of a picture: a playhead moves along the axis, marbles appear as it passes, and the animation
  /// repeats.
  struct Animation {
    /// The time at which the playhead reaches each tick on which something happens.
    private let keyframes: [(tick: Int, time: Double)]
    /// The times of the playhead in each system, and the distance that it moves.
    private let heads: [(from: Double, to: Double, way: Double)]
    /// The duration in seconds, including the pause at the end.
    private let length: Double

    /// The speed of the playhead, in pixels per second.
    private static let speed = 90.0
    private static let maxDuration = 120.0
    /// The time for which the whole picture remains before the animation repeats, in seconds.
    private static let pause = 2.5

    /// Creates the animation of a picture, where marks appear on the given ticks.
    init(on ticks: [Int], _ scale: Scale) {
      var heads: [(from: Double, to: Double, way: Double)] = []
      var sweep = 0.0
      let starts = (0..<scale.systemCount).map { system in
        let ticks = scale.ticks(ofSystem: system)
        let way = scale.x(ticks.upperBound) - scale.x(ticks.lowerBound)
        heads.append((sweep, sweep + way, way))
        sweep += way + scale.tickWidth
        return (ticks.lowerBound, heads[system].from)
      }
      let slowness = max(1, sweep / Self.speed / Self.maxDuration)
      func time(_ way: Double) -> Double { 0.4 + way / Self.speed / slowness }
      var system = 0
      keyframes = ticks.map { tick in
        while system + 1 < starts.count, starts[system + 1].0 <= tick { system += 1 }
        return (tick, time(starts[system].1 + scale.distance(from: starts[system].0, to: tick)))
      }
      self.heads = heads.map { (time($0.from), time($0.to), $0.way) }
      length = time(sweep) + Self.pause
    }

    /// Returns the rules, where `headColor` declares the color of the playhead.
    func styleSheet(scope: String, headColor: String) -> String {
      func share(_ time: Double) -> String { Markup.number(min(100, max(0, time / length * 100))) + "%" }
      let duration = Markup.number(length) + "s"
      var sheet = "\n.\(scope) .mb-head{opacity:0;stroke-width:1.5;\(headColor)}"
      // Printed pages show the whole picture.
      sheet += "\n@media screen and (prefers-reduced-motion:no-preference){"
      for stop in keyframes {
        let name = "\(scope)-t\(stop.tick)"
        sheet += "\n.\(scope) .mb-t\(stop.tick){animation:\(name) \(duration) linear infinite}"
        sheet += "@keyframes \(name){0%,\(share(stop.time - 0.02)){opacity:0}"
        sheet += "\(share(stop.time + 0.1)),100%{opacity:1}}"
      }
      for (system, head) in heads.enumerated() {
        let name = "\(scope)-h\(system)"
        sheet += "\n.\(scope) .mb-h\(system){animation:\(name) \(duration) linear infinite}"
        sheet += "@keyframes \(name){0%,\(share(head.from - 0.02)){opacity:0;transform:none}"
        sheet += "\(share(head.from)){opacity:.8;transform:none}"
        sheet += "\(share(head.to)){opacity:.8;transform:translateX(\(Markup.number(head.way))px)}"
        sheet += "\(share(head.to + 0.02)),100%{opacity:0;transform:translateX(\(Markup.number(head.way))px)}}"
      }
      return sheet + "}"
    }
  }
}
