import ArgumentParser
import MarbleLanguageServer
import MarbleSession
import MarbleTerminal
import MarbleTools

struct LSPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", _superCommandName: "rxrepl",
    abstract: "Serves editors with the Language Server Protocol.",
    discussion: """
      rxrepl lsp                             reads requests from standard input, and writes answers to standard output
      rxrepl lsp --trace trace.jsonl         also shows the values of a running program beside its lines

      An editor starts this command. It shows errors and results while a script or a page is written, completes \
      names, explains operators, draws results, formats and renames. Documents are run as by `rxrepl test`, but no \
      files are written.

      The exit status is 1 if the editor ends without asking the server to shut down, 64 if the options are wrong.
      """)

  // Editors pass this option to servers that can also use a port.
  @Flag(help: "Use standard input and output. This is always so.")
  var stdio = false

  @Flag(help: "Let documents read no files.")
  var safe = false

  @Option(
    help: ArgumentHelp("Show the last values of this trace beside the lines that it names.", valueName: "file"),
    completion: .file(extensions: ["jsonl", "ndjson"]))
  var trace: String?

  func run() {
    var options = SessionOptions()
    if safe { options.highestLimits = options.limits }
    let server = LanguageServer(
      LanguageServer.Host(
        version: RxreplCommand.configuration.version,
        environment: { [options] in SessionEnvironment(for: options, refusal: .inEditor) },
        files: Self.files, send: Self.send, work: Platform.startWork, endAfter: Self.endAfter,
        trace: trace.map(tail)))
    while true {
      guard let bytes = try? FileDescriptor.input.readSome(), !bytes.isEmpty else {
        Platform.end(server.end())
      }
      if let status = server.receive(bytes) { Platform.end(status) }
    }
  }

  /// Returns a trace with its full path.
  private func tail(of trace: String) -> (path: String, read: LanguageServer.Host.TraceReader) {
    let folder = trace.hasPrefix("/") ? "" : (Platform.resolved(".") ?? "") + "/"
    return ((folder + trace).normalizedPath, readerOfChanges(at: trace, capacity: safe ? 1 << 20 : 1 << 22))
  }

  /// Returns the scripts and pages in a folder, or `nil` if the folder is too large.
  @Sendable
  private static func files(in folder: String) -> [String]? {
    let files = TestFiles(at: [folder], limit: 50_000)
    return files.isIncomplete ? nil : files.items.filter { $0.failure == nil }.map(\.path)
  }

  /// Ends the program when the editor has ended, because another process can keep its pipe open.
  @Sendable
  private static func endAfter(_ process: Int) {
    guard let process = Int32(exactly: process), process > 0 else { return }
    _ = Platform.startThread {
      while Platform.isRunning(process) { Platform.sleep(microseconds: 1_000_000) }
      Platform.end(ExitStatus.error.rawValue)
    }
  }

  /// Writes a message, or ends the program if the editor has ended.
  @Sendable
  private static func send(_ message: [UInt8]) {
    if FileDescriptor.output.writeAll(message) != nil { Platform.end(ExitStatus.error.rawValue) }
  }
}
