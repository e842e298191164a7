import ArgumentParser
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

struct MdBookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mdbook", _superCommandName: "rxrepl",
    abstract: "Draws the marble scripts of a book, as a preprocessor of mdBook.",
    discussion: """
      mdBook runs this command if book.toml contains these lines:

      [preprocessor.marble]
      command = "rxrepl mdbook"

      It reads the book as JSON from standard input, and writes it with the picture of each script. Scripts run as \
      with --safe. Their errors are shown in the book, and on standard error.

      The exit status is 2 if the input is not that of mdBook, 64 if the options are wrong. With `supports`, it is 0 \
      if pictures can be shown in the output of a renderer, which is `html`, and 1 otherwise.
      """)

  @ArgumentParser.Argument(help: "`supports` and the name of a renderer.")
  var request: [String] = []

  func validate() throws {
    if !request.isEmpty, request.count != 2 || request[0] != "supports" {
      throw ValidationError("Write `supports` and the name of a renderer, or nothing.")
    }
  }

  func run() {
    if let renderer = request.last { Platform.end(renderer == "html" ? 0 : 1) }
    let output = Output()
    func fail(_ reason: String) -> Never {
      output.status = .error
      output.write("rxrepl: error: \(reason)\n", to: .diagnostics)
      output.flush()
      Platform.end(ExitStatus.error.rawValue)
    }
    var options = SessionOptions()
    options.highestLimits = options.limits
    let book: [UInt8]
    do {
      book = try BookPreprocessor(readStandardInput()).run(options, in: { SessionEnvironment(for: options) }) {
        answer in
        if let written = AnswerWriter().text(of: answer) { output.write(written.text, to: .diagnostics) }
      }
    } catch let error as JSONReadingError {
      fail("the input is not a book of mdBook: expected \(error.expected) at byte \(error.offset)")
    } catch {
      fail((error as? SystemFailure)?.reason ?? "\(error)")
    }
    output.write(String(decoding: book, as: UTF8.self) + "\n")
    output.flush()
  }
}
