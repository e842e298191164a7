/// Calls of what is in no catalogue: a script's own operators, and the methods and conversions of values.
extension Evaluator {
  /// What a call gives for each parameter.
  ///
  /// - Parameter signature: how it is called, for a message.
  func arguments(
    of call: Call, receiver: Expression? = nil, for parameters: [ParameterDescription], signature: String
  ) throws(Fault) -> [Expression] {
    do throws(Misfit) {
      return try ArgumentMatching.match(call.written(on: receiver), with: parameters, at: call.name.span)
        .compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
    } catch {
      throw fault(.argument(error.mistake, operator: call.name.text, signatures: [signature]), at: error.span)
    }
  }
}

extension ParameterDescription {
  /// A parameter that takes what is written, as long as it is no closure.
  static func anything(_ name: String, label: String? = nil) -> Self {
    Self(label: label, name: name, shape: .anything, defaultText: nil)
  }
}

extension Call {
  /// What is written, the receiver before it and the closure behind it.
  func written(on receiver: Expression?) -> [Argument] {
    let first = receiver.map { [Argument(label: nil, value: $0)] } ?? []
    let last = trailing.map { [Argument(label: nil, value: Expression(.closure($0), span: $0.span))] } ?? []
    return first + arguments + last
  }
}
