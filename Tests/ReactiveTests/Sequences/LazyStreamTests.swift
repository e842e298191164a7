import Dispatch
import Reactive
import Testing

/// Lazy streams: each element is created only when it is requested, and only once.
@Suite(.noLeaks)
struct LazyStreamTests {
  // MARK: Evaluation

  @Test func `elements are created once, when they are requested`() {
    var log: [String] = []
    let words = LazyStream(["A", "B", "C"]).map { word in
      log.append(word)
      return word + "_"
    }
    #expect(log == [])
    #expect(words.head == "A_")
    #expect(log == ["A"])
    #expect(words.tail.head == "B_")
    #expect(log == ["A", "B"])
    #expect(words.tail.head == "B_")
    #expect(words.map { "_" + $0 }.tail.head == "_B_")
    #expect(log == ["A", "B"])
    #expect(Array(words) == ["A_", "B_", "C_"])
    #expect(Array(words) == ["A_", "B_", "C_"])
    #expect(log == ["A", "B", "C"])
  }

  @Test func `a sequence is iterated once`() {
    let source = Counted()
    let stream = LazyStream(source)
    #expect(source.log == "")
    #expect(stream.head == 1)
    #expect(source.log == "begin 1")
    #expect(Array(stream.take(first: 2)) == [1, 2])
    #expect(Array(stream.take(first: 3)) == [1, 2, 3])
    #expect(source.log == "begin 1 2 3")
  }

  /// The elements that each derived stream has requested from its source after its first two elements were read.
  @Test(arguments: [
    ("map", "1 2"), ("compactMap", "1 2 3 4"), ("filter", "1 2 3 4"), ("flatMap", "1"), ("scan", "1 2"),
    ("combinePrevious", "1 2 3"), ("combinePrevious(0)", "1 2"), ("skipRepeats", "1 2"), ("concat", "1 2"),
    ("prefix", "1"), ("zip", "1 2"), ("take first", "1 2"), ("take while", "1 2"), ("skip first", "1 2 3 4 5"),
    ("skip while", "1 2 3 4 5"),
  ])
  func `only the needed elements are requested`(operation: String, expected: String) {
    let source = Counted()
    let stream = LazyStream(source)
    func take<T>(_ derived: LazyStream<T>) {
      #expect(source.log == "", "no element is requested when the stream is created")
      _ = derived.head
      _ = derived.tail.head
      #expect(source.log == "begin " + expected)
    }
    switch operation {
    case "map": take(stream.map { $0 * 2 })
    case "compactMap": take(stream.compactMap { $0 % 2 == 0 ? $0 : nil })
    case "filter": take(stream.filter { $0 % 2 == 0 })
    case "flatMap": take(stream.flatMap { [$0, $0] })
    case "scan": take(stream.scan(0, +))
    case "combinePrevious": take(stream.combinePrevious())
    case "combinePrevious(0)": take(stream.combinePrevious(0))
    case "skipRepeats": take(stream.skipRepeats())
    case "concat": take(stream.concat(LazyStream([])))
    case "prefix": take(stream.prefix(value: 0))
    case "zip": take(stream.zip(with: LazyStream(["a", "b"])))
    case "take first": take(stream.take(first: 2))
    case "take while": take(stream.take(while: { $0 < 3 }))
    case "skip first": take(stream.skip(first: 3))
    default: take(stream.skip(while: { $0 < 4 }))
    }
  }

  @Test func `eager streams are evaluated immediately`() {
    var log: [Int] = []
    let eager = LazyStream([1, 2, 3]).map { value in
      log.append(value)
      return value
    }.eager
    #expect(log == [1, 2, 3])
    log = []
    let derived = eager.tail.map { value in
      log.append(value)
      return value * 10
    }
    #expect(log == [2, 3])
    #expect(Array(derived) == [20, 30])
    log = []
    let lazyAgain = LazyStream(eager).filter { value in
      log.append(value)
      return true
    }
    #expect(log == [])
    #expect(Array(lazyAgain) == [1, 2, 3])
  }

