import MarbleTools

/// The answers of `rxrepl serve` to requests, without a network.
///
/// Only the page itself can make it work: a request must name the exact host, must not come from another page, and
/// for everything but the files of the page it must have the token, which is in the printed address.
package struct PageService: Sendable {
  /// The largest size of all header fields, in bytes.
  package static let maxHeaderSize = 8 << 10
  /// The largest size of a body, in bytes.
  package static let maxBodySize = 1 << 20

  private let host: String
  private let token: String
  private let answers: PageAnswers

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - port: The port of the server at 127.0.0.1.
  ///   - token: The secret that each request must have.
  package init(port: Int, token: String, script: String, runner: PageRunner = PageRunner(limits: PageAnswers.limits)) {
    host = "127.0.0.1:\(port)"
    self.token = token
    answers = PageAnswers(script: script, runner: runner)
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
    let isFile = file(for: request) != nil
    guard let method = isFile ? "GET" : answers.method(of: request) else { return .nothing }
    if request.method != method { return PageResponse(useMethod: method) }
    if !isFile, !hasToken(request) {
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
    refusal(of: request) ?? file(for: request) ?? answers.response(to: request, while: isWanted)
  }

  /// Returns a file of the page, which a browser requests without the token.
  private func file(for request: PageRequest) -> PageResponse? {
    switch request.path {
    case "/": PageResponse(type: "text/html; charset=utf-8", body: PageAssets.page)
    case "/page.css": PageResponse(type: "text/css; charset=utf-8", body: PageAssets.style)
    case "/page.js": PageResponse(type: "text/javascript; charset=utf-8", body: PageAssets.code)
    default: nil
    }
  }

  /// Whether a request has the token.
  ///
  /// The comparison takes the same time for every wrong one.
  private func hasToken(_ request: PageRequest) -> Bool {
    let given = request.values(of: "x-token")
    guard given.count == 1, given[0].utf8.count == token.utf8.count else { return false }
    return zip(given[0].utf8, token.utf8).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }
}
