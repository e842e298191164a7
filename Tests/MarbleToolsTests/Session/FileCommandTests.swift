@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The commands that write files: `:save` and `:svg`.
@Suite struct FileCommandTests {
  /// A folder in memory, with sessions that read and write its files.
  private final class Folder {
    var files: [String: String] = [:]

    init(_ files: [String: String] = [:]) { self.files = files }

    func session() -> Session {
      let session = Session()
      session.environment.writeFile = { path, bytes in
        self.files[Self.name(path)] = String(decoding: bytes, as: UTF8.self)
      }
      session.environment.existingFile = { path in
        if path == "folder" { return ExistingFile(kind: .folder, size: 0) }
        if path == "device" { return ExistingFile(kind: .other, size: 0) }
        return self.files[Self.name(path)].map { ExistingFile(kind: .file, size: $0.utf8.count) }
      }
      session.environment.readFile = { path throws(SystemFailure) in
        guard let text = self.files[Self.name(path)] else { throw SystemFailure(reason: "no such file") }
        return Array(text.utf8)
      }
      return session
    }

    private static func name(_ path: String) -> String { path.replacing("x/../", with: "").replacing("./", with: "") }
  }

  // MARK: Saving

  /// A name means what it meant when its result was drawn.
  @Test func resultsOfNamesThatAreBoundAgainAreSaved() {
    let folder = Folder()
    let session = folder.session()
    _ = session.transcript("a = -1|\nb = a.map { $0 * 2 }\na = -9|\nb")
    #expect(session.transcript(":save s.marble") == "s.marble: 4 statements\n")
    #expect(folder.files["s.marble"] == "a = -1|\nb = a.map { $0 * 2 }\na = -9|\nb == -2|\n")
  }

