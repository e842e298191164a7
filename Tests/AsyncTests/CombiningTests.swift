import AsyncAlgorithms
import Marbles
import Testing

/// Operators of swift-async-algorithms that combine sequences.
@Suite struct CombiningTests {
  @Test func merge() async throws {
    #expect(try await run("-a---c|", "--b|") { first, second, _ in AsyncAlgorithms.merge(first, second) } == "-ab--c|")
    #expect(
      try await run("a--d|", "-b--e|", "a-c|") { first, second, third, _ in
        AsyncAlgorithms.merge(first, second, third)
      } == "(aa)bcde|")
    #expect(try await run("-a-#", "--b---d|") { first, second, _ in AsyncAlgorithms.merge(first, second) } == "-ab#")
  }

  @Test func zip() async throws {
    #expect(
      try await run("-1---2|", "--a-b---|") { first, second, _ in AsyncAlgorithms.zip(first, second) }
        == "--[1,a]--[2,b]|")
    #expect(
      try await run("1|", "-2|", "--3|") { first, second, third, _ in AsyncAlgorithms.zip(first, second, third) }
        == "--([1,2,3]|)")
    #expect(
      try await run("-1-#[Boom]", "--a-b---|") { first, second, _ in AsyncAlgorithms.zip(first, second) }
        == "--[1,a]#[Boom]")
  }

  @Test func combineLatest() async throws {
    #expect(
      try await run("1---2|", "-3----4|") { first, second, _ in
        AsyncAlgorithms.combineLatest(first, second).map { $0 + $1 }
      } == "-4--5-6|")
    #expect(
      try await run("1--|", "-2-|", "--34|") { first, second, third, _ in
        AsyncAlgorithms.combineLatest(first, second, third).map { $0 + $1 + $2 }
      } == "--67|")
  }

  @Test func chain() async throws {
    #expect(
      try await run("-a-b|", "cold -c|") { first, second, _ in AsyncAlgorithms.chain(first, second) } == "-a-b-c|")
    #expect(
      try await run("-a|", "cold -b|", "cold -c|") { first, second, third, _ in
        AsyncAlgorithms.chain(first, second, third)
      } == "-a-b-c|")
    // The elements of a plain timeline are stored until they are asked for.
    let result = try await run("-a-b|", "-c|") { first, second, _ in AsyncAlgorithms.chain(first, second) }
    #expect(try result == "-a-b(c|)")
    #expect(result.subscriptions == [["^---!"], ["----(^!)"]])
  }

  @Test func flatMapLatest() async throws {
    #expect(
      try await run("-1---2---|", "cold -a-b-c|") { first, second, _ in
        first.flatMapLatest { number in second.map { "\(number)\($0)" } }
      } == "--[1a]-[1b]-[2a]-[2b]-[2c]|")
  }

  @Test func share() async throws {
    #expect(
      try await run("-1-2-3|") { input, _ in
        let shared = input.share()
        return AsyncAlgorithms.zip(shared, shared.map { $0 * 10 })
      } == "-[1,10]-[2,20]-[3,30]|")
  }

  @Test func channels() async throws {
    #expect(
      try await run("-1-2-3|") { (input: InputSequence<Int, any Error>, _) in
        let channel = AsyncChannel<Int>()
        Task {
          for try await number in input { await channel.send(number * 10) }
          channel.finish()
        }
        return channel
      } == "-[10]-[20]-[30]|")
    #expect(
      try await run("-1-2-#[Boom]") { (input: InputSequence<Int, any Error>, _) in
        let channel = AsyncThrowingChannel<Int, any Error>()
        Task {
          do {
            for try await number in input { await channel.send(number * 10) }
            channel.finish()
          } catch {
            channel.fail(error)
          }
        }
        return channel
      } == "-[10]-[20]-#[Boom]")
  }

  @Test func slowObserverOfAChannelSuspendsItsSender() async throws {
    #expect(
      try await run("1.2.3|", demand: "1--2--3") { (input: InputSequence<Int, any Error>, clock) in
        let channel = AsyncChannel<Int>()
        Task {
          for try await number in input {
            let sent = clock.now.tick
            await channel.send(number)
            // The element was received on this tick.
            await channel.send((clock.now.tick - sent) * 100)
          }
          channel.finish()
        }
        return channel
      } == "1--0--(2[300]30|)")
  }

  @Test func channelOfSeveralProducersSuspendsThoseThatAreAhead() async throws {
    #expect(
      try await run("1.2.3.4|", demand: "1--2--3--4--5--6--7--8") { (input: InputSequence<Int, any Error>, clock) in
        var made = MultiProducerSingleConsumerAsyncChannel.makeChannel(
          of: Int.self, backpressureStrategy: .watermark(low: 1, high: 2))
        let elements = made.takeChannel().elements()
        let second = Producer(made.source.makeAdditionalSource())
        let first = Producer(made.source)
        Task {
          for try await number in input { try await first.send(number) }
          first.finish()
        }
        Task {
          // The values say on which ticks it could go on: not before the buffer is empty again.
          try await clock.sleep(until: clock.now.advanced(by: .ticks(1)))
          for _ in 0..<3 { try await second.send(clock.now.tick * 10) }
          second.finish()
        }
        return elements
      } == "1--2--[10]--3--[90]--[90]--4--|")
  }

  /// A producer that a closure can capture.
  private final class Producer: @unchecked Sendable {
    private var source: MultiProducerSingleConsumerAsyncChannel<Int, Never>.Source?

    init(_ source: consuming MultiProducerSingleConsumerAsyncChannel<Int, Never>.Source) {
      self.source = consume source
    }

    func send(_ number: Int) async throws {
      try await source?.send(number)
    }

    func finish() {
      source.take()?.finish()
    }
  }
}
