import Foundation
import MarbleLanguageServer
import Marbles
import TestSupport
import Testing

/// Messages with random changes.
///
/// `FUZZ_MESSAGES=100000` sends more of them, and `FUZZ_SEED` chooses others.
@Suite struct FuzzTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  private static let address = "file:///a.marble"
  private static let methods = [
    "hover", "completion", "signatureHelp", "definition", "references", "documentHighlight", "prepareRename", "rename",
    "documentSymbol", "foldingRange", "formatting", "semanticTokens/full", "inlayHint", "codeLens", "codeAction",
    "semanticTokens/full/delta", "selectionRange",
  ]
  private static let scripts = [
    "a = --1--2|\nb = cold -x|\nmerge(a, b.delay(2)) == --1|\nf(s) = s.map { $0 * 2 }\na.f() ==\n",
    "// é 👍\r\nmrege(a)\r\nwhy 1\r\n/* x */ a during ^-! == -\n",
    "# Page\n\n> ```marble svg=a.svg\n> a = -1|\n> ```\n\n- ```marble fails\n  a.map(\n  ```\n",
    "     0    5\na    --1--|\nb    -x-|\n:tick 5ms\n:load \"x\"\n_ == _1\nsubscriptions a ==\n",
  ]

  private static func document(_ script: String, _ random: inout SeededGenerator) -> String {
    let text = String(decoding: mutated(Array(script.utf8), &random), as: UTF8.self)
    let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  private static func message(_ random: inout SeededGenerator) -> String {
    func number() -> Int { Int.random(in: 0..<12, using: &random) }
    func position() -> String { #"{"line":\#(number()),"character":\#(number() * 2)}"# }
    func range() -> String { #"{"start":\#(position()),"end":\#(position())}"# }
    let script = scripts.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      let language = Bool.random(using: &random) ? "markdown" : "marble"
      return
        #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(address)","languageId":"\#(language)","version":1,"text":\#(document(script, &random))}}}"#
    case 1...3:
      let text = document(String(script.prefix(number() * 3)), &random)
      return
        #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(address)","version":2},"contentChanges":[{"range":\#(range()),"text":\#(text)}]}}"#
    case 4:
      let command = ["play", "why", "update", "none"].randomElement(using: &random) ?? ""
      return
        #"{"id":2,"method":"workspace/executeCommand","params":{"command":"rxrepl.\#(command)","arguments":["\#(address)",\#(position())]}}"#
    default:
      let method = methods.randomElement(using: &random) ?? ""
      return
        #"{"id":3,"method":"textDocument/\#(method)","params":{"textDocument":{"uri":"\#(address)"},"position":\#(position()),"positions":[\#(position())],"range":\#(range()),"newName":"x\#(number())"}}"#
    }
  }

  /// Returns bytes with up to three random changes, often with none.
  private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<max(0, Int.random(in: -3...3, using: &random)) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.insert("{}[]\",:-|#!()$.=\\\n".utf8.randomElement(using: &random) ?? 0, at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  @Test func mutatedMessagesDoNotEndTheServer() {
    let seed = UInt64(Self.number("FUZZ_SEED") ?? 1)
    let count = Self.number("FUZZ_MESSAGES") ?? 300
    print("\(count) messages with seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let harness = ServerHarness(runsImmediately: true)
    let server = harness.server(limits: Limits(ticks: 100, deliveries: 1_000))
    _ = server.receive(
      framed(#"{"id":1,"method":"initialize","params":{"initializationOptions":{"pictures":"light"}}}"#))
    for _ in 0..<count {
      let message = Array(Self.message(&random).utf8)
      _ = server.receive(framed(Bool.random(using: &random) ? message : Self.mutated(message, &random)))
      for answer in harness.takeMessages() {
        #expect((try? JSONSerialization.jsonObject(with: Data(answer.utf8))) != nil, "\(answer)")
      }
    }
    _ = server.receive(framed(#"{"id":4,"method":"shutdown"}"#))
    #expect(harness.takeMessages() == [#"{"jsonrpc":"2.0","id":4,"result":null}"#])
  }

  @Test func mutatedHeadersAreSkipped() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var reader = MessageReader()
      var parts = 0
      for _ in 0..<5 {
        reader.add(Self.mutated(framed("{}"), &random))
        while reader.next() != nil { parts += 1 }
      }
      #expect(parts <= 20)
    }
  }
}
