import AsyncAlgorithms
import Marbles
import Testing

/// Operators of swift-async-algorithms that collect or store elements.
@Suite struct GroupingTests {
  @Test func chunksOfCount() async throws {
    #expect(try await run("-1-2-3-|") { input, _ in input.chunks(ofCount: 2) } == "---[[1,2]]---([[3]]|)")
    #expect(try await run("-1-2-#") { input, _ in input.chunks(ofCount: 2) } == "---[[1,2]]-#")
  }

  @Test func chunksBySignal() async throws {
    #expect(
      try await run("12-3-4|", "--x--x|") { input, signal, _ in input.chunked(by: signal) }
        == "--[[1,2]]--[[3,4]]|")
  }

  @Test func chunksByCountOrSignal() async throws {
    #expect(
      try await run("123-4|", "---x-|") { input, signal, _ in input.chunks(ofCount: 2, or: signal) }
        == "-[[1,2]]-[[3]]-([[4]]|)")
  }

  @Test func chunksByPredicate() async throws {
    #expect(
      try await run("1-2-1-3|") { (input: InputSequence<Int, any Error>, _) in input.chunked { $0 <= $1 } }
        == "----[[1,2]]--([[1,3]]|)")
  }

  @Test func chunksOnProjection() async throws {
    #expect(
      try await run("1-3-2-4|") { (input: InputSequence<Int, any Error>, _) in
        input.chunked(on: { $0 % 2 }).map { $0.1 }
      } == "----[[1,3]]--([[2,4]]|)")
  }

  @Test(arguments: [AsyncBufferSequencePolicy.unbounded, .bounded(5)])
  func bufferKeepsAll(_ policy: AsyncBufferSequencePolicy) async throws {
    #expect(
      try await run("1234-|", demand: "1----2") { input, _ in input.buffer(policy: policy) } == "1----(234|)")
  }

  @Test func boundedBufferSuspendsItsBase() async throws {
    #expect(
      try await run("1234-|", demand: "1----2") { input, _ in input.buffer(policy: .bounded(1)) } == "1----(234|)")
  }

  @Test func bufferDropsElements() async throws {
    #expect(
      try await run("12345|", demand: "1----2") { input, _ in input.buffer(policy: .bufferingLatest(2)) }
        == "1----(45|)")
    #expect(
      try await run("12345|", demand: "1----2") { input, _ in input.buffer(policy: .bufferingOldest(2)) }
        == "1----(23|)")
  }
}
