import Foundation
import Testing

@testable import MarbleTerminal
@testable import rxrepl

@Suite struct PlainLineReaderTests {
  /// Returns all lines read from a pipe that was filled and closed.
  private func lines(of text: String) throws -> [LineInput] {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    let thread = Thread {
      try? writer.write(contentsOf: Data(text.utf8))
      try? writer.close()
    }
    thread.start()
    let source = PlainLineReader(FileDescriptor(number: pipe.fileHandleForReading.fileDescriptor))
    var inputs: [LineInput] = []
    repeat { inputs.append(source.read(prompt: "never shown> ")) } while inputs.last != .end
    #expect(source.read(prompt: "") == .end)
    return inputs
  }

  @Test(arguments: [
    ("", []),
    ("a\nb\n", ["a", "b"]),
    ("a\r\n\nlast", ["a", "", "last"]),
    ("漢\té\n", ["漢\té"]),
    ("\n\n", ["", ""]),
  ])
  func linesAreReadWithoutLineEnds(text: String, expected: [String]) throws {
    #expect(try lines(of: text) == expected.map(LineInput.line) + [.end])
  }

  @Test func lineCanBeLongerThanTheBuffer() throws {
    let long = String(repeating: "é", count: 200_000)
    #expect(try lines(of: "a\n\(long)\nb\n") == [.line("a"), .line(long), .line("b"), .end])
  }
}
