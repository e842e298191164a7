import MarbleTools
import Marbles

/// The answers to the requests of a page, on a server or in the browser.
package struct PageAnswers: Sendable {
  /// The limits of a run, which are lower than elsewhere because a drag makes many runs.
  package static let limits = Limits(ticks: 1_000, deliveries: 50_000)

  /// The script of a page that starts without a file.
  package static let example = """
    a = --1--2--3--|
    b = ---x----y--|
    merge(a, b.delay(2))

    """

  /// The script that the page begins with.
  private let script: String
  /// The exercise that the script is, if it is one.
  private let exercise: ExercisePage?
  private let runner: PageRunner

  package init(script: String, runner: PageRunner = PageRunner(limits: Self.limits)) {
    exercise = ExercisePage(script)
    self.script = exercise?.script ?? script
    var runner = runner
    runner.exercise = exercise
    self.runner = runner
  }

  /// Returns the response to a request.
  ///
  /// - Parameter isWanted: Called repeatedly during a run, which stops when it returns `false`.
  package func response(to request: PageRequest, while isWanted: @escaping @Sendable () -> Bool) -> PageResponse {
    guard let route = route(for: request) else { return .nothing }
    guard request.method == route.method else { return PageResponse(useMethod: route.method) }
    guard let parameters = request.parameters, let text = String(validating: request.body, as: UTF8.self) else {
      return PageResponse(refusing: "the request is malformed", status: 400)
    }
    return route.respond(parameters, text, isWanted)
  }

  private struct Route {
    let method: String
    let respond: (_ parameters: [String: String], _ text: String, _ isWanted: @escaping () -> Bool) -> PageResponse
  }

  /// The method of a request, or `nil` if there is nothing at its path.
  func method(of request: PageRequest) -> String? { route(for: request)?.method }

  private
    func route(for request: PageRequest) -> Route?
  {
    switch request.path {
    case "/script":
      Route(method: "GET") { _, _, _ in PageResponse(type: "text/plain; charset=utf-8", body: Array(script.utf8)) }
    case "/operators": Route(method: "GET") { _, _, _ in .json(PageOperators.json) }
    case "/operator": Route(method: "GET", respond: example)
    case "/exercise": Route(method: "GET") { _, _, _ in .json(exercise?.json ?? "null") }
    case "/check": Route(method: "POST", respond: check)
    case "/run": Route(method: "POST", respond: run)
    case "/why": Route(method: "POST", respond: why)
    default: nil
    }
  }

  private func example(_ parameters: [String: String], _ text: String, _ isWanted: () -> Bool) -> PageResponse {
    guard let entry = parameters["name"].flatMap({ Catalog.standard[$0] }) else {
      return PageResponse(refusing: "there is no such operator", status: 404)
    }
    var runner = runner
    runner.exercise = nil
    return .json(runner.answer(to: EditableScript(entry.example)).json)
  }

  private func run(_ parameters: [String: String], _ text: String, _ isWanted: @escaping () -> Bool) -> PageResponse {
    var edit: ScriptEdit?
    if parameters["edit"] != nil {
      edit = ScriptEdit(parameters)
      if edit == nil { return PageResponse(refusing: "the edit is malformed", status: 400) }
    }
    do {
      var script = EditableScript(text)
      if let edit { script = try edit.apply(to: script) }
      return .json(runner.answer(to: script, while: isWanted).json)
    } catch {
      return PageResponse(refusing: error.message, status: 409)
    }
  }

  private func check(_ parameters: [String: String], _ text: String, _ isWanted: @escaping () -> Bool) -> PageResponse {
    guard let exercise else { return PageResponse(refusing: "there is no exercise", status: 404) }
    return .json(exercise.check(text, while: isWanted).json)
  }

  private func why(_ parameters: [String: String], _ text: String, _ isWanted: @escaping () -> Bool) -> PageResponse {
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int64($0) }.map(Int.init(clamping:)) }
    guard let event = number("event"), let lane = number("lane"), let drawing = number("drawing"), drawing > 0 else {
      return PageResponse(refusing: "the question is malformed", status: 400)
    }
    let explanation = runner.explanation(
      ofEvent: event, inLane: lane, ofDrawing: drawing, in: text, while: isWanted)
    return .json(explanation?.pageJSON ?? "{\"sentence\":\"\",\"steps\":[]}")
  }
}

extension ScriptEdit {
  /// Creates the edit that the parameters of a request describe, or `nil` if they are malformed.
  fileprivate init?(_ parameters: [String: String]) {
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int64($0) }.map(Int.init(clamping:)) }
    let timeline = number("timeline") ?? -1
    switch parameters["edit"] {
    case "move":
      guard let marble = number("marble"), let tick = number("tick") else { return nil }
      self = .move(timeline: timeline, marble: marble, tick: tick)
    case "add":
      guard let tick = number("tick") else { return nil }
      self = .add(timeline: timeline, tick: tick, text: parameters["text"] ?? "")
    case "replace":
      guard let marble = number("marble"), let text = parameters["text"] else { return nil }
      self = .replace(timeline: timeline, marble: marble, text: text)
    case "remove":
      guard let marble = number("marble") else { return nil }
      self = .remove(timeline: timeline, marble: marble)
    case "addTimeline": self = .addTimeline
    case "removeTimeline": self = .removeTimeline(timeline: timeline)
    case "cold": self = .setCold(timeline: timeline, true)
    case "hot": self = .setCold(timeline: timeline, false)
    default: return nil
    }
  }
}
