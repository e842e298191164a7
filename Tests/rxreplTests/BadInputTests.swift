import Foundation
import Testing

/// Inputs that are wrong, or cruel, each with all that the program answers to it beside it.
///
/// `BadInputs/NAME.marble` is run in its folder; a first line `// arguments: --until 50` adds to the command line.
/// `RECORD=1 swift test --filter BadInputTests` writes what comes out to the `.expected` files, to be read and kept.
@Suite(.serialized) struct BadInputTests {
  static let folder = Package.tests + "/BadInputs"
  static let names = Package.files(in: folder, endingIn: ".marble").map(Package.name)

  @Test func thereAreInputs() {
    #expect(Self.names.count > 30)
  }

  @Test(arguments: names)
  func theAnswerIsTheExpectedOne(name: String) throws {
    let script = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).marble"))
    let outcome = try Program(folder: Self.folder).run(Self.arguments(in: script) + ["\(name).marble"])
    #expect(outcome.status != nil, "\(outcome.end)")
    #expect(outcome.status == 0 || !outcome.output.isEmpty || !outcome.errors.isEmpty, "it fails without a word")

    let transcript = Self.transcript(of: outcome)
    let expected = URL(fileURLWithPath: "\(Self.folder)/\(name).expected")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(transcript.utf8).write(to: expected)
    } else {
      let known = try? String(contentsOf: expected, encoding: .utf8)
      #expect(transcript == known, "\(Self.firstDifference(transcript, known ?? ""))")
    }
  }

  /// What the first line adds to the command line.
  private static func arguments(in script: Data) -> [String] {
    let line = String(decoding: script.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard line.hasPrefix("// arguments: ") else { return [] }
    return line.split(separator: " ").dropFirst(2).map(String.init)
  }

  /// All of an outcome as one text.
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