  // MARK: Elements

  @Test func `derived streams have the expected elements`() {
    let numbers = LazyStream(1...5)
    let letters = LazyStream("abc".map(String.init))
    #expect(text(numbers.map { $0 * 2 }) == "2 4 6 8 10")
    #expect(text(numbers.compactMap { $0 == 3 ? nil : $0 }) == "1 2 4 5")
    #expect(text(numbers.filter { $0 % 2 == 1 }) == "1 3 5")
    #expect(text(numbers.flatMap { Array(repeating: $0, count: $0 % 3) }) == "1 2 2 4 5 5")
    #expect(text(numbers.flatMap { $0 % 2 == 0 ? .empty : LazyStream([$0]) }) == "1 3 5")
    #expect(text(LazyStream([numbers, .empty, numbers]).flatten()) == "1 2 3 4 5 1 2 3 4 5")
    #expect(text(numbers.scan(10, +)) == "11 13 16 20 25")
    #expect(text(numbers.take(first: 3).combinePrevious()) == "(1, 2) (2, 3)")
    #expect(text(numbers.take(first: 3).combinePrevious(0)) == "(0, 1) (1, 2) (2, 3)")
    #expect(text(LazyStream([1, 1, 2, 2, 1]).skipRepeats()) == "1 2 1")
    #expect(text(LazyStream([1, 3, 4, 6]).skipRepeats { $0 % 2 == $1 % 2 }) == "1 4")
    #expect(text(letters.concat(numbers.map(String.init))) == "a b c 1 2 3 4 5")
    #expect(text(letters.concat(.empty).concat(letters)) == "a b c a b c")
    #expect(text(numbers.prefix(value: 0)) == "0 1 2 3 4 5")
    #expect(text(letters.zip(with: numbers).map { "\($0)\($1)" }) == "a1 b2 c3")
    #expect(text(numbers.take(first: 2)) == "1 2")
    #expect(text(numbers.take(first: 0)) == "")
    #expect(text(numbers.take(first: 9)) == "1 2 3 4 5")
    #expect(text(numbers.take(while: { $0 < 3 })) == "1 2")
    #expect(text(numbers.skip(first: 2)) == "3 4 5")
    #expect(text(numbers.skip(first: 9)) == "")
    #expect(text(numbers.skip(while: { $0 < 3 })) == "3 4 5")
  }

  @Test func `an empty stream has no elements`() {
    let empty = LazyStream<Int>.empty
    #expect(empty.head == nil)
    #expect(empty.isEmpty && empty.tail.isEmpty && empty.eager.isEmpty)
    #expect(Array(empty) == [])
    let ofNothing = LazyStream([Int?.none])
    #expect(!ofNothing.isEmpty)
    #expect(ofNothing.head == .some(.none))
  }

  @Test func `a stream may be endless`() {
    func integers(from first: Int) -> LazyStream<Int> {
      LazyStream(head: first) { integers(from: first + 1) }
    }
    #expect(text(integers(from: 3).take(first: 3)) == "3 4 5")
    func sieve(_ numbers: LazyStream<Int>) -> LazyStream<Int> {
      guard let prime = numbers.head else { return .empty }
      return LazyStream(head: prime) { sieve(numbers.tail.filter { $0 % prime != 0 }) }
    }
    #expect(text(sieve(integers(from: 2)).take(first: 8)) == "2 3 5 7 11 13 17 19")
  }

  /// An element may depend on earlier elements of the same stream.
  @Test func `a stream may refer to itself`() {
    final class Numbers {
      lazy var fibonacci: LazyStream<Int> = LazyStream(head: 0) {
        LazyStream(head: 1) { [unowned self] in fibonacci.zip(with: fibonacci.tail).map { $0 + $1 } }
      }
    }
    let numbers = Numbers()
    #expect(text(numbers.fibonacci.take(first: 10)) == "0 1 1 2 3 5 8 13 21 34")
  }

