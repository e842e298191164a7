import ArgumentParser
import CLineEdit
import MarblePage
import MarbleServer
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", _superCommandName: "rxrepl",
    abstract: "Shows a script in the browser, with marbles to drag.",
    discussion: """
      rxrepl serve                           starts with an example
      rxrepl serve demo.marble --open        starts with a script, and opens the browser
      rxrepl serve my-course                 shows the exercises of a folder
      rxrepl serve trace.jsonl               shows the last events of a trace while a program writes it

      The address is printed. Only this computer can use it, and only with the token in it. The file does not change: \
      the page can download the script. Ctrl-C ends the server.

      The exit status is 2 if the file cannot be read or the port cannot be used, 64 if the options are wrong.
      """)

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Option(help: ArgumentHelp("Use this port instead of a free one.", valueName: "number"))
  var port = 0

  @ArgumentParser.Argument(
    help: "The script or trace to begin with, or the folder of a course.",
    completion: .file(extensions: ["marble", "jsonl", "ndjson"]))
  var file: String?

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
  }

  func run() {
    let answers = answers
    #if Server
      let token = Self.token()
      let code = open ? OpeningCode(Self.token()) : nil
      Platform.endOnInterrupt()
      do {
        let server = try PageServer(port: port, worker: Platform.startWork) { port in
          PageService(port: port, token: token, code: code, answers: answers)
        }
        let output = Output()
        output.write("\(server.address)\n")
        output.flush()
        if open { _ = program_run("(xdg-open \"$1\" || open \"$1\") >/dev/null 2>&1 &", server.openingAddress) }
        try server.wait()
      } catch {
        PageScript.end("port \(port) cannot be used: \(Self.reason(for: error))")
      }
    #else
      PageScript.end("this rxrepl was built without the server")
    #endif
  }

  /// The answers to requests about the script or the course.
  private var answers: PageAnswers {
    let runner = PageScript.runner
    guard let file else { return PageAnswers(script: PageAnswers.example, runner: runner) }
    if FileStatus(of: file)?.kind == .folder {
      return PageAnswers(course: ExercisesCommand.course(in: file), runner: runner)
    }
    let path = file == "-" ? "script" : PageScript.path(of: file).fileName
    let name = path.withoutScriptEnding
    if Source.isTrace(named: file) { return PageAnswers(live: PageScript.live(ofTrace: file), name: name) }
    return PageAnswers(script: PageScript.text(at: file), name: name, runner: runner)
  }

  #if Server
    private static func reason(for error: any Error) -> String {
      PageServer.number(of: error).map { SystemError(number: $0).failure.reason } ?? "\(error)"
    }
  #endif

  /// A secret of 128 bits.
  private static func token() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = (random.next() as UInt64, random.next() as UInt64)
    let words = [String(digits.0, radix: 16), String(digits.1, radix: 16)]
    return words.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }

}
