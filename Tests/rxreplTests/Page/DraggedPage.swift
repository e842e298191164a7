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

/// A page with a script, whose marbles are moved.
struct DraggedPage {
  private static let script = "a = --1--2--|\nb = ---x---|\nmerge(a, b.delay(2))\n"

  let browser: Browser
  /// The server that answers it, or `nil`.
  let server: PageServer?
  /// The server of its files, if the engine answers it.
  private let files: FileServer?

  init(_ host: PageHost) throws {
    let address: String
    switch host {
    case .server:
      let folder = try TemporaryFolder()
      try folder.write(Self.script, to: "demo.marble")
      let server = try PageServer([folder.path + "/demo.marble"])
      (self.server, files, address) = (server, nil, server.address)
    case .worker:
      let files = try FileServer(SiteTests.shared.get().folder.path + "/site")
      let packed = Data(Self.script.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      (server, self.files, address) = (nil, files, files.address + "play/index.html#s=r" + packed)
    }
    browser = try Browser()
    try browser.open(address)
    try browser.wait(for: "page.handles.all.length === 5 && !page.runs.running")
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

  func focus(_ index: Int) throws { try browser.value(of: "page.handles.all[\(index)].element.focus()") }

  /// Types at the end of the script.
  func type(_ text: String) throws {
    try browser.value(of: "page.script.field.focus(); page.script.field.setSelectionRange(1000, 1000)")
    for character in text { try browser.press(String(character)) }
    try settle()
  }
}
