import Foundation
import Testing

/// A server of files, as any site has one.
final class FileServer {
  private let process = Process()
  let address: String

  init(_ folder: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.hasSuffix("\n"), case let more = output.fileHandleForReading.availableData, !more.isEmpty {
      text += String(decoding: more, as: UTF8.self)
    }
    address = text.firstMatch(of: /http:\/\/[0-9.:]+\//).map { String($0.0) } ?? ""
  }

  deinit {
    // Python inherits the blocked SIGTERM of the thread.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// The playground of the site, which is the page of `rxrepl serve` with the engine in the browser instead of a server.
@Suite(
  .enabled(
    if: Browser.path != nil && SiteTests.hasEngine,
    "Chromium is missing, or the engine, which Scripts/engine builds"), .serialized)
struct PlaygroundTests {
  private let server: FileServer
  private let browser: Browser
  private var page: String { server.address + "play/index.html" }

  init() throws {
    server = try FileServer(SiteTests.shared.get().folder.path + "/site")
    browser = try Browser()
    try browser.open(page)
    try browser.wait(for: "page.handles.all.length === 7 && page.course.entries.length > 0")
  }

  private func settle() throws { try browser.wait(for: "!page.runs.running && page.moving.drag === null") }

  private func enter(_ script: String) throws {
    try browser.value(
      of: "get('text').value = \(script.debugDescription); get('text').dispatchEvent(new Event('input'))")
    try settle()
  }

  @Test func scriptRunsWithoutAServer() throws {
    try enter("a = --1--2|\na.map { $0 * 10 }\n")
    #expect(try browser.string("page.answer.diagram").contains("[10]"))
    try enter("a = --1--2|\na.mpa { $0 }\n")
    #expect(try browser.string("get('messages').textContent").contains("map"))
    // Integers have 64 bits here too, but ticks have 32.
    try enter("a = --1|\na.map { $0 + 4000000000 }\n")
    #expect(try browser.string("page.answer.diagram").contains("[4000000001]"))
    try enter("a = 1 @200000000 2|\na\n")
    #expect(
      try browser.string("get('messages').textContent").contains("this is after the last possible tick, 134,217,727"))
    #expect(browser.problems == [])
    #expect(browser.requests.allSatisfy { $0.hasPrefix(server.address) || $0.hasPrefix("data:") })
  }

  /// While a script with an error is typed, the files have the picture that is shown.
  @Test func savedPictureIsTheShownOne() throws {
    try enter("a = --1--2--3|\na.delay(2) == --1\n")
    try enter("a = --1--2--3|\na.delay( * 2)\n")
    #expect(try browser.string("get('picture').textContent").contains("delay"))
    #expect(try browser.string("page.files.picture").contains("a.delay(2) sends"))
    #expect(try browser.string("get('diagram').textContent").contains("delay(2)"))
    try browser.value(of: "get('save-svg').click()")
    let note = "The file has the dimmed picture, which is of an earlier version of the script."
    #expect(try browser.string("get('status').textContent") == note)
  }

  @Test func addressIsTheProgram() throws {
    try enter("a = --1--2|\na.count()\n")
    try browser.wait(for: "await page.sharing.unpacked(location.hash.slice(3)) === page.text")
    let address = try browser.string("location.href")
    try browser.open("about:blank")
    try browser.open(address)
    try browser.wait(for: "page.text === 'a = --1--2|\\na.count()\\n' && page.answer")
  }

  /// A script that another user has shared does not replace the own one.
  @Test func sharedScriptsAreKeptBesideTheOwnOne() throws {
    try enter("mine = -1-2|\n")
    for text in ["one = -1|", "one = -1-5|"] {
      try browser.open("about:blank")
      try browser.open(page + "#s=rb25lID0gLTF8")
      try browser.wait(for: "page.text === '\(text)' && page.answer && !page.runs.running")
      try enter("one = -1-5|")
    }
    try browser.open("about:blank")
    try browser.open(page)
    try browser.wait(for: "page.text === 'mine = -1-2|\\n' && page.answer")
    #expect(browser.problems == [])
  }

  @Test func cutAddressOpensThePage() throws {
    try browser.open("about:blank")
    try browser.open(page + "#s=zdc87CoAwEEXR3lV")
    try browser.wait(for: "get('status').textContent === 'The address does not contain a whole script.'")
    #expect(try browser.string("page.text") == browser.string("page.written"))
    #expect(try browser.string("page.text") != "")
  }

  @Test func missingPartOfTheEngineIsReported() throws {
    let site = try SiteTests.shared.get().folder.path + "/site"
    guard FileManager.default.fileExists(atPath: site + "/play/marble-engine-rest.wasm") else { return }
    // The browser has kept the files of the other folder.
    try FileManager.default.copyItem(atPath: site + "/play", toPath: site + "/part")
    defer { try? FileManager.default.removeItem(atPath: site + "/part") }
    try FileManager.default.removeItem(atPath: site + "/part/marble-engine-rest.wasm")
    try browser.open(server.address + "part/index.html")
    try browser.wait(for: "page.answer && !page.runs.running")
    try browser.value(
      of: "get('text').value = 'of(1).pipe(map(x => x * 7))'; get('text').dispatchEvent(new Event('input'))")
    let reason =
      "the engine stopped: a part of it (marble-engine-rest.wasm) cannot be loaded. "
      + "To try again, repeat your last action, or reload the page."
    try browser.wait(for: "get('status').textContent === '\(reason)'")
    #expect(try browser.string("get('messages').textContent") == "")
    // The dialog tells it too, and the page stays with its script and the place in the list of exercises.
    try browser.value(of: "page.operators.open()")
    try browser.wait(for: "get('example').textContent === '\(reason)' && get('open-example').disabled")
    try browser.wait(for: "await page.sharing.unpacked(location.hash.slice(3)) === page.text")
    let address = try browser.string("location.href")
    try browser.value(of: "page.course.go(8)")
    try browser.wait(for: "location.href === '\(address)' && get('exercises').selectedIndex === 0")
    #expect(try browser.string("page.text") == "of(1).pipe(map(x => x * 7))")
  }

  @Test func loadingIsShown() throws {
    let shown = "page.opening.start('engine.js') && [get('text').placeholder, get('status').textContent].join(' ')"
    #expect(try browser.string(shown) == "Loading… Loading…")
    try browser.wait(for: "get('text').placeholder === '' && get('status').textContent === ''")
  }

  @Test func textIsShownWithoutTheEngine() throws {
    let site = try SiteTests.shared.get().folder.path + "/site"
    try FileManager.default.copyItem(atPath: site + "/play", toPath: site + "/lost")
    defer { try? FileManager.default.removeItem(atPath: site + "/lost") }
    try FileManager.default.removeItem(atPath: site + "/lost/marble-engine.wasm")
    try browser.value(of: "page.memory.set('script /lost/index.html ', { base: 0, written: '', text: 'mine = -1-2|' })")
    let reason = "The engine (marble-engine.wasm) cannot be loaded. Reload the page to try again."
    for (fragment, text) in [("", "mine = -1-2|"), ("#s=rb25lID0gLTF8", "one = -1|")] {
      try browser.open("about:blank")
      try browser.open(server.address + "lost/index.html" + fragment)
      try browser.wait(for: "get('text').value === '\(text)' && get('status').textContent === '\(reason)'")
    }
  }

  @Test func exercisesAreChecked() throws {
    try browser.wait(for: "page.course.entries.length > 50")
    try browser.value(of: "location.hash = 'x=values-over-time%2Fa-value'")
    try browser.wait(for: "!get('exercise').hidden && !page.runs.running")
    try browser.value(of: "get('answer').value = '--x'; get('answer').dispatchEvent(new Event('input'))")
    try settle()
    try browser.value(of: "get('check').requestSubmit()")
    try browser.wait(for: "document.querySelector('#verdict .passed')")
    #expect(try browser.string("get('progress').textContent") == "1 of 51 solved")
    #expect(browser.problems == [])
  }

  /// A page can be used before its engine runs.
  @Test func earlierAnswerIsEntered() throws {
    try browser.value(of: "location.hash = 'x=values-over-time%2Fa-value'")
    try browser.wait(for: "!get('exercise').hidden && !page.runs.running")
    try browser.value(of: "page.exercise.enter('--x', true)")
    try browser.wait(for: "document.querySelector('#verdict .passed')")
    try browser.value(of: "page.exercise.enter('-y', false)")
    #expect(try browser.string("get('answer').value") == "--x")
  }

  /// The element for other pages uses the same engine.
  @Test func elementDrawsItsText() throws {
    let folder = try SiteTests.shared.get().folder.path + "/site"
    let page =
      "<script type=\"module\" src=\"play/marble-diagram.js\"></script>\n<marble-diagram>a = --1|\na.delay(2)</marble-diagram>"
    try Data(page.utf8).write(to: URL(fileURLWithPath: folder + "/blog.htm"))
    defer { try? FileManager.default.removeItem(atPath: folder + "/blog.htm") }
    try browser.open(server.address + "blog.htm")
    try browser.wait(for: "document.querySelector('marble-diagram').shadowRoot.querySelector('svg title')")
    #expect(
      try browser.string("document.querySelector('marble-diagram').shadowRoot.querySelector('svg title').textContent")
        .contains("a.delay(2) sends 1"))
  }

  /// The address of a page that uses the engine contains the script too.
  @Test func sharedAddressOfAWrittenPageContainsTheScript() throws {
    let (folder, program) = (try SiteTests.shared.get().folder, Program(folder: try SiteTests.shared.get().folder.path))
    try folder.write("a = --1--2|\na\n", to: "lesson.marble")
    let outcome = try program.run("page", "lesson.marble", "-o", "site/lesson.htm", "--engine", "play")
    defer { try? FileManager.default.removeItem(atPath: folder.path + "/site/lesson.htm") }
    #expect(outcome.errors == "")
    try browser.open(server.address + "lesson.htm")
    try browser.wait(for: "page.host.canEdit && page.answer && !page.runs.running")
    try enter("of(1, 2).pipe(map(x => x * 7))\n")
    #expect(try browser.string("page.answer.diagram").contains("(7[14]┤)"))
    try browser.value(of: "page.sharing.share().then(() => localStorage.clear())")
    let address = try browser.string("location.href")
    try browser.open("about:blank")
    try browser.open(address)
    try browser.wait(for: "page.host.canEdit && page.text === 'of(1, 2).pipe(map(x => x * 7))\\n'")
  }

  /// Only the request that the engine does not answer is lost.
  @Test func engineThatDoesNotAnswerIsStartedAgain() throws {
    try browser.value(
      of: """
        EngineWorker.limit = 100; page.host.engine.worker.onmessage = null; page.run(page.text);
        window.other = page.host.json('page').then(({ name }) => { EngineWorker.limit = 10000; return name; })
        """)
    try browser.wait(for: "get('status').textContent === 'the script takes too long'")
    #expect(try browser.string("other") == "script")
    try enter("a = --1--2|\na.last()\n")
    #expect(try browser.string("page.answer.text") == "a = --1--2|\na.last()\n")
  }
}
