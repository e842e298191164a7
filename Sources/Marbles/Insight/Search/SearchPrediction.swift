import MarbleLanguage

/// The events that an operator with known arguments must send, as far as they follow from the events of its source.
///
/// A prediction is a necessary condition. It is tested before the operator is run.
enum SearchPrediction {
  /// Nothing is known.
  case none
  case takesFirst(Int), skipsFirst(Int), skipsLast(Int), takesFor(Int), element(Int)
  case shifts(Int), debounces(Int), throttles(Int), audits(Int), samples(every: Int)
  /// Values when the source completes.
  case sendsAtEnd
  case sums, counts, isEmpty, contains(Value), equals
  case numbers, stamps, intervals, previous(Value?)
  case constant(Value), begins(with: Value), ends(with: Value)
  case recovers(Value), suppressesFailure, keepsFailure, restarts, repeats, continuesAfterFailure
  case timesOut(Timeout, Int)
  case zips, combines, addsLatest, samplesWith, joinsLast
  /// Values on the ticks of another stream, which is started with the source or later.
  case onTicksOfOther, onTicksOfInner
  /// Values on the ticks of both streams.
  case onTicksOfEither
  case takesUntilOther, skipsUntilOther
  case decides, sendsInner
  /// Arrays that divide the values of the source, on the multiples of a time if it is known.
  case divides(every: Int?), dividesByCount(Int), dividesOnOther

  /// The start of the time of a timeout.
  enum Timeout {
    case subscription, first, each
  }

  /// Creates the prediction for a form.
  init(key: String, _ constants: [Value]) {
    let number = constants.first?.whole
    switch (key, number, constants.first) {
    case ("take first", let count?, _): self = .takesFirst(count)
    case ("skip first", let count?, _): self = .skipsFirst(count)
    case ("skip last", let count?, _): self = .skipsLast(count)
    case ("take for", let time?, _): self = .takesFor(time)
    case ("element at", let index?, _): self = .element(index)
    case ("delay", let time?, _): self = .shifts(time)
    case ("debounce", let time?, _), ("debounce discardWhenCompleted", let time?, _): self = .debounces(time)
    case ("throttle", let time?, _), ("throttle discardWhenCompleted", let time?, _): self = .throttles(time)
    case ("audit for", let time?, _): self = .audits(time)
    case ("sample every", let time?, _): self = .samples(every: time)
    case ("take last", _, _), ("last", _, _), ("last where", _, _), ("last orFail", _, _), ("min", _, _),
      ("min by", _, _),
      ("max", _, _), ("max by", _, _), ("reduce", _, _):
      self = .sendsAtEnd
    case ("sum", _, _): self = .sums
    case ("count", _, _): self = .counts
    case ("isEmpty", _, _): self = .isEmpty
    case ("contains", _, let value?): self = .contains(value)
    case ("sequenceEqual", _, _): self = .equals
    case ("index", _, _): self = .numbers
    case ("timestamp", _, _): self = .stamps
    case ("timeInterval", _, _): self = .intervals
    case ("combinePrevious", _, let value): self = .previous(value)
    case ("map value", _, let value?): self = .constant(value)
    case ("prefix value", _, let value?): self = .begins(with: value)
    case ("concat value", _, let value?): self = .ends(with: value)
    case ("recover with", _, let value?): self = .recovers(value)
    case ("suppressError", _, _): self = .suppressesFailure
    case ("mapError", _, _): self = .keepsFailure
    case ("retry", _, _), ("retry upTo", _, _): self = .restarts
    case ("repeat", _, _) where number != 0: self = .repeats
    case ("flatMapError", _, _): self = .continuesAfterFailure
    case ("timeout after", let time?, _): self = .timesOut(.subscription, time)
    case ("timeout first", let time?, _): self = .timesOut(.first, time)
    case ("timeout each", let time?, _): self = .timesOut(.each, time)
    case ("zip", _, _): self = .zips
    case ("combineLatest", _, _): self = .combines
    case ("withLatest from", _, _): self = .addsLatest
    case ("sample with", _, _): self = .samplesWith
    case ("forkJoin", _, _): self = .joinsLast
    case ("sample on", _, _): self = .onTicksOfOther
    case ("audit until", _, _), ("debounce until", _, _), ("delay until", _, _): self = .onTicksOfInner
    case ("throttle while", _, _), ("throttle until", _, _): self = .onTicksOfEither
    case ("take until", nil, _): self = .takesUntilOther
    case ("skip until", nil, _): self = .skipsUntilOther
    case ("and", _, _), ("or", _, _): self = .decides
    case ("flatMap to", _, _), ("flatMap", _, _): self = .sendsInner
    case ("collect every", let time?, _): self = .divides(every: time)
    case ("collect count", let count?, _): self = .dividesByCount(count)
    case ("collect", _, _): self = .divides(every: nil)
    case ("buffer on", _, _): self = .dividesOnOther
    case ("buffer count", let count?, _) where constants.count == 1: self = .dividesByCount(count)
    default: self = .none
    }
  }
}
