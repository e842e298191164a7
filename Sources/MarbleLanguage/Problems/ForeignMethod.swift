/// A method of other libraries that is not an operator, because the language does the same in another way.
package enum ForeignMethod: String, Sendable, CaseIterable {
  case subscribe, sink, observe, observeValues, start, startWithValues, forEach, drive, assign, launchIn, pipe
  case publisher, producer, signal, observable, stream, asObservable, toObservable, asFlow, eraseToAnyPublisher

  /// Whether it turns a list or a stream of another type into a stream.
  package var isConversion: Bool { Self.conversions.contains(self) }

  private static let conversions: Set<Self> = [
    .publisher, .producer, .signal, .observable, .stream, .asObservable, .toObservable, .asFlow, .eraseToAnyPublisher,
  ]

  /// The way to do the same.
  var help: String {
    switch self {
    case .pipe: "write each operator as a method: `a.map { $0 * 10 }.take(first: 2)`"
    case _ where isConversion: "delete it: all streams have the same type"
    default: "delete it: a stream on a line of its own is observed and drawn"
    }
  }
}
