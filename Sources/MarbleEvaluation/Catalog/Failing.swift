import MarbleLanguage
import Reactive

extension Catalog {
  static let failing: [CatalogEntry] = [
    CatalogEntry(
      "flatMapError", .fail,
      aliases: [
        .init("catch", of: [.rxSwift, .combine, .reactiveCocoa]), .init("catchError", of: [.rxJS, .rxSwift]),
        .init("tryCatch", of: [.combine]),
      ],
      forms: ["onErrorResume {}": "@.flatMapError #", "onErrorResume": "@.flatMapError { # }"],
      summary: "Continues with the stream that the closure returns when the source fails.",
      text: "The closure takes the message of the failure. All events of its stream are sent.",
      terminationRules: [
        .of("source", failed: .does("starts the stream that the closure returns")),
        .ofInnerStreams(),
      ],
      reasons: [
        .endHandled("a = -#; b = cold -1|; why not # in a.flatMapError { b }")
      ],
      related: ["retry", "recover", "suppressError", "mapError", "flatMap"],
      example: """
        a = --1--#[late]
        b = cold -x-y|
        i = --1--!
        a.flatMapError { b }        == --1---x-y|
        a.flatMapError { just($0) } == --1--([late]|)
        i.flatMapError { b }        == --1--!
        """,
      overloads: [
        Overload(.handlesFailure, .source, .errorHandler) { _, source, handler in source.flatMapError(handler) }
      ]),
    CatalogEntry(
      "retry", .fail, aliases: [.init("retryWhen", of: [.rxJS, .rxSwift], label: "when")],
      summary: "Starts the source again when it fails.",
      text: """
        `upTo:` limits the number of restarts. Without it, the number is unlimited. With `interval:`, each restart \
        waits for that time. The number in RxSwift's `retry` includes the first start. The closure of `when:` takes \
        the stream of the messages of all failures. It is called at the first failure, and each value of the stream \
        that it returns starts the source again.
        """,
      terminationRules: [
        .of("source", failed: .does("starts the source again", except: "after the last restart, is sent immediately")),
        .of("source", label: "when", failed: .does("is sent to the stream that the closure returns")),
        .ofInnerStreams(completed: .completes, interrupted: .countsAsCompleted),
      ],
      reasons: [
        .endHandled("a = cold -1-#, -2|; why not # in a.retry(upTo: 1)")
      ],
      related: ["repeat", "flatMapError", "recover"],
      example: """
        a = cold -1-#
        b = cold -1-#, -2|
        i = cold -1-!
        t = --------x----|
        a.retry(upTo: 2)                              == -1--1--1-#
        a.retry(upTo: 2, interval: 2)                 == -1----1----1-#
        b.retry()                                     == -1--2|
        i.retry()                                     == -1-!
        b.retry(when: { $0.delay(2).take(first: 2) }) == -1----2|
        a.retry(when: { t })                          == -1-------1---|
        """,
      overloads: [
        Overload(.retries, .source) { call, source in
          call.runContext.expectsNoEnd()
          return call.runContext.restartable(source).retry()
        },
        Overload(.retries, .source, .count("count", label: "upTo")) {
          call, source, count in call.runContext.restartable(source).retry(upTo: count)
        },
        Overload(.retries, .source, .count("count", label: "upTo"), .time("time", label: "interval")) {
          call, source, count, time in
          call.runContext.restartable(source).retry(upTo: count, interval: time, on: call.runContext.clock)
        },
        Overload(.retriesWhen, .source, .streamTransform(.errors, named: "errors", label: "when")) {
          call, source, trigger in
          call.runContext.expectsNoEnd()
          return call.runContext.restartable(source).retry(when: {
            trigger($0.map { .string($0.message) }.promoteError())
          })
        },
      ]),
    CatalogEntry(
      "onErrorResumeNext", .fail, aliases: [.init("onErrorResumeNextWith", of: [.rxJS])],
      summary: "Sends the values of the streams, one stream after the other, even if they fail.",
      text: "Each stream is started when the previous one has ended in any way.",
      terminationRules: [
        .of(
          "stream", completed: .does("starts the next stream", except: "for the last stream, is sent immediately"),
          otherwise: .countsAsCompleted)
      ],
      reasons: [
        .endHandled("a = cold -#; b = cold -1|; why not # in a.onErrorResumeNext(b)"),
        .queued(of: "stream", "a = ---|; b = -1---|; why not 1 in a.onErrorResumeNext(b)"),
      ],
      related: ["concat", "flatMapError", "suppressError"],
      example: """
        a = cold -1-#
        b = cold -2|
        i = cold -3!
        a.onErrorResumeNext(b)  == -1--2|
        onErrorResumeNext(i, a) == -3-1-|
        """,
      overloads: [Overload(.resumes, .streams("stream")) { _, streams in .onErrorResumeNext(streams).promoteError() }]),
    CatalogEntry(
      "attempt", .fail,
      summary: "Sends each value, and fails if the closure throws for it.",
      text: """
        The failure has the message that the closure throws, and the value is not sent. The result of the closure is \
        ignored. After the failure, the source is unsubscribed.
        """,
      reasons: [.thrown("a = -1|; why not 1 in a.attempt { throw \"no\" }")],
      related: ["attemptMap", "on", "filter"],
      example: """
        a = --1--2--|
        a.attempt { $0 > 1 ? throw "too much" : 0 } == --1--#[too much]
        a.attempt { $0 }                            == --1--2--|
        """,
      overloads: [
        Overload(.attempts, .source, .attempt) { _, source, action in source.attempt { action($0).map { _ in } } }
      ]),
    CatalogEntry(
      "attemptMap", .fail, aliases: [.init("tryMap", of: [.combine, .reactiveCocoa])],
      summary: "Sends the closure's result for each value, and fails if the closure throws.",
      text: "The failure has the message that the closure throws. After the failure, the source is unsubscribed.",
      reasons: [
        .thrown("a = -1|; why not 1 in a.attemptMap { throw \"no\" }")
      ],
      related: ["attempt", "map", "mapError"],
      example: """
        a = --1--2--|
        a.attemptMap { $0 > 1 ? throw "too much" : $0 * 10 } == --[10]--#[too much]
        a.attemptMap { $0 * 10 }                             == --[10]--[20]--|
        """,
      overloads: [Overload(.attemptsMap, .source, .attempt) { _, source, transform in source.attemptMap(transform) }]
    ),
    CatalogEntry(
      "recover", .fail,
      aliases: [
        .init("replaceError", of: [.combine], label: "with"), .init("catchAndReturn", of: [.rxSwift], label: "with"),
        .init("catchErrorJustReturn", of: [.rxSwift], label: "with"),
      ],
      forms: [
        "onErrorReturn": "@.recover(with: #)", "onErrorReturn {}": "@.flatMapError ~",
        "asDriver(onErrorJustReturn:)": "@.recover(with: #)",
      ],
      summary: "Sends the events of the source, and replaces a failure with a value and a completion.",
      terminationRules: [.of("source", failed: .completes("after the value"))],
      reasons: [
        .endHandled("a = -1-#; why not # in a.recover(with: 0)"),
        .when(
          .unneeded, "sends this value only at a failure of its source, which did not fail",
          "a = -1|; why not 0 in a.recover(with: 0)"),
      ],
      related: ["flatMapError", "suppressError", "retry", "defaultIfEmpty"],
      example: """
        a = --1--#
        i = --1--!
        a.recover(with: 0) == --1--(0|)
        i.recover(with: 0) == --1--!
        """,
      overloads: [
        Overload(.recovers, .source, .value("value", label: "with")) { _, source, value in
          source.recover(with: value).promoteError()
        }
      ]),
    CatalogEntry(
      "suppressError", .fail,
      summary: "Sends the events of the source, and replaces a failure with a completion.",
      terminationRules: [.of("source", failed: .completes)],
      reasons: [
        .endHandled("a = -1-#; why not # in a.suppressError()")
      ],
      related: ["recover", "flatMapError", "retry"],
      example: """
        a = --1--#
        i = --1--!
        a.suppressError() == --1--|
        i.suppressError() == --1--!
        """,
      overloads: [Overload(.suppressesFailure, .source) { _, source in source.suppressError().promoteError() }]),
    CatalogEntry(
      "promoteError", .fail,
      aliases: [.init("setFailureType", of: [.combine]), .init("castError", of: [.reactiveKit])],
      summary: "Sends all events unchanged, as a stream that can fail.",
      text: "In the marble language, every stream can fail, so this changes nothing. In Swift, it changes the type.",
      related: ["suppressError", "mapError"],
      example: """
        a = --1--|
        a.promoteError() == --1--|
        """,
      overloads: [Overload(.passes, .source) { _, source in source }]),
  ]
}
