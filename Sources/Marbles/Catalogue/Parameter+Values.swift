import Reactive

// Parameters that stand for streams, values, numbers, times and names.

extension Parameter where Argument == Producer {
  /// The stream that the operator is applied to.
  static var source: Parameter { stream("source") }

  /// A stream.
  static func stream(_ name: String, label: String? = nil) -> Parameter {
    Parameter(description: ParameterDescription(label: label, name: name, shape: .stream, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return .never }
      return try application.evaluator.producer(of: expression)
    }
  }
}

extension Parameter where Argument == [Producer] {
  /// Any number of streams, at least one; they may stand in an array, as Rx writes them.
  static func streams(_ name: String) -> Parameter {
    Parameter(description: ParameterDescription(label: nil, name: name, shape: .streams, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expressions(let expressions) = written else { return [] }
      if expressions.count == 1, let streams = try application.streams(in: expressions[0]) { return streams }
      var producers: [Producer] = []
      for expression in expressions { producers.append(try application.evaluator.producer(of: expression)) }
      return producers
    }
  }
}

extension Parameter where Argument == [Stream] {
  /// Any number of streams that are values themselves, under the names by which they are written.
  static func streamValues(_ name: String) -> Parameter {
    Parameter(description: ParameterDescription(label: nil, name: name, shape: .streams, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expressions(let expressions) = written else { return [] }
      var streams: [Stream] = []
      for expression in expressions {
        let name = application.evaluator.source.text(of: expression.span)
        streams.append(Stream(producer: try application.evaluator.producer(of: expression), name: name))
      }
      return streams
    }
  }
}

extension Parameter where Argument == [Value] {
  /// Any number of values: none included, or, behind a label, at least one.
  static func values(_ name: String, label: String? = nil) -> Parameter {
    let description = ParameterDescription(
      label: label, name: name, shape: .values, defaultText: label == nil ? "" : nil, requiresLabel: label != nil)
    return Parameter(description: description) { (written, application) throws(Fault) in
      guard case .expressions(let expressions) = written else { return [] }
      var values: [Value] = []
      for expression in expressions { values.append(try application.evaluator.value(of: expression)) }
      return values
    }
  }
}

extension Parameter where Argument == [Value] {
  /// An array of values, behind a label.
  static func array(_ name: String, label: String) -> Parameter {
    let description = ParameterDescription(
      label: label, name: name, shape: .value, defaultText: nil, requiresLabel: true)
    return Parameter(description: description) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return [] }
      let value = try application.evaluator.value(of: expression)
      guard case .array(let items) = value else {
        throw application.evaluator.fault(
          .wrongKind(expected: "an array", found: value.kindName), at: expression.span)
      }
      return items
    }
  }
}

extension Parameter where Argument == Value {
  /// A value of any kind.
  ///
  /// - Parameter label: a label that must be written.
  static func value(_ name: String, label: String? = nil) -> Parameter {
    Parameter(
      description: ParameterDescription(
        label: label, name: name, shape: .value, defaultText: nil, requiresLabel: label != nil)
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return .null }
      return try application.evaluator.value(of: expression)
    }
  }
}

extension Parameter where Argument == Int {
  /// A whole number that is not less than `minimum`.
  static func count(_ name: String, label: String? = nil, atLeast minimum: Int = 0) -> Parameter {
    integer(ParameterDescription(label: label, name: name, shape: .count, defaultText: nil), atLeast: minimum)
  }

  /// A whole number of any size.
  static func integer(_ name: String, label: String? = nil) -> Parameter {
    integer(ParameterDescription(label: label, name: name, shape: .count, defaultText: nil), atLeast: .min)
  }

  private static func integer(_ description: ParameterDescription, atLeast minimum: Int) -> Parameter {
    Parameter(description: description) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return minimum }
      let value = try application.evaluator.value(of: expression)
      guard case .integer(let number) = value else {
        throw application.evaluator.fault(
          .wrongKind(expected: "a whole number", found: value.preciseKindName), at: expression.span)
      }
      guard number >= minimum else {
        throw application.evaluator.fault(
          .tooSmall(parameter: description.label ?? description.name, minimum: minimum), at: expression.span)
      }
      return number
    }
  }
}

extension Parameter where Argument == Duration {
  /// A span of time: ticks as a plain number, or with a unit; not less than `minimum` ticks.
  static func time(_ name: String, label: String? = nil, atLeast minimum: Int = 0) -> Parameter {
    Parameter(description: ParameterDescription(label: label, name: name, shape: .time, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return .zero }
      let ticks = try application.ticks(of: expression)
      guard ticks >= minimum else {
        throw application.evaluator.fault(
          .tooSmall(parameter: label ?? name, minimum: minimum), at: expression.span)
      }
      return application.evaluator.stage.scheduler.ticks(ticks)
    }
  }
}

extension Parameter where Argument == Bool {
  /// A Boolean that may be left out.
  static func boolean(_ name: String, label: String, default standard: Bool) -> Parameter {
    Parameter(
      description: ParameterDescription(label: label, name: name, shape: .boolean, defaultText: "\(standard)")
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return standard }
      return try application.evaluator.boolean(of: expression)
    }
  }
}

extension Parameter where Argument == String {
  /// What something is called.
  static func name(_ name: String) -> Parameter {
    Parameter(description: ParameterDescription(label: nil, name: name, shape: .message, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return "" }
      return try application.evaluator.text(of: expression)
    }
  }
}

extension Parameter where Argument == Failure {
  /// An error's message that may be left out.
  static func message(_ name: String, label: String? = nil, default standard: Failure = .unnamed) -> Parameter {
    Parameter(
      description: ParameterDescription(
        label: label, name: name, shape: .message, defaultText: "\"\(standard.message)\"")
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return standard }
      return Failure(try application.evaluator.text(of: expression))
    }
  }
}

extension Parameter where Argument == Failure? {
  /// The error for what does not come, that may be left out; `nil` stands for none.
  static func missing(label: String, default standard: String) -> Parameter {
    Parameter(
      description: ParameterDescription(
        label: label, name: "message", shape: .message, defaultText: "\"\(standard)\"")
    ) { (written, application) throws(Fault) in
      guard case .expression(let expression) = written else { return Failure(standard) }
      if case .null = expression.kind { return nil }
      return Failure(try application.evaluator.text(of: expression))
    }
  }
}

extension Parameter where Argument == FlattenStrategy {
  /// How a stream of streams becomes one.
  static var strategy: Parameter {
    Parameter(description: ParameterDescription(label: nil, name: "strategy", shape: .strategy, defaultText: nil)) {
      (written, application) throws(Fault) in
      guard case .expression(let expression) = written, case .implicitMember(let call) = expression.kind else {
        return .merge
      }
      return try application.strategy(call)
    }
  }
}

// MARK: - Closures
