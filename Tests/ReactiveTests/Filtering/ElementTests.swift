import Reactive
import Testing

/// Operators that send at most one value of the source.
@Suite(.noLeaks)
struct ElementTests {
  /// Several distinct errors, because `Boom` has only one value.
  private enum Miss: Error { case missing, several, other }

  @Test func `first(where:) completes with the first matching value`() {
    expectScripts(
      """
      a1 a3 a4   a3=>3,|
      a1 a|      a|=>|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.first(where: { $0 > 2 }) }, signal: { $0.a.first(where: { $0 > 2 }) })
    expectScripts(
      """
      a1 a3 a4   a3=>3,|
      a1 a|      a|=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.first(where: { $0 > 2 }, orFail: Boom()) },
      signal: { $0.a.first(where: { $0 > 2 }, orFail: Boom()) })
  }

  @Test func `element(at:) counts from 0`() {
    expectScripts(
      """
      a1 a2 a3   a2=>2,|
      a1 a|      a|=>|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.element(at: 1) }, signal: { $0.a.element(at: 1) })
    expectScripts(
      """
      a1 a2   a1=>1,|
      a|      a|=>X
      a!      a!=>!
      """,
      producer: { $0.a.producer.element(at: 0, orFail: Boom()) }, signal: { $0.a.element(at: 0, orFail: Boom()) })
  }

  @Test func `last(orFail:) sends the last value on completion`() {
    expectScripts(
      """
      a1 a2 a|   a|=>2,|
      a|         a|=>X
      a1 aX      aX=>X
      a1 a!      a!=>!
      a!         a!=>!
      """,
      producer: { $0.a.producer.last(orFail: Boom()) }, signal: { $0.a.last(orFail: Boom()) })
    expectScripts(
      """
      a1 a2 a|   a|=>2,|
      a|         a|=>|
      """,
      producer: { $0.a.producer.last(orFail: nil) }, signal: { $0.a.last(orFail: nil) })
  }

  @Test func `single(orFail:) ends at the second value`() {
    expectScripts(
      """
      a1 a|      a|=>1,|
      a1 a2 a|   a2=>X
      a|         a|=>X
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.single(orFail: Boom()) }, signal: { $0.a.single(orFail: Boom()) })
    expectScripts(
      """
      a1 a|      a|=>1,|
      a1 a2 a|   a2=>|
      a|         a|=>|
      """,
      producer: { $0.a.producer.single(orFail: nil) }, signal: { $0.a.single(orFail: nil) })
  }

  @Test(arguments: [([], Miss.missing), ([1, 2], .several), ([1, 2, 3], .several)])
  private func `single(orFail:ifSeveral:) fails with the matching error`(values: [Int], miss: Miss) {
    let source = SignalProducer<Int, Miss>(values)
    var failures: [Miss] = []
    source.single(orFail: .missing, ifSeveral: .several).startWithFailed { failures.append($0) }
    let (signal, input) = Signal<Int, Miss>.pipe()
    signal.single(orFail: .missing, ifSeveral: .several).observeFailed { failures.append($0) }
    for value in values { input.send(value: value) }
    input.sendCompleted()
    #expect(failures == [miss, miss])
  }

  @Test func `a failure of the source is not replaced`() {
    let source = SignalProducer<Int, Miss>(error: .other)
    for producer in [
      source.first(where: { _ in true }, orFail: .missing), source.element(at: 0, orFail: .missing),
      source.last(orFail: .missing), source.single(orFail: .missing),
    ] {
      var failures: [Miss] = []
      producer.startWithFailed { failures.append($0) }
      #expect(failures == [.other])
    }
  }
}
