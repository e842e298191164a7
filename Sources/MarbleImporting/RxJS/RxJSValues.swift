import Marbles

/// The conversion of values of JavaScript to values on timelines.
struct RxJSValues {
  let library: RxJSLibrary
  /// Whether the values are the expected ones, whose streams are compared by their events.
  let isExpected: Bool

  /// Returns the keys of an object in the order of its elements here.
  static func order(of keys: [String]) -> [String] {
    // The value comes first in the tuples of `timestamp` and `timeInterval`.
    keys.sorted { ($0 != "value" ? 1 : 0, $0) < ($1 != "value" ? 1 : 0, $1) }
  }

  func value(_ value: JSValue, _ shape: JSShape, _ span: Span) throws(ImportRefusal) -> Value {
    if isExpected { try check(value, shape, span) }
    switch value {
    case .undefined, .null:
      try library.recordNothing(value, span)
      return .null
    case .boolean(let value): return .boolean(value)
    case .number(let number):
      guard !number.isNaN, !value.isUnsafeInteger else { throw ImportRefusal(problem: .opaqueValue, span: span) }
      return Int64(exactly: number).map(Value.integer) ?? .number(number)
    case .string(let text, _):
      library.recordText(text)
      return .string(text)
    case .error(_, let message): return .string(try failure(message, span).message)
    case .array(let array): return try self.value(array, shape, span)
    case .object(let object): return try self.value(object, shape, span)
    case .stream(let stream): return try self.value(stream, span)
    default: throw ImportRefusal(problem: .opaqueValue, span: span)
    }
  }

  /// Checks that values of a type that are equal to an expected one here are equal in JavaScript too.
  func check(_ expected: JSValue, _ shape: JSShape, _ span: Span) throws(ImportRefusal) {
    let hasForm: Bool
    switch (expected, shape) {
    case (_, .nothing): hasForm = true
    case (_, .mixed(let forms)):
      for form in forms { _ = try value(expected, form, span) }
      hasForm = !forms.isEmpty
    case (.object(let object), _) where object.keys.isEmpty || object.notificationKind != nil: hasForm = true
    case (.object(let object), .tuple(_, let keys?)):
      hasForm = object.keys.allSatisfy(keys.contains) || object.keys.count != keys.count
    case (.object, .event), (.object, .stream): hasForm = true
    case (.object(let object), .tuple(let shapes, nil)): hasForm = object.keys.count != shapes.count
    // An object with one key is its value.
    case (.object, .unknown), (.object, .array): hasForm = false
    case (.object(let object), .missing): hasForm = !object.values.values.allSatisfy(\.isNothing)
    case (.object(let object), _): hasForm = object.keys.count != 1
    case (.array, .tuple(_, let keys)): hasForm = keys?.count != 1
    // An array or an object with one element is that element.
    case (_, .tuple(let shapes, _)):
      hasForm = shapes.count > 1 || expected.isNothing && !shapes[0].mayBeMissing
    case (.string, .failure): hasForm = false
    case (.number, .any), (.number, .unknown):
      library.requireText(.any)
      hasForm = true
    case (.stream(let stream), .stream(let content)):
      for value in stream.known.values ?? [] { _ = try self.value(value, content, span) }
      if stream.known.values == nil, content == .text || content.isNumber { library.requireText(.any) }
      hasForm = stream.known.values != nil || stream.shape.isScalar
    default: hasForm = true
    }
    guard hasForm else { throw ImportRefusal(problem: .otherForm, span: span) }
  }

  private func value(_ array: JSArray, _ shape: JSShape, _ span: Span) throws(ImportRefusal) -> Value {
    var items: [Value] = []
    if case .tuple(let shapes, nil) = shape, shapes.count == array.elements.count {
      for (element, shape) in zip(array.elements, shapes) { items.append(try value(element, shape, span)) }
      return items.count == 1 ? items[0] : .tuple(items)
    }
    var element = JSShape.nothing
    if case .array(let shape) = shape { element = shape }
    for item in array.elements { items.append(try value(item, element, span)) }
    return .array(items)
  }

