/// A stream that is pulled: its elements are made when they are asked for, once, and then kept.
///
/// ```swift
/// let words = LazyStream(["a", "b", "c"]).map { word in
///   print(word)
///   return word.uppercased()
/// }
/// words.head        // prints a
/// words.tail.head   // prints b
/// words.tail.head   // prints nothing
/// ```
///
/// It is a value of which copies share what has been made. Asking blocks the caller until the element is there. The
/// stream may have no end, and neither stack nor heap minds a long one: an element is kept for as long as somebody
/// holds a stream that begins at it, or before it. What takes stack is a long chain of operators, since the element at
/// its end is asked for through all of them.
///
/// Threads may share a stream whose elements are `Sendable`. The functions that make the elements are called once
/// even then, never under a lock: the first thread that asks makes the element, and who asks meanwhile waits. An
/// element that cannot be made without itself is a programming error, which is diagnosed on one thread, and waits for
/// ever on two.
public struct LazyStream<Element>: Sequence {
  let node: _LazyNode<Element>
  /// Whether all there is has been made, and streams that are derived from this one are made as a whole too.
  private let isEager: Bool

  private init(_ node: _LazyNode<Element>, isEager: Bool = false) {
    self.node = node
    self.isEager = isEager
  }

  /// A stream of a sequence's elements; the sequence is iterated once, as far as elements are asked for.
  public init(_ elements: some Sequence<Element>) {
    self.init(_LazyNode(elements))
  }

  /// A stream of an element and those behind it; neither is made before it is asked for.
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

  /// The stream behind the first element, which is made for that; an empty one if there is nothing.
  public var tail: LazyStream {
    node.evaluation.map { LazyStream($0.tail, isEager: isEager) } ?? self
  }

  /// Whether there is no element; the first one is made for that.
  public var isEmpty: Bool { node.evaluation == nil }

  /// The same stream with all its elements made; so are those of streams that are derived from it.
  ///
  /// Does not return if the stream has no end. A stream of the elements that is lazy again is `LazyStream(stream)`.
  public var eager: LazyStream {
    for _ in self {}
    return LazyStream(node, isEager: true)
  }

  /// The stream that begins at a node, made as eagerly as this one.
  func derived<T>(_ node: _LazyNode<T>) -> LazyStream<T> {
    let stream = LazyStream<T>(node)
    return isEager ? stream.eager : stream
  }

  /// The stream of some elements, made as eagerly as this one.
  func derived<T>(_ elements: some Sequence<T>) -> LazyStream<T> {
    derived(_LazyNode(elements))
  }

  public func makeIterator() -> Iterator { Iterator(rest: node) }

  /// Goes through a stream and keeps nothing of what lies behind it.
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
