import AsyncAlgorithms
import Marbles
import Testing

/// Operators of swift-async-algorithms that transform the elements of one sequence.
@Suite struct TransformingTests {
  @Test func adjacentPairs() async throws {
    #expect(try await run("-1-2--3-|") { input, _ in input.adjacentPairs() } == "---[1,2]--[2,3]-|")
    #expect(try await run("-1-|") { input, _ in input.adjacentPairs() } == "---|")
  }

  @Test func compacted() async throws {
    #expect(
      try await run("-1-[nil]-2-#") { (input: InputSequence<Int?, any Error>, _) in input.compacted() } == "-1---2-#")
  }

  @Test func removeDuplicates() async throws {
    #expect(try await run("-a-a-b-a|") { input, _ in input.removeDuplicates() } == "-a---b-a|")
    #expect(try await run("12468|") { input, _ in input.removeDuplicates { $0 % 2 == $1 % 2 } } == "12---|")
  }

  @Test func reductions() async throws {
    #expect(try await run("-1-2-3|") { input, _ in input.reductions(+) } == "-1-3-6|")
    #expect(
      try await run("-1-2-3|") { (input: InputSequence<Int, any Error>, _) in input.reductions(0) { $0 + $1 } }
        == "-1-3-6|")
    #expect(
      try await run("-1-2-3|") { (input: InputSequence<Int, any Error>, _) in input.reductions(into: 0) { $0 += $1 } }
        == "-1-3-6|")
    #expect(
      try await run("-1-2-3|") { (input: InputSequence<Int, any Error>, _) in
        input.reductions { (sum: Int, next: Int) throws in
          if next == 2 { throw Failure("two") }
          return sum + next
        }
      } == "-1-#[two]")
    #expect(
      try await run("-1-2-3|") { (input: InputSequence<Int, any Error>, _) in
        input.reductions(0) { (sum: Int, next: Int) throws in
          if next == 2 { throw Failure("two") }
          return sum + next
        }
      } == "-1-#[two]")
  }

  @Test func interspersed() async throws {
    #expect(
      try await run("-a-b-c|") { (input: InputSequence<String, any Error>, _) in input.interspersed(with: "x") }
        == "-a-(xb)-(xc)|")
    #expect(
      try await run("-a-b-c|") { (input: InputSequence<String, any Error>, _) in input.interspersed(every: 2, with: "x")
      } == "-a-b-(xc)|")
    #expect(
      try await run("-1-2-|") { (input: InputSequence<Int, any Error>, _) in input.interspersed(every: 1, with: { 0 }) }
        == "-1-(02)-|")
    #expect(
      try await run("-1-2-|") { (input: InputSequence<Int, any Error>, _) in
        input.interspersed(every: 1, with: { () async -> Int in await Task { 0 }.value })
      } == "-1-(02)-|")
  }

  @Test func joined() async throws {
    #expect(
      try await run("-[[1,2]]--[[3]]-|") { (input: InputSequence<[Int], any Error>, _) in
        input.map { $0.async }.joined()
      } == "-(12)--3-|")
    #expect(
      try await run("-[[1,2]]--[[3]]-|") { (input: InputSequence<[Int], any Error>, _) in
        input.map { $0.async }.joined(separator: [0].async)
      } == "-(12)--(03)-|")
  }

  @Test func mapError() async throws {
    #expect(
      try await run("-1-#[Boom]") { (input: InputSequence<Int, Failure>, _) in
        input.mapError { Failure($0.message + "!") }
      } == "-1-#[Boom!]")
  }

  @Test func collectionsBecomeSequences() async throws {
    #expect(try await run { _ in [1, 2, 3].async } == "(123|)")
    #expect(try await run { _ in [Int]().async } == "|")
  }

  @Test func sequencesBecomeCollections() async throws {
    #expect(
      try await run("-2-1-2|") { input, _ in Once { try await Array(input) } } == "------([[2,1,2]]|)")
    #expect(
      try await run("-2-1-2|") { input, _ in Once { try await Set(input).sorted() } } == "------([[1,2]]|)")
    #expect(
      try await run("-1-2-3|") { (input: InputSequence<Int, any Error>, _) in
        Once { try await Dictionary(grouping: input) { $0 % 2 }[1] }
      } == "------([[1,3]]|)")
    #expect(
      try await run("-1-2|") { (input: InputSequence<Int, any Error>, _) in
        Once { try await Dictionary(uniqueKeysWithValues: input.map { ($0, $0 * 10) })[2] }
      } == "----([20]|)")
    #expect(
      try await run("-1-2-1|") { (input: InputSequence<Int, any Error>, _) in
        Once { try await Dictionary(input.map { ($0, 1) }, uniquingKeysWith: +)[1] }
      } == "------(2|)")
  }

  @Test func bufferedBytes() async throws {
    #expect(
      try await run("-3-2|") { (input: InputSequence<Int, any Error>, _) in
        Bytes(counts: input).map { Int($0) }
      } == "-(012)-(01)|")
  }
}

/// A sequence of the result of one call.
struct Once<Element>: AsyncSequence {
  let call: () async throws -> Element

  func makeAsyncIterator() -> Iterator { Iterator(call: call) }

  struct Iterator: AsyncIteratorProtocol {
    var call: (() async throws -> Element)?

    mutating func next() async throws -> Element? {
      guard let call else { return nil }
      self.call = nil
      return try await call()
    }
  }
}

/// Bytes in chunks whose sizes come from another sequence.
struct Bytes: AsyncSequence {
  let counts: InputSequence<Int, any Error>

  func makeAsyncIterator() -> AsyncBufferedByteIterator {
    nonisolated(unsafe) var counts = counts.makeAsyncIterator()
    return AsyncBufferedByteIterator(capacity: 16) { buffer in
      guard let count = try await counts.next() else { return 0 }
      for index in 0..<count { buffer[index] = UInt8(index) }
      return count
    }
  }
}
