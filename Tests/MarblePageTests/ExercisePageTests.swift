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
  private let service = PageService(port: 4000, token: token, script: exercise)

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

  @Test func otherScriptHasNoExercise() {
    let service = PageService(port: 4000, token: Self.token, script: "a = --1|\n")
    let headers = [("Host", "127.0.0.1:4000"), ("X-Token", Self.token)].map { (name: $0.0, value: $0.1) }
    let request = PageRequest(method: "GET", target: "/exercise", headers: headers)
    #expect(String(decoding: service.response(to: request) { true }.body, as: UTF8.self) == "null")
  }

  @Test func bakedPageHasTheTaskWithoutTheSolutionInItsScript() {
    let html = BakedPage(Self.exercise, path: "demo.marble", title: "demo").html
    #expect(html.contains(#""task":"Do it.""#))
    #expect(html.contains("readonly>\na = --1--2|\n</textarea>"))
  }
}
