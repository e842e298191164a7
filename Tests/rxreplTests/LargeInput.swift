import Testing

/// An extremely large script with its expected exit status and message.
///
/// Each must end within limits of time and memory.
struct LargeInput: Sendable, CustomTestStringConvertible {
  let name: String
  let status: Int32
  let words: String
  let script: @Sendable () -> String

  init(_ name: String, status: Int32, containing words: String = "", _ script: @escaping @Sendable () -> String) {
    self.name = name
    self.status = status
    self.words = words
    self.script = script
  }

  var testDescription: String { name }

  func test() throws {
    let outcome = try Program(input: Array(script().utf8)).run()
    #expect(outcome.end == .status(status), "\(outcome.errors.prefix(400))")
    #expect(words.isEmpty || outcome.output.contains(words) || outcome.errors.contains(words))
    let lines = outcome.errors.utf8.split(separator: UInt8(ascii: "\n"))
    #expect(lines.allSatisfy { $0.count < 1_000 }, "a line of a message is too long")
  }
}

let million = 1_000_000

func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
