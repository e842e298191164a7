import Reactive

extension SignalProducer where Value == String, Error == Never {
  /// The search terms of an input field: its text when typing pauses, without repetitions.
  public func searchTerms(after pause: Duration, on clock: some TimeScheduler) -> SignalProducer<String, Never> {
    debounce(pause, on: clock).filter { !$0.isEmpty }.skipRepeats()
  }
}

extension AsyncSequence where Element: Equatable {
  /// The elements that differ from the one before.
  public func changes() -> some AsyncSequence<Element, any Error> {
    Changes(base: self)
  }
}

private struct Changes<Base: AsyncSequence>: AsyncSequence where Base.Element: Equatable {
  typealias Failure = any Error
  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    var last: Base.Element?

    mutating func next() async throws -> Base.Element? {
      while let element = try await base.next() {
        guard element != last else { continue }
        last = element
        return element
      }
      return nil
    }
  }
}
