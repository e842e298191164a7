import MarbleLanguage
import Reactive

extension Catalog {
  /// Properties, and what is built on them.
  static let properties: [CatalogEntry] = [
    CatalogEntry(
      "property", .make, beginsWithRun: true,
      aliases: [
        .init("Property", of: [.reactiveSwift]),
        .init(
          "MutableProperty", of: [.reactiveSwift], note: "ReactiveSwift's is set by assignments instead of a stream."),
        .init("BehaviorSubject", of: [.rxJS, .rxSwift], note: subjectNote),
        .init("BehaviorRelay", of: [.rxSwift], note: "RxSwift's is set by `accept` instead of a stream."),
        .init("CurrentValueSubject", of: [.combine], note: subjectNote),
        .init("StateFlow", of: [.kotlin], note: flowNote), .init("MutableStateFlow", of: [.kotlin], note: flowNote),
        .init("stateIn", of: [.kotlin], note: flowNote),
      ],
      forms: [
        "property": "property(#, then: @)", "stateIn(0)": "property(0, then: @)", "stateIn(1)": "property(#, then: @)",
      ],
      summary: "Sends the latest value of a stream to each new observer first, then the values that follow.",
      text: """
        Before the stream has sent a value, the latest value is the initial one. A property begins on tick 0, even \
        if it is observed later or only in a closure, and starts the stream once. In a closure that creates it, it \
        begins when the closure is called. It cannot fail, and completes when the stream ends. An observer that is \
        added after that receives the latest value and the completion.
        """,
      terminationRules: [.of("source", otherwise: .completes("because a property cannot fail"))],
      reasons: [
        .endHandled("a = -1#; why not # in property(0, then: a)"),
        .when(
          .unreceived, "sends its first value and what it receives, which was {values}",
          "a = -1|; why not 2 in property(0, then: a)"),
      ],
      related: ["replayLazily", "share", "prefix", "loadingProperty", "action"],
      example: """
        a = --1--2--|
        f = -1-#
        p = property(0, then: a)
        q = property(0, then: f)
        property(0, then: a)     == 0-1--2--|
        property(0, then: f)     == 01-|
        p during ^-----, ---^--- == 0-1--2--|, ---1-2--|
        q during ^-----, -----^- == 01-|, -----(1|)
        """,
      overloads: [
        Overload(.keepsLatest, .value("initial"), .stream("source", label: "then")) { call, initial, source in
          call.runContext.property(initial, then: source)
        }
      ])
  ]

  private static let subjectNote = "The other library's is set by calls instead of a stream, and can fail."
  private static let flowNote = "Kotlin's does not send a value that is equal to the one before, and never completes."
}

extension RunContext {
  /// Returns the producer of a property that begins with the run.
  fileprivate func property(_ initial: Value, then source: Producer) -> Producer {
    let values = carrying(startingWithRun(source)).suppressError()
    let property = Property(initial: TracedValue(value: initial, cause: .none), then: values)
    return restartable(released(property.producer.promoteError()))
  }
}
