import Reactive
import Testing

/// The effects upstream of an operator that ends the stream.
@Suite(.noLeaks)
struct EarlyEndTests {
  /// The number of times the source was started, and of the effects of these starts.
  private final class Counts: CustomStringConvertible {
    var starts = 0
    var ends = 0
    var disposals = 0

    var areEqual: Bool { starts == ends && starts == disposals }
    var description: String { "\(starts) starts, \(ends) ends, \(disposals) disposals" }
  }

  /// Every operator ends its source with the result, and so does an operator downstream of it.
  @Test(arguments: TestedOperator.all, [false, true])
  func `effects upstream see the end of every start`(tested: TestedOperator, takesOne: Bool) {
    let counts = Counts()
    // Its source continues for later observers.
    let staysConnected = tested.name.hasPrefix("replayLazily")
    do {
      let environment = OperatorEnvironment()
      let (signal, input) = Signal<Int, Boom>.pipe()
      let source = signal.producer.on(
        starting: { counts.starts += 1 }, terminated: { counts.ends += 1 }, disposed: { counts.disposals += 1 })
      var result = tested.cold(source, environment)
      if takesOne { result = result.take(first: 1) }
      var hasEnded = false
      let start = result.start { event in hasEnded = hasEnded || event.isTerminating }
      environment.begin()
      for value in [1, 2, 5, 5, 3, 8, 9, 0] where !hasEnded {
        input.send(value: value)
        environment.sideInput.send(value: value)
        environment.scheduler.advance(by: environment.ticks(3))
      }
      if !hasEnded {
        input.sendCompleted()
        environment.sideInput.sendCompleted()
        environment.scheduler.advance(by: environment.ticks(100))
      }
      if !hasEnded { start.dispose() }
      environment.scheduler.run()
      #expect(counts.areEqual || staysConnected, "\(counts)")
    }
    #expect(counts.areEqual, "\(counts)")
  }
}
