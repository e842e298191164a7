import Foundation

/// Chromium without a window, driven over its DevTools protocol.
final class Browser {
  /// The path of Chromium, or `nil` if it is not installed.
  static let path = ["chromium", "chromium-browser", "google-chrome"].map { "/usr/bin/" + $0 }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let folder: TemporaryFolder
  private let commands: FileHandle
  private let messages: FileHandle
  private let guardian: Guardian
  private var received = Data()
  private var lastID = 0
  private var session: String?
  /// The events so far: their methods and parameters.
  private(set) var events: [(method: String, parameters: [String: Any])] = []

  /// Starts the browser with an empty page.
  init() throws {
    guard let path = Self.path else { throw Failure(description: "Chromium is not installed") }
    folder = try TemporaryFolder()
    let pipes = [folder.path + "/commands", folder.path + "/messages"]
    for pipe in pipes where mkfifo(pipe, 0o600) != 0 { throw Failure(description: "cannot make \(pipe)") }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The protocol uses the descriptors 3 and 4.
    process.arguments =
      [
        "-c", "exec \"$@\" 3<\"$0/commands\" 4>\"$0/messages\"", folder.path, path, "--headless=new", "--no-sandbox",
        "--disable-gpu", "--no-first-run", "--remote-debugging-pipe", "--user-data-dir=" + folder.path + "/profile",
      ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    commands = try FileHandle(forWritingTo: URL(fileURLWithPath: pipes[0]))
    messages = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipes[1]))
    // A browser that hangs must not block the tests. It is killed, and the next message is missing.
    guardian = Guardian(of: process, seconds: 240, signal: SIGTERM)

    try openTab()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    guardian.cancel()
  }

  // MARK: Protocol

  /// Sends a command and waits for its result.
  @discardableResult
  func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    try commands.write(contentsOf: try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let message = try nextMessage()
      if let method = message["method"] as? String {
        events.append((method, message["params"] as? [String: Any] ?? [:]))
      }
      guard message["id"] as? Int == lastID else { continue }
      if let error = message["error"] { throw Failure(description: "\(method): \(error)") }
      return message["result"] as? [String: Any] ?? [:]
    }
  }

  private func nextMessage() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = received[..<end]
        received = Data(received[(end + 1)...])
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let more = messages.availableData
      if more.isEmpty { throw Failure(description: "the browser has ended") }
      received += more
    }
  }

  // MARK: The page

  /// Opens another tab with an empty page.
  ///
  /// From now on, all commands are for this tab.
  func openTab() throws {
    session = nil
    let target = try send("Target.createTarget", ["url": "about:blank"])
    let attached = try send("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log", "Network"] { try send(domain + ".enable") }
    try resize(width: 1280, height: 900)
  }

  func open(_ address: String) throws {
    try send("Page.navigate", ["url": address])
    try wait(for: "document.readyState === 'complete'")
  }

  /// Returns the value of a JavaScript expression, after the promise that it may be.
  @discardableResult
  func value(of expression: String) throws -> Any? {
    let result = try send(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let details = result["exceptionDetails"] { throw Failure(description: "\(expression): \(details)") }
    return (result["result"] as? [String: Any])?["value"]
  }

  func string(_ expression: String) throws -> String { try value(of: expression) as? String ?? "" }

  func isTrue(_ expression: String) throws -> Bool { try value(of: expression) as? Bool ?? false }

  func number(_ expression: String) throws -> Double { (try value(of: expression) as? NSNumber)?.doubleValue ?? .nan }

  /// Waits until a condition holds in the page, for at most some thousand frames.
  func wait(for condition: String) throws {
    let holds = try isTrue(
      """
      (async () => {
        for (let round = 0; round < 3000; round++) {
          try { if (\(condition)) return true; } catch {}
          await new Promise((next) => setTimeout(next, 4));
        }
        return false;
      })()
      """)
    if !holds { throw Failure(description: "waited in vain for \(condition)") }
  }

  func resize(width: Int, height: Int) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
  }

  /// Sets media features such as `prefers-color-scheme`.
  func emulate(_ features: [String: String]) throws {
    try send(
      "Emulation.setEmulatedMedia", ["features": features.map { ["name": $0.key, "value": $0.value] }])
  }

  // MARK: Input

  func press(_ key: String, control: Bool = false, shift: Bool = false) throws {
    var parameters: [String: Any] = ["key": key, "modifiers": (control ? 2 : 0) + (shift ? 8 : 0)]
    if key.count == 1, !control { parameters["text"] = key }
    try send("Input.dispatchKeyEvent", parameters.merging(["type": "keyDown"]) { $1 })
    try send("Input.dispatchKeyEvent", parameters.merging(["type": "keyUp"]) { $1 })
  }

  enum Button: String {
    case down = "mousePressed"
    case move = "mouseMoved"
    case up = "mouseReleased"
  }

  func mouse(_ button: Button, _ x: Double, _ y: Double, clicks: Int = 1) throws {
    try send(
      "Input.dispatchMouseEvent",
      [
        "type": button.rawValue, "x": x, "y": y, "button": "left", "buttons": button == .up ? 0 : 1,
        "clickCount": clicks,
      ])
  }

  func click(_ x: Double, _ y: Double, clicks: Int = 1) throws {
    try mouse(.down, x, y, clicks: clicks)
    try mouse(.up, x, y, clicks: clicks)
  }

  /// Touches a place, or with `nil` ends the touch.
  func touch(_ type: String, _ place: (x: Double, y: Double)?) throws {
    try send(
      "Input.dispatchTouchEvent", ["type": type, "touchPoints": place.map { [["x": $0.x, "y": $0.y]] } ?? []])
  }

  // MARK: Problems

  /// The errors in the console and in the log.
  var problems: [String] {
    events.compactMap { event in
      switch event.method {
      case "Runtime.exceptionThrown": "\(event.parameters)"
      case "Log.entryAdded", "Runtime.consoleAPICalled": "\(event.parameters)"
      default: nil
      }
    }
  }

  /// The addresses of all requests.
  var requests: [String] {
    events.filter { $0.method == "Network.requestWillBeSent" }.compactMap { event in
      (event.parameters["request"] as? [String: Any])?["url"] as? String
    }
  }
}
