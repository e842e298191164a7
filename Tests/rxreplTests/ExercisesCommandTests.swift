import Foundation
import Testing

/// `rxrepl exercises`.
@Suite struct ExercisesCommandTests {
  private static let lesson = """
    // Exercise: Ten times
    // Task: Send each value of `a` times ten.
    // Used in: Shops.

    a = -1|

    solution(a) = a.map { $0 * 10 }
    solution(a) == -[10]|

    """

  private func course(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files {
      let file = URL(fileURLWithPath: folder.path + "/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try folder.write(text, to: path)
    }
    return folder
  }

  /// As in a course, the number of an exercise is not part of its name.
  @Test func testFindsExercisesWithOneName() throws {
    let names = ["c/1-a/1-x", "c/1-a/2-y", "d/1-a/1-x", "d/1-a/2-y", "d/2-b/1-x", "d/2-b/2-y"]
    var files = Dictionary(uniqueKeysWithValues: names.map { ("\($0).marble", Self.lesson) })
    files["d/2-b/3-y.marble"] = "-1| == -1|\n"
    let folder = try course(files)
    let program = Program(folder: folder.path)
    #expect(try program.run("test", "c", "d").end == .status(0))
    try folder.write(Self.lesson, to: "d/1-a/3-x.marble")
    for folder in ["d", "d/1-a", "."] {
      let outcome = try program.run("test", folder)
      #expect(
        outcome.errors.contains("d/1-a/3-x.marble:1:4: error: `d/1-a/1-x.marble` is also an exercise with the name `"))
      #expect(outcome.end == .status(2), "\(outcome.output)")
    }
  }

  @Test func handoutAndNameAreOptions() throws {
    let program = Program(input: Array(":choose 1\n".utf8))
    #expect(try program.run("exercises", "--handout").output.hasPrefix("# Values over time\n\n## 1. A value\n"))
    #expect(try program.run("exercises", "--report", "json", "--name", "Ada").output.contains("\"learner\":\"Ada\""))
    #expect(try program.run("exercises", "--name", "Ada").end == .status(64))
    #expect(try program.run("exercises", "--handout", "--report", "json").end == .status(64))
  }

  @Test func fileIsACourse() throws {
    let folder = try course(["c/1-ten.marble": Self.lesson, "c/2-bad.marble": "// Exercise: Bad\n"])
    let program = Program(input: Array("a.map { $0 * 10 }\n".utf8), folder: folder.path)
    #expect(try program.run("exercises", "c/2-bad.marble").errors.hasPrefix("c/2-bad.marble:1:4: error: "))
    #expect(try program.run("exercises", "c/1-ten.marble", "--report", "json").output.contains("\"name\":\"ten\""))
  }

