import Foundation
import Marbles
import TestSupport
import Testing

/// The differences of semantic tokens.
@Suite struct TokenDeltaTests {
  private struct Tokens: Decodable {
    struct Edit: Decodable {
      let start: Int
      let deleteCount: Int
      let data: [Int]
    }

    let resultId: String
    let data: [Int]?
    let edits: [Edit]?

    /// Returns the tokens after the edits of earlier ones.
    func applied(to earlier: [Int]) -> [Int] {
      (edits ?? []).reversed().reduce(into: data ?? earlier) { numbers, edit in
        numbers.replaceSubrange(edit.start..<edit.start + edit.deleteCount, with: edit.data)
      }
    }
  }

  private static let address = "file:///w/a.marble"
  private let client = HarnessClient()

  private func tokens(since id: String? = nil) throws -> Tokens {
    let method = id == nil ? "semanticTokens/full" : "semanticTokens/full/delta"
    let answer = client.ask(method, in: Self.address, id.map { #","previousResultId":"\#($0)""# } ?? "")
    return try JSONDecoder().decode(Tokens.self, from: Data(answer.utf8))
  }

  @Test func onlyWhatDiffersIsSent() throws {
    client.open("a = --1|\nb = --2|\nc = --3|\n", at: Self.address)
    let first = try tokens()
    client.change(Self.address, to: "a = --1|\nlong = --2|\nc = --3|\n")
    let second = try tokens(since: first.resultId)
    #expect(second.data == nil)
    // The name and the `=` after it.
    #expect(second.edits?.map(\.start) == [25])
    #expect(second.edits?.map(\.deleteCount) == [10])
    #expect(second.edits?.map(\.data) == [[1, 0, 4, 6, 0, 0, 5, 1, 3, 0]])
    #expect(try tokens(since: second.resultId).edits?.isEmpty == true)
  }

  @Test func unknownTokensAreSentInFull() throws {
    client.open("a = --1|\n", at: Self.address)
    let first = try tokens()
    client.change(Self.address, to: "ab = --1|\n")
    let second = try tokens()
    for id in [first.resultId, "", "x"] { #expect(try tokens(since: id).data == second.data) }
    client.notify("textDocument/didClose", #"{"textDocument":{"uri":"\#(Self.address)"}}"#)
    client.open("ab = --1|\n", at: Self.address)
    #expect(try tokens(since: second.resultId).data == second.data)
  }

  /// The names of a file count, too.
  @Test func tokensAreRequestedAgainAfterAChangeOfAFile() throws {
    let client = HarnessClient(capabilities: #"{"workspace":{"semanticTokens":{"refreshSupport":true}}}"#)
    client.open(":load base.marble\nx\n", at: Self.address)
    _ = client.takeOthers()
    client.open("x = --1|\n", at: "file:///w/base.marble")
    #expect(client.takeOthers().contains { $0.contains(#""method":"workspace/semanticTokens/refresh""#) })
  }

  @Test func differencesLeadToTheFullTokens() throws {
    let lines = [
      "a = --1--2|", "// é 👍", "merge(a, b.delay(2)) == --1|", "f(s) = s.map { $0 * 2 }", "", "/* x", "*/ why 1",
    ]
    var random = SeededGenerator(seed: 1)
    var text = lines
    client.open(text.joined(separator: "\n"), at: Self.address)
    var known = try tokens()
    var numbers = known.applied(to: [])
    for _ in 0..<300 {
      let place = Int.random(in: 0...text.count, using: &random)
      let end = min(text.count, place + Int.random(in: 0...2, using: &random))
      let added = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        var line = lines.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { line = String(line.dropFirst(Int.random(in: 0...8, using: &random))) }
        return line
      }
      text.replaceSubrange(place..<end, with: added)
      client.change(Self.address, to: text.joined(separator: "\n"))
      known = try tokens(since: known.resultId)
      #expect(known.data == nil)
      numbers = known.applied(to: numbers)
      if Bool.random(using: &random) {
        known = try tokens()
        #expect(numbers == known.data)
      }
    }
  }
}
