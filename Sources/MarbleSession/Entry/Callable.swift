import Marbles

/// An operator that can be called by name, of the catalog or of the script.
struct Callable {
  let name: String
  /// The description in one line.
  let summary: String
  let isMaking: Bool
  /// The overloads with their signatures.
  private let overloads: [(parameters: [ParameterDescription], signature: String)]

  init(_ entry: CatalogEntry, alias: CatalogEntry.Alias?) {
    name = entry.name
    summary = entry.summary
    isMaking = entry.family == .make
    let interpretation = alias?.interpretations.first
    let overloads = entry.overloads.filter { overload in
      overload.has(interpretation?.labels ?? []) && overload.has(interpretation?.presets.map(\.label) ?? [])
    }
    self.overloads = overloads.map { ($0.parameters, $0.signature(of: entry.name, isMaking: entry.family == .make)) }
  }

  init(_ definition: CustomOperator) {
    name = definition.name
    summary = definition.written
    isMaking = false
    overloads = [
      (
        definition.parameters.map { ParameterDescription.anything($0, label: $0) }, definition.call
      )
    ]
  }

  /// Returns the text after the name in a call: the opening bracket of the arguments or of the closure, or both
  /// parentheses if there are no arguments.
  ///
  /// - Parameter hasReceiver: Whether the name follows a stream and a dot.
  func opening(hasReceiver: Bool) -> String {
    guard hasReceiver || isMaking else { return "(" }
    let counts = overloads.map { $0.parameters.count - (isMaking ? 0 : 1) }
    if counts.allSatisfy({ $0 == 0 }) { return "()" }
    return overloads[0].signature.contains("(") ? "(" : " { "
  }

  /// The signatures of all overloads.
  var signatures: [String] { overloads.map(\.signature) }

  /// Returns the overloads that have all of these labels.
  private func overloads(with labels: [String]) -> [(parameters: [ParameterDescription], signature: String)] {
    overloads.filter { overload in
      labels.allSatisfy { label in overload.parameters.contains { $0.isLabeled(label) } }
    }
  }

  /// Returns the signature of the first overload that has these labels, preferably with a label that begins with
  /// `start`.
  func signature(with labels: [String] = [], typing start: String = "") -> String? {
    let fitting = overloads(with: labels)
    let begun =
      start.isEmpty ? nil : fitting.first { $0.parameters.contains { $0.label?.hasPrefix(start) ?? false } }
    return (begun ?? fitting.first ?? overloads.first)?.signature
  }

  /// Returns the labels that can still be added.
  func labels(after written: [String]) -> [String] {
    overloads(with: written).flatMap(\.parameters).filter { parameter in !written.contains(where: parameter.isLabeled) }
      .compactMap(\.label)
  }

  /// Whether an argument after a label, or without one, can be a stream.
  func takesStream(after label: String?, with labels: [String], hasReceiver: Bool) -> Bool {
    overloads(with: labels).contains { overload in
      overload.parameters.dropFirst(hasReceiver ? 1 : 0).contains { parameter in
        switch parameter.shape {
        case .stream, .streams, .streamValues: label == nil ? parameter.label == nil : parameter.isLabeled(label)
        case .anything: true
        default: false
        }
      }
    }
  }

  var takesStrategy: Bool {
    overloads.contains { overload in
      overload.parameters.contains { if case .strategy = $0.shape { true } else { false } }
    }
  }
}

extension Session {
  /// Returns the operator with a name, or `nil` if there is none.
  func callable(_ name: String) -> Callable? {
    if let definition = bindings.customOperator(name) { return Callable(definition) }
    return Catalog.standard.lookUp(name).map { Callable($0.entry, alias: $0.alias) }
  }
}
