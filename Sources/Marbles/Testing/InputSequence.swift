import MarbleLanguage

/// An asynchronous sequence that sends the events of a timeline on virtual time.
///
/// The closure of a ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)`` receives one for each
/// input. Write its type with both parameters if the compiler cannot infer it:
///
///     try await run("-1-2|") { (numbers: InputSequence<Int, any Error>, _) in numbers.map { $0 * 2 } }
///
/// An event that no iterator has asked for yet is stored. The iterators of a plain timeline share its events. Each
/// iterator of a `cold` timeline receives all of them, and its tick 0 is the one on which it is first asked. If the
/// task is canceled, an iterator returns `nil`.
public struct InputSequence<Element, Failure: Error>: AsyncSequence {
  private let source: SequenceSource
  private let names: MarbleCoder

  init(_ source: SequenceSource, _ names: MarbleCoder) {
    self.source = source
    self.names = names
  }

  public func makeAsyncIterator() -> Iterator { Iterator(cursor: SequenceCursor(source), names: names) }

  /// An iterator over the events of an input.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let cursor: SequenceCursor
    fileprivate let names: MarbleCoder

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      switch await cursor.next(isolation: actor) {
      case .value(let value)?: return names.read(value, as: Element.self)
      case .failed(let failure)?:
        // Reading the input has already verified that its failures stand for errors.
        if let error = names.read(failure, as: Failure.self) { throw error }
        return nil
      case .interrupted?:
        if let error = CancellationError() as? Failure { throw error }
        return nil
      case .completed?, nil: return nil
      }
    }

    public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }
  }
}

// The values of the table are only read, and every element that is sent is created for its iterator.
extension InputSequence: @unchecked Sendable where Element: Sendable {}

@available(*, unavailable)
extension InputSequence.Iterator: Sendable {}
