// Streams that are derived from a lazy stream. Each makes an element when it is asked for one, out of as few elements
// of its source as that takes, and calls its function once for it.

extension LazyStream {
  /// What `transform` makes of each element.
  public func map<T>(_ transform: @escaping (Element) -> T) -> LazyStream<T> {
    derived(lazy.map(transform))
  }

  /// What `transform` makes of each element, where that is not `nil`.
  public func compactMap<T>(_ transform: @escaping (Element) -> T?) -> LazyStream<T> {
    derived(lazy.compactMap(transform))
  }

  /// The elements for which `isIncluded` is true.
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> LazyStream {
    derived(lazy.filter(isIncluded))
  }

  /// The elements of the sequences that `transform` makes, one after the other.
  public func flatMap<Inner: Sequence>(_ transform: @escaping (Element) -> Inner) -> LazyStream<Inner.Element> {
    derived(lazy.flatMap(transform))
  }

  /// The elements of the inner sequences, one after the other.
  public func flatten() -> LazyStream<Element.Element> where Element: Sequence {
    flatMap { $0 }
  }

  /// Each state that `next` makes of the one before and an element; the initial state is not one of them.
  public func scan<State>(_ initial: State, _ next: @escaping (State, Element) -> State) -> LazyStream<State> {
    derived(
      sequence(state: (initial, makeIterator())) { state in
        guard let element = state.1.next() else { return nil }
        state.0 = next(state.0, element)
        return state.0
      })
  }

  /// Each element but the first one, behind the one before it.
  public func combinePrevious() -> LazyStream<(Element, Element)> {
    zip(with: skip(first: 1))
  }

  /// Each element, behind the one before it; the first one behind `initial`.
  public func combinePrevious(_ initial: Element) -> LazyStream<(Element, Element)> {
    prefix(value: initial).zip(with: self)
  }

  /// The elements that differ from the one before them.
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

  /// The elements that differ from the one before them.
  public func skipRepeats() -> LazyStream where Element: Equatable {
    skipRepeats(==)
  }
}

// MARK: - Joining

extension LazyStream {
  /// These elements, and then those of `next`.
  public func concat(_ next: LazyStream) -> LazyStream {
    func node(_ first: _LazyNode<Element>) -> _LazyNode<Element> {
      _LazyNode {
        guard let (head, tail) = first.evaluation else { return next.node.evaluation }
        return (head, node(tail))
      }
    }
    return derived(node(self.node))
  }

  /// `value`, and then these elements.
  public func prefix(value: Element) -> LazyStream {
    derived(_LazyNode { [node] in (value, node) })
  }

  /// The first elements of both streams together, then the second ones, and so on, for as long as both have some.
  public func zip<Other>(with other: LazyStream<Other>) -> LazyStream<(Element, Other)> {
    derived(Swift.zip(self, other))
  }
}

// MARK: - Parts

extension LazyStream {
  /// The first `count` elements.
  ///
  /// - Parameter count: not negative.
  public func take(first count: Int) -> LazyStream {
    precondition(count >= 0, "take(first:) needs a count of at least 0")
    return derived(prefix(count))
  }

  /// The elements before the first one for which `shouldContinue` is false.
  public func take(while shouldContinue: @escaping (Element) -> Bool) -> LazyStream {
    derived(lazy.prefix(while: shouldContinue))
  }

  /// The elements behind the first `count` ones.
  ///
  /// - Parameter count: not negative.
  public func skip(first count: Int) -> LazyStream {
    precondition(count >= 0, "skip(first:) needs a count of at least 0")
    return derived(
      sequence(state: (count, makeIterator())) { state in
        while state.0 > 0, state.1.next() != nil { state.0 -= 1 }
        return state.1.next()
      })
  }

  /// The elements from the first one on for which `shouldContinue` is false.
  public func skip(while shouldContinue: @escaping (Element) -> Bool) -> LazyStream {
    derived(lazy.drop(while: shouldContinue))
  }
}
