import Marbles

/// A message of the client.
enum Message: Sendable {
  case request(RequestID, method: String, JSONNode)
  case notification(method: String, JSONNode)
  /// The answer to a request of the server.
  case response

  /// Parses a message.
  init(_ bytes: [UInt8]) throws(ProtocolError) {
    let node: JSONNode?
    do throws(JSONReadingError) {
      var parser = JSONParser(bytes)
      node = try parser.next()
      if try parser.next() != nil { throw JSONReadingError(expected: "one JSON value", offset: parser.offset) }
    } catch {
      throw ProtocolError(.parseError, "expected \(error.expected) at byte \(error.offset)")
    }
    guard let node, case .object = node.content else { throw ProtocolError(.invalidRequest, "expected an object") }
    let id = node["id"].flatMap(RequestID.init)
    guard let method = node["method"]?.text else {
      guard id != nil, node["method"] == nil else { throw ProtocolError(.invalidRequest, "expected a method") }
      self = .response
      return
    }
    let params = node["params"] ?? JSONNode(.null, at: node.span)
    if let id {
      self = .request(id, method: method, params)
    } else if node["id"] == nil {
      self = .notification(method: method, params)
    } else {
      throw ProtocolError(.invalidRequest, "expected a number or a string as the id")
    }
  }
}

/// The identifier of a request, which its response repeats.
enum RequestID: Hashable, Sendable {
  /// A number as it is written.
  case number(String)
  case string(String)

  init?(_ node: JSONNode) {
    switch node.content {
    case .number(let text): self = .number(text)
    case .string(let text): self = .string(text)
    default: return nil
    }
  }
}

/// An error in the response to a request.
struct ProtocolError: Error, Sendable, Equatable {
  enum Code: Int, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case serverNotInitialized = -32_002
    case requestFailed = -32_803
    case contentModified = -32_801
    case requestCancelled = -32_800
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension JSONNode {
  /// The member of an object, or `nil` if there is none.
  subscript(_ key: String) -> JSONNode? { (try? optional(key)) ?? nil }

  /// The string, or `nil` for another value.
  var text: String? { try? string() }

  /// Whether this is `true`.
  var isTrue: Bool { (try? boolean()) ?? false }

  /// Whether this is `false`.
  var isFalse: Bool { (try? boolean()) == false }

  /// The items of an array, or none for another value.
  var items: [JSONNode] { (try? array()) ?? [] }
}
