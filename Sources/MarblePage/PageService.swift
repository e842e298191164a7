import MarbleTools
import Marbles

/// The answers of `rxrepl serve` to requests, without a network.
///
/// Only the page itself can make it work: a request must name the exact host, must not come from another page, and
/// for everything but the files of the page it must have the token, which is in the printed address.
package struct PageService: Sendable {
  /// The largest size of all header fields, in bytes.
  package static let maxHeaderSize = 8 << 10
  /// The largest size of a body, in bytes.
  package static let maxBodySize = 1 << 20
  /// The limits of a run, which are lower than elsewhere because a drag makes many runs.
  package static let limits = Limits(ticks: 1_000, deliveries: 50_000)

  /// The script of a page that starts without a file.
  package static let example = """
    a = --1--2--3--|
    b = ---x----y--|
    merge(a, b.delay(2))

    """

  private let host: String
  private let token: String
  /// The script that the page begins with.
  private let script: String
  /// The exercise that the script is, if it is one.
  private let exercise: ExercisePage?
  private let runner: PageRunner

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - port: The port of the server at 127.0.0.1.
  ///   - token: The secret that each request must have.
  package init(port: Int, token: String, script: String, runner: PageRunner = PageRunner(limits: Self.limits)) {
    host = "127.0.0.1:\(port)"
    self.token = token
    exercise = ExercisePage(script)
    self.script = exercise?.script ?? script
    var runner = runner
    runner.exercise = exercise
    self.runner = runner
  }

  /// The address of the page, with the token in its fragment, which browsers do not send.
  package var address: String { "http://\(host)/#t=\(token)" }

  /// Returns the reason to refuse a request before its body arrives, or `nil`.
  package func refusal(of request: PageRequest) -> PageResponse? {
    let size = request.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    if size > Self.maxHeaderSize || request.target.utf8.count > Self.maxHeaderSize {
      return PageResponse(refusing: "the header is too large", status: 431)
    }
    // A page of another site that has this address under its own name sends that name.
    if request.values(of: "host") != [host] { return PageResponse(refusing: "this is \(host)", status: 421) }
    if !request.values(of: "origin").allSatisfy({ $0 == "http://\(host)" }) {
      return PageResponse(refusing: "requests of other pages are refused", status: 403)
    }
    guard let route = route(for: request) else { return PageResponse(refusing: "there is nothing here", status: 404) }
    if request.method != route.method { return PageResponse(refusing: "use \(route.method)", status: 405) }
    if route.needsToken, !hasToken(request) {
      return PageResponse(refusing: "the token is missing: open the address that rxrepl printed", status: 403)
    }
    if let length = request.values(of: "content-length").first,
      !(Int(length).map((0...Self.maxBodySize).contains) ?? false)
    {
      return PageResponse(refusing: "the body is too large", status: 413)
    }
    return nil
  }

  /// Returns the response to a request.
  ///
  /// - Parameter isWanted: Called repeatedly during a run, which stops when it returns `false`.
  package func response(to request: PageRequest, while isWanted: @escaping @Sendable () -> Bool) -> PageResponse {
    if let refusal = refusal(of: request) { return refusal }
    guard let route = route(for: request), let parameters = request.parameters,
      let text = String(validating: request.body, as: UTF8.self)
    else { return PageResponse(refusing: "the request is malformed", status: 400) }
    return route.respond(parameters, text, isWanted)
  }

  /// Whether a request has the token.
  ///
  /// The comparison takes the same time for every wrong one.
  private func hasToken(_ request: PageRequest) -> Bool {
    let given = request.values(of: "x-token")
    guard given.count == 1, given[0].utf8.count == token.utf8.count else { return false }
    return zip(given[0].utf8, token.utf8).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }

  // MARK: Routes

  private struct Route {
    let method: String
    var needsToken = true
    let respond: (_ parameters: [String: String], _ text: String, _ isWanted: @escaping () -> Bool) -> PageResponse
  }

  private func route(for request: PageRequest) -> Route? {
    switch request.path {
    case "/": file("text/html; charset=utf-8", PageAssets.page)
    case "/page.css": file("text/css; charset=utf-8", PageAssets.style)
    case "/page.js": file("text/javascript; charset=utf-8", PageAssets.code)
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

  private func file(_ type: String, _ bytes: [UInt8]) -> Route {
    Route(method: "GET", needsToken: false) { _, _, _ in PageResponse(type: type, body: bytes) }
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
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int($0) } }
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
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int($0) } }
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
