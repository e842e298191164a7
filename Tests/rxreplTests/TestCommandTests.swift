import Foundation
import Testing

/// Tests of `rxrepl test`: the files it finds, the output and the exit status.
@Suite(.serialized) struct TestCommandTests {
  private static let good = "a = --1--|\na == --1--|\n"
  private static let failing = "a = --1--|\n// Says two\na == --2--|\na == --1--|\n"
  private static let mistaken = "a = --1--|\na.mapp()\na == --1--|\n"

  /// Creates a folder with files and the folders of their paths.
  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files {
      let parent = URL(fileURLWithPath: folder.path + "/" + path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try folder.write(text, to: path)
    }
    return folder
  }

  private func test(_ folder: TemporaryFolder, _ arguments: String...) throws -> Program.Outcome {
    try Program(folder: folder.path).run(["test"] + arguments)
  }

  #if os(Linux)
    /// Perl's parser of the Test Anything Protocol, which is the strictest one.
    private static let prove = "/usr/bin/prove"

    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: prove)),
      arguments: [
        (["good"], "Files=1, Tests=1, "), (["failing", "mistaken", "missing", "warning"], "Files=1, Tests=7, "),
        (["empty"], "NOTESTS"),
      ])
    func proveParsesTAP(files: [String], expected: String) throws {
      let folder = try folder([
        "good": Self.good, "failing": Self.failing + "// # skip \\ \na.map { $0 } == --1\n", "mistaken": Self.mistaken,
        "empty": "", "warning": "12\n// two\n--1| == --1|\n",
      ])
      let outcome = try Program(folder: folder.path).run(
        shell:
          "program=$1; shift; \"$program\" test --format tap \"$@\" > report.tap; \(Self.prove) --exec cat report.tap",
        [try Program.path] + files)
      #expect(outcome.output.contains(expected), "\(outcome.output)")
      #expect(!outcome.output.contains("Parse errors"), "\(outcome.output)")
    }
  #endif

  // MARK: Reports

  @Test func gitHubReceivesAnnotations() throws {
    let folder = try folder([
      "a,b.marble": "a = --1|\n// 100%: one, two\na == --2|\n12\n", "b.marble": Self.mistaken,
    ])
    let outcome = try test(folder, "--format", "github", "a,b.marble", "b.marble", "missing")
    #expect(
      outcome.output == """
        ::warning file=a%2Cb.marble,line=4,col=1::a,b.marble:4:1: warning: `12` is two values%0A  12%0A\
          ^^ each digit is a separate value%0A  help: for a single value, write `[12]`
        ::error file=a%2Cb.marble,line=3,title=100%25%3A one%2C two::✗ a,b.marble:3  a      1 difference%0A\
                   0%0Aexpected   --2|%0Aactual     --1|%0A             ^%0A\
          tick 2  expected 2, got 1%0A  help: for the reason, write `why not 2 @2` on the next line
        ::error file=b.marble,line=2,col=3::b.marble:2:3: error: there is no operator named `mapp`%0A  a.mapp()%0A\
            ^^^^%0A  help: did you mean `map`?
        ::error::missing: error: No such file or directory
        2 files, 2 assertions, 1 failed, 2 errors

        """)
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(2))
  }

  @Test func bothVersionsOfTAPHaveTheSameTests() throws {
    let folder = try folder(["a.marble": Self.failing])
    let reports = try ["tap", "tap14"].map { try test(folder, "--format", $0).output }
    #expect(reports[0].hasPrefix("TAP version 13\n"))
    #expect(reports[1] == reports[0].replacing("TAP version 13", with: "TAP version 14"))
  }

  @Test func timesAreReportedOnlyOnRequest() throws {
    let folder = try folder(["a.marble": Self.good, "b.marble": Self.mistaken])
    let text = try test(folder, "--timings").output
    let time = /, \d+(\.\d+)? m?s\n/
    #expect(text.matches(of: time).count == 3)
    #expect(text.replacing(time, with: "\n") == (try test(folder).output))
    let report = try test(folder, "--timings", "--format", "junit").output
    let attribute = /\ time="\d+\.\d{6}"/
    // All suites, each suite, and each assertion or error.
    #expect(report.matches(of: attribute).count == 1 + 2 + 3)
    #expect(report.replacing(attribute, with: "") == (try test(folder, "--format", "junit").output))
    #expect(try test(folder, "--timings", "--format", "tap").end == .status(64))
  }

  @Test func junitReportHasTheTotals() throws {
    let folder = try folder(["a.marble": Self.failing, "b.marble": Self.mistaken])
    let report = try test(folder, "--format", "junit", ".", "missing").output
    #expect(report.contains("<testsuites name=\"rxrepl\" tests=\"5\" failures=\"1\" errors=\"2\">\n"))
  }

  // MARK: Exit status

  static let endings: [([String], Int32)] = [
    (["good"], 0), (["failing"], 1), (["mistaken"], 2), (["good", "failing"], 1), (["failing", "mistaken"], 2),
    (["missing"], 2), (["missing", "good"], 2), (["empty"], 0), (["folder"], 2), (["good", "folder"], 2),
    (["--jobs", "1", "good"], 0), (["--filter", "nothing has it", "good"], 2), (["--filter", "a", "good"], 0),
    (["--until", "x", "good"], 64), (["--until=-1", "good"], 64), (["--events", "0", "good"], 64),
    (["--jobs", "0", "good"], 64), (["--format", "html", "good"], 64), (["--filter", "", "good"], 64),
    (["--bogus"], 64), (["--shard", "1/1", "good"], 0), (["--shard", "1/1", "failing"], 1),
    (["--shard", "0/2", "good"], 64), (["--shard", "3/2", "good"], 64), (["--shard", "1/0", "good"], 64),
    (["--shard", "1", "good"], 64), (["--shard", "1/2/3", "good"], 64), (["--shard", "-1/2", "good"], 64),
  ]

  @Test(arguments: endings)
  func statusReportsTheResult(arguments: [String], status: Int32) throws {
    let folder = try folder([
      "good": Self.good, "failing": Self.failing, "mistaken": Self.mistaken, "empty": "", "folder/x.txt": Self.good,
    ])
    let outcome = try Program(folder: folder.path).run(["test"] + arguments)
    #expect(outcome.end == .status(status), "\(outcome.errors)")
  }

  @Test(arguments: ["tap", "tap14", "junit", "json", "github"])
  func statusIsTheSameInEveryFormat(format: String) throws {
    let folder = try folder(["good": Self.good, "failing": Self.failing, "mistaken": Self.mistaken])
    for (name, status) in [("good", 0), ("failing", 1), ("mistaken", 2), ("missing", 2)] as [(String, Int32)] {
      let outcome = try test(folder, "--format", format, name)
      #expect(outcome.end == .status(status), "\(name)")
      #expect(outcome.errors == "")
    }
  }

  @Test func reportHasTheOrderOfTheFiles() throws {
    let folder = try folder(["b": Self.mistaken, "a": Self.failing, "c": Self.good])
    let outcome = try Program(folder: folder.path).run(
      shell: "\"$@\" 2>&1", [try Program.path, "test", "b", "a", "missing", "c"])
    #expect(
      outcome.output == """
        b:2:3: error: there is no operator named `mapp`
          a.mapp()
            ^^^^
          help: did you mean `map`?
        ✗ b: 1 assertion, 1 error
        ✗ a:3  a      1 difference
          Says two
                   0    5
        expected   --2--|
        actual     --1--|
                     ^
          tick 2  expected 2, got 1
          help: for the reason, write `why not 2 @2` on the next line
        ✗ a: 2 assertions, 1 failed
        missing: error: No such file or directory
        ✓ c: 1 assertion
        3 files, 4 assertions, 1 failed, 2 errors

        """)
  }

  @Test func filesDoNotShareASession() throws {
    let folder = try folder([
      "a.marble": "x = --1|\n:tick 10ms\n", "b.marble": "x.map { $0 } == --1|\n", "c.marble": ":quit\n",
    ])
    let outcome = try test(folder)
    #expect(outcome.errors.hasPrefix("b.marble:1:1: error: there is no stream named `x`\n"))
  }

  @Test func scriptLoadsFilesNextToIt() throws {
    let folder = try folder(["sub/a.marble": ":load lib/x\nx == --1|\n", "sub/lib/x": "x = --1|\nx == --2|\n"])
    let outcome = try test(folder)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("✗ sub/lib/x:2  x  "))
    #expect(outcome.output.hasSuffix("✗ sub/a.marble: 2 assertions, 1 failed\n1 file, 2 assertions, 1 failed\n"))
  }

  // MARK: Paths

  @Test func foldersAreSearchedByName() throws {
    let folder = try folder([
      "b.marble": Self.good, "a/z.marble": Self.good, "a/b/c.marble": Self.good, "a.md": "```marble\n-1| == -1|\n```\n",
      "c.markdown": "```marble\n-1| == -1|\n```\n", "d.md": "# Nothing\n", "e.txt": "-1| == -2|\n",
      ".hidden.marble": Self.failing, ".hidden/x.marble": Self.failing, "x.marble/y.marble": Self.good,
    ])
    let names = ["a/b/c.marble", "a/z.marble", "a.md", "b.marble", "c.markdown", "x.marble/y.marble"]
    func lines(_ prefix: String) -> String {
      names.map { "✓ \(prefix)\($0): 1 assertion\n" }.joined() + "6 files, 6 assertions\n"
    }
    #expect(try test(folder).output == lines(""))
    #expect(try test(folder, ".").output == lines(""))
    #expect(try test(folder, folder.path).output == lines(folder.path + "/"))
    #expect(try test(folder, folder.path + "/").output == lines(folder.path + "/"))
    // A file that is named twice is tested once.
    #expect(try test(folder, "b.marble", "a", ".", "b.marble").output.hasSuffix("6 files, 6 assertions\n"))
  }

  @Test func folderWithoutScriptsIsAnError() throws {
    let folder = try folder(["a.marble": Self.good, "empty/x.txt": ""])
    let outcome = try test(folder, "empty", "a.marble")
    let pages = ".md, .markdown, .qmd, .mdx, .swift, .adoc, .asciidoc, .rst, .tex, .typ or .ipynb"
    #expect(outcome.errors == "empty: error: this folder contains no .marble, \(pages) files\n")
    #expect(outcome.output == "✓ a.marble: 1 assertion\n1 file, 1 assertion, 1 error\n")
    #expect(outcome.end == .status(2))
  }

  @Test func linksToFilesAreFollowedAndLinksToFoldersAreNot() throws {
    let folder = try folder(["a/x.marble": Self.good])
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path + "/a/loop", withDestinationPath: "..")
    try manager.createSymbolicLink(atPath: folder.path + "/a/y.marble", withDestinationPath: "x.marble")
    #expect(try test(folder).output == "✓ a/x.marble: 1 assertion\n✓ a/y.marble: 1 assertion\n2 files, 2 assertions\n")
    // A link that is named is followed.
    #expect(try test(folder, "a/loop").output.hasPrefix("✓ a/loop/a/x.marble: 1 assertion\n"))
    try manager.createSymbolicLink(atPath: folder.path + "/a/z.marble", withDestinationPath: "nowhere")
    let outcome = try test(folder)
    #expect(outcome.errors == "a/z.marble: error: No such file or directory\n")
    #expect(outcome.end == .status(2))
  }

  @Test func onlyNamedPipesAreRead() throws {
    let folder = try folder(["a.marble": Self.good])
    #expect(mkfifo(folder.path + "/b.marble", 0o600) == 0)
    #expect(try test(folder).output == "✓ a.marble: 1 assertion\n1 file, 1 assertion\n")
    var program = Program(folder: folder.path)
    program.input = Array(Self.good.utf8)
    #expect(try program.run("test", "/dev/stdin").output == "✓ /dev/stdin: 1 assertion\n1 file, 1 assertion\n")
  }

  @Test func invalidUTF8IsAnError() throws {
    let folder = try folder([:])
    try folder.write([0x61, 0xFF], to: "a.marble")
    try folder.write([0x61, 0xFF], to: "b.md")
    let outcome = try test(folder)
    #expect(outcome.errors.contains("a.marble:1:2: error: "))
    #expect(outcome.errors.contains("b.md:1:2: error: "))
    #expect(outcome.output == "✗ a.marble: 1 error\n✗ b.md: 1 error\n2 files, 2 errors\n")
  }

  // MARK: Options

  @Test func failFastStopsAtTheFirstFailure() throws {
    var files = ["c.marble": Self.failing, "d.marble": Self.mistaken]
    for index in 0..<300 { files["e\(index).marble"] = Self.failing }
    files["a.marble"] = Self.good
    let folder = try folder(files)
    for jobs in ["1", "2", "7"] {
      let outcome = try test(folder, "--fail-fast", "--jobs", jobs)
      #expect(outcome.output.hasPrefix("✓ a.marble: 1 assertion\n✗ c.marble:3  a  "))
      #expect(outcome.output.hasSuffix("✗ c.marble: 1 assertion, 1 failed\n2 files, 2 assertions, 1 failed\n"))
      #expect(outcome.errors == "")
      #expect(outcome.end == .status(1))
    }
  }

  /// Each file is in one shard, and stays there when other files come.
  @Test func shardsAreAStablePartition() throws {
    let names = (0..<40).map { "a\($0).marble" }
    let folder = try folder(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.good) }))
    func shards() throws -> [[String]] {
      try (1...4).map { number in
        let outcome = try test(folder, "--shard", "\(number)/4")
        #expect(outcome.end == .status(0) && outcome.errors == "")
        return outcome.output.split(separator: "\n").dropLast().map { String($0.dropFirst(2).prefix { $0 != ":" }) }
      }
    }
    let first = try shards()
    #expect(first.joined().sorted() == names.sorted())
    #expect(first.allSatisfy { (5...15).contains($0.count) }, "\(first.map(\.count))")
    for name in names { try folder.write(Self.good, to: "b\(name)") }
    #expect(try shards().map { $0.filter { $0.hasPrefix("a") } } == first)
  }

  @Test func anEmptyShardPasses() throws {
    let folder = try folder(["a.marble": Self.good])
    let outcomes = try (1...2).map { try test(folder, "--filter", "a", "--shard", "\($0)/2") }
    #expect(
      outcomes.map(\.output).sorted() == ["0 files, no assertions\n", "✓ a.marble: 1 assertion\n1 file, 1 assertion\n"])
    #expect(outcomes.allSatisfy { $0.end == .status(0) })
  }

  @Test func quietHasNoOutputWithoutFailures() throws {
    let folder = try folder(["a.marble": Self.good, "b.marble": "12\n"])
    let outcome = try test(folder, "--quiet")
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
  }

  @Test func limitsApplyToTests() throws {
    let folder = try folder(["a.marble": "\"{-a}*\".map { $0 } == {-a}*\njust(1).repeat() == {1}*\n"])
    let outcome = try test(folder, "--until", "10", "--events", "50")
    #expect(outcome.output.contains("stopped after 50 deliveries"))
  }

  @Test func plainPicturesHaveNoColors() throws {
    let folder = try folder(["a.marble": Self.failing])
    #expect(try !test(folder).standardOutput.contains(0x1B))
    // Only box drawings have colors.
    #expect(try test(folder, "--color", "always").output == test(folder).output)
  }

  // MARK: Many files

  /// Creates numbered scripts.
  ///
  /// Some of them fail and some contain errors.
  private func many(_ count: Int) throws -> TemporaryFolder {
    try folder(
      Dictionary(
        uniqueKeysWithValues: (0..<count).map { index in
          let text = index % 97 == 0 ? Self.failing : index % 89 == 0 ? Self.mistaken : Self.good
          return ("\(10_000 + index).marble", text)
        }))
  }

  @Test(arguments: ["text", "tap", "junit", "json", "github"])
  func reportDoesNotDependOnTheNumberOfJobs(format: String) throws {
    let folder = try many(200)
    let alone = try test(folder, "--format", format, "--jobs", "1")
    for jobs in ["2", "5"] {
      let outcome = try test(folder, "--format", format, "--jobs", jobs)
      #expect(outcome.standardOutput == alone.standardOutput)
      #expect(outcome.standardError == alone.standardError)
      #expect(outcome.end == alone.end)
    }
  }

  @Test func tenThousandScriptsAreTestedInOneCall() throws {
    let folder = try many(10_000)
    var program = Program(folder: folder.path)
    program.seconds = 120
    program.megabytes = 1024
    let outcome = try program.run("test")
    #expect(outcome.end == .status(2))
    // The lines look like `✓ 10001.marble: 1 assertion`.
    let names = outcome.output.split(separator: "\n").compactMap { line in
      line.split(separator: ".marble: ").first.flatMap { Int($0.dropFirst(2)) }
    }
    #expect(names == Array(10_000..<20_000))
    #expect(outcome.output.hasSuffix("10,000 files, 10,104 assertions, 104 failed, 111 errors\n"))
  }

  @Test(arguments: ["text", "tap", "junit", "json", "github"])
  func sameTestHasTheSameOutput(format: String) throws {
    let folder = try many(120)
    let first = try test(folder, "--format", format)
    let second = try test(folder, "--format", format)
    #expect(first.standardOutput == second.standardOutput)
    #expect(first.standardError == second.standardError)
    #expect(!first.output.isEmpty)
  }

  // MARK: Bad input

  /// Inputs that need a deep stack need it on other threads too, which have a small stack by default.
  @Test(arguments: ["deep-names", "closure-syntax-1", "brackets-1", "operators-1", "where", "utf16", "nul", "origin"])
  func badInputsEndAsTheyDoAlone(name: String) throws {
    let folder = Package.tests + "/BadInputs"
    let outcome = try Program(folder: folder).run("test", "\(name).marble")
    let alone = try String(contentsOfFile: "\(folder)/\(name).expected", encoding: .utf8)
    #expect(alone.hasPrefix("\(outcome.end)\n"))
    #expect(alone.hasSuffix("--- standard error\n\(outcome.errors)"))
  }

  @Test(arguments: ["merge(", "(", "[", "{", "<", "-", "true ? 1 : "])
  func deeplyNestedInputIsAnError(text: String) throws {
    let deep = String(repeating: text, count: 100_000)
    let folder = try folder(["a.marble": "a = --1|\na.map { \(deep)1 }\n\(deep)\n", "b.marble": Self.good])
    let outcome = try test(folder)
    #expect(outcome.end == .status(2))
    #expect(outcome.output.contains("✓ b.marble: 1 assertion\n"))
  }

  @Test func fenceWithFileTestsTheFile() throws {
    let page = "```marble file=shown.marble\nold\n```\n```marble file=gone.marble\n```\n"
    let folder = try folder(["page.md": page, "shown.marble": "a = --1|\na == --2|\n"])
    for arguments in [["test", "page.md"], ["page.md"]] {
      let outcome = try Program(folder: folder.path).run(arguments)
      #expect(outcome.output.contains("✗ shown.marble:2  a "))
      #expect(
        outcome.errors == """
          page.md:4:11: error: cannot read `gone.marble`: No such file or directory
            ```marble file=gone.marble
                      ^^^^^^^^^^^^^^^^
            help: write a path relative to the folder of the page

          """)
      #expect(outcome.end == .status(2))
    }
  }

  /// Its result is not asserted, so only its beginning runs.
  @Test func unassertedEndlessStreamTakesNoTime() throws {
    let endless = String(repeating: "a.repeat()\n", count: 4)
    let folder = try folder(["a.marble": "a = cold 1|\n\(endless)a == 1|\n"])
    let outcome = try test(folder)
    #expect(outcome.output == "✓ a.marble: 1 assertion\n1 file, 1 assertion\n")
    #expect(outcome.end == .status(0))
  }

  #if os(Linux)
    @Test(arguments: ["text", "tap", "junit", "json", "github"])
    func fullDiskIsAnError(format: String) throws {
      let folder = try folder(["a.marble": Self.good])
      let outcome = try Program(folder: folder.path).run(
        shell: "\"$@\" > /dev/full", [try Program.path, "test", "--format", format])
      #expect(outcome.errors == "rxrepl: error: No space left on device\n")
      #expect(outcome.end == .status(2))
    }
  #endif

  @Test func closedPipeEndsTheProgramQuietly() throws {
    let folder = try many(3_000)
    let outcome = try Program(folder: folder.path)
      .run(shell: "{ \"$1\" test --format json; echo \"status $?\" >&2; } | head -1", [try Program.path])
    #expect(outcome.output.hasPrefix("{\"schema\":"))
    #expect(outcome.errors == "status 2\n" || outcome.errors == "status 1\n")
  }
}
