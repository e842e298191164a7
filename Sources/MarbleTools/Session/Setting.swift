import Marbles

/// An option of a session, which is set with `:set tick 10ms` or with a command of its name, `:tick 10ms`.
struct Setting: Sendable {
  let name: String
  /// The kind of value, or the possible values.
  let value: String
  /// The possible values, if there are only a few.
  var choices: [String] = []
  /// The summary, in one line.
  let summary: String
  /// The description of valid values in a diagnostic.
  let expectation: String
  /// Whether the results of runs may depend on the setting.
  var affectsRuns = false
  /// Returns the value as it would be set.
  let text: @Sendable (SessionOptions) -> String
  /// Sets the value, and returns whether it is valid.
  let set: @Sendable (inout SessionOptions, String) -> Bool

  /// All settings, in the order in which they are listed.
  static let all = [
    Setting(
      name: "tick", value: "duration", summary: "how long a tick is in what is read from now on",
      expectation: "a duration such as `10ms`",
      affectsRuns: true,
      text: { $0.tickLength.description },
      set: { options, text in
        guard let length = TickLength(text) else { return false }
        options.tickLength = length
        return true
      }),
    Setting(
      name: "until", value: "ticks", summary: "how long behind the last event that is written a run may go on",
      expectation: "a number of ticks such as `100`, or a duration",
      affectsRuns: true,
      text: { String($0.limits.ticks) },
      set: { options, text in
        guard let ticks = options.tickLength.ticks(in: text) else { return false }
        options.limits.ticks = ticks
        return true
      }),
    Setting(
      name: "events", value: "count", summary: "how many deliveries a run may make",
      expectation: "a number such as `1000`, at least 1",
      affectsRuns: true,
      text: { String($0.limits.deliveries) },
      set: { options, text in
        guard let count = Int(text), count >= 1 else { return false }
        options.limits.deliveries = count
        return true
      }),
    choosing("format", \.style.format, summary: "what drawings are written as"),
    switching("color", \.style.usesColor, summary: "whether box drawings are colored"),
    switching("stages", \.showsStages, summary: "whether a chain shows a lane behind each operator"),
    switching("subscriptions", \.style.showsSubscriptions, summary: "whether lanes show when they were observed"),
    choosing("inner", \.style.innerLayout, summary: "how inner streams stand in a picture"),
    switching("wires", \.style.showsWires, summary: "whether a picture has wires from causes to effects"),
    switching("animate", \.style.isAnimated, summary: "whether a picture plays"),
    switching("pager", \.usesPager, summary: "whether what is taller than the screen goes through $PAGER"),
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

  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}

extension TickLength {
  /// Parses a length such as `10ms` or `1.5s`, or returns `nil` if it is invalid or zero.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let written = TickLength.read(bytes, from: 0, to: bytes.count), written.end == bytes.count,
      let duration = written.duration, duration > .zero
    else { return nil }
    self.init(duration)
  }

  /// Parses a number of ticks or a duration, and returns the number of ticks, or `nil` if it is invalid.
  fileprivate func ticks(in text: String) -> Int? {
    if let ticks = Int(text) { return (0...Timeline.latestTick).contains(ticks) ? ticks : nil }
    let bytes = Array(text.utf8)
    guard let written = TickLength.read(bytes, from: 0, to: bytes.count), written.end == bytes.count else { return nil }
    return try? ticks(of: written, at: 0..<bytes.count, in: bytes)
  }
}
