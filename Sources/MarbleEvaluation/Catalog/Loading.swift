import MarbleLanguage
import Reactive

extension Catalog {
  /// Operators with the states of loading.
  static let loading: [CatalogEntry] = [
    CatalogEntry(
      "loadingProperty", .make, beginsWithRun: true,
      aliases: [.init("LoadingProperty", of: [.reactiveKit, .reactiveSwift])],
      summary: "Sends the states of the stream that the closure returns, and loads again at each value of `reload:`.",
      text: """
        It begins to load when it is first observed. Each new observer receives the latest state first. `reload:` \
        is observed from tick 0 on, and replaces a load that is running. With `silently: true`, a reload keeps the \
        state until a value was loaded. `toLoadingProducer` describes the states. A loading property does not end.
        """,
      terminationRules: [
        .of("reloads", completed: .isIgnored, otherwise: .isIgnored),
        .ofInnerStreams(
          completed: .does("ends the load"), failed: .does("ends the load, after the state `failed`"),
          interrupted: .does("ends the load")),
      ],
      reasons: [
        .when(
          .signal, of: "reloads", "uses it only as a signal",
          "r = -x-; c = cold ---; why not x in loadingProperty(reload: r) { c }"),
        .when(.changed, "sent {result} for it", "c = cold -1|; why not 1 in loadingProperty { c }"),
        .endHandled("c = cold -#; why not # in loadingProperty { c }"),
      ],
      related: ["toLoadingProducer", "property", "action", "flatMap"],
      example: """
        r = -----x-----
        c = cold --1|, #[Boom]
        d = cold --1|, --2|
        loadingProperty { d }
          == [loading]-[loaded,1]
        loadingProperty(reload: r) { c }
          == [loading]-[loaded,1]--([loading][failed,Boom])
        loadingProperty(reload: r, silently: true) { d }
          == [loading]-[loaded,1]----[loaded,2]
        """,
      overloads: [
        Overload(.makes, .deferredStream, sends: { .states(of: $0.result) }) { call, work in
          call.loadingProperty(reload: nil, silently: false, work)
        },
        Overload(
          .makes, .stream("reloads", label: "reload"), .boolean("silently", label: "silently", default: false),
          .deferredStream, sends: { .states(of: $0.result) }
        ) { call, reloads, silently, work in call.loadingProperty(reload: reloads, silently: silently, work) },
      ]),
    CatalogEntry(
      "toLoadingProducer", .transform, aliases: [.init("toLoadingSignal", of: [.reactiveKit])],
      summary: "Sends `loading`, then each value and a failure as a state.",
      text: """
        The state of a value is `[loaded,1]`, and that of a failure is `[failed,Boom]`. They are tuples, so a closure \
        uses `$0.0` and `$0.1`.
        """,
      terminationRules: [.of("source", failed: .completes("after the state `failed`"))],
      reasons: [.changed("a = -1|; why not 1 in a.toLoadingProducer()")],
      related: ["dematerializeLoadingState", "loadingProperty", "materialize"],
      example: """
        a = --1--|
        f = --#[Boom]
        a.toLoadingProducer() == [loading]-[loaded,1]--|
        f.toLoadingProducer() == [loading]-([failed,Boom]|)
        """,
      overloads: [
        Overload(.convertsStates, .source, sends: { .states(of: $0.source) }) { _, source in
          source.toLoadingProducer().map { Value($0) }.promoteError()
        }
      ]),
    CatalogEntry(
      "dematerializeLoadingState", .transform,
      summary: "Sends the values of the states `loaded`, and fails at the first state `failed`.",
      text: "The state `loading` is dropped. `toLoadingProducer` describes the states.",
      reasons: [
        .when(
          .dropped, "sends only the values of the states `loaded`",
          "a = -[loading]|; why not [loading] in a.dematerializeLoadingState()"),
        .changed("a = -[loaded,1]|; why not [loaded,1] in a.dematerializeLoadingState()"),
      ],
      related: ["toLoadingProducer", "dematerialize"],
      example: """
        a = [loading]-[loaded,1]-[loading]-[failed,Boom]--
        a.dematerializeLoadingState() == --1---#[Boom]
        """,
      overloads: [
        Overload(.unwrapsStates, .source, sends: { $0.source.item(1) }) { call, source in
          source.compactMap { call.loadingState($0) }.materialize().map { event in
            if case .value(.failed(let failure)) = event { .failed(failure) } else { event.map { $0.value ?? .null } }
          }.dematerialize()
        }
      ]),
  ]
}

extension TypeSet {
  /// The types of loading states whose values have some types.
  fileprivate static func states(of values: TypeSet) -> TypeSet { .string.or(.tuple(.string, values.or(.string))) }
}

extension Value {
  /// Creates the value of a loading state.
  fileprivate init(_ state: LoadingState<Value, Failure>) {
    self =
      switch state {
      case .loading: .string("loading")
      case .loaded(let value): .tuple([.string("loaded"), value])
      case .failed(let failure): .tuple([.string("failed"), .string(failure.message)])
      }
  }
}

extension OperatorApplication {
  /// Returns the state for a value, `nil` if it is loading, or stops the run if the value is not a state.
  fileprivate func loadingState(_ value: Value) -> LoadingState<Value, Failure>? {
    guarding(nil, value) { () throws(ProgramProblem) in
      if value.text == "loading" { return nil }
      if case .tuple(let items) = value, items.count == 2 {
        if items[0].text == "loaded" { return .loaded(items[1]) }
        if items[0].text == "failed", let message = items[1].text { return .failed(Failure(message)) }
      }
      throw .wrongKind(expected: .loadingState, found: value.kind)
    }
  }

  fileprivate func loadingProperty(
    reload reloads: Producer?, silently: Bool, _ work: @escaping () -> Producer
  ) -> Producer {
    let runContext = runContext
    let property = LoadingProperty<TracedValue, Failure>(loading: { runContext.carrying(work()) })
    let states = property.producer.map { state in
      // The failure has no cause of its own, but is the current event.
      let cause = if case .failed = state { runContext.records.trace?.now.cause } else { state.value?.cause }
      return TracedValue(value: Value(state.mapValue(\.value)), cause: cause ?? .none)
    }
    if let reloads {
      runContext.startingWithRun(reloads).start(
        Observer(value: { [weak property] _ in property?.reload(silently: silently).start() }))
    }
    return runContext.restartable(runContext.released(states.promoteError()))
  }
}
