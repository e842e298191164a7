import Marbles

/// The operators of RxJS that have a counterpart.
///
/// Operators not in these tables have none, even if the marble language has an operator with the same name.
extension RxJSLibrary {
  static let operators: [String: RxJSApplication.Operator] =
    [transforming, choosing, taking, aggregating, joining, flattening, timing, dividing, restarting, sharing]
    .reduce(into: [:]) { all, family in all.merge(family) { first, _ in first } }

  /// Whether the scheduler of an operator only measures time.
  static func isTimed(_ name: String) -> Bool {
    timing[name] != nil || ["bufferTime", "timestamp", "timeInterval"].contains(name)
  }

  /// Whether an operator may start its source later than the result starts.
  static func restartsSource(_ name: String) -> Bool {
    restarting[name] != nil || sharing[name] != nil || name == "subscribeOn"
  }

  /// Operators without arguments, under the same name here, that send values of the same type.
  private static func unchanged(_ name: String) -> RxJSApplication.Operator {
    { (call) throws(ImportRefusal) in
      try call.limit(0...0)
      return .init("\(call.source).\(name)()", call.shape)
    }
  }

  /// Operators with one closure that keeps or drops values.
  private static func choosing(_ name: String) -> RxJSApplication.Operator {
    { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      return try call.choosing(name, call.argument(0))
    }
  }

  /// Operators with one count.
  private static func counting(_ name: String) -> RxJSApplication.Operator {
    { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      // Without values to take, the source is not observed.
      guard case .number(let number) = call.argument(0) else { throw call.refusal() }
      if number <= 0 { return name.hasPrefix("take") ? .init("empty()", .nothing) : .init(call.source, call.shape) }
      return .init("\(call.source).\(name)(\(try call.number(0)))", call.shape)
    }
  }

  // MARK: Families

  private static let transforming: [String: RxJSApplication.Operator] = [
    "map": { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      let (prefix, text, shape) = try call.closure(call.argument(0))
      return .init("\(call.source)\(prefix).map \(text)", shape)
    },
    "mapTo": { (call) throws(ImportRefusal) in
      let (text, shape) = try call.library.machine.part(call.argument(0), call.span)
      return .init("\(call.source).mapTo(\(text))", shape)
    },
    "pluck": { (call) throws(ImportRefusal) in
      let library = call.library
      let keys = call.arguments
      let span = call.span
      let (text, shape) = try library.closure(.host("identity"), [call.shape], span) { (value) throws(ImportRefusal) in
        var value = value
        for key in keys { value = try library.property(key, of: value, span) }
        return try library.machine.part(value, span)
      }
      return .init("\(call.source).map \(text)", shape)
    },
    "scan": { (call) throws(ImportRefusal) in try call.accumulated("scan") },
    "reduce": { (call) throws(ImportRefusal) in try call.accumulated("reduce") },
    "pairwise": { (call) throws(ImportRefusal) in
      .init("\(call.source).pairwise()", .tuple([call.shape, call.shape]))
    },
    "materialize": { (call) throws(ImportRefusal) in .init("\(call.source).materialize()", .event(call.shape)) },
    "dematerialize": { (call) throws(ImportRefusal) in
      let shape: JSShape
      switch call.shape {
      case .event(let content): shape = content
      case .nothing: shape = .nothing
      default: throw call.refusal()
      }
      return .init("\(call.source).dematerialize()", shape)
    },
    "timestamp": { (call) throws(ImportRefusal) in
      // The times in the values are ticks.
      call.library.count(milliseconds: 1)
      return .init("\(call.source).timestamp()", .tuple([call.shape, .number], keys: ["value", "timestamp"]))
    },
    "timeInterval": { (call) throws(ImportRefusal) in
      call.library.count(milliseconds: 1)
      return .init("\(call.source).timeInterval()", .tuple([call.shape, .number], keys: ["value", "interval"]))
    },
    "tap": { (call) throws(ImportRefusal) in try call.withoutEffect() },
    "do": { (call) throws(ImportRefusal) in try call.withoutEffect() },
    "finalize": { (call) throws(ImportRefusal) in try call.withoutEffect() },
  ]

