extension CatalogEntry {
  /// A reason why an event that an operator could have sent did not come, with an example.
  package struct LossReason: Sendable {
    /// The circumstance in which the reason applies.
    ///
    /// A condition also provides the words for the placeholders of the template.
    package enum Condition: Sendable, Hashable {
      /// The number of values to send is 0.
      case countIsZero
      /// It was received, and nothing followed from it.
      case dropped
      /// It was received, and does not meet the condition of the operator.
      case rejected
      /// It was sent inside a group or a window.
      case sentInside
      /// It was received from a stream whose values are never sent.
      case signal
      /// Other values arrived on the same input before it was sent, the last of which replaced it: `{other}`, `{gap}`.
      case replaced
      /// The input ended before it was sent: `{ending}`, `{gap}`.
      case lostAtEnd
      /// The input failed or was interrupted before it was sent: `{ending}`, `{gap}`.
      case lostAtFailure
      /// The result ended or was unsubscribed before it was sent: `{moment}`.
      case cutOff
      /// Another input had not sent a value: `{stream}`, `{since}`.
      case partnerSilent
      /// Another input had sent fewer values: `{moment}`, `{number}`, `{stream}`, `{count}`.
      case partnerBehind
      /// Another input did not complete with a value: `{moment}`, `{cause}`.
      case partnerUnfinished
      /// An equal value had arrived before: `{otherTick}`.
      case repeated
      /// The previous value was equal: `{otherTick}`.
      case repeatsPrevious
      /// The input did not end: `{stream}`.
      case open
      /// The input did not end, and the part of the result that contains it is not complete.
      case incomplete
      /// No part of the result that could contain it was open.
      case unopened
      /// Another value of the input is less, or an equal one came before.
      case notLeast
      /// Another value of the input is greater, or an equal one came before.
      case notGreatest
      /// The result sent another event for it: `{result}`.
      case changed
      /// The result failed at it: `{result}`.
      case failed
      /// A closure of the operator threw at it: `{result}`.
      case thrown
      /// The result had ended before it arrived: `{ended}`, `{otherTick}`, `{message}`.
      case ended
      /// The result had ended by itself before it arrived, and not with one of its streams: `{ended}`, `{otherTick}`,
      /// `{message}`.
      case endedItself
      /// The stream that should release the value sent no value: `{stream}`, `{outcome}`.
      case silentInner
      /// The input had been unsubscribed before it arrived: `{otherTick}`, `{other}`.
      case left
      /// The input was subscribed only after it arrived, or never: `{stream}`, `{start}`.
      case notStarted
      /// The inner stream of the value sent nothing: `{stream}`, `{outcome}`.
      case emptyInner
      /// The inner stream of the value was unsubscribed: `{otherTick}`, `{cause}`.
      case switched
      /// Another stream sent the first event of a race: `{stream}`, `{otherTick}`.
      case raced
      /// The value arrived while another inner stream was active, or had won a race: `{cause}`.
      case busy
      /// The value arrived while another inner stream was active, and its stream waits: `{moment}`.
      case inQueue
      /// The operator creates its values, and this one is not among them: `{values}`.
      case unsent
      /// The operator sends what it receives, and received no such value: `{values}`.
      case unreceived
      /// The end of the input did not pass: `{effect}`.
      case endHandled
      /// The result waits for the end of another stream, or for as many values as those that have ended sent:
      /// `{stream}`, `{missing}`.
      case waits
      /// A value is an argument that was not needed.
      case unneeded

      /// Whether the event could have come in a longer run.
      package var mayChange: Bool {
        switch self {
        case .partnerSilent, .partnerBehind, .partnerUnfinished, .open, .incomplete, .emptyInner, .inQueue, .notStarted,
          .waits, .unsent, .unreceived, .silentInner:
          true
        case .dropped, .rejected, .sentInside, .signal, .replaced, .lostAtEnd, .lostAtFailure, .cutOff, .repeated,
          .repeatsPrevious, .changed, .failed, .thrown, .ended, .endedItself, .left, .switched, .raced, .busy,
          .endHandled, .unneeded, .countIsZero, .unopened, .notLeast, .notGreatest:
          false
        }
      }
    }

    package let condition: Condition
    /// The label of the calls to which the reason applies, or `nil` for all calls.
    package let label: String?
    /// The parameter whose stream sent the event, ``TerminationRule/innerStream``, or `nil` for any.
    package let stream: String?
    /// The end of a sentence that begins with the operator, with placeholders in braces.
    package let template: String
    /// Whether the sentence goes on after the words that the operator received the event.
    package let followsReceipt: Bool
    /// A script whose last statement is a question that this reason answers.
    package let example: String

    /// The parts of the template between its placeholders.
    package var pieces: [String] {
      template.split(separator: "{").enumerated().map { index, part in
        index == 0 && !template.hasPrefix("{") ? String(part) : String(part.drop { $0 != "}" }.dropFirst())
      }
    }

    /// Whether the answer names this operator.
    package var namesOperator: Bool { condition != .unreceived }

    static func when(
      _ condition: Condition, label: String? = nil, of stream: String? = nil, _ template: String, _ example: String,
      followsReceipt: Bool = false
    ) -> LossReason {
      LossReason(
        condition: condition, label: label, stream: stream, template: template, followsReceipt: followsReceipt,
        example: example)
    }
  }
}

/// Reasons of several operators.
extension CatalogEntry.LossReason {
  static func rejected(label: String? = nil, _ example: String) -> Self {
    .when(.dropped, label: label, "dropped it, because its closure returned false", example)
  }

  static func thrown(_ example: String) -> Self {
    .when(.thrown, "failed, because its closure threw {result}", example)
  }

