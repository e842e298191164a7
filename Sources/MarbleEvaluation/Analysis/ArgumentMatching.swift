import MarbleLanguage

/// Matches the arguments of a call with the parameters of an overload.
///
/// An argument with a label belongs to the parameter with that label, at any position. Closures and other arguments
/// without a label belong to their parameters in order. The two kinds are matched separately.
package struct ArgumentMatching {
  private let arguments: [Argument]
  private var isTaken: [Bool]
  /// The number of matched arguments.
  ///
  /// Those with a label count twice.
  private var progress = 0

  /// Returns the argument of each parameter.
  ///
  /// Throws if the overload does not match.
  ///
  /// - Parameter name: The span of the operator's name, for errors about missing arguments.
  package static func match(
    _ arguments: [Argument], with parameters: [ParameterDescription], at name: Span
  ) throws(ArgumentMismatch) -> [WrittenArgument] {
    var matching = ArgumentMatching(arguments)
    var written: [WrittenArgument] = []
    var refusing: ParameterDescription?
    for parameter in parameters {
      if parameter.takesSeveral {
        let several = matching.takeSeveral(for: parameter)
        if several.isEmpty, parameter.defaultText == nil { throw matching.missing(parameter, parameters, at: name) }
        written.append(.expressions(several))
        refusing = parameter
      } else if let argument = try matching.takeArgument(for: parameter) {
        written.append(argument)
      } else if parameter.defaultText != nil {
        written.append(.nothing)
        if !parameter.isClosure, !parameter.requiresLabel { refusing = parameter }
      } else {
        throw matching.missing(parameter, parameters, at: name)
      }
    }
    if let mismatch = matching.leftover(refusedBy: refusing, parameters) { throw mismatch }
    return written
  }

  private init(_ arguments: [Argument]) {
    self.arguments = arguments
    isTaken = Array(repeating: false, count: arguments.count)
  }

  // MARK: Matching

  /// Returns the argument of a parameter, or `nil` if there is none.
  private mutating func takeArgument(for parameter: ParameterDescription) throws(ArgumentMismatch) -> WrittenArgument? {
    let isLabeled: Bool
    let index: Int
    if let found = first(where: { parameter.isLabeled($0.label?.text) }) {
      (isLabeled, index) = (true, found)
    } else if !parameter.requiresLabel, let found = firstWithoutLabel(isClosure: parameter.isClosure) {
      (isLabeled, index) = (false, found)
    } else {
      return nil
    }
    let value = arguments[index].value
    guard parameter.fits(value) else {
      if isLabeled {
        throw ArgumentMismatch(.wrongKind(of: value, for: parameter), at: value.span, progress, isLabeled: true)
      }
      return nil
    }
    isTaken[index] = true
    progress += isLabeled ? 2 : 1
    if case .closure(let closure) = value.kind { return .closure(closure) }
    return .expression(value)
  }

  private mutating func takeSeveral(for parameter: ParameterDescription) -> [Expression] {
    var several: [Expression] = []
    for (index, argument) in arguments.enumerated() where !isTaken[index] {
      if argument.label == nil {
        if parameter.requiresLabel, several.isEmpty { continue }
      } else if !parameter.isLabeled(argument.label?.text) {
        continue
      }
      if argument.value.isClosure { continue }
      guard parameter.fits(argument.value) else { break }
      several.append(argument.value)
      isTaken[index] = true
      progress += 1
    }
    return several
  }

  private func first(where isWanted: (Argument) -> Bool) -> Int? {
    arguments.indices.first { !isTaken[$0] && isWanted(arguments[$0]) }
  }

  private func firstWithoutLabel(isClosure: Bool) -> Int? {
    first { $0.label == nil && $0.value.isClosure == isClosure }
  }

  // MARK: Mismatches

  /// Returns the reason why a required parameter has no argument.
  private func missing(
    _ parameter: ParameterDescription, _ parameters: [ParameterDescription], at name: Span
  ) -> ArgumentMismatch {
    if let mismatch = unknownLabel(parameters) { return mismatch }
    if let label = parameter.label, parameter.requiresLabel,
      let index = firstWithoutLabel(isClosure: parameter.isClosure)
    {
      return ArgumentMismatch(.missingLabel(label), at: arguments[index].value.span, progress)
    }
    if let index = firstWithoutLabel(isClosure: false) {
      let value = arguments[index].value
      return ArgumentMismatch(.wrongKind(of: value, for: parameter), at: value.span, progress)
    }
    if let index = firstWithoutLabel(isClosure: true), !parameters.contains(where: \.isClosure) {
      let value = arguments[index].value
      return ArgumentMismatch(.wrongKind(of: value, for: parameter), at: value.span, progress)
    }
    if parameter.isClosure, parameter.label == nil { return ArgumentMismatch(.missingClosure, at: name, progress) }
    return ArgumentMismatch(.missing(label: parameter.label, kind: parameter.shape.kind), at: name, progress)
  }

  private func unknownLabel(_ parameters: [ParameterDescription]) -> ArgumentMismatch? {
    for (index, argument) in arguments.enumerated() where !isTaken[index] {
      guard let label = argument.label, !parameters.contains(where: { $0.isLabeled(label.text) }) else { continue }
      return ArgumentMismatch(.unknownLabel(label.text), at: label.span, progress)
    }
    return nil
  }

  /// Returns the problem of the first argument without a parameter, if there is one.
  private func leftover(refusedBy refusing: ParameterDescription?, _ parameters: [ParameterDescription])
    -> ArgumentMismatch?
  {
    guard let index = first(where: { _ in true }) else { return nil }
    if let mismatch = unknownLabel(parameters) { return mismatch }
    let (label, value) = (arguments[index].label, arguments[index].value)
    if label == nil {
      if value.isClosure { return ArgumentMismatch(.unexpectedClosure, at: value.span, progress) }
      if let refusing { return ArgumentMismatch(.wrongKind(of: value, for: refusing), at: value.span, progress) }
    }
    return ArgumentMismatch(.superfluous, at: label?.span ?? value.span, progress)
  }
}

