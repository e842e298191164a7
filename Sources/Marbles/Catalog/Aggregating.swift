import MarbleLanguage
import Reactive

extension Catalog {
  static let aggregating = [
    CatalogEntry(
      "count", .aggregate,
      summary: "Sends how many values there were, or to how many the closure says true, when its source completes.",
      text: "Without values that is 0.",
      terminationRules: [.of("source", completed: .passes("behind the count"), otherwise: .passes("without a count"))],
      related: ["sum", "reduce", "index"],
      example: """
        a = --x--y--|
        f = -1-#
        a.count()                     == --------(2|)
        a.count(where: { $0 == "y" }) == --------(1|)
        f.count()                     == ---#
        """,
      overloads: [
        Overload(.source, sends: { _ in .integer }) { _, source in source.count().map { .integer($0) } },
        Overload(.source, .predicate(label: "where"), sends: { _ in .integer }) { _, source, isCounted in
          source.filter(isCounted).count().map { .integer($0) }
        },
      ]),
    CatalogEntry(
      "sum", .aggregate,
      summary: "Sends the sum of all values when its source completes.",
      text: "Without values that is 0. The values must be numbers.",
      terminationRules: [.of("source", completed: .passes("behind the sum"), otherwise: .passes("without a sum"))],
      related: ["count", "reduce", "scan"],
      example: """
        a = --1--[2.5]--3--|
        a.sum() == -----------([6.5]|)
        """,
      overloads: [
        // Reduces like the core's `sum`, but with an addition that can fail.
        Overload(.source, sends: { $0.source.or(.integer) }) { call, source in
          source.reduce(.integer(0)) { call.sum($0, $1) }
        }
      ]),
    CatalogEntry(
      "min", .aggregate, aliases: [.init("tryMin", of: [.combine])],
      summary: "Sends the least value when its source completes.",
      text: """
        The values must be numbers or strings; with a closure that says whether one value is less than another, they \
        may be anything. Of values that are equally small it sends the first.
        """,
      terminationRules: [
        .of("source", completed: .passes("behind the value, if there is one"), otherwise: .passes("without a value"))
      ],
      related: ["max", "reduce", "last"],
      example: """
        a = --3--1--2--|
        a.min()                        == -----------(1|)
        a.min(by: { $0 % 3 < $1 % 3 }) == -----------(3|)
        """,
      overloads: [
        Overload(.source) { call, source in call.runContext.held(source) { $0.min { call.isLess($0.value, $1.value) } }
        },
        Overload(.source, .relation(label: "by")) { call, source, isLess in
          call.runContext.held(source) { $0.min { isLess($0.value, $1.value) } }
        },
      ]),
    CatalogEntry(
      "max", .aggregate, aliases: [.init("tryMax", of: [.combine])],
      summary: "Sends the greatest value when its source completes.",
      text: """
        The values must be numbers or strings; with a closure that says whether one value is less than another, they \
        may be anything. Of values that are equally great it sends the first.
        """,
      terminationRules: [
        .of("source", completed: .passes("behind the value, if there is one"), otherwise: .passes("without a value"))
      ],
      related: ["min", "reduce", "last"],
      example: """
        a = --1--3--2--|
        a.max()                        == -----------(3|)
        a.max(by: { $0 % 3 < $1 % 3 }) == -----------(2|)
        """,
      overloads: [
        Overload(.source) { call, source in call.runContext.held(source) { $0.max { call.isLess($0.value, $1.value) } }
        },
        Overload(.source, .relation(label: "by")) { call, source, isLess in
          call.runContext.held(source) { $0.max { isLess($0.value, $1.value) } }
        },
      ]),
    CatalogEntry(
      "all", .aggregate,
      aliases: [
        .init("every", of: [.rxJS]), .init("allSatisfy", of: [.combine]), .init("tryAllSatisfy", of: [.combine]),
      ],
      summary: "Sends whether the closure says true to every value.",
      text: "It sends false and completes at the first value to which the closure says false.",
      terminationRules: [.of("source", completed: .passes("behind `true`"), otherwise: .passes("without an answer"))],
      related: ["contains", "and", "isEmpty", "filter"],
      example: """
        a = --1--2--3--|
        f = -1-#
        a.all(where: { $0 < 4 }) == -----------([true]|)
        a.all(where: { $0 < 2 }) == -----([false]|)
        f.all(where: { $0 < 4 }) == ---#
        """,
      overloads: [
        Overload(.source, .predicate(label: "where"), sends: { _ in .boolean }) { _, source, isSatisfied in
          source.all(where: isSatisfied).map { .boolean($0) }
        }
      ]),
    CatalogEntry(
      "contains", .aggregate, aliases: [.init("tryContains", of: [.combine])],
      summary: "Sends whether a value comes, or one to which the closure says true.",
      text: "It sends true and completes at the first such value.",
      terminationRules: [.of("source", completed: .passes("behind `false`"), otherwise: .passes("without an answer"))],
      related: ["all", "first", "or", "isEmpty"],
      example: """
        a = --1--2--3--|
        a.contains(2)                 == -----([true]|)
        a.contains(where: { $0 > 3 }) == -----------([false]|)
        """,
      overloads: [
        Overload(.source, .predicate(label: "where"), sends: { _ in .boolean }) { _, source, isWanted in
          source.contains(where: isWanted).map { .boolean($0) }
        },
        Overload(.source, .value("value"), sends: { _ in .boolean }) { _, source, value in
          source.contains(value).map { .boolean($0) }
        },
      ]),
    CatalogEntry(
      "isEmpty", .aggregate,
      summary: "Sends whether its source completes without a value.",
      text: "It sends false and completes at the first value.",
      terminationRules: [.of("source", completed: .passes("behind `true`"), otherwise: .passes("without an answer"))],
      related: ["defaultIfEmpty", "contains", "count"],
      example: """
        a = --1--2--|
        b = --------|
        f = ---#
        a.isEmpty() == --([false]|)
        b.isEmpty() == --------([true]|)
        f.isEmpty() == ---#
        """,
      overloads: [Overload(.source, sends: { _ in .boolean }) { _, source in source.isEmpty().map { .boolean($0) } }]),
  ]
}

/// The operators `+` and `<` of closures, which stop the run with an error for values that they do not support.
extension OperatorApplication {
  fileprivate func sum(_ left: Value, _ right: Value) -> Value {
    guarding(.null, left, right) { () throws(ProgramProblem) in try runContext.apply(.add, left, right) }
  }

  fileprivate func isLess(_ left: Value, _ right: Value) -> Bool {
    guarding(false, left, right) { () throws(ProgramProblem) in
      try runContext.apply(.less, left, right) == .boolean(true)
    }
  }
}
