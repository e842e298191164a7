import MarbleSession
import MarbleTools
import Marbles

/// A page with marbles to drag that needs no server.
///
/// It contains the answer to every move of a single marble. A move always starts from the script as it is written.
package struct BakedPage: Sendable {
  /// The largest number of moves in a page.
  private static let maxMoves = 2_000
  /// The number of ticks after the last event to which a marble can be moved.
  private static let margin = 3

  /// The answer to the script as it is written, and the answers after the moves, each one once.
  private var answers: [PageAnswer]
  /// The first tick to which marbles can be moved.
  private let first: Int
  /// The numbers of the answers by timeline, marble and tick.
  private var moves: [[[Int]]] = []
  private let title: String
  /// The name of the script without its folder.
  private let file: String
  /// The exercise that the script is, if it is one.
  private let exercise: ExercisePage?

  /// Creates a page by running a script with every move.
  ///
  /// - Parameters:
  ///   - path: The path of the script, for messages.
  ///   - title: The name of the page.
  package init(
    _ script: String, path: String, title: String, runner: PageRunner = PageRunner(limits: PageAnswers.limits)
  ) {
    self.title = title
    file = path == "-" ? "exercise.marble" : path.fileName
    exercise = ExercisePage(script)
    var runner = runner
    runner.exercise = exercise
    let script = EditableScript(exercise?.inputs ?? script, name: path)
    answers = [runner.answer(to: script)]
    let marbles = script.timelines.flatMap(\.timeline.marbles)
    first = min(0, marbles.map(\.tick).min() ?? 0)
    let last = (marbles.map(\.tick).max() ?? 0) + Self.margin
    let count = min(last - first + 1, Self.maxMoves / max(1, marbles.count))
    var numbers: [String: Int] = [:]
    for (timeline, written) in script.timelines.enumerated() {
      var moves: [[Int]] = []
      for marble in written.timeline.marbles.indices {
        var row: [Int] = []
        for tick in first..<first + count {
          let edit = ScriptEdit.move(timeline: timeline, marble: marble, tick: tick)
          guard let moved = try? edit.apply(to: script) else { break }
          let key = "\(moved.text)\n\(moved.focus.map { "\($0.timeline) \($0.marble)" } ?? "")"
          if numbers[key] == nil {
            numbers[key] = answers.count
            answers.append(runner.answer(to: moved))
          }
          row += [numbers[key]].compactMap(\.self)
        }
        moves.append(row)
      }
      self.moves.append(moves)
    }
  }

  private var start: PageAnswer { answers[0] }

  /// The messages about the script as it is written.
  package var messages: [PageAnswer.Message] { start.messages }

  /// Whether a file is a page that this program has written.
  package static func isPage(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(2_000), as: UTF8.self).contains(generator)
  }

  // MARK: Writing

  private static let generator = "<meta name=\"generator\" content=\"rxrepl page\">"

  /// The page as HTML.
  package var html: String {
    var page = String(decoding: PageAssets.page, as: UTF8.self)
    let style = String(decoding: PageAssets.style, as: UTF8.self)
    // Each page contains the code, so comments are left out.
    let code = String(decoding: PageAssets.code, as: UTF8.self).split(separator: "\n")
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.map { $0 + "\n" }.joined()
    page = page.replacing(
      "<title>rxrepl</title>", with: "<title>\(XML.escaped(title))</title>\n\(Self.generator)\n\(Self.policy)")
    page = page.replacing("<h1>rxrepl</h1>", with: "<h1>\(XML.escaped(title))</h1>")
    page = page.replacing("<link rel=\"stylesheet\" href=\"page.css\">", with: "<style>\n\(style)</style>")
    page = page.replacing("<script src=\"page.js\" defer></script>", with: "")
    // Readers without scripts see the picture and the text.
    page = page.replacing("<div id=\"picture\"></div>", with: "<div id=\"picture\">\(start.picture)</div>")
    page = page.replacing(
      "<pre id=\"diagram\" tabindex=\"0\"></pre>",
      with: "<pre id=\"diagram\" tabindex=\"0\">\(XML.escaped(start.diagram))</pre>")
    page = page.replacing(
      "rows=\"5\"></textarea>", with: "rows=\"5\" readonly>\n\(XML.escaped(start.script.text))</textarea>")
    // In a script, only `<` could end the element or begin a comment.
    let data = "<script type=\"application/json\" id=\"baked\">\(data.replacing("<", with: "\\u003C"))</script>"
    return page.replacing("</body>", with: "\(data)\n<script>\n\(code)</script>\n</body>")
  }

  /// Nothing is loaded from elsewhere.
  private static let policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
    + "style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'\">"

  private var data: String {
    let records = answers.map(\.jsonWithoutPicture) + answers.map(\.picture)
    let text = FoldedText(records.joined(separator: "\u{1E}"))
    var json = JSONText()
    json.object { json in
      json.member("first", first)
      json.member("moves", moves) { json, timeline in
        json.array(timeline) { json, marble in json.array(marble) { $0.integer($1) } }
      }
      json.member("size", text.size)
      json.key("answers")
      text.write(to: &json)
    }
    return "{\"exercise\":\(exercise?.bakedJSON(file: file) ?? "null"),\(json.text.dropFirst())"
  }
}
