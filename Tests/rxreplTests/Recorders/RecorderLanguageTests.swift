import Foundation
import Testing

/// The recorders for other languages, with programs that record streams of their own.
///
/// The recorders for Kotlin and Combine are not run.
@Suite struct RecorderLanguageTests {
  private static let recorders = Package.root + "/Recorders"
  private static let programs = Package.tests + "/Recorders/Programs"
  private static let node = path(of: "node")
  /// A Python with `reactivex`, which `Scripts/setup test` installs, or any Python with asynchronous iteration.
  private static let reactivePython = python(with: "reactivex")
  private static let anyPython = python(with: "asyncio")
  private static let hasJava = runs(["/usr/bin/javac", "--release", "17", "-version"])

  @Test(.enabled(if: node != nil, "there is no Node.js"))
  func rxjsIsRecorded() throws {
    let node = try #require(Self.node)
    let run = try Run([node, Self.programs + "/rxjs.mjs", Self.recorders])
    #expect(run.errors == "rxrepl: cannot write the trace: the disk is full\n")
    #expect(run.output.contains("results JO\nresults JILL\n"))
    #expect(run.output.contains("two 0\ntwo 1\ntwo completed\n"))
    #expect(run.output == run.outputWithoutRecorder)
    #expect(try run.trace() == Self.expected("rxjs"))
    #expect(
      try run.drawing(only: "typed,search,results") == """
                  0    5             10
        typed     ---j--...-...[ji]---.....-.....--!
          search     ~`[JO]-...-...!
          search               ~~~~~`[JILL]-.....|
        results   ------...[JO]-...---.....[JILL]-!
        """)
  }

  /// With `AsyncLocalStorage`, an event after a promise has a cause.
  @Test(.enabled(if: node != nil, "there is no Node.js"))
  func promisesAreFollowed() throws {
    let node = try #require(Self.node)
    let run = try Run([node, Self.programs + "/rxjs.mjs", Self.recorders])
    #expect(try run.trace(".followed") == Self.expected("followed"))
  }

  @Test(.enabled(if: reactivePython != nil, "there is no Python with reactivex; Scripts/setup test installs it"))
  func reactivexIsRecorded() throws {
    let python = try #require(Self.reactivePython)
    let run = try Run([python, "-B", Self.programs + "/observables.py", Self.recorders + "/python"])
    #expect(run.errors == "rxrepl: cannot write the trace: I/O operation on closed file\n")
    #expect(run.output.contains("results Jo\nresults Jill\n"))
    #expect(run.output == run.outputWithoutRecorder)
    #expect(try run.trace() == Self.expected("observables"))
    #expect(
      try run.drawing(only: "typed,search,results") == """
                  0    5             10
        typed     ---j--...-...[ji]---.....-.....--!
          search     ~`[Jo]-...-...!
          search               ~~~~~`[Jill]-.....|
        results   ------...[Jo]-...---.....[Jill]-!
        """)
  }

  @Test(.enabled(if: anyPython != nil, "there is no Python 3.10"))
  func asynchronousIterablesAreRecorded() throws {
    let python = try #require(Self.anyPython)
    let run = try Run([python, "-B", Self.programs + "/iterables.py", Self.recorders + "/python"])
    #expect(run.errors == "")
    #expect(run.output == run.outputWithoutRecorder)
    #expect(try run.trace() == Self.expected("iterables"))
    #expect(
      try run.drawing(only: "numbers,doubled,letters") == """
                   0    5    10
        numbers    ---0----1----|
        doubled    ----0----2----|
          letters      ~`a!
          letters           ~`a!
        """)
  }

  @Test(.enabled(if: hasJava, "there is no JDK 17"))
  func flowsOfJavaAreRecorded() throws {
    let folder = try TemporaryFolder()
    let sources = [Self.recorders + "/java/Recorder.java", Self.programs + "/Main.java"]
    let compiled = try Run.program.run(
      shell: "exec \"$@\"",
      ["/usr/bin/javac", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d", folder.path] + sources)
    #expect(compiled.errors == "")
    let run = try Run(["/usr/bin/java", "-XX:+UseSerialGC", "-Xmx256m", "-cp", folder.path, "Main"])
    #expect(run.errors == "rxrepl: cannot write the trace: no text\n")
    #expect(run.output == run.outputWithoutRecorder)
    #expect(try run.trace() == Self.expected("Main"))
    #expect(
      try run.drawing(only: "typed,search,results") == """
                  0    5       10
        typed     ---j----[ji]--...-...--!
          search     ~`J-|
          search          ~~~~`[JI]-...|
        results   ------J--...--...[JI]-!
        """)
  }

  /// Each recorder is one short file, of which the first lines show its use.
  @Test func recordersAreShort() throws {
    let files = [
      "rxjs.mjs", "python/rxrepl_recorder.py", "java/Recorder.java", "kotlin/Recorder.kt", "combine/Recorder.swift",
    ]
    for file in files {
      let lines = try String(contentsOfFile: Self.recorders + "/" + file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      // The text after the last newline is not a line.
      #expect(lines.count <= 81, "\(file)")
      #expect(lines.allSatisfy { $0.count <= 120 }, "\(file)")
      #expect(lines.prefix(15).contains { $0.contains("rxrepl trace.jsonl") }, "\(file)")
    }
  }

  // MARK: Programs

  /// The lines that a program should record, which are a trace themselves.
  private static func expected(_ name: String) throws -> [String] {
    try String(contentsOfFile: programs + "/\(name).jsonl", encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func python(with module: String) -> String? {
    let candidates = [Package.root + "/.build/recorders/bin/python"] + (path(of: "python3").map { [$0] } ?? [])
    let check = "import sys, \(module); sys.exit(sys.version_info < (3, 10))"
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) && runs([$0, "-c", check]) }
  }

  private static func runs(_ command: [String]) -> Bool {
    (try? Run.program.run(shell: "exec \"$@\"", command).status) == 0
  }
}

/// A run of a program that records, and one of the same program that does not.
private struct Run {
  let output: String
  let errors: String
  let outputWithoutRecorder: String
  private let folder: TemporaryFolder

  /// A shell whose limit of memory allows the address spaces that Node.js and Java reserve.
  static let program = Program(megabytes: 32_768)

  /// Runs a command, whose last argument is the path of the trace.
  init(_ command: [String]) throws {
    folder = try TemporaryFolder()
    let recorded = try Self.program.run(shell: "exec \"$@\"", command + [folder.path + "/trace.jsonl"])
    output = recorded.output
    errors = recorded.errors
    let unrecorded = try Self.program.run(shell: "exec \"$@\"", command)
    #expect(recorded.status == 0 && unrecorded.status == 0, "\(errors)\(unrecorded.errors)")
    outputWithoutRecorder = unrecorded.output
  }

  /// Returns the lines after the header in the order of their times.
  ///
  /// The times become 10, 20, …, and the ids 1, 2, …, because the recorded ones differ between runs.
  func trace(_ ending: String = "") throws -> [String] {
    let text = String(decoding: try folder.bytes("trace.jsonl" + ending), as: UTF8.self)
    let all = text.split(separator: "\n")
    #expect(all.first?.contains("rxrepl/trace") == true)
    var timed: [(time: Double, line: Substring)] = []
    for line in all.dropFirst() {
      let time = try #require(line.firstMatch(of: /"time": ?([0-9.]+)/), "\(line)")
      timed.append((try #require(Double(time.1)), line))
    }
    timed.sort { $0.time < $1.time }
    #expect(zip(timed, timed.dropFirst()).allSatisfy { $0.time < $1.time })
    var ids: [Substring: Int] = [:]
    return timed.enumerated().map { index, entry in
      entry.line
        .replacing(/("time": ?)[0-9.]+/) { "\($0.1)\(10 * (index + 1))" }
        .replacing(/("(?:id|cause|parent|subscription)": ?)(\d+)/) { match in
          let id = ids[match.2] ?? ids.count + 1
          ids[match.2] = id
          return "\(match.1)\(id)"
        }
        .replacing(/("source": ?")[^"]*\/([^"\/]+")/) { "\($0.1)\($0.2)" }
        .description
    }
  }

  /// Returns the lanes that `rxrepl` draws of the trace.
  func drawing(only names: String) throws -> String {
    try folder.write(try trace().joined(separator: "\n") + "\n", to: "sorted.jsonl")
    let drawn = try Program().run("--tick", "10ms", "--only", names, folder.path + "/sorted.jsonl")
    #expect(drawn.errors == "")
    #expect(drawn.end == .status(0))
    return drawn.output.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
  }
}
