import Marbles
import Testing

/// Names in the files of a workspace, which may be open or not.
@Suite struct WorkspaceTests {
  private let client = HarnessClient(folders: ["/w"])

  init() {
    client.harness.files.withLock {
      $0["/w/base.marble"] = "clicks = --1|\nk = clicks.map { n in n }\n"
      $0["/w/deep/main.marble"] = ":load ../base.marble\nclicks == --1|\n"
      // It loads the file through another one.
      $0["/w/far.marble"] = ":load deep/main.marble\nclicks.take(1)\n"
      $0["/w/page.md"] = "# Page\n\n```marble\n:load base.marble\nclicks\n```\n"
      $0["/w/other.md"] = "clicks\n"
      $0["/w/own.marble"] = "clicks = --2|\nclicks\n"
      $0["/x/outside.marble"] = ":load ../w/base.marble\nclicks\n"
    }
  }

  private func open(_ name: String) {
    let text = client.harness.files.withLock { $0["/w/" + name] } ?? ""
    client.open(text, at: "file:///w/" + name)
  }

  private func ask(_ method: String, _ name: String, _ line: Int, _ character: Int, _ more: String = "") -> String {
    client.ask(method, in: "file:///w/" + name, #","position":{"line":\#(line),"character":\#(character)}\#(more)"#)
  }

  private func references(_ name: String, _ line: Int, _ character: Int, declaration: Bool = true) -> [String] {
    ask("references", name, line, character, #","context":{"includeDeclaration":\#(declaration)}"#)
      .matches(of: #/"file:///([^"]*)","range":\{"start":\{"line":([0-9]+)/#).map { "\($0.1):\($0.2)" }
  }

  /// The names of the files that a rename changes, or the reason why it is refused.
  private func rename(_ name: String, _ line: Int, _ character: Int, to new: String) -> [String] {
    let answer = ask("rename", name, line, character, #","newName":"\#(new)""#)
    let files = answer.matches(of: #/"file:///([^"]*)":\[/#).map { String($0.1) }
    return files.isEmpty ? [answer] : files
  }

  private static let uses = [
    "w/base.marble:0", "w/base.marble:1", "w/deep/main.marble:1", "w/far.marble:1", "w/page.md:4",
  ]

  /// The definition counts, whichever files are open and whichever one is asked.
  @Test(arguments: [
    ["base.marble"], ["deep/main.marble"], ["base.marble", "deep/main.marble"], ["far.marble", "page.md"],
  ])
  func referencesAreInAllFiles(opened: [String]) {
    opened.forEach(open)
    for name in opened {
      let line = ["base.marble": 0, "page.md": 4][name] ?? 1
      #expect(references(name, line, 0) == Self.uses)
      #expect(references(name, line, 0, declaration: false) == Array(Self.uses.dropFirst()))
    }
  }

  @Test(arguments: [("base.marble", 0), ("deep/main.marble", 1), ("page.md", 4)])
  func renameChangesAllFiles(name: String, line: Int) {
    open(name)
    #expect(
      rename(name, line, 0, to: "taps") == ["w/base.marble", "w/deep/main.marble", "w/far.marble", "w/page.md"])
    #expect(ask("prepareRename", name, line, 0).contains(#""end":{"line":\#(line),"character":6}"#))
  }

  /// A parameter is known only in its closure, and a name of another file is another one.
  @Test func otherNamesStay() {
    open("base.marble")
    open("own.marble")
    #expect(rename("base.marble", 1, 17, to: "m") == ["w/base.marble"])
    #expect(rename("own.marble", 0, 0, to: "taps") == ["w/own.marble"])
    #expect(references("own.marble", 1, 0) == ["w/own.marble:0", "w/own.marble:1"])
  }

  @Test func filesOnDiskAreReadAgain() {
    open("base.marble")
    client.harness.files.withLock {
      $0["/w/far.marble"] = nil
      $0["/w/new.marble"] = ":load base.marble\n\n\nclicks\n"
      $0["/w/page.md"] = "clicks\n"
    }
    #expect(
      references("base.marble", 0, 0)
        == ["w/base.marble:0", "w/base.marble:1", "w/deep/main.marble:1", "w/new.marble:3"])
    client.notify(
      "workspace/didChangeWorkspaceFolders",
      #"{"event":{"added":[{"uri":"file:///x","name":""}],"removed":[{"uri":"file:///w","name":""}]}}"#)
    #expect(references("base.marble", 0, 0) == ["w/base.marble:0", "w/base.marble:1", "x/outside.marble:1"])
  }

  @Test func renameIsRefusedWithAReason() {
    open("base.marble")
    client.harness.files.withLock { $0["/w/far.marble"] = ":load base.marble\ntaps = clicks\n" }
    #expect(
      rename("base.marble", 0, 0, to: "taps")
        == [#"{"code":-32803,"message":"`taps` is already used in far.marble"}"#])
    // The marble `k` may be the stream, which only a run shows.
    client.harness.files.withLock { $0["/w/far.marble"] = ":load base.marble\n-k|\nnone\n" }
    #expect(
      rename("base.marble", 1, 0, to: "kk")
        == [
          """
          {"code":-32803,"message":"`k` is also a marble, and far.marble has errors, so it is not known what it means \
          there"}
          """
        ])
    client.harness.files.withLock { for number in 0..<100 { $0["/w/\(number).marble"] = "" } }
    #expect(
      rename("base.marble", 0, 0, to: "all")
        == [#"{"code":-32803,"message":"`/w` has too many files to find those that load base.marble"}"#])
    #expect(rename("base.marble", 1, 17, to: "m") == ["w/base.marble"])
  }

  /// Symbols are found with the files that no open document loads.
  @Test func symbolsOfUnopenedFilesAreFound() {
    let answer = client.request("workspace/symbol", #"{"query":"clicks"}"#)
    #expect(
      answer.matches(of: #/"file:///([^"]*)"/#).map { String($0.1) } == ["w/base.marble", "w/own.marble"])
  }
}
