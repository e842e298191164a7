import Reactive
import Testing

// The examples about effects and sequencing from the Objective-C document.

extension ObjectiveCOperatorsTests {
  @Test func `effects are injected`() {
    let console = Console()
    var subscriptions = 0
    let logging = SignalProducer<Never, Never> { observer, _ in
      subscriptions += 1
      observer.sendCompleted()
    }.on(completed: { console.print("about to complete subscription \(subscriptions)") })
    #expect(console.read() == "")
    logging.startWithCompleted { console.print("subscription \(subscriptions)") }
    #expect(console.read() == "about to complete subscription 1, subscription 1")
  }

  @Test func `one stream follows another`() {
    let console = Console()
    let letters = SignalProducer<String, Never>("A B C D E F G H I".split(separator: " ").map(String.init))
    let numbers = SignalProducer<String, Never>("1 2 3 4 5 6 7 8 9".split(separator: " ").map(String.init))
    let sequenced = letters.on(value: { console.print($0) }).then(numbers)
    #expect(sequenced.history == "1 2 3 4 5 6 7 8 9 |")
    #expect(console.read() == "A, B, C, D, E, F, G, H, I")
  }
}
