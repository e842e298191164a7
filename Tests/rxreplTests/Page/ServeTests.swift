import Foundation
import Testing

/// `rxrepl serve` without a browser.
struct ServeTests {
  /// Returns the first line of the response to a request for a script.
  private func status(
    _ server: PageServer, _ line: String = "POST /run HTTP/1.1", host: String? = nil, token: String? = nil,
    more: String = "", body: String = "a = 1|"
  ) throws -> String {
    let request = """
      \(line)\r
      Host: \(host ?? "127.0.0.1:\(server.port)")\r
      X-Token: \(token ?? server.token)\r
      \(more)Connection: close\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """
    return String(try server.exchange(request).prefix { $0 != "\r\n" })
  }

  @Test func requestsAreAnsweredOrRefused() throws {
    let server = try PageServer()
    #expect(try status(server) == "HTTP/1.1 200 OK")
    #expect(try status(server, "GET / HTTP/1.1", token: "", body: "") == "HTTP/1.1 200 OK")
    #expect(try status(server, host: "evil.example") == "HTTP/1.1 421 Misdirected Request")
    #expect(try status(server, token: "0") == "HTTP/1.1 403 Forbidden")
    #expect(try status(server, more: "Origin: http://evil.example\r\n") == "HTTP/1.1 403 Forbidden")
    #expect(try status(server, more: "Origin: null\r\n") == "HTTP/1.1 403 Forbidden")
    #expect(try status(server, "GET /../../etc/passwd HTTP/1.1") == "HTTP/1.1 404 Not Found")
    #expect(try status(server, "DELETE /run HTTP/1.1") == "HTTP/1.1 405 Method Not Allowed")
    #expect(try status(server, "POST /run?edit=%ff HTTP/1.1") == "HTTP/1.1 400 Bad Request")
    #expect(try status(server, body: "a = {1}*\na.repeat()") == "HTTP/1.1 200 OK")
    #expect(try server.exchange("nonsense\r\n\r\n").hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    let long = "X-Long: " + String(repeating: "x", count: 9_000) + "\r\n"
    #expect(try status(server, more: long) == "HTTP/1.1 431 Request Header Fields Too Large")
    #expect(try status(server) == "HTTP/1.1 200 OK")
  }

