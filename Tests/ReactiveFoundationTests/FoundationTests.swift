import Foundation
import Reactive
import ReactiveFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct NotificationTests {
  private static let name = Notification.Name("changed")

  @Test func `notifications with a name are sent`() {
    let center = NotificationCenter()
    var texts: [String] = []
    center.reactive.notifications(forName: Self.name).observeValues { texts.append($0.object as? String ?? "none") }
    center.post(name: Self.name, object: "a")
    center.post(name: Notification.Name("other"), object: "b")
    center.post(name: Self.name, object: nil)
    #expect(texts == ["a", "none"])
  }

  @Test func `notifications of an object are sent`() {
    let center = NotificationCenter()
    let sender = NSObject()
    var count = 0
    center.reactive.notifications(forName: nil, object: sender).observeValues { _ in count += 1 }
    center.post(name: Self.name, object: sender)
    center.post(name: Self.name, object: NSObject())
    #expect(count == 1)
  }

  #if DEBUG
    @Test func `an unused signal stops observing`() {
      let center = NotificationCenter()
      let counter = LiveObjects.Counter()
      LiveObjects.$counter.withValue(counter) {
        let observation = center.reactive.notifications(forName: Self.name).observeValues { _ in }
        #expect(counter.count > 0)
        observation.dispose()
      }
      #expect(counter.count == 0)
    }
  #endif
}

struct URLSessionTests {
  private static func outcome(of url: String) throws -> Result<(Data, URLResponse), any Error>? {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [CannedResponses.self]
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    return session.reactive.data(with: URLRequest(url: try #require(URL(string: url)))).single()
  }

  @Test func `a response is sent with its data`() throws {
    let (data, response) = try #require(try Self.outcome(of: "canned://answer")).get()
    #expect(String(decoding: data, as: UTF8.self) == "answer")
    #expect(response.url?.host == "answer")
  }

  @Test func `an error of the session is a failure`() throws {
    let outcome = try #require(try Self.outcome(of: "canned://failure"))
    #expect(throws: (any Error).self) { try outcome.get() }
  }

  /// A protocol that answers with the host of the request, or fails.
  private final class CannedResponses: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "canned" }
    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
      guard let url = request.url, let host = url.host, host != "failure" else {
        client?.urlProtocol(self, didFailWithError: URLError(.cannotFindHost))
        return
      }
      let response = URLResponse(
        url: url, mimeType: "text/plain", expectedContentLength: host.utf8.count, textEncodingName: nil)
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data(host.utf8))
      client?.urlProtocolDidFinishLoading(self)
    }
  }
}
