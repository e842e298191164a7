import MarbleLanguage
import Reactive

// Parameters for streams, values, numbers, times and names. Analysis checks the types of their arguments.

extension Parameter where Argument == Producer {
  /// The stream that the operator is applied to.
  static var source: Parameter { stream("source") }

  static func stream(_ name: String, label: String? = nil) -> Parameter {
    Parameter(ParameterDescription(label: label, name: name, shape: .stream)) {
      if case .stream(let producer) = $0 { producer } else { .never }
    }
  }
}

extension Parameter where Argument == (Value) -> Producer {
  /// A stream that is started as an inner stream for each value.
  static func innerStream(label: String) -> Parameter {
    Parameter(ParameterDescription(label: label, name: "stream", shape: .stream, isInner: true)) { argument in
      { _ in if case .innerStream(let start) = argument { start() } else { .never } }
    }
  }
}

extension Parameter where Argument == [Producer] {
  /// One or more streams, optionally written in an array as in ReactiveX.
  static func streams(_ name: String) -> Parameter {
    Parameter(ParameterDescription(label: nil, name: name, shape: .streams)) {
      if case .streams(let producers) = $0 { producers } else { [] }
    }
  }
}

extension Parameter where Argument == [Stream] {
  /// Any number of streams that are used as values and keep the names by which they are written.
  static func streamValues(_ name: String) -> Parameter {
    Parameter(ParameterDescription(label: nil, name: name, shape: .streamValues)) {
      if case .streamValues(let streams) = $0 { streams } else { [] }
    }
  }
}

extension Parameter where Argument == [Value] {
  /// Any number of values, which may be zero unless the parameter has a label.
  static func values(_ name: String, label: String? = nil) -> Parameter {
    let description = ParameterDescription(
      label: label, name: name, shape: .values, defaultText: label == nil ? "" : nil, requiresLabel: label != nil)
    return Parameter(description) { if case .values(let values) = $0 { values } else { [] } }
  }

  /// An array of values, with a label.
  static func array(_ name: String, label: String) -> Parameter {
    Parameter(ParameterDescription(label: label, name: name, shape: .array, requiresLabel: true)) {
      if case .values(let values) = $0 { values } else { [] }
    }
  }
}

extension Parameter where Argument == Value {
  /// A value of any type.
  ///
  /// - Parameter label: The required label, or `nil` for none.
  static func value(_ name: String, label: String? = nil) -> Parameter {
    Parameter(ParameterDescription(label: label, name: name, shape: .value, requiresLabel: label != nil)) {
      if case .value(let value) = $0 { value } else { .null }
    }
  }
}

extension Parameter where Argument == Int {
  /// An integer that is at least `minimum`.
  static func count(_ name: String, label: String? = nil, atLeast minimum: Int = 0) -> Parameter {
    Parameter(ParameterDescription(label: label, name: name, shape: .count(atLeast: Int64(minimum)))) {
      // No run reaches a number that is clamped.
      if case .integer(let number) = $0 { Int(clamping: number) } else { minimum }
    }
  }
}

extension Parameter where Argument == Int64 {
  /// Any integer.
  static func integer(_ name: String, label: String? = nil) -> Parameter {
    Parameter(ParameterDescription(label: label, name: name, shape: .count(atLeast: .min))) {
      if case .integer(let number) = $0 { number } else { .min }
    }
  }
}

extension Parameter where Argument == Duration {
  /// A duration of at least `minimum` ticks, written as a number of ticks or with a unit.
  static func time(_ name: String, label: String? = nil, atLeast minimum: Int = 0) -> Parameter {
    Parameter(closure: ParameterDescription(label: label, name: name, shape: .time(atLeast: Int64(minimum)))) {
      argument, application, _ in
      guard case .integer(let ticks) = argument else { return .zero }
      return application.runContext.scheduler.ticks(Int(clamping: ticks))
    }
  }
}

extension Parameter where Argument == Bool {
  /// An optional Boolean.
  static func boolean(
    _ name: String, label: String, default standard: Bool, requiresLabel: Bool = false
  ) -> Parameter {
    let description = ParameterDescription(
      label: label, name: name, shape: .boolean, defaultText: "\(standard)", requiresLabel: requiresLabel)
    return Parameter(description) { if case .boolean(let isTrue) = $0 { isTrue } else { standard } }
  }
}

extension Parameter where Argument == String {
  /// A name in quotes.
  static func name(_ name: String, label: String? = nil) -> Parameter {
    Parameter(ParameterDescription(label: label, name: name, shape: .message, requiresLabel: label != nil)) {
      if case .string(let text) = $0 { text } else { "" }
    }
  }
}

extension Parameter where Argument == Failure {
  /// An optional error message.
  static func message(_ name: String, label: String? = nil, default standard: Failure = .unnamed) -> Parameter {
    let description = ParameterDescription(
      label: label, name: name, shape: .message, defaultText: "\"\(standard.message)\"")
    return Parameter(description) { if case .string(let text) = $0 { Failure(text) } else { standard } }
  }
}

extension Parameter where Argument == Failure? {
  /// The optional message of the error for a missing value, where `nil` means no error.
  static func missing(label: String, default standard: String) -> Parameter {
    let description = ParameterDescription(
      label: label, name: "message", shape: .optionalMessage, defaultText: "\"\(standard)\"")
    return Parameter(description) { argument in
      switch argument {
      case .string(let text): Failure(text)
      case .value(.null): nil
      default: Failure(standard)
      }
    }
  }
}

extension Parameter where Argument == FlattenStrategy {
  /// The strategy that flattens a stream of streams.
  static var strategy: Parameter {
    Parameter(ParameterDescription(label: nil, name: "strategy", shape: .strategy)) {
      if case .strategy(let strategy) = $0 { strategy } else { .merge }
    }
  }
}
