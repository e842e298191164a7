import Foundation
import Testing

/// Invalid and extreme inputs, each with the expected output in a file next to it.
///
/// The program runs `BadInputs/NAME.marble` in that folder. A first line such as `// arguments: --until 50` adds
/// arguments. `RECORD=1 Scripts/test BadInputTests` writes the output to the `.expected` files, which must
/// then be reviewed.
@Suite(.serialized) struct BadInputTests {
  static let folder = Package.tests + "/BadInputs"
  static let names = Package.files(in: folder, endingIn: ".marble").map(Package.name)

  @Test func folderContainsInputs() {
    #expect(Self.names.count > 30)
  }

  @Test(arguments: names)
  func outputIsAsExpected(name: String) throws {
    let script = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).marble"))
    let outcome = try Program(folder: Self.folder).run(Self.arguments(in: script) + ["\(name).marble"])
    #expect(outcome.status != nil, "\(outcome.end)")
    #expect(outcome.status == 0 || !outcome.output.isEmpty || !outcome.errors.isEmpty, "it fails without output")

    let transcript = Self.transcript(of: outcome)
    let expected = URL(fileURLWithPath: "\(Self.folder)/\(name).expected")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(transcript.utf8).write(to: expected)
    } else {
      let known = try? String(contentsOf: expected, encoding: .utf8)
      #expect(transcript == known, "\(Self.firstDifference(transcript, known ?? ""))")
    }
  }

  /// Returns the arguments in the first line.
  private static func arguments(in script: Data) -> [String] {
    let line = String(decoding: script.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard line.hasPrefix("// arguments: ") else { return [] }
    return line.split(separator: " ").dropFirst(2).map(String.init)
  }

  /// Returns the whole outcome as one string.
  private static func transcript(of outcome: Program.Outcome) -> String {
    "\(outcome.end)\n--- standard output\n\(outcome.output)--- standard error\n\(outcome.errors)"
  }

  private static func firstDifference(_ actual: String, _ expected: String) -> String {
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(actual, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(actual.count, expected.count)
    let shown = { (lines: [Substring]) in index < lines.count ? String(lines[index]) : "(the end)" }
    return "line \(index + 1): `\(shown(actual))` came instead of `\(shown(expected))`"
  }
}
