import Foundation
import Testing

/// A program that answers a page.
enum PageHost: CaseIterable {
  case server
  /// The engine in a worker of the page.
  case worker

  /// Those that are there: the engine must have been built.
  static let all = allCases.filter { $0 == .server || SiteTests.hasEngine }
}

/// A page with a script in a browser.
struct DraggedPage {
  /// A script with five marbles and ends.
  static let script = "a = --1--2--|\nb = ---x---|\nmerge(a, b.delay(2))\n"

  let browser: Browser
  /// The address without its fragment, with which all requests of the page begin.
  let address: String
  /// The token of the server, or `nil` if the engine answers the page.
  let token: String?
  /// The server or the browser that must run as long as the page.
  private let server: AnyObject

  /// - Parameter script: A script with five marbles and ends.
  init(_ host: PageHost, script: String = Self.script, in browser: Browser? = nil) throws {
    let packed = Data(script.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    let folder = try TemporaryFolder()
    try folder.write(script, to: "demo.marble")
    try self.init(host, file: folder.path + "/demo.marble", fragment: "s=r" + packed, in: browser)
    try self.browser.wait(for: "page.handles.all.length === 5 && !page.runs.running")
  }

  /// Opens a page with a file of `rxrepl serve`, or with the same as a fragment of the playground's address.
  init(_ host: PageHost, file: String, fragment: String, in browser: Browser? = nil) throws {
    self.browser = try browser ?? Browser()
    switch host {
    case .server:
      let server = try PageServer([file])
      (address, token, self.server) = ("http://127.0.0.1:\(server.port)/", server.token, server)
      try self.browser.open(server.address)
    case .worker:
      let files = try FileServer(SiteTests.shared.get().folder.path + "/site")
      (address, token, server) = (files.address + "play/", nil, files)
      try self.browser.open(address + "index.html#" + fragment)
    }
  }

  var script: String {
    get throws { try browser.string("page.answer.text === page.text ? page.text : 'the answer is old'") }
  }

  func lane(_ name: String) throws -> String {
    try script.split(separator: "\n").first { $0.hasPrefix(name + " = ") }.map { String($0.dropFirst(4)) } ?? ""
  }

  func settle() throws { try browser.wait(for: "!page.runs.running && page.moving.drag === null") }

  func center(_ element: String) throws -> (x: Double, y: Double) {
    let box = "(\(element)).getBoundingClientRect()"
    return (
      try browser.number("\(box).x + \(box).width / 2"), try browser.number("\(box).y + \(box).height / 2")
    )
  }

  func handle(_ index: Int) throws -> (x: Double, y: Double) {
    try center("page.handles.all[\(index)].element")
  }

  /// Drags a marble until a condition holds, and presses Escape.
  func cancelDrag(of index: Int, when condition: String) throws {
    let place = try handle(index)
    try browser.mouse(.down, place.x, place.y)
    try browser.mouse(.move, place.x + 60, place.y)
    try browser.wait(for: condition)
    try browser.press("Escape")
    try settle()
    try browser.mouse(.up, place.x + 60, place.y)
  }

  func focus(_ index: Int) throws { try browser.value(of: "page.handles.all[\(index)].element.focus()") }

  /// Types at the end of the script.
  func type(_ text: String) throws {
    try browser.value(of: "page.script.field.focus(); page.script.field.setSelectionRange(1000, 1000)")
    for character in text { try browser.press(String(character)) }
    try settle()
  }
}
