import MarbleLanguage
import Reactive

extension Catalog {
  static let effects: [CatalogEntry] = [
    CatalogEntry(
      "on", .share,
      aliases: [
        .init("tap", of: [.rxJS]), .init("do", of: [.rxSwift]), .init("doOn", of: [.reactiveKit]),
        .init("handleEvents", of: [.combine]), .init("finalize", of: [.rxJS], label: "disposed"),
        .init("doNext", of: [.reactiveCocoa], label: "value"), .init("doError", of: [.reactiveCocoa], label: "failed"),
        .init("doCompleted", of: [.reactiveCocoa], label: "completed"), .init("onEach", of: [.kotlin], label: "value"),
      ],
      forms: [
        "doOnNext": "@.on(value: #)", "doAction": "@.on(value: #)", "doOnError": "@.on(failed: #)",
        "doOnComplete": "@.on(completed: #)",
        "doFinally": "@.on(disposed: #)", "finally": "@.on(disposed: #)", "do(onSubscribe:)": "@",
        "do(onSubscribed:)": "@", "doOnSubscribe {}": "@", "handleEvents(receiveSubscription:)": "@",
      ],
      summary: "Calls closures for the events of the source, and sends all events unchanged.",
      text: """
        `event:` is called for every event, `value:` for every value, `failed:` with the message of a failure, and \
        `terminated:` for every terminal event. They are called before the event is sent. `disposed:` is called \
        last. The results of the closures are dropped. If a closure throws, the result fails.
        """,
      related: ["log", "attempt", "materialize"],
      example: """
        a = --1--2--|
        a.on { $0 * 2 }                                       == --1--2--|
        a.on(value: { $0 * 2 }, completed: { "\\(2) values" }) == --1--2--|
        """,
      overloads: [
        Overload(
          .passes, .source,
          .effect(label: "value", takes: .value, requiresLabel: false).orLabeled("onNext", "next", "receiveOutput"),
          .effect(label: "failed", takes: .message).orLabeled("onError", "error"),
          .effect(label: "completed").orLabeled("onCompleted", "complete"),
          .effect(label: "interrupted").orLabeled("receiveCancel", "unsubscribe"),
          .effect(label: "terminated").orLabeled("finalize"),
          .effect(label: "disposed").orLabeled("onDispose"), .effect(label: "event", takes: .event)
        ) { _, source, value, failed, completed, interrupted, terminated, disposed, event in
          source.on(
            event: event.map { effect in { effect(.event($0)) } },
            value: value.map { effect in { effect($0) } },
            failed: failed.map { effect in { effect(.string($0.message)) } },
            completed: completed.map { effect in { effect(nil) } },
            interrupted: interrupted.map { effect in { effect(nil) } },
            terminated: terminated.map { effect in { effect(nil) } },
            disposed: disposed.map { effect in { effect(nil) } })
        }
      ]),
    CatalogEntry(
      "log", .share,
      aliases: [
        .init("logEvents", of: [.reactiveSwift]), .init("debug", of: [.rxSwift, .reactiveKit]),
        .init("lane", of: [.reactiveKit]), .init("print", of: [.combine]),
      ],
      summary: "Draws the events of the source on a separate lane, and sends them unchanged.",
      text: """
        If the source is started several times, the lane shows the first start. If the lane is unsubscribed before \
        its end, it ends with `!`.
        """,
      related: ["on", "timestamp"],
      example: """
        a = --1--2--|
        a.map { $0 * 10 }.log("tens").map { $0 + 1 } == --[11]--[21]--|
        a.log()                                      == --1--2--|
        """,
      overloads: [
        Overload(.passes, .source) { call, source in call.runContext.withLane(source, "log", as: .log) },
        Overload(.passes, .source, .name("name").orLabeled("identifier")) { call, source, name in
          call.runContext.withLane(source, name, as: .log)
        },
      ]),
  ]
}
