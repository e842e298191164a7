import MarbleLanguage
import Reactive

extension Catalog {
  static let aggregating: [CatalogEntry] = [
    CatalogEntry(
      "count", .aggregate,
      forms: ["length": "@.count()", "size": "@.count()", "len": "#.count()"],
      summary: "Sends the number of values when the source completes.",
      text: """
        With `where:`, it counts only the values for which the closure returns true. Without values, the count is 0.
        """,
      terminationRules: [.of("source", completed: .passes("after the count"), otherwise: .passes("without a value"))],
      reasons: [
        .atEnd("a = -x-; why not x in a.count()"),
        .lostAtFailure("a = -x-#; why not x in a.count()"),
        .when(
          .rejected, "does not count it, because its closure returned false",
          "a = -x-y|; why not x in a.count(where: { $0 == \"y\" })"),
        .when(
          .dropped, "counts it, and sends only the count",
          "a = -x|; why not x in a.count()"),
      ],
      related: ["sum", "reduce", "index"],
      example: """
        a = --x--y--|
        f = -1-#
        a.count()                     == --------(2|)
        a.count(where: { $0 == "y" }) == --------(1|)
        f.count()                     == ---#
        """,
      overloads: [
        Overload(.counts, .source) { _, source in source.count().map { .integer($0) } },
        Overload(.countsWhere, .source, .predicate(label: "where")) { _, source, isCounted in
          source.filter(isCounted).count().map { .integer($0) }
        },
      ]),
    CatalogEntry(
      "sum", .aggregate,
      summary: "Sends the sum of all values when the source completes.",
      text: "The values must be numbers. Without values, the sum is 0.",
      terminationRules: [.of("source", completed: .passes("after the sum"), otherwise: .passes("without a value"))],
      reasons: [
        .atEnd("a = -1-; why not 1 in a.sum()"),
        .lostAtFailure("a = -1-#; why not 1 in a.sum()"),
        .when(
          .dropped, "adds it, and sends only the sum",
          "a = -1-2|; why not 1 in a.sum()"),
      ],
      related: ["count", "reduce", "scan"],
      example: """
        a = --1--[2.5]--3--|
        a.sum() == -----------([6.5]|)
        """,
      overloads: [
        // Reduces like the core's `sum`, but with an addition that can fail.
        Overload(.sums, .source, sends: { $0.source.or(.integer) }) { call, source in
          source.reduce(.integer(0)) { call.sum($0, $1) }
        }
      ]),
    CatalogEntry(
      "min", .aggregate, aliases: [.init("tryMin", of: [.combine])],
      summary: "Sends the least value when the source completes.",
      text: """
        The values must be numbers or strings. With `by:`, they can have any type: the closure returns whether its \
        first argument is less than its second. If several values are equally small, the first of them is sent.
        """,
      terminationRules: [
        .of("source", completed: .passes("after the value, if there is one"), otherwise: .passes("without a value"))
      ],
      reasons: [
        .when(
          .notLeast, "dropped it, because another value is less",
          "a = -1-2|; why not 2 in a.min()"),
        .atEnd("a = -1-; why not 1 in a.min()"),
        .lostAtFailure("a = -1-#; why not 1 in a.min()"),
      ],
      related: ["max", "reduce", "last"],
      example: """
        a = --3--1--2--|
        a.min()                        == -----------(1|)
        a.min(by: { $0 % 3 < $1 % 3 }) == -----------(3|)
        """,
      overloads: [
        Overload(.least, .source) { call, source in
          call.runContext.held(source) { $0.min { call.isLess($0.value, $1.value) } }
        },
        Overload(.least, .source, .relation(label: "by")) { call, source, isLess in
          call.runContext.held(source) { $0.min { isLess($0.value, $1.value) } }
        },
      ]),
    CatalogEntry(
      "max", .aggregate, aliases: [.init("tryMax", of: [.combine])],
      summary: "Sends the greatest value when the source completes.",
      text: """
        The values must be numbers or strings. With `by:`, they can have any type: the closure returns whether its \
        first argument is less than its second. If several values are equally great, the first of them is sent.
        """,
      terminationRules: [
        .of("source", completed: .passes("after the value, if there is one"), otherwise: .passes("without a value"))
      ],
      reasons: [
        .when(
          .notGreatest, "dropped it, because another value is greater",
          "a = -1-2|; why not 1 in a.max()"),
        .atEnd("a = -1-; why not 1 in a.max()"),
        .lostAtFailure("a = -1-#; why not 1 in a.max()"),
      ],
      related: ["min", "reduce", "last"],
      example: """
        a = --1--3--2--|
        a.max()                        == -----------(3|)
        a.max(by: { $0 % 3 < $1 % 3 }) == -----------(2|)
        """,
      overloads: [
        Overload(.least, .source) { call, source in
          call.runContext.held(source) { $0.max { call.isLess($0.value, $1.value) } }
        },
        Overload(.least, .source, .relation(label: "by")) { call, source, isLess in
          call.runContext.held(source) { $0.max { isLess($0.value, $1.value) } }
        },
      ]),
    CatalogEntry(
      "all", .aggregate,
      aliases: [
        .init("every", of: [.rxJS]), .init("allSatisfy", of: [.combine]), .init("tryAllSatisfy", of: [.combine]),
      ],
      forms: ["none": "@.all(where: ¬)"],
      summary: "Sends whether the closure returns true for every value.",
      text: "At the first value for which the closure returns false, it sends `false` and completes.",
      terminationRules: [.of("source", completed: .passes("after `true`"), otherwise: .passes("without a value"))],
      reasons: [
        .when(
          .dropped, "tests it, and sends only a Boolean",
          "a = -1|; why not 1 in a.all(where: { $0 < 2 })")
      ],
      related: ["contains", "and", "isEmpty", "filter"],
      example: """
        a = --1--2--3--|
        f = -1-#
        a.all(where: { $0 < 4 }) == -----------([true]|)
        a.all(where: { $0 < 2 }) == -----([false]|)
        f.all(where: { $0 < 4 }) == ---#
        """,
      overloads: [
        Overload(.testsAll, .source, .predicate(label: "where")) { _, source, isSatisfied in
          source.all(where: isSatisfied).map { .boolean($0) }
        }
      ]),
    CatalogEntry(
      "contains", .aggregate, aliases: [.init("tryContains", of: [.combine])],
      forms: ["any": "@.contains(where: #)", "some": "@.contains(where: #)"],
      summary: "Sends whether the source sends a given value, or a value for which the closure returns true.",
      text: "At the first such value, it sends `true` and completes.",
      terminationRules: [.of("source", completed: .passes("after `false`"), otherwise: .passes("without a value"))],
      reasons: [
        .when(
          .dropped, "tests it, and sends only a Boolean",
          "a = -1|; why not 1 in a.contains(2)")
      ],
      related: ["all", "first", "or", "isEmpty"],
      example: """
        a = --1--2--3--|
        a.contains(2)                 == -----([true]|)
        a.contains(where: { $0 > 3 }) == -----------([false]|)
        """,
      overloads: [
        Overload(.testsAny, .source, .predicate(label: "where")) { _, source, isWanted in
          source.contains(where: isWanted).map { .boolean($0) }
        },
        Overload(.contains, .source, .value("value"), isComparison: true) { _, source, value in
          source.contains(value).map { .boolean($0) }
        },
      ]),
    CatalogEntry(
      "isEmpty", .aggregate,
      summary: "Sends whether the source completes without a value.",
      text: "At the first value, it sends `false` and completes.",
      terminationRules: [.of("source", completed: .passes("after `true`"), otherwise: .passes("without a value"))],
      reasons: [
        .changed("a = -1|; why not 1 in a.isEmpty()")
      ],
      related: ["defaultIfEmpty", "contains", "count"],
      example: """
        a = --1--2--|
        b = --------|
        f = ---#
        a.isEmpty() == --([false]|)
        b.isEmpty() == --------([true]|)
        f.isEmpty() == ---#
        """,
      overloads: [Overload(.isEmpty, .source) { _, source in source.isEmpty().map { .boolean($0) } }]),
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