  private static let choosing: [String: RxJSApplication.Operator] = [
    "filter": choosing("filter"),
    "ofType": { (call) throws(ImportRefusal) in
      let (library, span, types) = (call.library, call.span, call.arguments)
      return try call.choosing("filter", .host("identity")) { (action) throws(ImportRefusal) in
        var condition = JSValue.boolean(false)
        for type in types {
          var name = type
          if case .mock(let creator) = type { name = creator.members["type"] ?? .undefined }
          let isSame = try library.machine.combine(
            "===", library.machine.subscripted(action, .string("type"), span), name, span)
          if case .boolean(false) = condition {
            condition = isSame
          } else if case .boolean(true) = condition {
          } else {
            condition = try library.machine.combine("||", condition, isSame, span)
          }
        }
        library.closureResult = condition
        return try library.machine.part(condition, span)
      }
    },
    "skipWhile": choosing("skipWhile"),
    "takeWhile": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      guard call.has(1) else { return try call.choosing("takeWhile", call.argument(0)) }
      guard case .boolean(let isInclusive) = call.argument(1) else { throw call.refusal() }
      // With `take(until:)`, the value for which the closure returns false is sent.
      let (prefix, text, _) = try call.condition(call.argument(0))
      guard isInclusive else { return try call.choosing("takeWhile", call.argument(0)) }
      return .init(
        "\(call.source)\(prefix).take(until: \(text))" + (prefix.isEmpty ? "" : ".map { $0.0 }"), call.shape)
    },
    "distinct": { (call) throws(ImportRefusal) in
      try call.limit(0...1)
      guard call.has(0) else {
        try call.library.checkEquality(of: call.shape, call.span)
        return .init("\(call.source).distinct()", call.shape)
      }
      let (text, key) = try call.library.closure(call.argument(0), [call.shape], call.span)
      try call.library.checkEquality(of: key, call.span)
      return .init("\(call.source).distinct \(text)", call.shape)
    },
    "distinctUntilChanged": { (call) throws(ImportRefusal) in
      try call.limit(0...2)
      return try call.withoutRepeats(by: call.argument(0), key: call.argument(1))
    },
    "distinctUntilKeyChanged": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      return try call.withoutRepeats(by: call.argument(1), member: call.argument(0))
    },
    "ignoreElements": unchanged("ignoreElements"),
    "first": { (call) throws(ImportRefusal) in try call.chosen("first") },
    "last": { (call) throws(ImportRefusal) in try call.chosen("last") },
    "find": { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      try call.library.record(.found, call.span)
      let (prefix, text, _) = try call.condition(call.argument(0))
      let rest = (prefix.isEmpty ? "" : ".map { $0.0 }") + ".defaultIfEmpty(nil)"
      return .init("\(call.source)\(prefix).first(where: \(text), orFail: nil)\(rest)", call.shape)
    },
    "findIndex": { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      let text = try call.positionClosure(call.argument(0))
      return .init(
        "\(call.source).index().first(where: \(text), orFail: nil).map { $0.1 }.defaultIfEmpty(-1)", .number)
    },
    "single": { (call) throws(ImportRefusal) in
      try call.limit(0...1)
      guard call.has(0) else { return .init("\(call.source).single()", call.shape) }
      return .init(try call.choosing("filter", call.argument(0)).text + ".single()", call.shape)
    },
    "elementAt": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      let index = try call.number(0)
      guard call.arguments.count == 2 else { return .init("\(call.source).elementAt(\(index))", call.shape) }
      let (value, shape) = try call.library.machine.part(call.argument(1), call.span)
      return .init(
        "\(call.source).elementAt(\(index), orFail: nil).defaultIfEmpty(\(value))", call.shape.joined(with: shape))
    },
  ]

  private static let taking: [String: RxJSApplication.Operator] = [
    "take": counting("take"), "takeLast": counting("takeLast"), "skip": counting("skip"),
    "skipLast": counting("skipLast"),
    "takeUntil": { (call) throws(ImportRefusal) in try call.notified("takeUntil") },
    "skipUntil": { (call) throws(ImportRefusal) in try call.notified("skipUntil") },
    "sample": { (call) throws(ImportRefusal) in try call.sampled() },
    "throwIfEmpty": { (call) throws(ImportRefusal) in
      try call.limit(0...1)
      var message = "\"no value\""
      if call.has(0) { message = try call.library.message(of: call.argument(0), call.span) }
      // The default value fails instead of being sent.
      return .init(
        "\(call.source).defaultIfEmpty(\"(empty)\").map { $0 == \"(empty)\" ? throw \(message) : $0 }", call.shape)
    },
  ]

  private static let aggregating: [String: RxJSApplication.Operator] = [
    "count": { (call) throws(ImportRefusal) in
      try call.limit(0...1)
      guard call.has(0) else { return .init("\(call.source).count()", .number) }
      return .init(try call.choosing("filter", call.argument(0)).text + ".count()", .number)
    },
    "min": { (call) throws(ImportRefusal) in try call.extreme("min", "<") },
    "max": { (call) throws(ImportRefusal) in try call.extreme("max", ">") },
    "every": { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      let (prefix, text, _) = try call.condition(call.argument(0))
      return .init("\(call.source)\(prefix).every(where: \(text))", .boolean)
    },
    "isEmpty": { (call) throws(ImportRefusal) in .init("\(call.source).isEmpty()", .boolean) },
    "toArray": { (call) throws(ImportRefusal) in .init("\(call.source).toArray()", .array(call.shape)) },
    "defaultIfEmpty": { (call) throws(ImportRefusal) in
      let (text, shape) = try call.library.machine.part(call.argument(0), call.span)
      return .init("\(call.source).defaultIfEmpty(\(text))", call.shape.joined(with: shape))
    },
    "sequenceEqual": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      let (other, shape) = try call.streamText(0)
      guard call.has(1) else {
        for shape in [call.shape, shape] { try call.library.checkEquality(of: shape, call.span) }
        return .init("\(call.source).sequenceEqual(\(other))", .boolean)
      }
      let (text, _) = try call.library.closure(call.argument(1), [call.shape, shape], call.span)
      return .init("\(call.source).sequenceEqual(\(other), by: \(text))", .boolean)
    },
  ]
}
