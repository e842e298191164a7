@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The report of a test run in each format.
struct TestReportTests {
  /// Reports files as `rxrepl test` does.
  ///
  /// Returns the output, the diagnostics and the exit status.
  private func report(
    _ files: [(name: String, text: String)], unreadable: [String] = [], _ format: TestReport.Format = .text,
    filter: String? = nil, isNamed: Bool = true, isQuiet: Bool = false
  ) -> (output: String, diagnostics: String, status: Int) {
    var options = TestReport.Options()
    options.format = format
    options.filter = filter
    options.isQuiet = isQuiet
    var report = TestReport(options)
    var (output, diagnostics) = (report.opening, "")
    func write(_ fragments: [ReportFragment]) {
      for fragment in fragments {
        let (text, channel) = report.text(of: fragment)
        if channel == .output { output += text } else { diagnostics += text }
      }
    }
    for (name, text) in files {
      var file = FileReport(of: name, isNamed: isNamed, options)
      do throws(Document.ParseError) {
        let document = try Document(name: name, bytes: Array(text.utf8))
        file.read(document)
        document.run(in: { Self.session(format) }) { answer in
          write(file.add(answer))
          return true
        }
      } catch {
        write(file.add(.error(error.diagnostic, error.source)))
      }
      write(file.end())
      report.add(file.counts)
    }
    for name in unreadable {
      var file = FileReport(of: name, isNamed: true, options)
      write(file.add(SystemFailure(reason: "gone")))
      write(file.end())
      report.add(file.counts)
    }
    let (remaining, status) = report.end(wasInterrupted: false)
    for (text, channel) in remaining { if channel == .output { output += text } else { diagnostics += text } }
    return (output, diagnostics, status)
  }

  private static func session(_ format: TestReport.Format) -> Session {
    let session = Session()
    session.options.style.format = format == .json ? .json : .plain
    return session
  }

  private static let script = """
    a = --1--2|
    // doubles # each \\ <value> "&"
    a.map { $0 * 2 } == --2--5|
    a == --1--2|
    a.mapp()
    12
    """

  // MARK: Text

