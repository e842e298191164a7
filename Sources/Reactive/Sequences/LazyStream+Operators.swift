// Streams that are derived from a lazy stream. Each makes an element on demand, from as few elements of its source as
// possible, and calls its function once for it.

extension LazyStream {
  /// Returns the results of `transform` for the elements.
  public func map<T>(_ transform: @escaping (Element) -> T) -> LazyStream<T> {
    derived(lazy.map(transform))
  }

  /// Returns the results of `transform` for the elements that are not `nil`.
  public func compactMap<T>(_ transform: @escaping (Element) -> T?) -> LazyStream<T> {
    derived(lazy.compactMap(transform))
  }

  /// Returns the elements for which `isIncluded` is true.
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> LazyStream {
    derived(lazy.filter(isIncluded))
  }

  /// Returns the elements of the sequences that `transform` makes, one sequence after the other.
  public func flatMap<Inner: Sequence>(_ transform: @escaping (Element) -> Inner) -> LazyStream<Inner.Element> {
    derived(lazy.flatMap(transform))
  }

  /// Returns the elements of the inner sequences, one sequence after the other.
  public func flatten() -> LazyStream<Element.Element> where Element: Sequence {
    flatMap { $0 }
  }

  /// Returns the results of `next` for the previous state and each element.
  ///
  /// The initial state is not included.
  public func scan<State>(_ initial: State, _ next: @escaping (State, Element) -> State) -> LazyStream<State> {
    derived(
      sequence(state: (initial, makeIterator())) { state in
        guard let element = state.1.next() else { return nil }
        state.0 = next(state.0, element)
        return state.0
      })
  }

  /// Returns pairs of each element and its predecessor, starting with the second element.
  public func combinePrevious() -> LazyStream<(Element, Element)> {
    zip(with: skip(first: 1))
  }

  /// Returns pairs of each element and its predecessor, which is `initial` for the first element.
  public func combinePrevious(_ initial: Element) -> LazyStream<(Element, Element)> {
    prefix(value: initial).zip(with: self)
  }

  /// Returns the elements that differ from the previous element.
  public func skipRepeats(_ areEqual: @escaping (Element, Element) -> Bool) -> LazyStream {
    derived(
      sequence(state: (Element?.none, makeIterator())) { state in
        while let element = state.1.next() {
          if let last = state.0, areEqual(last, element) { continue }
          state.0 = .some(element)
          return element
        }
        return nil
      })
  }

  /// Returns the elements that differ from the previous element.
  public func skipRepeats() -> LazyStream where Element: Equatable {
    skipRepeats(==)
  }
}

// MARK: - Joining

extension LazyStream {
  /// Returns these elements, then those of `next`.
  public func concat(_ next: LazyStream) -> LazyStream {
    func node(_ first: _LazyNode<Element>) -> _LazyNode<Element> {
      _LazyNode {
        guard let (head, tail) = first.evaluation else { return next.node.evaluation }
        return (head, node(tail))
      }
    }
    return derived(node(self.node))
  }

  /// Returns `value`, then these elements.
  public func prefix(value: Element) -> LazyStream {
    derived(_LazyNode { [node] in (value, node) })
  }

  /// Returns pairs of the first elements of both streams, the second ones, and so on, as long as both streams have
  /// elements.
  public func zip<Other>(with other: LazyStream<Other>) -> LazyStream<(Element, Other)> {
    derived(Swift.zip(self, other))
  }
}

// MARK: - Prefixes and suffixes

extension LazyStream {
  /// Returns the first `count` elements.
  ///
  /// - Parameter count: The maximum number of elements, not negative.
  public func take(first count: Int) -> LazyStream {
    precondition(count >= 0, "take(first:) needs a count of at least 0")
    return derived(prefix(count))
  }

  /// Returns the elements before the first one for which `shouldContinue` is false.
  public func take(while shouldContinue: @escaping (Element) -> Bool) -> LazyStream {
    derived(lazy.prefix(while: shouldContinue))
  }

  /// Returns the elements after the first `count`.
  ///
  /// - Parameter count: The number of elements to skip, not negative.
  public func skip(first count: Int) -> LazyStream {
    precondition(count >= 0, "skip(first:) needs a count of at least 0")
    return derived(
      sequence(state: (count, makeIterator())) { state in
        while state.0 > 0, state.1.next() != nil { state.0 -= 1 }
        return state.1.next()
      })
  }

  /// Returns the elements from the first one for which `shouldContinue` is false.
  public func skip(while shouldContinue: @escaping (Element) -> Bool) -> LazyStream {
    derived(lazy.drop(while: shouldContinue))
  }
}
