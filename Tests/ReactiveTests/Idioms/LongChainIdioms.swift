import Reactive
import Testing

/// Long chains that the compiler checks in less than a second.
///
/// If an overload makes a chain ambiguous, the compiler takes a hundred times as long, or gives up.
@Suite(.noLeaks)
struct LongChainIdioms {
  private enum LoadError: Error { case timeout }

  @Test func `operators that keep the type of a signal`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let chain =
      signal
      .take(first: 9).filter { $0 > 0 }.map { $0 + 1 }.take(first: 9).filter { $0 > 1 }.map { $0 + 1 }
      .take(first: 9).filter { $0 > 2 }.map { $0 + 1 }.take(first: 9).filter { $0 > 3 }.map { $0 + 1 }
      .take(first: 9).filter { $0 > 4 }.map { $0 + 1 }.take(first: 9).filter { $0 > 5 }.map { $0 + 1 }
      .take(first: 9).filter { $0 > 6 }.map { $0 + 1 }.take(first: 1).filter { $0 > 7 }.map { $0 + 1 }
    let recorder = chain.record()
    input.send(value: 1)
    #expect(recorder.history == "9 |")
  }

  @Test func `twelve operators with predicates that compare values`() {
    let chain = SignalProducer<Int, Never>([1, 1, 4, 5, 5, 12])
      .filter { $0 > 3 }.map { $0 + 1 }.skipRepeats { $0 == $1 }
      .filter { $0 < 30 && $0 != 7 }.map { $0 * 2 }.skipRepeats { $0 == $1 }
      .filter { $0 > 3 }.map { String($0) }.skipRepeats { $0.count == $1.count }
      .take(while: { $0 != "" }).skip(while: { $0.isEmpty || $0 == "0" }).skipRepeats { $0.first }
    #expect(chain.history == "10 |")
  }

  @Test func `predicates of every form`() {
    let numbers = SignalProducer<Int, Never>([1, 2, 3])
    func isSmall(_ number: Int) -> Bool { number < 3 }
    #expect(numbers.filter(isSmall).history == "1 2 |")
    #expect(numbers.filter { if $0 == 1 { true } else { $0 > 2 } }.history == "1 3 |")
    #expect(
      numbers.filter {
        if $0 == 1 { return true }; return $0 > 2
      }.history == "1 3 |")
    #expect(
      numbers.filter {
        switch $0 {
        case 1: false
        case 2: true
        default: $0 > 3
        }
      }.history == "2 |")
    let unused = SignalProducer<Int, Never>.empty.filter { _ in preconditionFailure("no value arrives") }
    #expect(unused.history == "|")
  }

  @Test func `an inner stream that cannot fail`() {
    let inner = SignalProducer<String, Never>(["a", "bc"])
    let chain = SignalProducer<Int, LoadError>([1])
      .map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.skipRepeats()
      .map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.skipRepeats()
      .map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.skipRepeats()
      .flatMap(.latest) { _ in inner.promoteError(LoadError.self) }
      .map { $0.count }
    #expect(chain.history == "1 2 |")
  }

  @Test func `merged streams that cannot fail`() {
    let other = SignalProducer<Int, Never>([1])
    let chain = SignalProducer<Int, Never>([0])
      .map { $0 + 1 }.merge(with: other).map { $0 + 1 }.merge(with: other)
      .map { $0 + 1 }.merge(with: other).map { $0 + 1 }.merge(with: other)
      .map { $0 + 1 }.merge(with: other).map { $0 + 1 }.merge(with: other)
      .map { $0 + 1 }.merge(with: other).map { $0 + 1 }.merge(with: other)
      .promoteError(LoadError.self).zip(with: SignalProducer<String, LoadError>(["a"]))
      .map { $0.0 }
    #expect(chain.history == "8 |")
  }
}
