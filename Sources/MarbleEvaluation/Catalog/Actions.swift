import MarbleLanguage
import Reactive

extension Catalog {
  static let actions: [CatalogEntry] = [
    CatalogEntry(
      "action", .make, beginsWithRun: true,
      aliases: [
        .init("Action", of: [.reactiveSwift]), .init("RACCommand", of: [.reactiveCocoa]),
      ],
      summary: "Starts the stream that the closure returns for an input, and refuses inputs while it is running.",
      text: """
        An action has five streams, which are its properties: `login.values` sends the values of the work, and \
        `login.errors` the messages of its failures. `login.isExecuting` and `login.isEnabled` send the current \
        Boolean to each observer first, then the changes. `login.disabledErrors` sends `disabled` for each input that \
        is refused. As a stream, the action sends these five streams. `enabledIf:` is a stream of Booleans, for \
        example a property. The action is disabled until it sends `true`, and while the latest value is `false`. An \
        action begins on tick 0, and an observer that is added later misses earlier values. Its streams do not end.
        """,
      terminationRules: [
        .of("inputs", completed: .isIgnored, otherwise: .isIgnored),
        .of("isEnabled", completed: .isIgnored, otherwise: .isIgnored),
        .ofInnerStreams(
          completed: .does("ends the execution"),
          failed: .does("ends the execution, and `errors` sends its message"),
          interrupted: .does("ends the execution")),
      ],
      reasons: [
        .endHandled("a = -1|; c = cold -#; l = action(a) { c }; why not # in l.values"),
        .when(
          .dropped, of: "isEnabled", "uses it only to enable and disable itself",
          "a = -1|; e = [true]; why not [true] in action(a, enabledIf: e) { just(1) }.values"),
        .when(
          .changed, "started a stream for it, which sent {result}",
          "a = -1|; c = cold -x|; l = action(a) { c }; why not 1 in l.values"),
        .when(
          .emptyInner, "started {stream} for it, which {outcome}",
          "a = -1|; c = cold --|; l = action(a) { c }; why not 1 in l.values"),
        .when(
          .busy, label: "enabledIf", of: "inputs", "refused it, because it was disabled or executing",
          "a = -12-|; e = [true]; c = cold ---x|; l = action(a, enabledIf: e) { c }; why not 2 in l.values"),
        .when(
          .busy, of: "inputs", "refused it, because it was executing",
          "a = -12-|; c = cold ---x|; l = action(a) { c }; why not 2 in l.values"),
        .when(
          .dropped, of: CatalogEntry.TerminationRule.innerStream, "sends it inside one of its streams",
          "a = -1|; c = cold -x|; why not x in action(a) { c }"),
      ],
      related: ["property", "flatMap", "loadingProperty"],
      example: """
        taps = -a-b-----c-----
        work = cold ---1|, --#[Boom]
        free = ---------[true]---
        login = action(taps) { work }
        action(taps) { work }.values == ----1-----
        login.values                 == ----1-----
        login.errors                 == -----------[Boom]
        login.isExecuting            == [false][true]---[false]---[true]-[false]
        login.isEnabled              == [true][false]---[true]---[false]-[true]
        login.disabledErrors         == ---[disabled]--
        action(taps, enabledIf: free) { work }.isEnabled == [false]--------[true]
        """,
      overloads: [
        Overload(.acts, .stream("inputs"), .work, sends: { .streams(of: $0.result) }) { call, inputs, work in
          call.action(inputs, enabledIf: nil, work)
        },
        Overload(
          .acts, .stream("inputs"), .stream("isEnabled", label: "enabledIf"), .work, sends: { .streams(of: $0.result) }
        ) { call, inputs, isEnabled, work in call.action(inputs, enabledIf: isEnabled, work) },
      ])
  ]
}

extension TypeSet {
  /// The types of the streams of an action whose work sends some values.
  fileprivate static func streams(of values: TypeSet) -> TypeSet { .stream(of: values.or(.boolean).or(.string)) }
}

extension OperatorApplication {
  /// Returns a producer of the streams of an action that begins with the run.
  fileprivate func action(
    _ inputs: Producer, enabledIf isEnabled: Producer?, _ work: @escaping (Value) -> Producer
  ) -> Producer {
    let runContext = runContext
    let (inputs, make, _) = runContext.recordingInnerStreams(
      of: runContext.startingWithRun(inputs), .throttle, work)
    let isEnabled = isEnabled.map { stream in
      Property(
        initial: false, then: runContext.startingWithRun(stream).map { self.boolean($0) }.suppressError())
    }
    let action = Action<Value, Value, Failure>(enabledIf: isEnabled ?? Property(value: true), execute: make)
    action <~ inputs.suppressError()
    return .deferred { [self] in
      runContext.counted(
        Producer([
          part(of: action, "values") { $0.values.producer },
          part(of: action, "errors") { $0.errors.producer.map { .string($0.message) } },
          part(of: action, "isExecuting") { $0.isExecuting.producer.map { .boolean($0) } },
          part(of: action, "isEnabled") { $0.isEnabled.producer.map { .boolean($0) } },
          part(of: action, "disabledErrors") { $0.disabledErrors.producer.map { .string("disabled") } },
        ]))
    }
  }

  /// Returns one of the streams of an action, which keeps the action alive.
  private func part(
    of action: Action<Value, Value, Failure>, _ name: String,
    _ stream: @escaping (Action<Value, Value, Failure>) -> SignalProducer<Value, Never>
  ) -> Value {
    part(.deferred { stream(action).promoteError() }, name: name, key: .string(name))
  }
}
