/// A stream of elements that are made on demand, once, and then stored.
///
/// ```swift
/// let words = LazyStream(["a", "b", "c"]).map { word in
///   print(word)
///   return word.uppercased()
/// }
/// _ = words.head        // prints a
/// _ = words.tail.head   // prints b
/// _ = words.tail.head   // prints nothing
/// ```
///
/// A lazy stream is a value, and its copies share the elements that were made. Accessing an element blocks the caller
/// until it is made. A stream may be endless. A long stream does not grow the stack, and an element is stored only as
/// long as there is a stream that begins at it or before it. A long chain of operators does grow the stack, since an
/// access to the last stream passes through all of them.
///
/// Threads can share a stream whose elements are `Sendable`. Even then, the functions that make the elements are
/// called once and never under a lock. The first thread that accesses an element makes it, and others wait for it. An
/// element that depends on itself is a programming error. On one thread it stops the program, on two threads it
/// blocks forever.
public struct LazyStream<Element>: Sequence {
  let node: _LazyNode<Element>
  /// Whether all elements have been made, so that derived streams also make all their elements.
  private let isEager: Bool

  private init(_ node: _LazyNode<Element>, isEager: Bool = false) {
    self.node = node
    self.isEager = isEager
  }

  /// Creates a stream of the elements of a sequence.
  ///
  /// The sequence is iterated once, as far as elements are accessed.
  public init(_ elements: some Sequence<Element>) {
    self.init(_LazyNode(elements))
  }

  /// Creates a stream from its first element and the following elements.
  ///
  /// Neither is made before it is accessed.
  ///
  /// ```swift
  /// func integers(from first: Int) -> LazyStream<Int> {
  ///   LazyStream(head: first) { integers(from: first + 1) }
  /// }
  /// ```
  public init(head: @autoclosure @escaping () -> Element, tail: @escaping () -> LazyStream) {
    self.init(_LazyNode { (head(), _LazyNode { tail().node.evaluation }) })
  }

  /// A stream without elements.
  public static var empty: LazyStream { LazyStream(EmptyCollection()) }

  /// The first element, or `nil` if there is none.
  public var head: Element? { node.evaluation?.head }

  /// The elements after the first one, or an empty stream if there are none.
  ///
  /// The first element is made.
  public var tail: LazyStream {
    node.evaluation.map { LazyStream($0.tail, isEager: isEager) } ?? self
  }

  /// Whether there are no elements.
  ///
  /// The first element is made.
  public var isEmpty: Bool { node.evaluation == nil }

  /// The same stream with all its elements made.
  ///
  /// Streams that are derived from it also make all their elements.
  ///
  /// Does not return if the stream is endless. `LazyStream(stream)` converts it to a lazy stream again.
  public var eager: LazyStream {
    for _ in self {}
    return LazyStream(node, isEager: true)
  }

  /// Returns the stream that begins at a node.
  ///
  /// It is eager if this stream is.
  func derived<T>(_ node: _LazyNode<T>) -> LazyStream<T> {
    let stream = LazyStream<T>(node)
    return isEager ? stream.eager : stream
  }

  /// Returns the stream of some elements.
  ///
  /// It is eager if this stream is.
  func derived<T>(_ elements: some Sequence<T>) -> LazyStream<T> {
    derived(_LazyNode(elements))
  }

  public func makeIterator() -> Iterator { Iterator(rest: node) }

  /// An iterator that does not retain the elements that it has returned.
  public struct Iterator: IteratorProtocol {
    fileprivate var rest: _LazyNode<Element>

    public mutating func next() -> Element? {
      guard let (head, tail) = rest.evaluation else { return nil }
      rest = tail
      return head
    }
  }
}

extension LazyStream: @unchecked Sendable where Element: Sendable {}
extension LazyStream.Iterator: @unchecked Sendable where Element: Sendable {}
