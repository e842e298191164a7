import MarbleLanguage

/// Finds the overload of an operator that matches a call.
package struct OverloadResolution {
  private let call: Call
  private let entry: CatalogEntry
  /// The possible meanings of the call.
  ///
  /// There are several only for an ambiguous alias.
  private let interpretations: [CatalogEntry.Alias.Interpretation]
  private let receiver: Expression?

  /// Creates a resolution for a call.
  ///
  /// - Parameter alias: The name in another library under which the operator was called, if any.
  package init(_ call: Call, _ entry: CatalogEntry, _ alias: CatalogEntry.Alias?, _ receiver: Expression?) {
    self.call = call
    self.entry = entry
    self.receiver = receiver
    interpretations = alias?.interpretations ?? [CatalogEntry.Alias.Interpretation()]
  }

  /// The error if no overload matches.
  package struct NoMatchingOverload: Error {
    let problem: ArgumentProblem
    /// The overloads that the call may mean.
    let overloads: [Overload]
    let span: Span
    /// The arguments of the call, with those that an alias implies.
    fileprivate let arguments: [Argument]

    /// Returns the examples of correct calls.
    func example(_ entry: CatalogEntry, on receiver: String?, in source: Source) -> CallExample {
      var known = arguments.filter { argument in
        // The error of another library becomes a message.
        !CallExample.isForeign(argument.value) && !argument.isScheduler
          || entry.overloads.contains { $0.takesMessage(for: argument) }
      }
      var stream = receiver
      if receiver == nil, entry.isMethod {
        stream = Self.stream(among: known)
        if let first = known.first, first.label == nil, case .name(let name) = first.value.kind, name == stream {
          known.removeFirst()
        }
      }
      return CallExample(
        entry, on: stream,
        known.map { argument in
          var written = CallExample.Written(argument, in: source)
          written.isMarked = argument.value.span == span || argument.label?.span == span
          return written
        })
    }

    /// Returns the name that is probably the stream of a call without a receiver: `filter(a > 2)`, `delay(a)`.
    private static func stream(among arguments: [Argument]) -> String? {
      let names = arguments.reduce(into: Set<String>()) { names, argument in
        switch argument.value.looks {
        case .name, .value: if argument.label == nil { names.formUnion(argument.value.names) }
        default: break
        }
      }
      guard names.count == 1, let name = names.first, let initial = name.first, initial.isLetter,
        !Strategy.names.contains(name)
      else { return nil }
      return name
    }
  }

  /// Returns the first matching overload.
  ///
  /// Throws the problem of the closest one if there is none.
  package func match() throws(NoMatchingOverload) -> (overload: Overload, arguments: [WrittenArgument]) {
    var closest: ArgumentMismatch?
    for interpretation in interpretations {
      let arguments = arguments(as: interpretation)
      for overload in entry.overloads where overload.has(interpretation.labels) {
        do throws(ArgumentMismatch) {
          return (overload, try ArgumentMatching.match(arguments, with: overload.parameters, at: call.name.span))
        } catch {
          if closest.map({ $0.rank < error.rank }) ?? true { closest = error }
        }
      }
    }
    throw explained(closest ?? ArgumentMismatch(.superfluous, at: call.name.span))
  }

  /// Returns the arguments with those that the alias implies.
  private func arguments(as interpretation: CatalogEntry.Alias.Interpretation) -> [Argument] {
    var arguments = call.written(on: receiver)
    let first = entry.family == .make ? 0 : min(1, arguments.count)
    for (index, label) in interpretation.labels.enumerated() where arguments.indices.contains(first + index) {
      guard let label, arguments[first + index].label == nil else { continue }
      let name = Name(text: label, span: arguments[first + index].value.span)
      arguments[first + index] = Argument(label: name, value: arguments[first + index].value)
    }
    arguments.insert(contentsOf: interpretation.presets.map(\.argument), at: first)
    return arguments
  }

  private func takes(_ kind: ArgumentKind) -> Bool { entry.overloads.contains { $0.takes(kind) } }

  /// Returns the error for a mismatch, with the overloads that the call may mean.
  func explained(_ mismatch: ArgumentMismatch) -> NoMatchingOverload {
    var problem = mismatch.problem
    if case .unknownLabel(let label, _) = problem {
      let labels = entry.overloads.flatMap(\.parameters).flatMap { [$0.label].compactMap(\.self) + $0.otherLabels }
      problem =
        labels.contains(label)
        ? .misplacedLabel(label)
        // An end of a subscription is not meant by its beginning.
        : .unknownLabel(label, suggestion: label.contains("ubscri") ? nil : closest(to: label, among: labels))
    }
    var span = mismatch.span
    var possible = entry.overloads.filter { overload in interpretations.contains(where: overload.fits) }
    let labels = call.arguments.filter { !$0.isScheduler }.map { $0.label?.text }
    let similar = possible.filter { $0.has(labels) }
    if labels.contains(where: { $0 != nil }), !similar.isEmpty { possible = similar }
    for argument in call.arguments where argument.label == nil {
      if takes(.strategy), case .name(let name) = argument.value.kind, Strategy.names.contains(name) {
        problem = .wrongKind(expected: .strategy, found: .name(name))
      } else if takes(.closure), call.trailing == nil,
        let (name, closure) = ForeignCall.closure(calling: argument.value)
      {
        problem = .wrongKind(expected: .closure, found: .function(name, closure: closure))
      } else {
        continue
      }
      span = argument.value.span
      break
    }
    var all = interpretations.first.map(arguments) ?? []
    // A stream in place of a message is probably that of another overload: `timeout(3, empty())`.
    if case .wrongKind(.string, _) = problem, let index = all.indices.last, index > 0, all[index].label == nil,
      all[index].value.mayBeStream
    {
      let others = entry.overloads.filter {
        $0.parameters.last.map { $0.shape.kind == .stream && $0.label != nil } ?? false
      }
      if let label = others.first?.parameters.last?.label {
        all[index] = Argument(label: Name(text: label, span: span), value: all[index].value)
        possible = others
      }
    }
    return NoMatchingOverload(
      problem: problem, overloads: possible, span: span, arguments: Array(all.dropFirst(receiver == nil ? 0 : 1)))
  }
}

extension Expression {
  /// Whether the expression can be a stream, such as `.empty` of other libraries.
  fileprivate var mayBeStream: Bool {
    if case .implicitMember = kind { return true }
    switch looks {
    case .call, .stream, .name: return true
    default: return false
    }
  }
}

extension Argument {
  /// Whether the argument is a scheduler of another library: `on: scheduler` and `on: DispatchQueue.main`.
  fileprivate var isScheduler: Bool {
    guard label?.text == "on" else { return false }
    if case .name(let name) = value.kind, name.lowercased().hasSuffix("scheduler") { return true }
    return CallExample.isForeign(value)
  }
}

extension Overload {
  /// Whether a label belongs to a message, and the argument is a member.
  fileprivate func takesMessage(for argument: Argument) -> Bool {
    guard case .member = argument.value.kind else { return false }
    return parameters.contains { $0.isLabeled(argument.label?.text) && $0.shape.kind == .string }
  }

  func takes(_ kind: ArgumentKind) -> Bool { parameters.contains { $0.shape.kind == kind } }
}
