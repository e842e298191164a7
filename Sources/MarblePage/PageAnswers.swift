import MarbleSession
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

  /// A script that a page can begin with.
  fileprivate struct Opened {
    let script: String
    /// The exercise that the script is, if it is one.
    let exercise: ExercisePage?
    let runner: PageRunner

    init(_ exercise: ExercisePage?, script: String, runner: PageRunner) {
      self.exercise = exercise
      self.script = exercise?.script ?? script
      self.runner = runner.checking(exercise)
    }
  }

  /// The name of the script, for downloaded files.
  private let name: String
  private let own: Opened
  /// The exercises with which the page begins, or `nil` if it begins with a script.
  private let ownCourse: Course?
  /// Returns the script of the page, if it changes.
  private let live: (@Sendable () -> String)?

  /// Creates the answers for a page that begins with a script.
  package init(
    script: String, name: String = "script", runner: PageRunner = PageRunner(limits: Self.limits)
  ) {
    self.name = name
    own = Opened(ExercisePage(script), script: script, runner: runner)
    (ownCourse, live) = (nil, nil)
  }

  /// Creates the answers for a page that shows a script that changes.
  package init(live: @escaping @Sendable () -> String, name: String) {
    self.name = name
    own = Opened(nil, script: "", runner: PageRunner(limits: Self.limits))
    (ownCourse, self.live) = (nil, live)
  }

  /// Creates the answers for a page of the exercises of a course.
  package init(course: Course, runner: PageRunner = PageRunner(limits: Self.limits)) {
    name = course.title
    own = Opened(nil, script: Self.example, runner: runner)
    (ownCourse, live) = (course, nil)
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
    guard let opened = opened(parameters) else {
      return PageResponse(refusing: "there is no such exercise", status: 404)
    }
    return route.respond(Call(opened: opened, parameters: parameters, text: text, isWanted: isWanted))
  }

  /// Returns the exercise that a request names, or the script of the page.
  private func opened(_ parameters: [String: String]) -> Opened? {
    guard let id = parameters["exercise"] else { return own }
    let exercise = ownCourse.map { $0.entries.first { $0.id == id }?.exercise } ?? BuiltInExercises.exercise(id)
    return exercise.map { Opened(ExercisePage($0), script: "", runner: own.runner) }
  }

  /// A request with its parts.
  fileprivate struct Call {
    fileprivate let opened: Opened
    let parameters: [String: String]
    let text: String
    let isWanted: () -> Bool

    /// Returns a parameter that is a number, or `nil`.
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int64($0) }.map(Int.init(clamping:)) }
  }

  private struct Route {
    let method: String
    let respond: (_ call: Call) -> PageResponse
  }

  /// The method of a request, or `nil` if there is nothing at its path.
  func method(of request: PageRequest) -> String? { route(for: request)?.method }

  private func route(for request: PageRequest) -> Route? {
    switch request.path {
    case "/script":
      Route(method: "GET") { call in
        let text = call.parameters["exercise"] == nil ? live?() : nil
        return PageResponse(type: "text/plain; charset=utf-8", body: Array((text ?? call.opened.script).utf8))
      }
    case "/operators": Route(method: "GET") { _ in .json(PageOperators.json) }
    case "/operator": Route(method: "GET", respond: example)
    case "/page": Route(method: "GET") { _ in .json(pageJSON) }
    case "/course": Route(method: "GET") { _ in .json(courseJSON) }
    case "/exercise": Route(method: "GET") { .json($0.opened.exercise?.json ?? "null") }
    case "/check": Route(method: "POST", respond: check)
    case "/run": Route(method: "POST", respond: run)
    case "/why": Route(method: "POST", respond: why)
    case "/assist": Route(method: "POST", respond: assist)
    default: nil
    }
  }

  /// The name of the script, whether it is an exercise of a course, and whether it changes.
  private var pageJSON: String {
    var json = JSONText()
    json.object { json in
      json.member("name", name)
      json.member("isCourse", ownCourse != nil)
      json.member("isLive", live != nil)
    }
    return json.text
  }

  private var courseJSON: String {
    var json = JSONText()
    json.object { json in
      json.member("name", ownCourse?.title ?? Course.builtInName)
      json.entries(ownCourse?.list ?? BuiltInExercises.list)
    }
    return json.text
  }

  private func example(_ call: Call) -> PageResponse {
    guard let entry = call.parameters["name"].flatMap({ Catalog.standard[$0] }) else {
      return PageResponse(refusing: "there is no such operator", status: 404)
    }
    return .json(own.runner.checking(nil).answer(to: EditableScript(entry.example)).json)
  }

  private func run(_ call: Call) -> PageResponse {
    var edit: ScriptEdit?
    if call.parameters["edit"] != nil {
      edit = ScriptEdit(call)
      if edit == nil { return PageResponse(refusing: "the edit is malformed", status: 400) }
    }
    do {
      var script = EditableScript(call.text)
      if let edit { script = try edit.apply(to: script) }
      let answer = call.opened.runner.answer(to: script, while: call.isWanted)
      guard case .insert(let entry, let alias, let place)? = edit, answer.hasErrorInInsertion else {
        return .json(answer.json)
      }
      // The values of the script do not fit the operator.
      let example = try ScriptEdit.insertExample(entry, as: alias, at: place).apply(to: EditableScript(call.text))
      return .json(call.opened.runner.answer(to: example, while: call.isWanted).json)
    } catch {
      return PageResponse(refusing: error.message, status: 409)
    }
  }

  private func check(_ call: Call) -> PageResponse {
    guard let exercise = call.opened.exercise else {
      return PageResponse(refusing: "there is no exercise", status: 404)
    }
    return .json(exercise.check(call.text, while: call.isWanted).json)
  }

  private func why(_ call: Call) -> PageResponse {
    guard let event = call.number("event"), let lane = call.number("lane"), let drawing = call.number("drawing"),
      drawing > 0
    else { return PageResponse(refusing: "the question is malformed", status: 400) }
    let explanation = call.opened.runner.explanation(
      ofEvent: event, inLane: lane, ofDrawing: drawing, in: call.text, while: call.isWanted)
    return .json(explanation?.pageJSON ?? "{\"sentence\":\"\",\"causes\":[]}")
  }

  private func assist(_ call: Call) -> PageResponse {
    guard let place = call.number("at"), place >= 0 else {
      return PageResponse(refusing: "the question is malformed", status: 400)
    }
    return .json(call.opened.runner.help(at: place, in: call.text))
  }
}

extension ScriptEdit {
  /// Creates the edit that the parameters of a request describe, or `nil` if they are malformed.
  fileprivate init?(_ call: PageAnswers.Call) {
    let (parameters, number) = (call.parameters, call.number)
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
    case "insert":
      guard let (entry, alias) = parameters["operator"].flatMap(Catalog.standard.lookUp), let place = number("at")
      else { return nil }
      self = .insert(entry, as: alias, at: UTF16Offsets(call.text).offset(place))
    case "addTimeline": self = .addTimeline
    case "removeTimeline": self = .removeTimeline(timeline: timeline)
    case "cold": self = .setCold(timeline: timeline, true)
    case "hot": self = .setCold(timeline: timeline, false)
    default: return nil
    }
  }
}
