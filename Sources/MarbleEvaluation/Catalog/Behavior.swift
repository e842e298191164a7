/// The effect of an overload on the events of its streams.
///
/// Searches and explanations derive from it what they have to know about an operator. The tests run each operator on
/// random inputs, and fail if it behaves in another way.
package struct Behavior: Sendable {
  /// The effect on the values of the source.
  package enum Values: CaseIterable {
    /// Each value passes.
    case all
    /// Each value passes or is dropped.
    case some
    /// At most one value passes.
    case one
    /// The newest value passes at some times, also several times.
    case newest
    /// All values are dropped.
    case none
    /// Each value is changed.
    case changed
    /// Each value is changed or dropped.
    case changedSome
    /// Each value becomes a tuple with another value. The first value may be dropped.
    case paired
    /// At most one value is made of all values: any value, a number or a Boolean.
    case made, number, boolean
    /// They are collected in arrays.
    case arrays
    /// They become parts of streams, which are sent.
    case streams
    /// Each event is sent as a value.
    case events
    /// The event or the state in each value is sent.
    case unwrapped
    /// All values pass. After the completion, others are sent.
    case continued
    /// All values pass. After the failure, others may be sent.
    case recovered
    /// All values pass after one other value.
    case begun
    /// All values pass after those of the other stream.
    case preceded
    /// The first values pass. After them, those of the other stream are sent.
    case replaced
    /// They are dropped. After the completion, the values of the other stream are sent.
    case succeeded
    /// All values pass, and a value is sent if there are none.
    case defaulted
    /// The values of all streams pass.
    case merged
    /// The values of one of the streams pass.
    case raced
    /// Tuples with one value of each stream are sent.
    case joined
    /// Booleans are combined.
    case booleans
    /// The values of streams are sent: those that the source sends, or those that a closure returns.
    case flattened, inner
    /// The values do not follow from those of the source.
    case others

    /// Whether each result is made of one value, and only sent if there is one.
    package var areMadeOfOne: Bool {
      [.changed, .changedSome, .paired, .arrays, .events, .unwrapped].contains(self)
    }

    /// Whether the operator only sends values that it receives.
    package var pass: Bool {
      switch self {
      case .all, .some, .one, .newest, .none, .continued, .recovered, .begun, .preceded, .replaced, .succeeded,
        .defaulted, .merged, .raced:
        true
      case .changed, .changedSome, .paired, .made, .number, .boolean, .arrays, .streams, .events, .unwrapped, .joined,
        .booleans, .flattened, .inner, .others:
        false
      }
    }
  }

  /// The tick on which a result is sent.
  package enum Tick {
    /// The tick of the value, or of another event that the operator receives.
    case same
    /// The tick of the value, or a later one.
    case later
    /// The tick on which the source completes.
    case atEnd
  }

  /// The streams that the operator starts, in addition to its source and its arguments.
  package struct Starts: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Its source again.
    package static let again = Starts(rawValue: 1)
    /// The streams that the source sends, or that a closure returns.
    static let inner = Starts(rawValue: 2)
  }

  /// The property of an operator that a hazard is about.
  package enum Role: Sendable {
    /// Replaces a failure by other events.
    case handlesFailure
    /// Completes when another stream sends a value.
    case endsOnSignal
    /// Stores the values of its streams until each of them has sent one.
    case queues
    /// Combines the latest values of its streams.
    case usesLatest
    /// Sends a value after a silence, or at most one value in a time.
    case waitsForSilence, limitsRate
    /// Sends the values of each period as an array.
    case collectsPeriods
    /// Starts its source once for several observers: simultaneous ones, all, or those in a closure.
    case shares, replaysForever, multicasts
    /// Changes or drops each value without regard to the others.
    case isStateless
    /// Never ends.
    case isEndless
  }

  /// The way in which a search derives a closure from the expected events.
  package enum Derivation: Sendable {
    /// Its results are the expected values, or those that are not `nil`.
    case transform, compactTransform
    /// Its results are the states, of which all or only the last one are expected.
    case states, lastState
    /// Its streams send the next value.
    case successor
    /// Its results are made of the values of two streams.
    case combination
    /// It is a predicate.
    ///
    /// The function returns a test for the results of the predicate on the values of the source, or `nil` if no results
    /// give the expected events.
    case predicate(
      @Sendable (_ source: RecordedEvents, _ expected: RecordedEvents) -> (([Bool?]) -> Bool)?)

    package var isTransform: Bool { if case .transform = self { true } else { false } }
  }

  package let values: Values
  package let tick: Tick
  /// Whether the result ends as the source does, on the same tick.
  package let endsWithSource: Bool
  package let starts: Starts
  /// The complexity of the operator in the order of the answers of a search, or `nil` if no search tries it.
  package let cost: Int?
  package let derivation: Derivation?
  package let role: Role?
  /// Returns whether events can be those of the result, as far as this follows from the arguments.
  ///
  /// A search asks it before it runs the operator.
  package let allows: (@Sendable (OperatorRun) -> Bool)?

  init(
    _ values: Values, _ tick: Tick = .same, endsWithSource: Bool = false, starts: Starts = [], cost: Int? = nil,
    derivation: Derivation? = nil, role: Role? = nil, allows: (@Sendable (OperatorRun) -> Bool)? = nil
  ) {
    self.values = values
    self.tick = tick
    self.endsWithSource = endsWithSource
    self.starts = starts
    self.cost = cost
    self.derivation = derivation
    self.role = role
    self.allows = allows
  }

  /// Whether the operator sends all values unchanged, on their ticks.
  package var passesAll: Bool { values == .all && tick == .same }

  /// Whether the operator only drops or delays events of its source.
  package var onlyDrops: Bool { [.all, .some, .one, .newest, .none].contains(values) }

  /// Whether the operator sends values when its source completes.
  package var waitsForCompletion: Bool { tick == .atEnd || values == .arrays }

  /// Whether the operator never sends the values of the streams that it starts.
  package var usesInnerStreamsAsSignals: Bool {
    starts.contains(.inner)
      && (onlyDrops || values == .arrays || values == .streams || values == .replaced || starts.contains(.again))
  }

  /// The behavior of an operator that no search tries, because another one does the same.
  var unsearched: Behavior {
    Behavior(values, tick, endsWithSource: endsWithSource, starts: starts, role: role, allows: allows)
  }
}
