import Foundation
import Marbles
import TestSupport
import Testing

/// Random changes of documents that load each other, after which an editor shows the results of their current contents.
///
/// `FUZZ_SEQUENCES=1000` makes more of them, and `FUZZ_SEED` chooses others.
@Suite struct StaleResultTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// The results that an editor shows of a document, and requests again when the document changes or the server asks for it.
  private struct Shown: Equatable {
    var diagnostics = ""
    var hints = ""
    var lenses = ""
    var tokens = ""
  }

  /// An editor with some open documents.
  private final class Editor {
    private static let capabilities = """
      {"workspace":{"inlayHint":{"refreshSupport":true},"codeLens":{"refreshSupport":true},\
      "semanticTokens":{"refreshSupport":true}}}
      """
    let client = HarnessClient(capabilities: capabilities)
    private(set) var texts: [String: String] = [:]
    private(set) var shown: [String: Shown] = [:]
    /// The documents whose results must be requested.
    private var changed: Set<String> = []

    private func uri(_ name: String) -> String { "file:///w/\(name)" }

    func open(_ name: String, _ text: String) {
      texts[name] = text
      shown[name] = Shown()
      changed.insert(name)
      client.open(text, at: uri(name))
    }

    func change(_ name: String, to text: String) {
      texts[name] = text
      changed.insert(name)
      client.change(uri(name), to: text)
    }

    func close(_ name: String) {
      texts[name] = nil
      shown[name] = nil
      changed.remove(name)
      client.notify("textDocument/didClose", #"{"textDocument":{"uri":"\#(uri(name))"}}"#)
    }

    /// Stores a file, or deletes it.
    func write(_ name: String, _ text: String?) {
      let change = client.harness.files.withLock { files in
        defer { files["/w/" + name] = text }
        return text == nil ? 3 : files["/w/" + name] == nil ? 1 : 2
      }
      client.notify(
        "workspace/didChangeWatchedFiles", #"{"changes":[{"uri":"\#(uri(name))","type":\#(change)}]}"#)
    }

    /// Shows what the server sends.
    func update() {
      var messages = client.takeOthers()
      while !messages.isEmpty || !changed.isEmpty {
        for message in messages {
          for name in shown.keys where message.contains(#"publishDiagnostics","params":{"uri":"\#(uri(name))""#) {
            shown[name]?.diagnostics = message.split(separator: #""diagnostics":"#).last.map(String.init) ?? ""
          }
        }
        func isAsked(_ method: String) -> Bool { messages.contains { $0.contains(#""workspace/\#(method)/refresh""#) } }
        for name in shown.keys {
          let isChanged = changed.contains(name)
          if isChanged || isAsked("inlayHint") { shown[name]?.hints = client.ask("inlayHint", in: uri(name)) }
          if isChanged || isAsked("codeLens") { shown[name]?.lenses = client.ask("codeLens", in: uri(name)) }
          if isChanged || isAsked("semanticTokens") {
            let answer = client.ask("semanticTokens/full", in: uri(name))
            shown[name]?.tokens = answer.split(separator: #""data":"#).last.map(String.init) ?? ""
          }
        }
        changed = []
        messages = client.takeOthers()
      }
    }
  }

  private static let lines = [
    "a = --1|", "a = --2--3|", "b = a.map { $0 * 2 }", "a == --1|", "b == --2|", "merge(a, b)", "f(s) = s.delay(1)",
    "a.f() == ---1|", "f(s) = s.delay(2)", ":tick 5ms", ":load base.marble", ":load ./base.marble",
    ":load ../w/base.marble", ":load main.marble", ":load bas.marble", ":load \"page.md\"", "mrege(a)", "_ == --1|",
    "// x", "a = (", "why 1", "subscriptions a == ^-!",
  ]

  private static func script(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
  }

  /// Returns a random text for a file, which is often an earlier one with a change.
  private static func text(of name: String, after earlier: String?, _ random: inout SeededGenerator) -> String {
    var lines = earlier?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
    if lines.isEmpty || Int.random(in: 0..<4, using: &random) == 0 {
      guard name.hasSuffix(".md") else { return script(&random).joined(separator: "\n") }
      let fences = ["```marble", "```marble new", "```marble file=base.marble", "```marble hidden", "```marble ignore"]
      return (0..<2).map { _ in
        ([fences.randomElement(using: &random) ?? ""] + script(&random) + ["```", ""]).joined(separator: "\n")
      }.joined(separator: "\n")
    }
    lines[Int.random(in: 0..<lines.count, using: &random)] = Self.lines.randomElement(using: &random) ?? ""
    return lines.joined(separator: "\n")
  }

  /// Returns what a new editor shows of the documents that another one has open.
  private func shownAfresh(_ editor: Editor) -> [String: Shown] {
    let other = Editor()
    let files = editor.client.harness.files.withLock(\.self)
    other.client.harness.files.withLock { $0 = files }
    for (name, text) in editor.texts.sorted(by: { $0.key < $1.key }) { other.open(name, text) }
    other.update()
    return other.shown
  }

  /// A path can be written in several ways.
  @Test func pathsOfOneFileAreTheSame() {
    let client = HarnessClient()
    let (base, main) = ("file:///w/base.marble", "file:///w/main.marble")
    client.open(":load ./base.marble\n:load ../w/base.marble\na = --1|\n", at: base)
    client.open(":load ./base.marble\na == --1|\n", at: main)
    #expect(client.ask("inlayHint", in: main).contains("✓"))
    #expect(client.ask("semanticTokens/full", in: base).contains(#""data":[0,0,5,11,0"#))
    let edits = client.ask("rename", in: base, #","position":{"line":2,"character":0},"newName":"x""#)
    #expect(edits.matches(of: /"newText":"x"/).count == 2)
    client.change(base, to: "a = --2|\n")
    #expect(client.ask("inlayHint", in: main).contains("✗ 1"))
  }

  @Test func noResultIsStale() {
    let seed = Self.number("FUZZ_SEED") ?? 1
    let count = Self.number("FUZZ_SEQUENCES") ?? 20
    for seed in seed..<seed + count {
      var random = SeededGenerator(seed: seed)
      let editor = Editor()
      let names = ["base.marble", "main.marble", "page.md"]
      var log: [String] = []
      for _ in 0..<20 {
        let name = names.randomElement(using: &random) ?? ""
        let stored = editor.client.harness.files.withLock { $0["/w/" + name] }
        let open = editor.texts[name]
        switch (open, Int.random(in: 0..<8, using: &random)) {
        case (nil, 0..<5):
          let text = stored ?? Self.text(of: name, after: nil, &random)
          log.append("open \(name): \(text)")
          editor.open(name, text)
        case (let open?, 0..<5):
          let text = Self.text(of: name, after: open, &random)
          log.append("change \(name): \(text)")
          editor.change(name, to: text)
        case (let open?, 5):
          log.append("save \(name)")
          editor.write(name, open)
        case (_?, 6):
          log.append("close \(name)")
          editor.close(name)
        default:
          let text = Int.random(in: 0..<4, using: &random) == 0 ? nil : Self.text(of: name, after: stored, &random)
          log.append("write \(name): \(text ?? "nothing")")
          editor.write(name, text)
        }
        // Several changes can come before the runs.
        if Int.random(in: 0..<4, using: &random) == 0 { continue }
        editor.update()
        let afresh = shownAfresh(editor)
        for (name, shown) in editor.shown where shown != afresh[name] {
          let parts = ["seed \(seed), \(name):", "\(shown)", "instead of", afresh[name].map { "\($0)" } ?? "", "after"]
          Issue.record("\((parts + log).joined(separator: "\n"))")
          return
        }
      }
    }
  }
}
