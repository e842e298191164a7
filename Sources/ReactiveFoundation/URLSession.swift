import Foundation
public import Reactive

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession: ReactiveExtensionsProvider {}

extension ReactiveExtensions where Base: URLSession {
  /// Returns a producer that performs a request on each start, and sends the data and the response.
  ///
  /// Fails with the error of the session. A response with a status of an error is a value. Disposing a start cancels its
  /// request. The events are sent on the delegate queue of the session.
  public func data(with request: URLRequest) -> SignalProducer<(Data, URLResponse), any Error> {
    let session = base
    return SignalProducer { observer, lifetime in
      let task = session.dataTask(with: request) { data, response, error in
        if let data, let response {
          observer.send(value: (data, response))
          observer.sendCompleted()
        } else {
          observer.send(error: error ?? URLError(.unknown))
        }
      }
      lifetime.observeEnded { task.cancel() }
      task.resume()
    }
  }
}
