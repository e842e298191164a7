/// A method of other libraries that is not an operator, because the language does the same in another way.
package enum ForeignMethod: String, Sendable, CaseIterable {
  // An observer is not written.
  case subscribe, sink, observe, observeValues, start, startWithValues, forEach, collectLatest, drive, bind, assign
  case launchIn, store, disposed, subscribeNext, autoconnect, refCount, block, blockFirst, blockLast, toPromise
  // All streams have the same type.
  case publisher, producer, signal, observable, stream, asObservable, toObservable, asFlow, eraseToAnyPublisher
  case asStateFlow, asSharedFlow, asDriver, asPublisher, asFlux, values, cast
  // An observer is never slower than its stream.
  case conflate, onBackpressureBuffer, onBackpressureDrop, onBackpressureLatest
  // The events of a source are on its timeline.
  case create, next, onNext, onError, onComplete, onCompleted, send, sendNext, accept, emit, tryEmit
  case pipe

  /// Whether it turns a list or a stream of another type into a stream.
  package var isConversion: Bool { Self.conversions.contains(self) }

  /// Whether a call of the method can be deleted.
  package var isSuperfluous: Bool { self != .pipe && !Self.sending.contains(self) }

  private static let conversions: Set<Self> = [
    .publisher, .producer, .signal, .observable, .stream, .asObservable, .toObservable, .asFlow, .eraseToAnyPublisher,
    .asStateFlow, .asSharedFlow, .asDriver, .asPublisher, .asFlux, .values, .cast,
  ]
  private static let sending: Set<Self> = [
    .create, .next, .onNext, .onError, .onComplete, .onCompleted, .send, .sendNext, .accept, .emit, .tryEmit,
  ]

  /// The way to do the same.
  var help: String {
    switch self {
    case .pipe: "write each operator as a method: `a.map { $0 * 10 }.take(first: 2)`"
    case .conflate, .onBackpressureBuffer, .onBackpressureDrop, .onBackpressureLatest:
      "delete it: observers receive each value immediately"
    case _ where isConversion: "delete it: all streams have the same type"
    case _ where !isSuperfluous: "write the events on the timeline of the stream, such as `--1--|`"
    default: "delete it: a stream on a line of its own is observed and drawn"
    }
  }
}
