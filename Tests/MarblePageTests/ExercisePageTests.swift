@testable import MarblePage
import MarbleSession
import MarbleTools
import Testing

/// Exercises on a page.
struct ExercisePageTests {
  private static let token = "0123456789abcdef0123456789abcdef"
  private static let exercise = """
    // Exercise: Ten times
    //
    // Explained.
    //
    // Task: Do it.
    // Used in: Shops.
    // Hint: `*` multiplies.

    a = --1--2|

    solution(a) = a.map { $0 * 10 }
    solution(a) == --[10]--[20]|

    // Wrong: Multiply.
    a.map { $0 + 10 }

    """
  private let service = PageService(port: 4000, token: token, answers: PageAnswers(script: exercise))

  private func answer(_ method: String, _ target: String, _ body: String = "") -> String {
    let headers = [("Host", "127.0.0.1:4000"), ("X-Token", Self.token)].map { (name: $0.0, value: $0.1) }
    let request = PageRequest(method: method, target: target, headers: headers, body: Array(body.utf8))
    return String(decoding: service.response(to: request) { true }.body, as: UTF8.self)
  }

  @Test func scriptHasTheInputsAndPlaceForTheAnswer() {
    #expect(answer("GET", "/script") == "a = --1--2|\n\n// Your answer:\n")
    #expect(
      answer("GET", "/exercise")
        == #"{"title":"Ten times","explanation":"Explained.","task":"Do it.","hints":["`*` multiplies."],"#
        + #""solution":"a.map { $0 * 10 }","mark":"\#("// Your answer:")"}"#)
  }

  /// A page has no commands.
  @Test func choicesAreWritten() throws {
    let page = try #require(ExercisePage(Self.exercise.replacing("// Hint:", with: "// Choices:\n// Hint:")))
    let task = #""task":"Do it.\n\n  1  a.map { $0 * 10 }\n  2  a.map { $0 + 10 }\n\nTo answer, write one of these.""#
    #expect(page.json.contains(task) && page.bakedJSON(command: "rxrepl exercises").contains(task), "\(page.json)")
  }

  @Test func expectedEventsFollowTheInputs() throws {
    let runner = PageRunner(limits: PageAnswers.limits)
    var exercise = runner
    exercise.exercise = ExercisePage(Self.exercise)
    let script = EditableScript("a = --1--2|\n\n// Your answer:\na.take(1)\n")
    let moved = exercise.answer(to: try ScriptEdit.move(timeline: 0, marble: 0, tick: 0).apply(to: script))
    #expect(moved.diagram.contains("expected  [10]"), "\(moved.diagram)")
    #expect(moved.laneCounts == [2, 2])
    #expect(runner.answer(to: EditableScript("a = --1|\n")).laneCounts == [1])
    #expect(exercise.explanation(ofEvent: 0, inLane: 1, ofDrawing: 1, in: moved.script.text) == nil)
    #expect(exercise.explanation(ofEvent: 0, inLane: 1, ofDrawing: 2, in: moved.script.text) != nil)
  }

  @Test func answerIsChecked() {
    let start = "a = --1--2|\n\n// Your answer:\n"
    #expect(answer("POST", "/check", start) == #"{"isRight":false,"paragraphs":["Write your answer first."]}"#)
    #expect(answer("POST", "/check", start + "a.map { 10 + $0 }\n").contains("Multiply."))
    let right = answer("POST", "/check", start + "five = a.map { $0 * 5 }\nfive.map { $0 * 2 }\n")
    #expect(right.hasPrefix(#"{"isRight":true,"paragraphs":["✓ Right. Shops.""#), "\(right)")
  }

  @Test(arguments: [
    ("a.mpa { $0 }", "answer:1:3: error: there is no operator named `mpa`"),
    ("a.map { $0", "answer:1:11: error: expected `}`"),
    ("b.map { $0 }", "answer:1:1: error: there is no stream named `b`"),
    ("// a", "Write your answer first."),
    ("a == a", "The last statement is not an answer. An answer is an expression or a timeline."),
  ])
  func errorsOfAnswersAreShown(text: String, expected: String) {
    let result = answer("POST", "/check", "a = --1--2|\n\n// Your answer:\n\(text)\n")
    #expect(result.hasPrefix(#"{"isRight":false,"paragraphs":["\#(expected)"#), "\(result)")
  }

  @Test func definedStreamIsAnAnswer() {
    let result = answer("POST", "/check", "a = --1--2|\n\n// Your answer:\nten = a.map { $0 * 10 }\n")
    #expect(result.hasPrefix(#"{"isRight":true"#), "\(result)")
  }

  @Test func exercisesOfTheCourseAreShownAndChecked() {
    #expect(answer("GET", "/course").contains(#"{"id":"values-over-time/a-value","chapter":"Values over time","#))
    let parameter = "exercise=values-over-time%2Fa-value"
    #expect(answer("GET", "/exercise?\(parameter)").hasPrefix(#"{"title":"A value","#))
    #expect(answer("POST", "/check?\(parameter)", "// Your answer:\n--x\n").hasPrefix(#"{"isRight":true"#))
    #expect(answer("GET", "/exercise?exercise=none") == "there is no such exercise\n")
  }

  @Test func otherScriptHasNoExercise() {
    let service = PageService(port: 4000, token: Self.token, answers: PageAnswers(script: "a = --1|\n"))
    let headers = [("Host", "127.0.0.1:4000"), ("X-Token", Self.token)].map { (name: $0.0, value: $0.1) }
    let request = PageRequest(method: "GET", target: "/exercise", headers: headers)
    #expect(String(decoding: service.response(to: request) { true }.body, as: UTF8.self) == "null")
  }

  /// A page with many ticks has the moves to those around each marble.
  @Test func bakedPageHasTheMovesAroundEachMarble() throws {
    let html = BakedPage("a = -1 900t -2|\na.delay(1)\n", path: "some/folder/demo.marble", title: "demo").html
    let moves = try #require(html.firstMatch(of: /"moves":\[\[(.*?)\]\]/)).1
    let firsts = moves.matches(of: /\[(\d+),/).compactMap { Int($0.1) }
    #expect(firsts.count == 3)
    #expect(firsts[0] == 0 && firsts[1] > 200, "\(firsts)")
    #expect(!html.contains("some/folder"))
  }

  @Test func bakedPageHasTheTaskWithoutTheSolutionInItsScript() {
    let html = BakedPage(Self.exercise, path: "demo.marble", title: "demo").html
    #expect(html.contains(#""task":"Do it.""#))
    #expect(html.contains("readonly>\na = --1--2|\n</textarea>"))
  }
}
