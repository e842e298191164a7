import MarbleSession
import MarbleTools
import Marbles

/// A page with marbles to drag that needs no server.
///
/// It contains the answer to every move of a single marble. A move always starts from the script as it is written.
package struct BakedPage: Sendable {
  /// The largest number of moves in a page.
  private static let maxMoves = 2_000
  /// The largest number of marbles in the pictures of all moves, which is less for scripts with many marbles.
  private static let maxMarbles = 100_000
  /// The number of ticks after the last event to which a marble can be moved.
  private static let margin = 3

  /// The answers to the moves of a marble to consecutive ticks.
  private struct Moves {
    let first: Int
    /// The numbers of the answers.
    var answers: [Int] = []

    /// The first tick and the differences of the numbers, which are mostly equal, so that they take less space.
    var numbers: [Int] { [first] + zip(answers, [0] + answers).map { $0 - $1 } }
  }

  /// The answer to the script as it is written, and the answers after the moves, each one once.
  private var answers: [PageAnswer]
  /// The moves by timeline and marble.
  private var moves: [[Moves]] = []
  private let title: String
  /// The whole file.
  private let source: String
  /// The name of the script without its folder.
  private let file: String
  /// The exercise that the script is, if it is one.
  private let exercise: ExercisePage?
  /// The place of the exercise in a course, if the page is one of several.
  package var place: CoursePages.Place?
  /// The address of the folder with the engine, relative to the page, or `nil`.
  package var engine: String?

  /// Creates a page by running a script with every move.
  ///
  /// - Parameters:
  ///   - path: The path of the script. The page has only the name, because it may be published.
  ///   - title: The name of the page.
  package init(
    _ script: String, path: String, title: String, runner: PageRunner = PageRunner(limits: PageAnswers.limits)
  ) {
    self.title = title
    file = path == "-" ? "exercise.marble" : path.fileName
    source = script
    exercise = ExercisePage(script)
    let runner = runner.checking(exercise)
    let script = EditableScript(exercise?.inputs ?? script, name: file)
    answers = [runner.answer(to: script)]
    let marbles = script.timelines.flatMap(\.timeline.marbles)
    let first = min(0, marbles.map(\.tick).min() ?? 0)
    let last = (marbles.map(\.tick).max() ?? 0) + Self.margin
    let most = min(Self.maxMoves, Self.maxMarbles / max(1, marbles.count))
    let count = min(last - first + 1, max(1, most / max(1, marbles.count)))
    var numbers: [String: Int] = [:]
    for (timeline, written) in script.timelines.enumerated() {
      var all: [Moves] = []
      for (marble, moved) in written.timeline.marbles.enumerated() {
        // If not all ticks fit, those around the marble do.
        var moves = Moves(first: max(first, min(moved.tick - count / 2, last - count + 1)))
        for tick in moves.first..<moves.first + count {
          let edit = ScriptEdit.move(timeline: timeline, marble: marble, tick: tick)
          guard let moved = try? edit.apply(to: script) else { break }
          let key = "\(moved.text)\n\(moved.focus.map { "\($0.timeline) \($0.marble)" } ?? "")"
          if numbers[key] == nil {
            numbers[key] = answers.count
            answers.append(runner.answer(to: moved))
          }
          moves.answers += [numbers[key]].compactMap(\.self)
        }
        all.append(moves)
      }
      self.moves.append(all)
    }
  }

  private var start: PageAnswer { answers[0] }

  /// Whether a file is a page that this program has written.
  package static func isPage(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(2_000), as: UTF8.self).contains(generator)
  }

  // MARK: Writing

  static let generator = "<meta name=\"generator\" content=\"rxrepl page\">"

  /// The page as HTML.
  package var html: String {
    var page = String(decoding: PageAssets.page, as: UTF8.self)
    func replace(_ old: String, _ new: String) { page = page.replacing(old, with: new, maxReplacements: 1) }
    let style = String(decoding: engine == nil ? PageAssets.bakedStyle : PageAssets.style, as: UTF8.self)
    let code = engine == nil ? PageAssets.bakedCode : PageAssets.bakedLiveCode
    // Each page contains the code, so comments and indentation are left out.
    let lines = String(decoding: code, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.hasPrefix("//") }.map { $0 + "\n" }.joined()
    replace(
      "<title>rxrepl</title>", "<title>\(XML.escaped(title))</title>\n\(Self.generator)\n\(Self.policy(engine))")
    replace("<h1>rxrepl</h1>", "<h1>\(XML.escaped(title))</h1>")
    replace("<link rel=\"stylesheet\" href=\"page.css\">", "<style>\n\(style)</style>")
    replace("<script src=\"page.js\" defer></script>", "")
    if let engine {
      replace("<html lang=\"en\">", "<html lang=\"en\" data-engine=\"\(XML.escaped(engine))/engine.js\">")
    } else if let start = page.firstRange(of: "<dialog"), let end = page.firstRange(of: "</dialog>\n") {
      // Nothing opens it.
      page.removeSubrange(start.lowerBound..<end.upperBound)
    }
    // Readers without scripts see the picture and the text.
    replace("<div id=\"picture\"></div>", "<div id=\"picture\">\(start.picture)</div>")
    replace("tabindex=\"0\"></pre>", "tabindex=\"0\">\(XML.escaped(start.diagram))</pre>")
    replace("rows=\"5\"></textarea>", "rows=\"5\" readonly>\n\(XML.escaped(start.script.text))</textarea>")
    if let parts = exercise?.html {
      replace("aria-labelledby=\"exercise-title\" hidden>", "aria-labelledby=\"exercise-title\">")
      replace("<h2 id=\"exercise-title\">", "<h2 id=\"exercise-title\">\(parts.title)")
      replace("<div id=\"explanation\">", "<div id=\"explanation\">\(parts.explanation)")
      replace("<p id=\"task\">", "<p id=\"task\">\(parts.task)")
      replace("<div id=\"hints\" aria-live=\"polite\">", "<div id=\"hints\" aria-live=\"polite\">\(parts.hints)")
    }
    if let place { replace("<noscript>", place.links + "<noscript>") }
    // In a script, only `<` could end the element or begin a comment.
    let data = "<script type=\"application/json\" id=\"baked\">\(data.replacing("<", with: "\\u003C"))</script>"
    return page.replacing("</body>", with: "\(data)\n<script>\n\(lines)</script>\n</body>")
  }

  /// Returns the policy of a page, with which nothing is loaded from elsewhere.
  static func policy(_ engine: String?) -> String {
    let own = engine == nil ? "" : " 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
    return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      + "script-src 'unsafe-inline'\(own); style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'\">"
  }

  private var data: String {
    let records = answers.map(\.jsonWithoutPicture) + answers.map(\.picture)
    let text = FoldedText(records.joined(separator: "\u{1E}"))
    var json = JSONText()
    json.object { json in
      json.member("name", file.withoutScriptEnding)
      if engine != nil { json.member("source", ExercisePage.hidden(source)) }
      json.member("moves", moves) { json, timeline in
        json.array(timeline) { json, moves in json.array(moves.numbers) { $0.integer($1) } }
      }
      json.member("size", text.size)
      json.key("answers")
      text.write(to: &json)
    }
    let command = exercise?.command(file: file) ?? ""
    let parts = exercise?.bakedJSON(command: command) ?? "null"
    return "{\"exercise\":\(parts),\"course\":\(place?.json ?? "null"),\(json.text.dropFirst())"
  }
}