  static func changed(_ example: String = "a = -1|; why not 1 in a.map { $0 + 1 }") -> Self {
    .when(.changed, "sent {result} for it", example)
  }

  static func unsent(_ example: String = "why not 2 in just(1)") -> Self { .when(.unsent, "sends {values}", example) }

  /// An operator that sends all values unchanged.
  static func passes(_ example: String = "a = -1|; why not 9 in a.log()") -> Self {
    .when(.unreceived, "sends only what it receives, which was {values}", example)
  }

  /// An operator that sends a value only when its source completes.
  static func atEnd(_ example: String) -> Self {
    .when(.open, "waits for the completion of {stream}, which did not come", example)
  }

  /// An operator that drops what it holds when its source fails.
  static func lostAtEnd(label: String? = nil, _ example: String) -> Self {
    .when(.lostAtEnd, label: label, "still held it when {stream} {ending}, {gap}", example)
  }

  /// An operator that drops what it holds only when its source fails.
  static func lostAtFailure(label: String? = nil, _ example: String) -> Self {
    .when(.lostAtFailure, label: label, "still held it when {stream} {ending}, {gap}", example)
  }

  static func ended(_ example: String) -> Self {
    .when(.ended, "had already {ended}, on tick {otherTick}{message}", example)
  }

  static func queued(of stream: String? = nil, _ example: String) -> Self {
    .when(.notStarted, of: stream, "{start}", example)
  }

  static func endHandled(_ example: String) -> Self {
    .when(.endHandled, ", which {effect}", example, followsReceipt: true)
  }

  /// An operator that combines the values of its streams by their positions.
  static func waitsForPartner(_ example: String) -> Self {
    .when(.waits, "waits for {stream} to end or to send {missing}", example)
  }

  static func waits(_ example: String) -> Self { .when(.waits, "waits for the end of {stream}", example) }

  /// The reasons of an operator with a strategy.
  ///
  /// - Parameter call: Returns a call on the stream `s` with a strategy.
  static func ofInnerStreams(_ call: (_ strategy: String) -> String) -> [Self] {
    let inner = CatalogEntry.TerminationRule.innerStream
    return [
      .when(
        .raced, of: inner,
        "had unsubscribed from {stream} on tick {otherTick}, because another one sent the first event",
        "x = cold ---1|; y = cold -2|; s = xy---|; why not 1 in " + call("race")),
      .when(
        .left, of: inner, "had unsubscribed from {stream} on tick {otherTick}, when {other} came",
        "x = cold --1|; y = cold -2|; s = xy---|; why not 1 in " + call("latest")),
      .queued(of: inner, "x = cold ---|; y = -1---|; s = xy---|; why not 1 in " + call("concat")),
      .when(
        .busy, "did not start its stream, because another one {cause}",
        "x = cold ---|; y = cold -1|; s = xy---|; why not y in " + call("throttle")),
      .when(
        .inQueue, "still kept its stream waiting {moment}, because another one was active",
        "x = cold -1-; y = cold -2|; s = xy---; why not y in " + call("concat")),
      .when(
        .switched, "started a stream for it, and unsubscribed from that on tick {otherTick}, {cause}",
        "x = cold --1|; y = cold -2|; s = xy---|; why not x in " + call("latest")),
      .when(
        .emptyInner, "started {stream} for it, which {outcome}",
        "x = cold ---|; s = x---|; why not x in " + call("merge")),
      .waits("x = cold -1-; s = x|; why not | in " + call("merge")),
      .when(
        .changed, "started a stream for it, which sent {result}",
        "x = cold -1|; s = x---|; why not x in " + call("merge")),
    ]
  }

  /// The reasons that every operator has before its own, which hold only for events that it could handle.
  package static let leading: [Self] = [
    .thrown("a = 1-2|; why not 2 in a.filter { $0 > 1 ? throw \"big\" : true }"),
    .when(
      .signal, of: CatalogEntry.TerminationRule.innerStream, "uses it only as a signal",
      "a = -1-|; c = cold --x; why not x in a.buffer { c }"),
  ]

  /// The reasons that every operator has after its own.
  package static let common: [Self] = [
    .ended("a = -1-2|; why not 2 in a.take(first: 1)"),
    .when(.left, "had unsubscribed from {stream} on tick {otherTick}", "a = ---1|; b = -2|; why not 1 in race(a, b)"),
    .queued("a = ---|; b = -1---|; why not 1 in concat(a, b)"),
    .waits("a = -1|; b = --2-; why not | in merge(a, b)"),
    .endHandled("a = -1-#; why not # in a.recover(with: 0)"),
    .when(.open, "waits for the completion of {stream}, which did not come", "a = -1-; why not 1 in a.last()"),
    .lostAtFailure("a = -1-#; why not 1 in a.delay(3)"),
    .when(
      .cutOff, "still held it {moment}",
      "a = -1-; why not 1 in a.delay(3).take(for: 2)"),
    .when(.failed, "sent {result} at it", "a = -1|; why not 1 in a.attempt { throw \"no\" }"),
    .changed(),
    .unsent(),
    .when(.dropped, ", and sent nothing for it", "a = -1|; why not 1 in a.ignoreValues()", followsReceipt: true),
    .passes(),
  ]
}

extension Behavior {
  /// The reasons that follow from the behavior, in addition to those of the operator.
  package var reasons: [CatalogEntry.LossReason] {
    switch values {
    case .changed, .changedSome, .paired, .arrays, .events, .unwrapped, .joined, .booleans: [.changed()]
    case .made, .number, .boolean, .others: [.unsent()]
    case .all: tick == .same ? [.passes()] : []
    case .some, .one, .newest, .none, .streams, .continued, .recovered, .begun, .preceded, .replaced, .succeeded,
      .defaulted, .merged, .raced, .flattened, .inner:
      []
    }
  }
}
