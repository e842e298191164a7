/// The event that is being delivered, for a recorder that finds the causes of events and starts.
///
/// It belongs to the current call, or to the current task. An event that waits in the queue of a domain keeps it, so
/// that it is not taken for an effect of the event that the thread inside the domain is delivering.
@usableFromInline
package struct EventContext: Sendable {
  /// An event of a recorded stream, by the numbers of both.
  package struct Place: Sendable, Hashable {
    package let event: Int
    package let stream: Int

    package init(event: Int, stream: Int) {
      self.event = event
      self.stream = stream
    }
  }

  /// The number of the recorder.
  package let recorder: UInt64
  /// The number of the event, or `nil` while a stream is being started.
  package let cause: Int?
  /// The value for which streams are started now.
  package let carrier: Place?
  /// The number of the stream that is being started, whose upstream is started now.
  package let downstream: Int?

  package init(recorder: UInt64, cause: Int?, carrier: Place?, downstream: Int? = nil) {
    self.recorder = recorder
    self.cause = cause
    self.carrier = carrier
    self.downstream = downstream
  }

  @TaskLocal @usableFromInline package static var current: EventContext?

  /// Returns work that runs in the current context.
  @usableFromInline
  static func keeping(_ work: @escaping () -> Void) -> () -> Void {
    guard let current else { return work }
    return { $current.withValue(current, operation: work) }
  }

  /// Runs work in no context.
  static func clearing(_ work: () -> Void) {
    if current == nil { work() } else { $current.withValue(nil, operation: work) }
  }
}

extension SignalProducer {
  /// Returns a producer that starts this one inside a call of `scope`.
  package func starting(in scope: @escaping (_ start: () -> Void) -> Void) -> SignalProducer {
    ._beginning { [_beginFunction] downstream, subscription in scope { _beginFunction(downstream, subscription) } }
  }
}