/// The reason why an overload does not match a call.
package struct ArgumentMismatch: Error {
  package let problem: ArgumentProblem
  package let span: Span
  /// The closeness of the overload, for choosing an error to report: the number of matched arguments, then the weight
  /// of the problem.
  let rank: (progress: Int, weight: Int)

  init(_ problem: ArgumentProblem, at span: Span, _ progress: Int = 0, isLabeled: Bool = false) {
    self.problem = problem
    self.span = span
    rank = (progress, isLabeled ? 10 : problem.weight)
  }
}

extension ArgumentProblem {
  fileprivate static func wrongKind(of value: Expression, for parameter: ParameterDescription) -> ArgumentProblem {
    .wrongKind(expected: parameter.shape.kind, found: value.looks)
  }

  /// The weight of the problem.
  ///
  /// Of overloads with the same number of matched arguments, the one with the most is reported.
  fileprivate var weight: Int {
    switch self {
    case .wrongKind: 5
    case .unknownLabel, .misplacedLabel: 4
    case .missing, .missingClosure: 3
    case .missingLabel: 2
    case .superfluous, .unexpectedClosure: 1
    }
  }
}

extension Expression {
  fileprivate var isClosure: Bool {
    if case .closure = kind { true } else { false }
  }

  /// The kind of the expression, as far as its syntax determines it.
  var looks: ArgumentKind {
    switch kind {
    case .integer, .number: .number
    case .boolean: .boolean
    case .null: .null
    case .string: .string
    case .duration: .time
    case .tuple: .tuple
    case .array: .array
    case .implicitMember(let call): Strategy.names.contains(call.name.text) ? .strategy : .call("." + call.name.text)
    case .closure: .closure
    case .name(let name): .name(name)
    case .call(let call), .method(_, let call): .call(call.name.text)
    case .parameter, .prefix, .binary, .conditional, .member, .failure, .hole: .value
    }
  }
}

/// The argument of a parameter, before its names are resolved.
package enum WrittenArgument {
  case nothing
  case expression(Expression)
  case expressions([Expression])
  case closure(Closure)
}

extension [WrittenArgument] {
  /// The single expressions among the arguments.
  package var expressions: [Expression] {
    compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
  }
}

extension Call {
  /// Returns the arguments with the receiver before them and the trailing closure after them.
  package func written(on receiver: Expression?) -> [Argument] {
    let first = receiver.map { [Argument(label: nil, value: $0)] } ?? []
    let last = trailing.map { [Argument(label: nil, value: Expression(.closure($0), span: $0.span))] } ?? []
    return first + arguments + last
  }
}