  /// Programs of RxJS run, and so do those in a file.
  @Test func programOfRxJSIsTranslated() throws {
    let program = "interval(1000).pipe(take(2), map(x => x * 7))"
    let body = "Connection: close\r\nContent-Length: \(program.utf8.count)\r\n\r\n\(program)"
    let server = try PageServer()
    let host = "Host: 127.0.0.1:\(server.port)\r\nX-Token: \(server.token)"
    let response = try server.exchange("POST /run HTTP/1.1\r\n\(host)\r\n\(body)")
    #expect(
      response.contains("in the marble language:") && response.contains("interval(1000ms).take(2).map { $0 * 7 }"))
    #expect(response.contains("<svg"))
    // `pipe` is not an error there.
    #expect(response.contains(#""kind":"operator""#) && !response.contains(#""kind":"unknownName""#))
    let folder = try TemporaryFolder()
    try folder.write(program, to: "timer.ts")
    let page = try Program(folder: folder.path).run("page", "timer.ts")
    #expect(page.end == .status(0) && page.errors == "")
    #expect(page.output.contains("interval(1000ms).take(2)"))
  }

  @Test func fileIsTheFirstScript() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = --7|\n", to: "demo.marble")
    let server = try PageServer(["demo.marble"], in: folder.path)
    let response = try server.exchange(
      "GET /script HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-Token: \(server.token)\r\nConnection: close\r\n\r\n")
    #expect(response.hasSuffix("\r\n\r\na = --7|\n"))
  }

  private static func line(_ time: Int, _ value: String) -> String {
    "{\"time\": \(time), \"stream\": \"a\", \"kind\": \"value\", \"value\": \"\(value)\"}\n"
  }

  private func get(_ target: String, _ server: PageServer) throws -> String {
    let host = "Host: 127.0.0.1:\(server.port)\r\nX-Token: \(server.token)\r\nConnection: close"
    let response = try server.exchange("GET \(target) HTTP/1.1\r\n\(host)\r\n\r\n")
    return response.range(of: "\r\n\r\n").map { String(response[$0.upperBound...]) } ?? ""
  }

  /// The script of a trace changes with it, and has its last events.
  @Test func traceIsLive() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "demo.jsonl")
    let server = try PageServer(["demo.jsonl"], in: folder.path)
    #expect(try get("/page", server) == #"{"name":"demo","isCourse":false,"isLive":true}"#)
    #expect(try get("/script", server) == "// The trace has no events yet.\n")
    try folder.write(Self.line(0, "v") + Self.line(2, "w"), to: "demo.jsonl")
    for _ in 0..<2 { #expect(try get("/script", server) == ":tick 2ms\na = .vw\na\n") }
    try folder.write((0..<90).map { Self.line($0, "v") }.joined() + "{}\n", to: "demo.jsonl")
    #expect(try get("/script", server).contains("a = ." + String(repeating: "v", count: 50) + "\n"))
    let missing = try Program(folder: folder.path).run("serve", "missing.jsonl")
    #expect(missing.errors == "missing.jsonl: error: No such file or directory\n")
  }

  @Test(.enabled(if: Browser.path != nil, "Chromium is missing; Scripts/setup test installs it"))
  func pageFollowsATrace() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.line(0, "v"), to: "demo.jsonl")
    let server = try PageServer([folder.path + "/demo.jsonl"])
    let browser = try Browser()
    try browser.open(server.address)
    try browser.wait(for: "page.answer?.timelines[0]?.marbles.length === 1")
    try folder.write(Self.line(0, "v") + Self.line(1, "w"), to: "demo.jsonl")
    try browser.wait(for: "page.answer.timelines[0].marbles.length === 2 && page.written === page.text")
    // A script that the user has changed stays, until Reset.
    try browser.value(of: "page.type('x = --1|', {})")
    try folder.write((0..<3).map { Self.line($0, "v") }.joined(), to: "demo.jsonl")
    #expect(try get("/script", server).contains("a = .vvv\n"))
    #expect(try browser.string("page.text") == "x = --1|")
    try browser.value(of: "page.reset()")
    try browser.wait(for: "page.answer.timelines[0].marbles.length === 3")
  }

  @Test func interruptEndsTheProgramAndFreesThePort() throws {
    let server = try PageServer()
    #expect(try server.stop(SIGINT) == SIGINT)
    #expect(throws: Browser.Failure.self) { try server.exchange("GET / HTTP/1.1\r\n\r\n") }
    let next = try PageServer(["--port", String(server.port)])
    #expect(next.port == server.port)
  }

  @Test func browserIsOpenedAndDoesNotKeepThePort() throws {
    let folder = try TemporaryFolder()
    // Takes the place of the browser, and runs until `end` is opened.
    try folder.write("#!/bin/sh\necho \"$1\" >address\nexec cat end\n", to: "xdg-open")
    _ = try Program(folder: folder.path).run(shell: "chmod +x xdg-open && mkfifo address end", [])
    let server = try PageServer(["--open"], in: folder.path, programs: folder.path)
    let address = try #require(FileHandle(forReadingAtPath: folder.path + "/address")).readDataToEndOfFile()
    defer { FileHandle(forWritingAtPath: folder.path + "/end")?.closeFile() }
    // Other users see this address, so it contains no token, and works once.
    let opened = String(decoding: address, as: UTF8.self)
    let code = try #require(opened.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/#o=([0-9a-f]{32})\n/)).1
    for expected in ["200 OK", "403 Forbidden"] {
      let line = try status(server, "POST /token HTTP/1.1", token: String(code), body: "")
      #expect(line == "HTTP/1.1 \(expected)")
    }
    #expect(try server.stop(SIGINT) == SIGINT)
    #expect(try PageServer(["--port", String(server.port)]).port == server.port)
  }

  @Test func whatCannotBeServedIsAnError() throws {
    let missing = try Program().run("serve", "missing.marble")
    #expect(missing.errors == "missing.marble: error: No such file or directory\n")
    #expect(missing.end == .status(2))
    let server = try PageServer()
    let used = try Program().run("serve", "--port", String(server.port))
    #expect(used.errors == "rxrepl: error: port \(server.port) cannot be used: Address already in use\n")
    #expect(used.end == .status(2))
    #expect(try Program().run("serve", "--port", "70000").end == .status(64))
  }
}