  @Test func answersAreReadFromStandardInput() throws {
    let folder = try course(["1-start/1-ten.marble": Self.lesson])
    var program = Program(input: Array("a.map {\n$0 * 10 }\n".utf8))
    program.folder = folder.path
    let outcome = try program.run("exercises", ".")
    #expect(
      outcome.output == """
        Type your answer and press Enter. `:hint` helps, `:solution` shows a solution,
        `:skip` goes to the next exercise, and `:exercise stop` leaves the exercises.

        1/1  Start: Ten times

                  0
        a         -1...|
        expected  -[10]|

        → Send each value of `a` times ten.
        rx> a.map {
        ..> $0 * 10 }
             0
        a    -1...|
             = a.map { $0 * 10 } =
        out  -[10]|
        ✓ Right. Shops.
        You have solved all exercises. `:exercise 1` starts again.

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func reportIsOneLine() throws {
    let folder = try course(["1-start/1-ten.marble": Self.lesson])
    let program = Program(input: Array("a\na.map { $0 * 10 }".utf8))
    let outcome = try program.run("exercises", "--report", "json", folder.path)
    #expect(outcome.output.hasPrefix(#"{"schema":"rxrepl/exercises","version":1,"course":"/"#), "\(outcome.output)")
    #expect(
      outcome.output.hasSuffix(
        #""exercises":[{"name":"start/ten","chapter":"Start","title":"Ten times","state":"solved","attempts":2,"#
          + #""hints":0,"solutionShown":false,"answer":"a.map { $0 * 10 }"}],"solved":1,"total":1}"# + "\n"))
    #expect(outcome.status == 0)
  }

  /// Without a terminal, the report is about the saved progress too.
  @Test func reportOfTheProgressNeedsNoTerminal() throws {
    let folder = try course(["1-start/1-ten.marble": Self.lesson])
    let name = try #require(realpath(folder.path, nil).map { String(cString: $0) })
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.local/state/rxrepl", withIntermediateDirectories: true)
    try folder.write(
      "course\t\(name)\nexercise\tstart/ten\t3\t0\t0\t0\ta.map { 10 * $0 }\n", to: ".local/state/rxrepl/exercises")
    let program = Program(environment: ["HOME": folder.path])
    func report(_ input: String, from command: String = "") throws -> Program.Outcome {
      try program.run(
        shell: "\(command) \"$1\" exercises --report json \"$2\" \(input)", [try Program.path, folder.path])
    }
    for input in ["</dev/null", "<&-"] {
      #expect(try report(input).output.contains(#""state":"solved","attempts":3"#), "\(input)")
    }
    // The file of a learner who has given no answer.
    #expect(try report("").output.contains(#""state":"new","attempts":0"#))
    let pipe = try report("", from: "true |")
    #expect(pipe.status == 2 && pipe.output == "")
    #expect(
      pipe.errors == """
        rxrepl: error: standard input contains no answers
          help: for the saved progress, write `</dev/null` after the command

        """)
  }

  @Test func errorHasTheLineOfTheAnswer() throws {
    let folder = try course(["1.marble": Self.lesson])
    let errors = try Program(input: Array("a\r\n\na.mop { $0 }\nx = a.map {\n  $0 * \n}\na == -1\n".utf8))
      .run("exercises", folder.path).errors
    #expect(errors.contains("<stdin>:3:3: error: there is no operator named `mop`"), "\(errors)")
    #expect(errors.contains("<stdin>:5:7: error: expected a value"), "\(errors)")
  }

  @Test func answersInAPipeDoNotChangeTheProgress() throws {
    let home = try TemporaryFolder()
    let program = Program(input: Array("--x\n".utf8), environment: ["HOME": home.path])
    #expect(try program.run("exercises").output.contains("✓ Right."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
  }

  @Test func invalidCourseIsReported() throws {
    let folder = try course([
      "1.marble": Self.lesson.replacing("// Task: Send each value of `a` times ten.\n", with: "")
    ])
    var program = Program()
    program.folder = folder.path
    let outcome = try program.run("exercises", ".")
    #expect(
      outcome.errors == """
        1.marble:1:4: error: this exercise has no `Task:`
          // Exercise: Ten times
             ^^^^^^^^^^^^^^^^^^^
          help: add a line such as `// Task: Double each price.` to the comment at the top

        """)
    #expect(outcome.output == "")
    #expect(outcome.status == 2)
    // An example that calls a solution with an error has no error of its own.
    let unfinished = try course(["1.marble": Self.lesson.replacing(" = a.map { $0 * 10 }", with: " =")])
    program.folder = unfinished.path
    let solution = try program.run("exercises", ".", "--handout")
    #expect(
      solution.errors == """
        1.marble:7:13: error: expected a timeline or an expression after `solution(a) =`
          solution(a) =
                      ^
          help: write `solution(a) = a.map { $0 * 2 }`

        """)
    #expect(solution.output == "" && solution.status == 2)
    let none = try course(["1.marble": Self.lesson.replacing("solution(a) = a.map { $0 * 10 }", with: "")])
    program.folder = none.path
    #expect(
      try program.run("exercises", ".").errors == """
        1.marble:1:4: error: this exercise has no solution
          // Exercise: Ten times
             ^^^^^^^^^^^^^^^^^^^
          help: write `solution(a) =` and an expression, with the inputs as parameters

        """)
    let use = try course(["1.marble": Self.lesson.replacing("// Used in:", with: "//")])
    program.folder = use.path
    let help = "help: add a line such as `// Used in: A shop shows its prices in another currency.` to the comment"
    #expect(try program.run("exercises", ".").errors.contains(help))
    let empty = try course(["a.marble": "--1|\n"])
    program.folder = empty.path
    let other = try program.run("exercises", ".")
    #expect(
      other.errors == """
        .: error: this folder contains no exercises
          help: begin a script, such as `1-map.marble`, with the comment `// Exercise:` and a title

        """)
    #expect(other.status == 2)
    let bare = try course([:])
    program.folder = bare.path
    #expect(try program.run("exercises", ".").errors == ".: error: this folder contains no .marble files\n")
    #expect(try program.run("exercises", "missing").status == 2)
    let page = try course(["a.md": "# Exercises\n"])
    program.folder = page.path
    #expect(
      try program.run("exercises", "a.md").errors == """
        a.md: error: this file contains no exercises
          help: begin a script, such as `1-map.marble`, with the comment `// Exercise:` and a title

        """)
    let wrong = try course(["1.marble": Self.lesson.replacing("[10]", with: "[11]")])
    program.folder = wrong.path
    #expect(
      try program.run("exercises", ".").errors == """
        1.marble: error: the solution does not give the expected events
          help: for the difference, run `rxrepl test 1.marble`

        """)
  }
}

/// Exercises in a terminal.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing), .serialized)
@MainActor struct ExercisesTerminalTests {
  @Test func exercisesContinueInTheNextSession() throws {
    let home = try TemporaryFolder()
    let terminal = try Terminal("\"$RXREPL\" exercises", home: home.path)
    try terminal.wait(for: "→ Send x on tick 2.")
    try terminal.type("--x\n")
    try terminal.wait(for: "→ Send x on tick 2, and y on tick 5.")
    try terminal.press("C-d")
    try terminal.wait(for: "In the next session, `:exercise` continues with exercise 2.")
    let file = home.path + "/.local/state/rxrepl/exercises"
    let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
    let next = try Terminal(home: home.path)
    try next.wait(forEnd: TerminalTests.prompt)
    try next.type(":exercise\n")
    try next.wait(for: "This is where you stopped. You have solved 1 of 51 exercises.")
    try next.wait(for: "2/51  Values over time: Two values")
    try next.type(":exercise reset\n")
    try next.wait(for: "The progress is removed.")
  }
}