  @Test func textShowsFailuresAndTotals() {
    let (output, diagnostics, status) = report([("a.marble", Self.script), ("b.marble", "-1| == -1|\n")])
    #expect(
      output == """
        ✗ a.marble:3  a.map { $0 * 2 }      1 difference
          doubles # each \\ <value> "&"
                   0    5
        expected   --2--5|
        actual     --2--4|
                        ^
          tick 5  expected 5, got 4
          help: for the reason, write `why not 5 @5` on the next line
        ✗ a.marble: 2 assertions, 1 failed, 1 error
        ✓ b.marble: 1 assertion
        2 files, 3 assertions, 1 failed, 1 error

        """)
    #expect(diagnostics.hasPrefix("a.marble:5:3: error: there is no operator named `mapp`\n"))
    #expect(diagnostics.contains("a.marble:6:1: warning: `12` is two values\n"))
    #expect(status == 2)
  }

  @Test func quietTextShowsOnlyFailures() {
    let all = report([("a.marble", Self.script)], isQuiet: true)
    #expect(all.output.hasPrefix("✗ a.marble:3  "))
    #expect(all.output.hasSuffix("got 4\n  help: for the reason, write `why not 5 @5` on the next line\n"))
    #expect(!all.diagnostics.contains("warning"))
    let good = report([("b.marble", "-1| == -1|\n12\n"), ("c.marble", "")], isQuiet: true)
    #expect(good == ("", "", 0))
  }

  @Test func fileWithoutAssertionsIsListedUnlessItIsUnnamedMarkdown() {
    #expect(report([("a.marble", "-1|\n")]).output == "- a.marble: no assertions\n1 file, no assertions\n")
    #expect(report([("a.md", "")]).output == "- a.md: no assertions\n1 file, no assertions\n")
    #expect(report([("a.md", "")], isNamed: false).output == "0 files, no assertions\n")
    #expect(
      report([("a.md", "```marble\n-1|\n```\n")], isNamed: false).output
        == "- a.md: no assertions\n1 file, no assertions\n")
    #expect(
      report([("a.marble", "")], isNamed: false).output == "- a.marble: no assertions\n1 file, no assertions\n")
    #expect(report([("a.md", "```marble\nx()\n```\n")], isNamed: false).output.hasPrefix("✗ a.md: 1 error\n"))
    #expect(report([("a.marble", "")]).status == 0)
  }

  @Test func filterOmitsAssertionsThatDoNotContainIt() {
    let script = "// first\n-1| == -2|\n// second\n-3| == -4|\n"
    for (filter, line) in [("first", 2), ("-3|", 4), ("a.marble:4", 4)] {
      let output = report([("a.marble", script), ("b.marble", "-9| == -9|\n")], filter: filter).output
      #expect(output.hasPrefix("✗ a.marble:\(line)  "))
      #expect(output.hasSuffix("✗ a.marble: 1 assertion, 1 failed\n1 file, 1 assertion, 1 failed\n"))
    }
    let (output, diagnostics, status) = report([("a.marble", script)], filter: "third")
    #expect(output == "0 files, 1 error\n")
    #expect(
      diagnostics == "--filter third: error: no assertion contains this in its title, expression or location\n")
    #expect(status == 2)
    let files = [("a.marble", "-1| == -1|\n"), ("b.marble", "hot --1|\n-9| == -9|\n")]
    #expect(!report(files, filter: "-1").output.contains("no assertions"))
    // Errors are reported with any filter.
    #expect(report([("a.marble", "-1| == -1|\nx()\n")], filter: "-1").status == 2)
  }

  /// A cell is not a file.
  @Test func cellIsInTheFileOfItsNotebook() {
    let lines = "[\n\"%%marble\\n\",\n\"-1| == -2|\\n\",\n\"x()\"]"
    let cell = "{\"cell_type\":\"code\",\"outputs\":[],\"source\":\(lines)}"
    func output(_ format: TestReport.Format) -> String {
      report([("a.ipynb", "{\"cells\":[\(cell)]}")], format).output
    }
    // An annotation is at the line of the file.
    #expect(output(.github).contains("::error file=a.ipynb,line=3::"), "\(output(.github))")
    #expect(output(.github).contains("::error file=a.ipynb,line=4::"))
    #expect(output(.tap).ranges(of: "    file: \"a.ipynb\"\n    cell: 1\n    line: ").count == 2)
    #expect(output(.json).ranges(of: "\"file\":\"a.ipynb\",\"cell\":1,\"line\":").count == 2)
    #expect(output(.junit).ranges(of: "classname=\"a.ipynb\"").count == 2)
  }

  @Test func tabInATitleIsASpace() {
    let script = "// a\tb\n-1| == -2|\n"
    #expect(report([("a.marble", script)], .tap).output.contains("not ok 1 - a b\n"))
    #expect(!report([("a.marble", script)], .junit).output.contains("\u{FFFD}"))
  }

  @Test func endlessDifferencesAreCounted() {
    let script = "interval(1) == --1|\n"
    let output = report([("a.marble", script)], .json).output
    #expect(output.contains("\"moreDifferences\":"))
    #expect(output.matches(of: /"reason":"(unexpected|missing|wrong value|late|early)"/).count <= 100)
  }

  @Test func titleContainsNoControlCharacters() {
    let output = report([("a.marble", "// \u{1B}[31mred\u{7}\n-1| == -2|\n")]).output
    #expect(output.contains("\n  ␛[31mred␇\n"))
    #expect(!output.contains("\u{1B}"))
  }

  @Test func interruptedTestIsReported() {
    for (format, end) in [
      (TestReport.Format.text, "0 files, no assertions\n"),
      (.tap, "Bail out! interrupted\n# 0 files, no assertions\n"), (.junit, "</testsuites>\n"),
      (.json, #""status":130}"# + "\n"),
    ] {
      var options = TestReport.Options()
      options.format = format
      options.filter = "nothing"
      var report = TestReport(options)
      let (remaining, status) = report.end(wasInterrupted: true)
      #expect(status == 130)
      #expect(remaining.map(\.text).joined().hasSuffix(end))
    }
  }

  // MARK: Markdown

  @Test func fencesShareASessionUntilANewFence() {
    let text = """
      ```marble
      a = --1|
      ```
      ```marble ignore
      a == --9|
      ```
      ```marble hidden
      a == --1|
      ```
      ```marble new
      a.map { $0 } == --1|
      ```
      """
    let (output, diagnostics, _) = report([("a.md", text)])
    #expect(output == "✗ a.md: 1 assertion, 1 error\n1 file, 1 assertion, 1 error\n")
    #expect(diagnostics.hasPrefix("a.md:11:1: error: there is no stream named `a`\n"))
  }

  @Test func failingFenceIsOneAssertion() {
    let text = """
      \u{FEFF}# A page
      ```marble fails
      -1| == -2|
      x()
      -3| == -3|
      ```

      ```marble fails name=demo.marble
      --1|
      ```
      """
    let (output, diagnostics, status) = report([("a.md", text)])
    #expect(
      output == """
        ✗ a.md:8  marble fails name=demo.marble
          demo.marble
          nothing in this fence fails, but it is marked `fails`
        ✗ a.md: 2 assertions, 1 failed
        1 file, 2 assertions, 1 failed

        """)
    #expect(diagnostics == "")
    #expect(status == 1)
  }

  @Test func unclosedFenceIsAnErrorOfItsFile() {
    let (output, diagnostics, status) = report([("a.md", "x\n```marble\n-1|\n")])
    #expect(output == "✗ a.md: 1 error\n1 file, 1 error\n")
    #expect(diagnostics.hasPrefix("a.md:2:1: error: "))
    #expect(status == 2)
  }

  @Test func runStopsWhenItsCallerReturnsFalse() throws {
    let text = "```marble\n-1| == -2|\n-3| == -4|\n```\n```marble\n-5| == -6|\n```\n"
    var lines: [Int] = []
    try Document(name: "a.md", bytes: Array(text.utf8)).run(in: { Session() }) { answer in
      if case .failed(let assertion, _) = answer { lines.append(assertion.line) }
      return false
    }
    #expect(lines == [2])
  }

  // MARK: TAP

  @Test func tapHasAPointForEachAssertionAndError() {
    let (output, diagnostics, status) = report(
      [("a.marble", Self.script), ("b.marble", "")], unreadable: ["c\n# .marble"], .tap)
    #expect(
      output == """
        TAP version 13
        # a.marble
        not ok 1 - there is no operator named `mapp`
          ---
          message: "there is no operator named `mapp`"
          severity: error
          at:
            file: "a.marble"
            line: 5
          text: |
            a.marble:5:3: error: there is no operator named `mapp`
              a.mapp()
                ^^^^
              help: did you mean `map`?
          ...
        # a.marble:6:1: warning: `12` is two values
        #   12
        #   ^^ each digit is a separate value
        #   help: for a single value, write `[12]`
        not ok 2 - doubles \\# each \\\\ <value> "&"
          ---
          message: "1 difference"
          severity: fail
          at:
            file: "a.marble"
            line: 3
          text: |
            ✗ a.marble:3  a.map { $0 * 2 }      1 difference
                       0    5
            expected   --2--5|
            actual     --2--4|
                            ^
              tick 5  expected 5, got 4
              help: for the reason, write `why not 5 @5` on the next line
          ...
        ok 3 - a
        # b.marble
        # no assertions
        # c
        # # .marble
        not ok 4 - c \\# .marble: gone
          ---
          message: "gone"
          severity: error
          at:
            file: "c\\n# .marble"
          ...
        1..4
        # 2 files, 2 assertions, 1 failed, 2 errors

        """)
    #expect(diagnostics == "")
    #expect(status == 2)
    #expect(report([], .tap).output == "TAP version 13\n1..0\n# 0 files, no assertions\n")
  }

  // MARK: JUnit

  @Test func junitIsValidXMLForAnyScript() {
    let odd = "// \u{1}\u{B}\u{FFFE} <b>]]>&amp; \u{85}é日\n\"-\\u{0}\" == -\"\u{7}\"|\n\"\u{1}\"()\n"
    let (output, diagnostics, _) = report(
      [("a.marble", Self.script), ("<b>\n&.marble", odd), ("c.marble", "")], unreadable: ["d\u{2}"], .junit)
    let tree = XMLTree(output)
    #expect(tree.parseError == nil)
    #expect(diagnostics == "")
    #expect(tree.elements("testsuites").count == 1)
    let suites = tree.elements("testsuite").map(\.attributes)
    #expect(suites.map { $0["name"] } == ["a.marble", "<b>\n&.marble", "c.marble", "d␂"])
    #expect(
      suites.first
        == ["name": "a.marble", "tests": "3", "failures": "1", "errors": "1", "skipped": "0"])
    let cases = tree.elements("testcase")
    #expect(cases[1].attributes["name"] == "doubles # each \\ <value> \"&\"")
    #expect(cases[1].attributes["classname"] == "a.marble")
    #expect(cases[1].attributes.keys.sorted() == ["classname", "name"])
    #expect(cases.allSatisfy { $0.attributes["time"] == nil })
    #expect(tree.elements("failure").first?.attributes == ["message": "1 difference", "type": "differs"])
    #expect(tree.elements("failure").first?.text.contains("expected   --2--5|\nactual     --2--4|\n") == true)
    #expect(tree.elements("error").first?.attributes["type"] == "error")
    #expect(tree.elements("error").last?.attributes == ["message": "gone", "type": "unreadable"])
    #expect(tree.elements("system-err").first?.text.contains("warning: `12` is two values") == true)
    for suite in suites {
      let own = cases.filter { $0.attributes["classname"] == suite["name"] }
      #expect(suite["tests"] == String(own.count))
    }
  }

  /// Random characters in titles and scripts give complete reports.
  @Test func reportsAreCompleteForRandomCharacters() {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let text = String(
        String.UnicodeScalarView(
          (0..<200).compactMap { _ in
            let limit: UInt32 = [0x30, 0x100, 0x3000, 0x11_0000].randomElement(using: &generator) ?? 0x30
            return Unicode.Scalar(UInt32.random(in: 1..<limit, using: &generator))
          }))
      let script = "// \(text.filter { $0 != "\n" })\n-1| == -2|\n\(text)\n"
      for format in [TestReport.Format.junit, .tap] {
        let output = report([("a.marble", script)], format).output
        if format == .junit { #expect(XMLTree(output).parseError == nil, "seed \(seed)") }
        let controls = output.unicodeScalars.filter {
          ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value)
        }
        #expect(controls.isEmpty, "seed \(seed)")
      }
    }
  }

  // MARK: JSON

  @Test func jsonMatchesTheSchema() throws {
    let schema = try JSONSchema.ours
    let (output, diagnostics, _) = report(
      [("a.marble", Self.script), ("b.md", "```marble fails\n-1|\n```\n")], unreadable: ["c"], .json, filter: "a")
    let lines = output.split(separator: "\n").map { JSONTree(String($0)) }
    for line in lines { #expect(schema.fault(in: line) == nil) }
    #expect(diagnostics == "")
    #expect(
      lines.map { $0["kind"] }
        == [
          "error", "warning", "failed", "passed", "file", "failed", "file", "error", "summary",
        ].map { .scalar("\"\($0)\"") })
    #expect(lines[2]["diagram"] != .scalar("null"))
    #expect(
      output.hasSuffix(
        #""kind":"summary","files":2,"drawings":0,"passed":1,"failed":2,"errors":2,"warnings":1,"status":2}"# + "\n"))
  }
}
