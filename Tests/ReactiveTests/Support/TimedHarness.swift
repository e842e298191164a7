import Reactive
import Testing

/// A hot lane `a`, a condition `p` and a clock, driven by marbles.
final class TimedHarness {
  let scheduler = VirtualTimeScheduler()
  private let numbers = Signal<Int, Boom>.pipe()
  private let condition = Signal<Bool, Boom>.pipe()

  var a: Signal<Int, Boom> { numbers.output }
  var p: Signal<Bool, Boom> { condition.output }

  /// Runs due actions without advancing the time.
  ///
  /// Interruptions are sent by the scheduler too.
  func settle() { scheduler.advance(by: 0) }

  /// Returns the duration of a number of ticks.
  func ticks(_ count: Int) -> Duration { scheduler.ticks(count) }

  /// Plays the rows with a stream made of the lanes, and returns a drawing of its output.
  fileprivate func play<Value: Sendable>(_ rows: [Row], on result: SignalProducer<Value, Boom>) -> String {
    let drawing = Lane("", on: scheduler)
    let disposable = result.map { word(Event<Value, Boom>.value($0)) }.lane(drawing).start()
    for row in rows {
      for (tick, marble) in row.marbles {
        scheduler.schedule(at: tick) { [numbers, condition] in
          switch row.name {
          case "dispose": disposable.dispose()
          case "p": condition.input.send(event(marble) { $0 == 1 })
          default: numbers.input.send(event(marble) { $0 })
          }
        }
      }
    }
    while let tick = scheduler.nextTick, tick <= 1_000 { scheduler.advance(to: tick) }
    let line = drawing.line.replacing("#[Boom()]", with: "#")
    disposable.dispose()
    return line
  }
}

/// One line of a case: the events and their ticks.
private struct Row {
  let name: Substring
  /// The line without the name, for the row `=`.
  let line: String
  let marbles: [(tick: Int, marble: Substring)]

  init(_ text: Substring) {
    name = text.prefix { $0 != " " }
    line = text.dropFirst(name.count).drop { $0 == " " }.description
    var marbles: [(tick: Int, marble: Substring)] = []
    var tick = 0
    for word in line.split(separator: " ") {
      // A long pause, such as `84t`.
      if word.last == "t", let silence = Int(word.dropLast()) {
        tick += silence
        continue
      }
      var isGroup = false
      for match in word.matches(of: /\[(?<text>[^\]]*)\]|(?<sign>.)/) {
        switch match.output.sign {
        case "-": break
        case "(": isGroup = true
        case ")": isGroup = false
        case let sign: marbles.append((tick, match.output.text ?? sign ?? ""))
        }
        if !isGroup { tick += 1 }
      }
    }
    self.marbles = marbles
  }
}

private func event<Value>(_ marble: Substring, _ value: (Int) -> Value) -> Event<Value, Boom> {
  switch marble {
  case "|": .completed
  case "#": .failed(Boom())
  case "!": .interrupted
  default: .value(value(Int(marble) ?? 0))
  }
}

/// Plays each case with the operator's producer and, if given, its signal.
///
/// A case consists of rows of marbles, and an empty line ends it. A row begins with its name: `a` is the source, `p`
/// the condition, `dispose` has an `x` at the tick of disposal, and `=` is the expected output. As in the marble
/// language, each character is a tick: `-` is nothing, a digit or `[10]` a value, and `|`, `#` and `!` are terminal
/// events. `(1|)` is one tick, and `84t` is a pause of 84 ticks.
func expectMarbles<Value: Sendable>(
  _ table: String,
  producer: (TimedHarness) -> SignalProducer<Value, Boom>,
  signal: ((TimedHarness) -> Signal<Value, Boom>)? = nil,
  at location: SourceLocation = #_sourceLocation
) {
  for lines in table.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "") {
    let rows = lines.map(Row.init)
    let expected = rows.first { $0.name == "=" }?.line
    let inputs = rows.filter { $0.name != "=" }
    let text = lines.joined(separator: "\n")

    let cold = TimedHarness()
    #expect(cold.play(inputs, on: producer(cold)) == expected, "a producer, at\n\(text)", sourceLocation: location)
    cold.settle()

    guard let signal else { continue }
    let hot = TimedHarness()
    #expect(hot.play(inputs, on: signal(hot).producer) == expected, "a signal, at\n\(text)", sourceLocation: location)
    hot.settle()
  }
}
