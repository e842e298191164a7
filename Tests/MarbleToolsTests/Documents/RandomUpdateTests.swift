@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The properties of every updated document.
struct RandomUpdateTests {
  @Test func updatedAssertionsPass() throws {
    var holding = 0
    for seed in 0..<800 as Range<UInt64> {
      var random = RandomTimelines(seed: seed)
      let script = Self.script(&random)
      let (updated, count) = try update(script)
      let (again, _) = try update(updated)
      #expect(again == updated, "seed \(seed):\n\(script)\nbecame\n\(updated)\nand then\n\(again)")
      var isUnreadable = false
      Self.session.evaluate(Source(name: "s.marble", text: updated)) { answer in
        switch answer {
        case .passed: holding += 1
        case .failed(let assertion, let failing):
          #expect(AssertionRewrite(assertion, failing) == nil, "seed \(seed):\n\(script)\nbecame\n\(updated)")
        case .error: isUnreadable = true
        default: break
        }
      }
      // A script can contain an error before the update, but an update causes none.
      if isUnreadable { #expect(count == 0, "seed \(seed):\n\(script)\nbecame\n\(updated)") }
    }
    #expect(holding > 800)
  }

  private static var session: Session { Session(SessionOptions(limits: Limits(ticks: 100, deliveries: 5_000))) }

  private func update(_ script: String) throws -> (text: String, count: Int) {
    let document = try Document(name: "s.marble", bytes: Array(script.utf8))
    var update = Update(of: document)
    for passage in document.passages { Self.session.evaluate(passage.source) { update.record($0) } }
    guard let bytes = update.bytes else { return (script, 0) }
    return (String(decoding: bytes, as: UTF8.self), update.count)
  }

  private static func script(_ random: inout RandomTimelines) -> String {
    var script = "a = \(lane(&random))\nb = cold \(lane(&random))\n"
    for _ in 0...random.below(4) {
      let expression = random.pick([
        "merge(a, b)", "zip(a, b)", "combineLatest(a, b)", "a.materialize()", "a.map { \"\\($0)\" }", "b.repeat(2)",
        "a.collect(count: 2)", "b.delay(2000)", "b", "a.groupBy { \"\\($0)\" }", "b.repeat()", "concat(b, a)",
      ])
      let during = random.below(4) == 0 ? " during ^----!, --^" : ""
      let written = ["", " ", " -", " --1....2|  // so", " -  x  |", " .(ab)", " --x| where x = 1"]
      script += "\(expression)\(during) ==\(during.isEmpty ? random.pick(written) : "")\n"
      if random.below(3) == 0 { script += "subscriptions b ==\(random.pick(["", " -", " ^....!", " ^-, --^!"]))\n" }
    }
    return script
  }

  /// Returns a timeline that is not a single word.
  private static func lane(_ random: inout RandomTimelines) -> String {
    var timeline = random.timeline(isLawful: true)
    timeline.loop = nil
    timeline.marbles.removeAll { $0.tick < 0 }
    timeline.hasOrigin = false
    return "-" + TimelinePrinter.text(of: timeline)
  }
}
