import Reactive

/// A recorder of the events that an observer receives, as short words: `1`, `|`, `X`, `!`.
final class Recorder<Value: Sendable, Failure: Error>: @unchecked Sendable {
  private(set) var events: [Event<Value, Failure>] = []

  var observer: Observer<Value, Failure> {
    Observer { self.events.append($0) }
  }

  /// The history in one line, such as `1 2 |`.
  var history: String {
    events.map { event in
      switch event {
      case .value(let value): "\(value)"
      case .failed: "X"
      case .completed: "|"
      case .interrupted: "!"
      }
    }.joined(separator: " ")
  }
}

/// The error of the tests.
struct Boom: Error, Equatable {}

extension SignalProducer where Value: Sendable {
  /// Starts the producer and returns the events that it sends immediately.
  var history: String {
    let recorder = Recorder<Value, Error>()
    start(recorder.observer)
    return recorder.history
  }
}

extension Signal where Value: Sendable {
  /// Returns a recorder of the future events of the signal.
  func record() -> Recorder<Value, Error> {
    let recorder = Recorder<Value, Error>()
    observe(recorder.observer)
    return recorder
  }
}