  @Test func savedSessionPasses() throws {
    let folder = Folder()
    let session = folder.session()
    session.options.limits.ticks = 100
    let entries = [
      "a = --1--2--|", "b = cold -x-y|", "x = cold -1|", "double(s) = s.map { $0 * 2 }", "merge(a, b)", ".take(2)",
      "== -x1|",
      "a.double() == --2--4--|", "a == --9|", "nonsense()", ":tick 10ms", "a.delay(20ms)", "a during ^---!, --^----!",
      "subscriptions a == ^---!, --^----!", "check --1|", ":format plain", "x.repeat()", "\"two words\"",
      "a = --5|", "a", "a\n  .map { $0 + 1 }\n  == --6|", "merge(_1, a)",
    ]
    for entry in entries { _ = session.transcript(entry) }
    #expect(session.transcript(":save s.marble").hasPrefix("s.marble: "))
    let script = try #require(folder.files["s.marble"])
    #expect(
      script == """
        a = --1--2--|
        b = cold -x-y|
        x = cold -1|
        double(s) = s.map { $0 * 2 }
        merge(a, b) == -x1y-2--|
        merge(a, b).take(2) == -x(1|)
        merge(a, b).take(2) == -x(1|)
        a.double() == --2--4--|
        a == --1--2--|
        :tick 10ms
        a.delay(20ms) == ----1--2--|
        a during ^---!, --^----! == --1-!, --1--2-!
        subscriptions a == ^---!, --^----!
        check --1|
        x.repeat()
        "two words"
        a = --5|
        a
        a
          .map { $0 + 1 }
          == --6|
        merge(_1, a) == -x(15)y-2--|

        """)
    let other = Session(SessionOptions(limits: session.options.limits))
    var passed = 0
    other.evaluate(Source(name: "s.marble", text: script)) { answer in
      switch answer {
      case .passed: passed += 1
      case .failed, .error: Issue.record("\(AnswerWriter().text(of: answer)?.text ?? "")")
      default: break
      }
    }
    #expect(passed == 11)
  }

  @Test func failedSaveIsReported() {
    let session = Folder().session()
    #expect(session.transcript(":save s.marble").contains("there is nothing to save"))
    // A script keeps nothing, so no expression in it would help.
    #expect(session.transcript(":save s.swift", mode: .script).contains("what was entered at the prompt"))
    #expect(session.transcript(":save").contains("expected a file after `:save`"))
    session.environment = SessionEnvironment()
    _ = session.transcript("a = --1|")
    #expect(session.transcript(":save s.marble").contains("no files are available here"))
  }

  /// Returns the script that a session saves after it has loaded another one.
  private func saved(afterLoading script: String, then entries: String...) -> String? {
    let folder = Folder(["demo.marble": script])
    let session = folder.session()
    _ = session.transcript(":load demo.marble")
    for entry in entries { _ = session.transcript(entry) }
    _ = session.transcript(":save copy.marble")
    return folder.files["copy.marble"]
  }

  @Test func commentsAndEmptyLinesStay() {
    let script = """
      // Streams
      // -------

      a = --1--2--|  // hot
      b = -x-y|; c = -z|  // two on a line

      /* Results,
         with a title each */

      // both
      merge(a, b) == -x1y-2--|  /* as
        expected */
      // chain
      a // first
        .map { $0 * 10 }
        == --[10]--[20]--|
      // the end

      """
    #expect(saved(afterLoading: script) == script.replacing("; c", with: "\nc"))
    #expect(saved(afterLoading: "\u{FEFF}" + script) == script.replacing("; c", with: "\nc"))
  }

  @Test func commentsStayWithoutTheirStatements() {
    let script = """
      // a section

      // fails to parse
      a = --1|--2
      // is not known
      nonsense()
      // fails to run
      just(1).map { 1 / ($0 - 1) }
      // fails
      just(1) == (2|)  // not
      // a command
      :format plain
      // kept
      a = --1|
      """
    #expect(
      saved(afterLoading: script) == """
        // a section

        // fails to parse
        // is not known
        // fails to run
        // fails
        just(1) == (1|)  // not
        // a command
        // kept
        a = --1|

        """)
  }

  @Test func commentsAtThePromptStay() {
    let script = saved(
      afterLoading: "", then: "// loaded nothing", "a = --1|  // one", "merge(a, // first\n  a)", "just(7)", ":undo")
    #expect(
      script == """
        // loaded nothing
        a = --1|  // one
        merge(a, // first
          a) == --(11)|

        """)
  }

  // MARK: Replacing files

  @Test(arguments: [
    ("save", "notes.txt"), ("save", "\"my notes.txt\""), ("svg", "README.svg"),
  ])
  func otherFileIsNotReplaced(command: String, file: String) {
    let path = file.filter { $0 != "\"" }
    let folder = Folder([path: "important"])
    let session = folder.session()
    _ = session.transcript("a = --1|")
    let column = command.utf8.count + 3
    let text = ":\(command) \(file)"
    #expect(
      session.transcript(text) == """
        <prompt>:1:\(column): error: `\(path)` exists, and this session has not written it
          \(text)
          \(String(repeating: " ", count: column - 1))\(String(repeating: "^", count: file.count))
          help: to replace it, write `:\(command)! \(file)`

        """)
    #expect(folder.files == [path: "important"])
    let count = command == "save" ? "1 statement" : "1 picture"
    #expect(session.transcript(":\(command)! \(file)") == "\(path): \(count), replacing a file of 9 bytes\n")
    #expect(folder.files[path] != "important")
  }

  @Test func sessionReplacesItsOwnFile() {
    let folder = Folder()
    let session = folder.session()
    _ = session.transcript("a = --1|")
    #expect(session.transcript(":save s.marble") == "s.marble: 1 statement\n")
    _ = session.transcript("b = --2|")
    #expect(session.transcript(":save x/../s.marble") == "x/../s.marble: 2 statements, replacing a file of 9 bytes\n")
    #expect(session.transcript(":svg s.svg") == "s.svg: 1 picture\n")
    #expect(session.transcript(":svg s.svg").hasPrefix("s.svg: 1 picture, replacing a file of "))
    folder.files["s.marble"] = "edited"
    #expect(session.transcript(":save s.marble").contains("`s.marble` has changed since this session wrote it"))
    #expect(folder.files["s.marble"] == "edited")
    folder.files["empty"] = ""
    #expect(session.transcript(":save empty").hasPrefix("empty: 2 statements"))
  }

  @Test func scriptReplacesThePictureOfAnEarlierRun() {
    let folder = Folder()
    let script = "a = --1|\na\n:svg a.svg\n"
    #expect(!folder.session().transcript(script, mode: .script).contains("a.svg"))
    let first = folder.files["a.svg"]
    #expect(!folder.session().transcript(script.replacing("--1", with: "--2"), mode: .script).contains("a.svg"))
    #expect(folder.files["a.svg"] != first)
    // At the prompt, the picture may be the result of work.
    #expect(folder.session().transcript("a = --3|\n:svg a.svg").contains("this session has not written it"))
    folder.files["a.svg"] = "<svg></svg>"
    #expect(folder.session().transcript(script, mode: .script).contains("this session has not written it"))
  }

  @Test(arguments: [
    (":svg x.png", "`x.png` is not a file name for an SVG picture", ":svg x.svg"),
    (":svg a.b/x", "`a.b/x` is not a file name for an SVG picture", ":svg a.b/x.svg"),
    (":svg \"my x.PNG\"", "`my x.PNG` is not a file name for an SVG picture", ":svg \"my x.svg\""),
    (":svg! README.md", "`README.md` is not a file name for an SVG picture", ":svg! README.svg"),
    (":save page.md", "`page.md` is not a file name for a script", ":save page.marble"),
    (":save a.svg", "`a.svg` is not a file name for a script", ":save a.marble"),
  ])
  func fileNameOfAnotherFormatIsRefused(command: String, message: String, help: String) {
    let folder = Folder()
    let session = folder.session()
    _ = session.transcript("a = --1|")
    let said = session.transcript(command)
    #expect(said.contains("error: \(message)\n"))
    #expect(said.contains("  help: write `\(help)`\n"))
    #expect(folder.files.isEmpty)
  }

  @Test func deviceHasAnyName() {
    let session = Folder().session()
    #expect(session.transcript("a = --1|\n:svg device").hasSuffix("device: 1 picture\n"))
  }
}
