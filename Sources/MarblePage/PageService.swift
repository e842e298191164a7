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
  private let code: OpeningCode?
  private let answers: PageAnswers

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - port: The port of the server at 127.0.0.1.
  ///   - token: The secret that each request must have.
  ///   - code: The secret in the address with which the browser is opened, if it is.
  package init(port: Int, token: String, code: OpeningCode? = nil, answers: PageAnswers) {
    host = "127.0.0.1:\(port)"
    self.token = token
    self.code = code
    self.answers = answers
  }

  /// The address of the page, with the token in its fragment, which browsers do not send.
  package var address: String { "http://\(host)/#t=\(token)" }

  /// The address with which the browser is opened, which works once.
  package var openingAddress: String { code.map { "http://\(host)/#o=\($0.text)" } ?? address }

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
    guard let method = isFile ? "GET" : isOpening(request) ? "POST" : answers.method(of: request) else {
      return .nothing
    }
    if request.method != method, !(isFile && request.method == "HEAD") { return PageResponse(useMethod: method) }
    if !isFile, !isOpening(request), !hasToken(request) {
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
    if isOpening(request) { return opening(with: request.values(of: "x-token").first ?? "") }
    return file(for: request) ?? answers.response(to: request, while: isWanted)
  }

  /// Whether a request asks for the token with a code.
  private func isOpening(_ request: PageRequest) -> Bool { code != nil && request.path == "/token" }

  private func opening(with given: String) -> PageResponse {
    guard let code, code.use(given) else {
      return PageResponse(refusing: "this address worked once: open the address that rxrepl printed", status: 403)
    }
    return PageResponse(type: "text/plain; charset=utf-8", body: Array(token.utf8))
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
