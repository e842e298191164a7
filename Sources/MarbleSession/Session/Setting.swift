import Marbles

/// An option of a session, which is set with `:set tick 10ms` or with a command of its name, `:tick 10ms`.
package struct Setting: Sendable {
  package let name: String
  /// The kind of value, or the possible values.
  let value: String
  /// The possible values, if there are only a few.
  var choices: [String] = []
  /// The summary, in one line.
  let summary: String
  /// The description of valid values in a diagnostic.
  package let expectation: String
  /// Whether the results of runs may depend on the setting.
  var affectsRuns = false
  /// Returns the value as it would be set.
  let text: @Sendable (SessionOptions) -> String
  /// Sets the value, and returns whether it is valid.
  package let set: @Sendable (inout SessionOptions, String) -> Bool

  /// All settings, in the order in which they are listed.
  static let all = [
    Setting(
      name: "tick", value: "duration", summary: "sets the length of a tick from now on",
      expectation: "a duration such as `10ms`",
      affectsRuns: true,
      text: { $0.tickLength.description },
      set: { options, text in
        guard let length = TickLength(text) else { return false }
        options.tickLength = length
        options.trace.tick = length
        return true
      }),
    Setting(
      name: "within", value: "ticks", summary: "lets events come this much earlier or later than expected",
      expectation: "a number of ticks such as `1`, or a duration such as `5ms`",
      affectsRuns: true,
      text: { $0.tolerance },
      set: { options, text in
        guard options.tickLength.tolerance(in: text) != nil else { return false }
        options.tolerance = text
        return true
      }),
    Setting(
      name: "until", value: "ticks", summary: "limits the ticks of a run after the end of the written timelines",
      expectation: "a number of ticks such as `100`, or a duration",
      affectsRuns: true,
      text: { String($0.limits.ticks) },
      set: { options, text in
        guard let ticks = options.tickLength.ticks(in: text) else { return false }
        options.limits.ticks = ticks
        return true
      }),
    Setting(
      name: "events", value: "count", summary: "limits the deliveries of a run",
      expectation: "a number such as `1000`, at least 1",
      affectsRuns: true,
      text: { String($0.limits.deliveries) },
      set: { options, text in
        guard let count = Int(text), count >= 1 else { return false }
        options.limits.deliveries = count
        return true
      }),
    Setting(
      name: "seed", value: "digits", summary: "sets the seed of the random inputs of `forall`",
      expectation: "up to four hexadecimal digits such as `5f3a`",
      affectsRuns: true,
      text: { $0.seed.description },
      set: { options, text in
        guard let seed = LawSeed(text) else { return false }
        options.seed = seed
        return true
      }),
    choosing("format", \.style.format, summary: "sets the format of drawings"),
    switching("color", \.style.usesColor, summary: "colors box drawings"),
    switching("stages", \.showsStages, summary: "shows a lane after each operator of a chain"),
    switching("subscriptions", \.style.showsSubscriptions, summary: "shows when each lane was observed"),
    choosing("inner", \.style.innerLayout, summary: "sets the layout of inner streams in a picture"),
    counting(
      "inner-limit", \.style.innerLimit, in: 0...1_000_000, summary: "limits the inner streams that a lane shows"),
    switching("wires", \.style.showsWires, summary: "draws wires from causes to effects in a picture"),
    switching("animate", \.style.isAnimated, summary: "animates a picture"),
    choosing("theme", \.style.theme, summary: "sets the colors of a picture"),
    counting(
      "width", \.style.pictureWidth, in: DrawingStyle.pictureWidths, summary: "sets the width of a picture in pixels"),
    Setting(
      name: "scale", value: "auto|pixels", summary: "sets the width of a tick in a picture",
      expectation:
        "`auto` or a number from \(DrawingStyle.tickWidths.lowerBound) to \(DrawingStyle.tickWidths.upperBound)",
      text: { $0.style.tickWidth.map { String($0) } ?? "auto" },
      set: { options, text in
        let width = Int(text)
        guard text == "auto" || width.map(DrawingStyle.tickWidths.contains) ?? false else { return false }
        options.style.tickWidth = width
        return true
      }),
    switching("orders", \.notesRaces, summary: "notes below a drawing that its result depends on an order"),
    switching("preview", \.showsPreview, summary: "shows what an entry would draw while it is typed"),
    switching("pager", \.usesPager, summary: "opens output that is taller than the screen in $PAGER"),
  ]

  /// Returns a setting with a few possible values.
  private static func choosing<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ choice: WritableKeyPath<SessionOptions, Choice> & Sendable, summary: String
  ) -> Setting {
    let names = Choice.allCases.map(\.rawValue)
    return Setting(
      name: name, value: names.joined(separator: "|"), choices: names, summary: summary,
      expectation: names.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " or `\(names.last ?? "")`",
      text: { $0[keyPath: choice].rawValue },
      set: { options, text in
        guard let value = Choice(rawValue: text) else { return false }
        options[keyPath: choice] = value
        return true
      })
  }

  /// Returns a setting with a number in a range.
  private static func counting(
    _ name: String, _ number: WritableKeyPath<SessionOptions, Int> & Sendable, in range: ClosedRange<Int>,
    summary: String
  ) -> Setting {
    Setting(
      name: name, value: "number", summary: summary,
      expectation: "a number from \(range.lowerBound) to \(range.upperBound)",
      text: { String($0[keyPath: number]) },
      set: { options, text in
        guard let value = Int(text), range.contains(value) else { return false }
        options[keyPath: number] = value
        return true
      })
  }

  /// Returns a setting that is on or off.
  private static func switching(
    _ name: String, _ isOn: WritableKeyPath<SessionOptions, Bool> & Sendable, summary: String
  ) -> Setting {
    Setting(
      name: name, value: "on|off", choices: ["on", "off"], summary: summary, expectation: "`on` or `off`",
      text: { $0[keyPath: isOn] ? "on" : "off" },
      set: { options, text in
        guard text == "on" || text == "off" else { return false }
        options[keyPath: isOn] = text == "on"
        return true
      })
  }

  package static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  /// Returns the highest value that a script can set, if the options exceed it.
  func highest(below options: SessionOptions) -> String? {
    guard let highest = options.highestLimits,
      options.limits.ticks > highest.ticks || options.limits.deliveries > highest.deliveries
    else { return nil }
    return text(SessionOptions(limits: highest))
  }
}

extension TickLength {
  /// Parses a number of ticks or a duration, and returns the number of ticks, or `nil` if it is invalid.
  fileprivate func ticks(in text: String) -> Int? {
    if let ticks = Int(text) { return (0...Timeline.latestTick).contains(ticks) ? ticks : nil }
    let bytes = Array(text.utf8)
    guard let written = TickLength.read(bytes, from: 0, to: bytes.count), written.end == bytes.count else { return nil }
    return try? ticks(of: written, at: 0..<bytes.count, in: bytes)
  }

  /// Parses the same, where a part of a tick counts as a whole one.
  fileprivate func tolerance(in text: String) -> Int? {
    ticks(in: text) ?? TickLength.duration(text).flatMap { Int(exactly: ($0 / duration).rounded(.up)) }
  }
}

extension SessionOptions {
  /// The number of ticks by which events may come earlier or later than expected.
  var toleratedTicks: Int { tickLength.tolerance(in: tolerance) ?? 0 }
}