  /// Converts an object to an event or to a tuple of the values of its properties.
  private func value(_ object: JSObject, _ shape: JSShape, _ span: Span) throws(ImportRefusal) -> Value {
    if let kind = object.notificationKind {
      var content = JSShape.nothing
      if case .event(let shape) = shape { content = shape }
      switch kind {
      case "N": return .event(.value(try value(object["value"] ?? .undefined, content, span)))
      case "E": return .event(.failed(try failure(object["error"] ?? .undefined, span)))
      default: return .event(.completed)
      }
    }
    var keys = Self.order(of: object.keys)
    var shapes = Array(repeating: JSShape.nothing, count: keys.count)
    if case .tuple(let known, let all?) = shape, keys.allSatisfy(all.contains) { (shapes, keys) = (known, all) }
    guard !keys.isEmpty else { return .string("{}") }
    var items: [Value] = []
    for (key, shape) in zip(keys, shapes) {
      guard var property = object[key] else {
        try library.record(.absent, span)
        items.append(.null)
        continue
      }
      if keys == ["value", "timestamp"] || keys == ["value", "interval"], key != "value" {
        property = .number(Double(try library.ticks(property, span)))
      }
      items.append(try value(property, shape, span))
    }
    return items.count == 1 ? items[0] : .tuple(items)
  }

  private func value(_ stream: RxJSStream, _ span: Span) throws(ImportRefusal) -> Value {
    if isExpected, library.sendsStreams {
      // The streams that a timeline sends have names, and are compared by them.
      guard library.sentStreams.contains(where: { $0 === stream }), let name = stream.name else {
        throw ImportRefusal(problem: .opaqueValue, span: span)
      }
      return .marble(name)
    }
    if case .timeline(let timeline, isCold: true) = stream.definition, isExpected || stream.name == nil {
      return .stream(Stream(timeline: timeline.events.timeline, name: "inner"))
    }
    guard !isExpected else { throw ImportRefusal(problem: .opaqueValue, span: span) }
    library.sentStreams.append(stream)
    return .marble(try library.boundName(of: stream, span))
  }

  /// Returns the failure for a value that a stream throws: a string, or an error with a message.
  func failure(_ value: JSValue, _ span: Span) throws(ImportRefusal) -> Failure {
    switch value {
    case .undefined, .null: return .unnamed
    case .string(let text, _): return text.isEmpty ? .unnamed : Failure(text)
    case .error(let type, let message):
      if let known = Self.failures[type] { return Failure(known) }
      return try failure(message, span)
    case .number, .boolean, .array, .object:
      return Failure(ValuePrinter.item(try self.value(value, .nothing, span), inParentheses: false))
    default: throw ImportRefusal(problem: .opaqueValue, span: span)
    }
  }

  /// The messages of failures that come from operators.
  private static let failures = [
    "EmptyError": "no value", "NotFoundError": "no value", "ArgumentOutOfRangeError": "no value",
    "SequenceError": "more than one value", "TimeoutError": "timed out",
  ]

  /// Returns the static type of a value on a timeline.
  static func shape(of value: JSValue) -> JSShape {
    switch value {
    case .boolean: .boolean
    case .number(let number): number == number.rounded() ? .number : .fraction
    case .string: .text
    case .error: .failure
    case .array(let array): .array(.joined(array.elements.map(shape), filling: true))
    case .object(let object):
      if object.notificationKind != nil {
        .event(shape(of: object["value"] ?? .undefined))
      } else {
        .tuple(order(of: object.keys).map { shape(of: object[$0] ?? .undefined) }, keys: order(of: object.keys))
      }
    case .stream(let stream): .stream(stream.shape)
    case .undefined, .null: .missing
    default: .unknown
    }
  }
}

extension JSObject {
  /// The kind of the event that the object is as a value of `materialize`, or `nil` for another object.
  fileprivate var notificationKind: String? {
    guard case .string(let kind, _)? = self["kind"], ["N", "E", "C"].contains(kind),
      keys.allSatisfy(["kind", "value", "error", "hasValue"].contains)
    else { return nil }
    return kind
  }
}