/// `rxrepl page` without a browser.
struct PageCommandTests {
  @Test func pageIsOneFileThatIsReplacedOnlyByAnother() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = --1--|\na.delay(1) == ---1--|\n", to: "lesson.marble")
    let program = Program(folder: folder.path)
    for _ in 0..<2 {
      let outcome = try program.run("page", "lesson.marble", "-o", "lesson.html")
      #expect(outcome.end == .status(0))
      #expect(outcome.output == "" && outcome.errors == "")
    }
    let page = String(decoding: try folder.bytes("lesson.html"), as: UTF8.self)
    #expect(page.contains("<title>lesson</title>"))
    #expect(page.contains("a    ──1──┤"))
    #expect(page.firstMatch(of: /(?:src|href)="(?!data:)/) == nil)
    #expect(try program.run("page", "lesson.marble").output == page)
    let refused = try program.run("page", "lesson.marble", "-o", "lesson.marble")
    #expect(
      refused.errors == "lesson.marble: error: this file is not a page of rxrepl, so it is not replaced\n")
    #expect(refused.end == .status(2))
    #expect(try folder.bytes("lesson.marble") == Array("a = --1--|\na.delay(1) == ---1--|\n".utf8))
  }

  private static func exercise(_ title: String) -> String {
    "// Exercise: \(title)\n//\n// Task: Do it.\n// Used in: Shops.\n\na = --1|\n\nsolution(a) = a.count()\n"
      + "solution(a) == ---(1|)\n"
  }

  @Test func courseHasAPageForEachExercise() throws {
    let folder = try TemporaryFolder()
    let program = Program(folder: folder.path)
    _ = try program.run(shell: "mkdir -p course/1-first course/2-more", [])
    for (path, title) in [
      ("1-first/1-one.marble", "One & only"), ("1-first/2-two.marble", "Two"), ("2-more/1-one.marble", "Three"),
    ] {
      try folder.write(Self.exercise(title), to: "course/" + path)
    }
    let outcome = try program.run("page", "course", "-o", "site")
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
    func text(_ name: String) throws -> String { String(decoding: try folder.bytes("site/" + name), as: UTF8.self) }
    #expect(try text("index.html").contains("<a href=\"first-one.html\" data-id=\"first/one\">One &amp; only</a>"))
    // Readers without scripts have the task and the links too.
    let page = try text("first-two.html")
    #expect(page.contains("<p id=\"task\">Do it.</p>"))
    #expect(page.contains("<a href=\"first-one.html\">← Previous</a>"))
    #expect(page.contains("<a href=\"more-one.html\">Next →</a>"))
    let missing = try program.run("page", "course")
    #expect(missing.errors == "course: error: a course has several pages: add `-o` and a folder\n")
    #expect(missing.end == .status(2))
  }

  @Test func pageUsesTheEngineInAFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.exercise("One"), to: "one.marble")
    let program = Program(folder: folder.path)
    let missing = try program.run("page", "one.marble", "-o", "site/one.html", "--engine", "play")
    #expect(missing.errors == "site/play: error: this folder has no marble-engine.wasm\n")
    #expect(missing.end == .status(2))
    _ = try program.run(shell: "mkdir -p site/play && touch site/play/marble-engine.wasm", [])
    #expect(try program.run("page", "one.marble", "-o", "site/one.html", "--engine", "play").end == .status(0))
    let page = String(decoding: try folder.bytes("site/one.html"), as: UTF8.self)
    #expect(page.contains("<html lang=\"en\" data-engine=\"play/engine.js\">"))
    #expect(
      page.contains("script-src 'unsafe-inline' 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "))
    // The solution is not readable by chance.
    #expect(!page.contains("a.count()"))
  }

  /// The two exercises with the largest pages.
  @Test(arguments: ["02-a-search-field", "06-asking-with-patience"])
  func pageOfAnExerciseIsSmallWhenCompressed(name: String) throws {
    let folder = try TemporaryFolder()
    let script = "\(Package.root)/examples/exercises/8-small-designs/\(name).marble"
    #expect(try Program(folder: folder.path).run("page", script, "-o", "page.html").end == .status(0))
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-9", folder.path + "/page.html"]
    try gzip.run()
    gzip.waitUntilExit()
    #expect((1..<60_000).contains(try folder.bytes("page.html.gz").count))
  }

  @Test func errorsAreShownAndNothingIsWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = --1--|\na.dely(1)\n", to: "wrong.marble")
    let outcome = try Program(folder: folder.path).run("page", "wrong.marble", "-o", "wrong.html")
    #expect(
      outcome.errors == """
        wrong.marble:2:3: error: there is no operator named `dely`
          a.dely(1)
            ^^^^
          help: did you mean `delay`?

        """)
    #expect(outcome.end == .status(2))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/wrong.html"))
  }

  @Test func failedAssertionIsTold() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = --1--|\na.delay(1) == --1--|\n", to: "lesson.marble")
    let outcome = try Program(folder: folder.path).run("page", "lesson.marble", "-o", "lesson.html")
    #expect(outcome.errors.hasPrefix("✗ lesson.marble:2  a.delay(1)"))
    #expect(outcome.end == .status(1))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/lesson.html"))
  }

  /// A page of an exercise shows only its inputs.
  @Test(arguments: ["course/one.marble", "course"])
  func failedAssertionOfAnExerciseIsTold(argument: String) throws {
    let folder = try TemporaryFolder()
    let program = Program(folder: folder.path)
    _ = try program.run(shell: "mkdir course", [])
    try folder.write(Self.exercise("One").replacing("---(1|)", with: "---(2|)"), to: "course/one.marble")
    let outcome = try program.run("page", argument, "-o", "site")
    #expect(outcome.errors.hasPrefix("✗ course/one.marble:9  solution(a)"))
    #expect(outcome.end == .status(1))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/site"))
  }
}
