import ArgumentParser
import MarblePage
import MarbleSession
import MarbleTerminal
import MarbleTools

struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", _superCommandName: "rxrepl",
    abstract: "Writes a page with marbles to drag that needs no server.",
    discussion: """
      rxrepl page lesson.marble -o lesson.html

      The page is one file. It contains the result of every move of a single marble, so it can be mailed or put on a \
      server for files. Only a page is replaced, never another file.

      The exit status is 0, 1 if an assertion failed, 2 if the file cannot be read, run or written, 64 if the options \
      are wrong.
      """)

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write the page to this file instead of standard output.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Option(help: ArgumentHelp("Name the page. The default is the name of the script.", valueName: "text"))
  var title: String?

  @Argument(help: "The script. `-` is standard input.", completion: .file(extensions: ["marble"]))
  var file: String

  func run() {
    let script = PageScript.text(at: file)
    let page = BakedPage(script, path: file, title: title ?? Self.name(of: file))
    let problems = page.messages.filter { $0.kind != .passed && $0.kind != .text }
    for message in problems { Output().write(message.text + "\n", to: .diagnostics) }
    if problems.contains(where: { $0.kind == .error }) { Platform.end(ExitStatus.error.rawValue) }
    let bytes = Array(page.html.utf8)
    if let output {
      do throws(SystemFailure) {
        try Self.write(bytes, to: output)
      } catch {
        PageScript.end(error.reason, about: output)
      }
    } else {
      let standardOutput = Output()
      standardOutput.write(String(decoding: bytes, as: UTF8.self))
      standardOutput.flush()
    }
    let hasFailed = problems.contains { $0.kind == .failed }
    Platform.end((hasFailed ? ExitStatus.failedAssertion : .success).rawValue)
  }

  /// Writes a page, unless another file is in its place.
  private static func write(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
    if let status = FileStatus(of: path), status.kind == .file, status.size > 0 {
      guard BakedPage.isPage(try readFile(at: path)) else {
        throw SystemFailure(reason: "this file is not a page of rxrepl, so it is not replaced")
      }
    }
    try writeFile(at: path, bytes, isPrivate: false)
  }

  /// The name of a script without its folder and ending.
  private static func name(of path: String) -> String {
    let name = path.fileName
    if name == "-" { return "rxrepl" }
    return name.hasSuffix(".marble") ? String(name.dropLast(".marble".count)) : name
  }
}
