import Marbles

/// What can be called by a name: an operator of the catalogue, or the script's own.
struct Callable {
  let name: String
  let isMaking: Bool
  /// The ways to call it.
  private let forms: [(parameters: [ParameterDescription], signature: String)]

  init(_ entry: CatalogueEntry, alias: CatalogueEntry.Alias?) {
    name = entry.name
    isMaking = entry.family == .make
    let reading = alias?.readings.first
    let forms = entry.forms.filter { form in
      form.has(reading?.labels ?? []) && form.has(reading?.presets.map(\.label) ?? [])
    }
    self.forms = forms.map { ($0.parameters, $0.signature(of: entry.name, isMaking: entry.family == .make)) }
  }

  init(_ definition: CustomOperator) {
    name = definition.name
    isMaking = false
    forms = [
      (
        definition.parameters.map { ParameterDescription.anything($0, label: $0) }, definition.call
      )
    ]
  }

  /// The forms in which all these labels occur.
  private func forms(with labels: [String]) -> [(parameters: [ParameterDescription], signature: String)] {
    forms.filter { form in
      labels.allSatisfy { label in form.parameters.contains { $0.isLabelled(label) } }
    }
  }

  /// How it is called: the first way in which these labels occur, and one that begins as is being typed.
  func signature(with labels: [String] = [], typing start: String = "") -> String? {
    let fitting = forms(with: labels)
    let begun =
      start.isEmpty ? nil : fitting.first { $0.parameters.contains { $0.label?.hasPrefix(start) ?? false } }
    return (begun ?? fitting.first ?? forms.first)?.signature
  }

  /// The labels that may still be written.
  func labels(behind written: [String]) -> [String] {
    forms(with: written).flatMap(\.parameters).filter { parameter in !written.contains(where: parameter.isLabelled) }
      .compactMap(\.label)
  }

  /// Whether a stream may stand behind a label, or where there is none.
  func takesStream(behind label: String?, with labels: [String], hasReceiver: Bool) -> Bool {
    forms(with: labels).contains { form in
      form.parameters.dropFirst(hasReceiver ? 1 : 0).contains { parameter in
        switch parameter.shape {
        case .stream, .streams, .streamValues: label == nil ? parameter.label == nil : parameter.isLabelled(label)
        case .anything: true
        default: false
        }
      }
    }
  }

  var takesStrategy: Bool {
    forms.contains { form in
      form.parameters.contains { if case .strategy = $0.shape { true } else { false } }
    }
  }
}

extension Session {
  /// What can be called by a name.
  func callable(_ name: String) -> Callable? {
    if let definition = bindings.customOperator(name) { return Callable(definition) }
    return Catalogue.standard.lookUp(name).map { Callable($0.entry, alias: $0.alias) }
  }
}
