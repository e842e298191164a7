import Foundation
import TestSupport
import Testing

/// Warnings of hazards, from the real binary.
@Suite(.serialized) struct LintCommandTests {
  private static let script = "load = cold -1-#[offline]\nload.retry().map { $0 }\n"
  private static let warning = """
    demo.marble:2:6: warning: `retry` without a limit restarts a failing source forever [endless-retry]
      load.retry().map { $0 }
           ^^^^^
      help: write `load.retry(upTo: 3).map { $0 }`

    """

  private func lint(_ script: String, _ arguments: String..., input: Bool = false) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "demo.marble")
    let program = Program(folder: folder.path)
    if input { return try program.run(shell: "exec \"$@\" < demo.marble", [try Program.path, "lint"]) }
    return try program.run(["lint"] + arguments + ["demo.marble"])
  }

  @Test func warningHasAPlaceAProofAndARemedy() throws {
    let outcome = try lint(Self.script)
    #expect(outcome.output.hasPrefix(Self.warning), "\(outcome.output)")
    #expect(outcome.output.contains("\nas written   -1--.........1--1"), "\(outcome.output)")
    #expect(outcome.output.contains("\nremedy       -1--.........1--1--1-#[offline]\n"), "\(outcome.output)")
    #expect(outcome.status == 1)
    let fromInput = try lint(Self.script, input: true)
    #expect(fromInput.output == outcome.output.replacing("demo.marble:2:6", with: "<stdin>:2:6"))
    #expect(fromInput.status == 1)
  }

  @Test func statusTellsWarningsFromErrors() throws {
    #expect(try lint("load = cold -1|\nload.map { $0 }\n").status == 0)
    #expect(try lint("load = cold -1|\nload.mop { $0 }\n" + Self.script).status == 2)
    #expect(try lint(Self.script + "load.retry() // lint: ignore endless-retry\n").status == 2)
    #expect(try lint("load.retry()").status == 2)
    let folder = try TemporaryFolder()
    let missing = try Program(folder: folder.path).run(["lint", "missing.marble"])
    #expect(missing.status == 2)
    #expect(missing.errors.hasPrefix("missing.marble: error: "), "\(missing.errors)")
  }

  @Test func warningIsDescribedAsData() throws {
    let outcome = try lint(Self.script, "--format", "json")
    let line = try #require(outcome.output.split(separator: "\n").first)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(report["kind"] as? String == "warning")
    #expect(report["hazard"] as? String == "endless-retry")
    #expect(report["remedy"] as? String == "load.retry(upTo: 3).map { $0 }")
    #expect(report["streams"] as? [String] == ["load = cold -1-#[offline]"])
    #expect(report["written"] as? String != report["remedied"] as? String)
    let schema = try JSONSchema.ours
    for line in outcome.output.split(separator: "\n") { #expect(schema.fault(in: JSONTree(String(line))) == nil) }
    #expect(outcome.status == 1)
  }
}
