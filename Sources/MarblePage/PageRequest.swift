/// A request of a browser, already parsed.
package struct PageRequest: Sendable {
  package let method: String
  /// The path and the query, as in `/run?edit=move`.
  package let target: String
  /// The names and values of the header fields, in their order.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(method: String, target: String, headers: [(name: String, value: String)], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The path without the query.
  var path: Substring { target.prefix { $0 != "?" } }

  /// Returns the values of all header fields with a name, which is given in lowercase.
  func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The parameters of the query, or `nil` if it is malformed.
  var parameters: [String: String]? {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    var parameters: [String: String] = [:]
    for pair in target[target.index(after: mark)...].split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = parts[1].percentDecoded, parameters[String(parts[0])] == nil else {
        return nil
      }
      parameters[String(parts[0])] = value
    }
    return parameters
  }
}

/// The response to a request.
package struct PageResponse: Sendable, Equatable {
  package let status: Int
  /// The media type of the body.
  package let type: String
  package let body: [UInt8]

  package init(status: Int = 200, type: String, body: [UInt8]) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// Creates a response that says why a request is refused.
  package init(refusing reason: String, status: Int) {
    self.init(status: status, type: "text/plain; charset=utf-8", body: Array((reason + "\n").utf8))
  }

  /// Creates the refusal of a request with another method.
  init(useMethod method: String) {
    self.init(refusing: "use \(method)", status: 405)
  }

  static let nothing = PageResponse(refusing: "there is nothing here", status: 404)

  static func json(_ text: String) -> PageResponse {
    PageResponse(type: "application/json", body: Array(text.utf8))
  }

  /// The header fields of every response.
  ///
  /// A page can load only what this server sends, and cannot be part of another page.
  package var headers: [(name: String, value: String)] {
    [
      ("Content-Type", type),
      ("Content-Length", String(body.count)),
      ("Cache-Control", "no-store"),
      ("Content-Security-Policy", Self.policy),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
    ]
  }

  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' blob: data:",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")
}