  #if os(Linux) || os(macOS)
    @Test func `an element that depends on itself is diagnosed`() async {
      await #expect(processExitsWith: .failure) {
        final class Knot: @unchecked Sendable {
          var stream = LazyStream<Int>.empty
        }
        let knot = Knot()
        knot.stream = LazyStream([1]).map { _ in knot.stream.head ?? 0 }
        _ = knot.stream.head
      }
    }
  #endif

  // MARK: Long streams

  /// A number of elements that overflows every stack. A debug build takes ten times as long.
  #if DEBUG
    private let many = 200_000
  #else
    private let many = 1_000_000
  #endif

  @Test func `a long stream is created and released`() {
    var stream: LazyStream<Int>? = LazyStream(0..<many).map { $0 + 1 }
    #expect(stream?.reduce(0, +) == many * (many + 1) / 2)
    // The whole stream is in memory now. Releasing it must not need a stack of that depth.
    stream = nil
    func integers(from first: Int) -> LazyStream<Int> { LazyStream(head: first) { integers(from: first + 1) } }
    stream = integers(from: 0)
    #expect(stream?.first { $0 == many } == many)
    stream = nil
  }

  @Test(arguments: 0..<5)
  func `the next element may be far away`(way: Int) {
    let numbers = LazyStream(0...many)
    switch way {
    case 0: #expect(numbers.filter { $0 == many }.head == many)
    case 1: #expect(numbers.skip(first: many).head == many)
    case 2: #expect(numbers.skip(while: { $0 < many }).head == many)
    case 3: #expect(numbers.flatMap { $0 == many ? [$0] : [] }.head == many)
    default: #expect(LazyStream(repeatElement(1, count: many)).skipRepeats().tail.isEmpty)
    }
  }

  /// An element passes through the operators one after the other, so these chains do need stack.
  @Test func `long chains of operators work`() {
    var stream = LazyStream([1])
    for _ in 0..<1_000 { stream = stream.map { $0 + 1 }.filter { _ in true } }
    #expect(stream.head == 1_001)
    stream = LazyStream([1])
    for _ in 0..<1_000 { stream = stream.concat(LazyStream([1])) }
    #expect(stream.reduce(0, +) == 1_001)
    // Unevaluated chains must be released too.
    for _ in 0..<1_000 { stream = stream.map { $0 }.filter { _ in true } }
  }

  /// Iterating over a stream without retaining it does not keep its elements in memory.
  @Test func `iterated elements are released`() {
    let tokens = Tokens()
    var count = 0
    // The streams are released as soon as the iterator exists.
    var iterator: AnyIterator<Token>? = {
      AnyIterator(
        tokens.stream(of: 1_000).map { $0 }.filter { _ in true }.concat(.empty).skip(first: 1)
          .skip(while: { _ in false })
          .makeIterator())
    }()
    while iterator?.next() != nil { count += 1 }
    #expect(count == 999)
    #expect(tokens.most < 10)
    iterator = nil
    #expect(tokens.living == 0)
  }

  /// The same applies to elements that are skipped on the way to a distant one.
  @Test(arguments: 0..<4)
  func `skipped elements are released`(way: Int) {
    let tokens = Tokens()
    let last: LazyStream<Token> =
      switch way {
      case 0: tokens.stream(of: 1_000).filter { $0.number == 999 }
      case 1: tokens.stream(of: 1_000).skip(first: 999)
      case 2: tokens.stream(of: 1_000).skip(while: { $0.number < 999 })
      default: tokens.stream(of: 1_000).skipRepeats { ($0.number < 999) == ($1.number < 999) }.skip(first: 1)
      }
    #expect(last.head?.number == 999)
    #expect(tokens.most < 10)
  }

  // MARK: Threads

  @Test func `threads that share a stream create each element once`() {
    let calls = (0..<1_000).map { _ in Counter() }
    let stream = LazyStream(0..<1_000).map { index in
      calls[index].increment()
      return index
    }
    let sums = Results<Int>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in sums.append(stream.reduce(0, +)) }
    #expect(sums.all == Array(repeating: 499_500, count: 8))
    #expect(calls.allSatisfy { $0.value == 1 })
  }

  @Test func `other threads wait for an element that is being created`() {
    let isAsked = DispatchSemaphore(value: 0)
    let mayAnswer = DispatchSemaphore(value: 0)
    let stream = LazyStream([1]).map { value in
      isAsked.signal()
      mayAnswer.wait()
      return value
    }
    let heads = Results<Int?>()
    let group = DispatchGroup()
    for thread in 0..<3 {
      DispatchQueue(label: "asker \(thread)").async(group: group) { heads.append(stream.head) }
    }
    isAsked.wait()
    // One thread creates the element without holding a lock, so another stream can be derived from it.
    let derived = stream.map { $0 * 10 }
    mayAnswer.signal()
    group.wait()
    #expect(heads.all == [1, 1, 1])
    #expect(derived.head == 10)
  }

  // MARK: Producers

  @Test func `a producer sends all elements immediately`() {
    let stream = LazyStream(1...3)
    #expect(SignalProducer<Int, Boom>(stream).history == "1 2 3 |")
  }

  @Test func `a producer on a scheduler sends one element per action`() {
    let source = Counted()
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder<Int, Never>()
    let disposable = LazyStream(source).producer(on: scheduler).start(recorder.observer)
    #expect(source.log == "")
    // These actions run between the elements.
    scheduler.schedule { #expect(source.log == "begin 1") }
    scheduler.schedule {
      #expect(source.log == "begin 1")
      scheduler.schedule { disposable.dispose() }
    }
    scheduler.run()
    #expect(recorder.history == "1 2 !")
    #expect(source.log == "begin 1 2")
  }

  @Test func `subscriptions share the elements`() {
    let source = Counted(through: 3)
    let scheduler = VirtualTimeScheduler()
    let producer = LazyStream(source).producer(on: scheduler)
    for _ in 0..<2 {
      let recorder = Recorder<Int, Never>()
      producer.start(recorder.observer)
      scheduler.run()
      #expect(recorder.history == "1 2 3 |")
    }
    #expect(source.log == "begin 1 2 3")
  }

  @Test func `a producer on an immediate scheduler sends all elements`() {
    var count = 0
    var hasCompleted = false
    LazyStream(0..<200_000).producer(on: AtOnce()).start(
      Observer(value: { _ in count += 1 }, completed: { hasCompleted = true }))
    #expect(count == 200_000)
    #expect(hasCompleted)
  }

  private func text<T>(_ stream: LazyStream<T>) -> String {
    stream.map { "\($0)" }.reduce(into: "") { $0 += ($0.isEmpty ? "" : " ") + $1 }
  }
}

