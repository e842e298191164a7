import ArgumentParser
import MarblePage
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", _superCommandName: "rxrepl",
    abstract: "Writes a page with marbles to drag that needs no server.",
    discussion: """
      rxrepl page lesson.marble -o lesson.html
      rxrepl page my-course -o site          writes a page for each exercise of a folder

      The page is one file. It contains the result of every move of a single marble, so it can be mailed or put on a \
      server for files. Only a page is replaced, never another file.

      With --engine, a page on a server also runs other scripts and checks any answer. The folder has the file engine.js \
      and the modules that it loads, as play/ of the site of rxrepl.

      The exit status is 0, 1 if an assertion failed, 2 if the file cannot be read, run or written, 64 if the options \
      are wrong.
      """)

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write the page to this file instead of standard output, or the pages of a course to this folder.",
      valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Option(help: ArgumentHelp("Name the page. The default is the name of the script.", valueName: "text"))
  var title: String?

  @Option(
    help: ArgumentHelp("Use the engine in this folder, as an address relative to the page.", valueName: "folder"))
  var engine: String?

  @ArgumentParser.Argument(
    help: "The script, or the folder of a course. `-` is standard input.", completion: .file(extensions: ["marble"]))
  var file: String

  private static let engineName = "marble-engine.wasm"

  func run() {
    let isCourse = FileStatus(of: file)?.kind == .folder
    if let engine {
      let target = output ?? ""
      let folder = isCourse ? target + "/" : String(target.dropLast(target.fileName.count))
      // The folder of the pages may not exist yet.
      let path = "\(folder)\(engine)/\(Self.engineName)".normalizedPath
      if FileStatus(of: path) == nil {
        PageScript.end("this folder has no \(Self.engineName)", about: folder + engine)
      }
    }
    if isCourse { writeCourse() } else { writePage() }
  }

  private func writePage() {
    if let output, let format = ResultFormat(ofFile: output) {
      PageScript.end("a page is HTML; for \(format.rawValue), leave out `page`", about: output)
    }
    let script = PageScript.text(at: file)
    let path = PageScript.path(of: file)
    let status = Self.test([PageScript.page(at: file) ?? Document(script: path, bytes: Array(script.utf8))])
    var page = BakedPage(
      script, path: path, title: title ?? Self.name(of: file), runner: PageScript.runner)
    page.engine = engine
    if let output {
      Self.write(page.html, to: output)
    } else {
      let standardOutput = Output()
      standardOutput.write(page.html)
      standardOutput.flush()
    }
    Platform.end(status)
  }

  private func writeCourse() {
    let course = ExercisesCommand.course(in: file, isTested: true)
    guard let output else { PageScript.end("a course has several pages: add `-o` and a folder", about: file) }
    let status = Self.test(course.ownExercises.map { Document(script: $0.source.name, bytes: $0.source.bytes) })
    for (name, html) in CoursePages(course, title: title).files(engine: engine) {
      let path = "\(output)/\(name)"
      Platform.makeFolders(of: path, isPrivate: false)
      Self.write(html, to: path)
    }
    Platform.end(status)
  }

  /// Tests documents as `rxrepl test` does, and ends the program after an error.
  ///
  /// - Returns: The exit status, which indicates whether an assertion failed.
  private static func test(_ documents: [Document]) -> Int32 {
    let output = Output()
    var counts = TestCounts()
    for document in documents {
      document.run(in: { PageScript.session(for: document) }) {
        counts.count(.answer($0))
        if $0.isProblem, let (text, _) = AnswerWriter().text(of: $0) { output.write(text, to: .diagnostics) }
        return true
      }
    }
    output.flush()
    if counts.errors > 0 { Platform.end(ExitStatus.error.rawValue) }
    return Int32(counts.status)
  }

  /// Writes a page, unless another file is in its place.
  private static func write(_ page: String, to path: String) {
    do throws(SystemFailure) {
      if let status = FileStatus(of: path), status.kind == .file, status.size > 0 {
        guard BakedPage.isPage(try readFile(at: path)) else {
          throw SystemFailure(reason: "this file is not a page of rxrepl, so it is not replaced")
        }
      }
      try writeFile(at: path, Array(page.utf8), isPrivate: false)
    } catch {
      PageScript.end(error.reason, about: path)
    }
  }

  /// The name of a script without its folder and ending.
  private static func name(of path: String) -> String {
    let name = PageScript.path(of: path).fileName
    if name == "-" { return "rxrepl" }
    return name.withoutScriptEnding
  }
}
