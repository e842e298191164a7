import Foundation
import MarblePage
import Marbles
import Testing

/// The requests that the service answers, and those that it refuses.
struct PageServiceTests {
  private static let token = "0123456789abcdef0123456789abcdef"
  private let service = PageService(port: 4000, token: token, answers: PageAnswers(script: "a = 1|\n"))

  private func request(
    _ method: String = "POST", _ target: String = "/run", host: [String] = ["127.0.0.1:4000"],
    origin: [String] = ["http://127.0.0.1:4000"], token: [String] = [token], more: [(String, String)] = [],
    body: [UInt8] = Array("a = --1|\na.delay(1)\n".utf8)
  ) -> PageRequest {
    PageRequest(
      method: method, target: target,
      headers: host.map { ("Host", $0) } + origin.map { ("Origin", $0) } + token.map { ("X-Token", $0) } + more,
      body: body)
  }

  private func status(_ request: PageRequest) -> Int { service.response(to: request) { true }.status }

  @Test func ownPageIsAnswered() {
    let response = service.response(to: request()) { true }
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self).contains("\"text\":\"a = --1|\\na.delay(1)\\n\""))
    #expect(status(request("GET", "/", origin: [], token: [], body: [])) == 200)
    #expect(status(request("GET", "/page.js", origin: [], token: [], body: [])) == 200)
    #expect(status(request(origin: [])) == 200)
    #expect(status(request("POST", "/run?edit=move&timeline=0&marble=0&tick=1")) == 200)
    #expect(status(request("POST", "/why?drawing=1&lane=1&event=0")) == 200)
    #expect(status(request("GET", "/operators", body: [])) == 200)
    #expect(status(request("GET", "/operator?name=merge", body: [])) == 200)
  }

  @Test func headersOfFilesAreAnswered() {
    #expect(status(request("HEAD", "/page.css", token: [], body: [])) == 200)
    #expect(status(request("HEAD", "/script", body: [])) == 405)
  }

  /// Offsets count UTF-16 code units.
  @Test func completionsAreAnswered() {
    let response = service.response(to: request("POST", "/assist?at=17", body: Array("a = [🙂]|\na.mapEr".utf8))) {
      true
    }
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.hasPrefix(#"{"start":12,"candidates":[{"text":"mapError","insertion":"mapError { ","#), "\(text)")
    #expect(status(request("POST", "/assist?at=99999999999")) == 200)
    #expect(status(request("POST", "/assist?at=-1")) == 400)
    #expect(status(request("POST", "/assist")) == 400)
  }

  /// Every name in the menu inserts a call with its meaning, below the statement at the cursor or after a dot.
  @Test(arguments: Catalog.standard.allNames)
  func insertedOperatorsHaveNoErrors(name: String) throws {
    let (entry, alias) = try #require(Catalog.standard.lookUp(name))
    for (script, place) in [("a = --1--2|\nb = ---x|\nmerge(a,\n  b)\nb", 30), ("", 0), ("a = --1|\n", 9)] {
      let response = service.response(
        to: request("POST", "/run?edit=insert&operator=\(name)&at=\(place)", body: Array(script.utf8))
      ) { true }
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(response.status == 200 && !text.contains(#""kind":"error""#), "\(text.prefix(300))")
      let answer = try #require(JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
      let lines = try #require(answer["text"] as? String).split(separator: "\n").map(String.init)
      let inserted = lines.filter { !script.split(separator: "\n").map(String.init).contains($0) }
      let meaning = alias?.meaning(of: entry.name) ?? ""
      let arguments = meaning.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
      for argument in arguments.components(separatedBy: ", ") where argument != "" {
        #expect(inserted.contains { $0.contains(argument) }, "\(name) means \(meaning), not \(inserted)")
      }
      // A line that the call does not need is not inserted.
      for (index, line) in inserted.dropLast().enumerated() {
        let words = inserted[(index + 1)...].flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
        #expect(words.contains(line.prefix { $0 != " " }), "\(name) does not need \(line)")
      }
      #expect(inserted.allSatisfy { $0.last != " " })
    }
  }

  @Test func foreignHostsAreRefused() {
    #expect(status(request(host: ["evil.example:4000"])) == 421)
    #expect(status(request(host: ["127.0.0.1"])) == 421)
    #expect(status(request(host: ["localhost:4000"])) == 421)
    #expect(status(request(host: [])) == 421)
    #expect(status(request(host: ["127.0.0.1:4000", "127.0.0.1:4000"])) == 421)
    #expect(status(request("GET", "/", host: ["evil.example"], token: [])) == 421)
  }

  @Test func foreignOriginsAreRefused() {
    #expect(status(request(origin: ["http://evil.example"])) == 403)
    #expect(status(request(origin: ["null"])) == 403)
    #expect(status(request(origin: ["https://127.0.0.1:4000"])) == 403)
    #expect(status(request(origin: ["http://127.0.0.1:4001"])) == 403)
    #expect(status(request(origin: ["http://127.0.0.1:4000", "http://evil.example"])) == 403)
  }

  @Test func wrongTokensAreRefused() {
    #expect(status(request(token: [])) == 403)
    #expect(status(request(token: [""])) == 403)
    #expect(status(request(token: ["0123456789abcdef0123456789abcdee"])) == 403)
    #expect(status(request(token: [Self.token + "0"])) == 403)
    #expect(status(request(token: [Self.token, Self.token])) == 403)
    #expect(status(request("GET", "/script", token: [], body: [])) == 403)
  }

  @Test(arguments: [
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/Assets/page.js", "/page.js/", "/run/", "*", "",
  ])
  func otherPathsDoNotExist(path: String) {
    #expect(status(request("GET", path)) == 404)
  }

  @Test func otherMethodsAreRefused() {
    for method in ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "GET", "BREW"] {
      #expect(status(request(method)) == 405, "\(method)")
    }
    #expect(status(request("POST", "/")) == 405)
  }

  @Test func tooLargeRequestsAreRefused() {
    #expect(status(request(more: [("X-Long", String(repeating: "x", count: 8 << 10))])) == 431)
    #expect(status(request("POST", "/run?" + String(repeating: "x", count: 8 << 10))) == 431)
    #expect(status(request(more: [("Content-Length", String(1 << 20 + 1))])) == 413)
    #expect(status(request(more: [("Content-Length", "99999999999999999999999")])) == 413)
    #expect(status(request(more: [("Content-Length", "-1")])) == 413)
  }

  @Test func malformedRequestsAreRefused() {
    #expect(status(request(body: [0x61, 0xFF, 0xFE])) == 400)
    for query in [
      "?edit=fly", "?edit=move", "?edit=move&marble=x&tick=1", "?edit", "?edit=%zz", "?edit=%f", "?edit=%ff",
      "?edit=add&edit=add", "?edit=replace&marble=0",
    ] {
      #expect(status(request("POST", "/run" + query)) == 400, "\(query)")
    }
    #expect(status(request("POST", "/why?drawing=0&lane=0&event=0")) == 400)
    #expect(status(request("POST", "/run?edit=move&timeline=7&marble=0&tick=1")) == 409)
    #expect(status(request("GET", "/operator?name=nothing", body: [])) == 404)
  }

  @Test func endlessScriptsEnd() {
    let endless = "a = {1}*\na.repeat()\nmerge(a, a).concat(a)\n"
    #expect(status(request(body: Array(endless.utf8))) == 200)
  }

  @Test func scriptsUseNoFiles() {
    let response = service.response(to: request(body: Array(":load /etc/passwd\n:save /tmp/x.marble\n".utf8))) { true }
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(response.status == 200)
    #expect(text.contains("\"kind\":\"error\""))
    #expect(!text.contains("root:"))
  }

  @Test func unwantedRunsStop() {
    let response = service.response(to: request(body: Array("a = {1}*\na.repeat()\n".utf8))) { false }
    #expect(response.status == 200)
  }

  @Test func everyResponseProtectsThePage() {
    for request in [request(), request("GET", "/", token: []), request(host: [])] {
      let headers = Dictionary(
        service.response(to: request) { true }.headers.map { ($0.name, $0.value) },
        uniquingKeysWith: { first, _ in first })
      #expect(headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'; ") == true)
      #expect(headers["X-Content-Type-Options"] == "nosniff")
      #expect(headers["Referrer-Policy"] == "no-referrer")
    }
  }
}