/// The numbers from 1.
///
/// It logs the elements that were requested.
private final class Counted: Sequence, @unchecked Sendable {
  private(set) var log = ""
  private let last: Int

  init(through last: Int = .max) {
    self.last = last
  }

  func makeIterator() -> AnyIterator<Int> {
    log += "begin"
    var number = 0
    return AnyIterator {
      if number == self.last { return nil }
      number += 1
      self.log += " \(number)"
      return number
    }
  }
}

/// Elements that count their living instances.
private final class Tokens {
  private(set) var living = 0
  private(set) var most = 0

  func stream(of count: Int) -> LazyStream<Token> {
    LazyStream(
      (0..<count).lazy.map { number in
        self.living += 1
        self.most = max(self.most, self.living)
        return Token(number) { self.living -= 1 }
      })
  }
}

private final class Token {
  let number: Int
  private let onDeinit: () -> Void

  init(_ number: Int, onDeinit: @escaping () -> Void) {
    self.number = number
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}

/// A scheduler that runs actions immediately.
private final class AtOnce: Scheduler {
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return AnyDisposable {}
  }
}

/// The results of several threads.
///
/// A queue guards them, because the thread sanitizer does not understand the mutex of the standard library.
private final class Results<Value: Sendable>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "results")
  private var values: [Value] = []

  var all: [Value] { queue.sync { values } }

  func append(_ value: Value) { queue.sync { values.append(value) } }
}
