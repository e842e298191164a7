import MarbleLanguage

/// Finds the form of an operator that fits a call.
package struct FormMatching {
  private let call: Call
  private let entry: CatalogueEntry
  /// The ways to understand the call: one, unless an alias may mean several things.
  private let readings: [CatalogueEntry.Alias.Reading]
  private let receiver: Expression?

  /// - Parameter alias: the name of another library that the operator was called by.
  package init(_ call: Call, _ entry: CatalogueEntry, _ alias: CatalogueEntry.Alias?, _ receiver: Expression?) {
    self.call = call
    self.entry = entry
    self.receiver = receiver
    readings = alias?.readings ?? [CatalogueEntry.Alias.Reading()]
  }

  /// Why no form fits, and how the operator is called.
  package struct NoForm: Error {
    let mistake: ArgumentMistake
    let signatures: [String]
    let span: Span
  }

  /// Returns the first form that fits; throws the problem of the one that comes closest.
  package func match() throws(NoForm) -> (form: Form, arguments: [WrittenArgument]) {
    var closest: Misfit?
    for reading in readings {
      let arguments = arguments(as: reading)
      for form in entry.forms where form.has(reading.labels) {
        do throws(Misfit) {
          return (form, try ArgumentMatching.match(arguments, with: form.parameters, at: call.name.span))
        } catch {
          if closest.map({ $0.rank < error.rank }) ?? true { closest = error }
        }
      }
    }
    throw explained(closest ?? Misfit(.superfluous, at: call.name.span))
  }

  /// The arguments as they are written, with what the alias stands for.
  private func arguments(as reading: CatalogueEntry.Alias.Reading) -> [Argument] {
    var arguments = call.written(on: receiver)
    let first = entry.family == .make ? 0 : min(1, arguments.count)
    for (index, label) in reading.labels.enumerated() where arguments.indices.contains(first + index) {
      guard let label, arguments[first + index].label == nil else { continue }
      let name = Name(text: label, span: arguments[first + index].value.span)
      arguments[first + index] = Argument(label: name, value: arguments[first + index].value)
    }
    arguments.insert(contentsOf: reading.presets.map(\.argument), at: first)
    return arguments
  }

  private func explained(_ misfit: Misfit) -> NoForm {
    var mistake = misfit.mistake
    if case .unknownLabel(let label, _) = mistake {
      let labels = entry.forms.flatMap(\.parameters).flatMap { [$0.label].compactMap(\.self) + $0.otherLabels }
      mistake =
        labels.contains(label)
        ? .misplacedLabel(label) : .unknownLabel(label, suggestion: closest(to: label, among: labels))
    }
    let possible = zip(entry.forms, entry.signatures).filter { form, _ in readings.contains { form.has($0.labels) } }
    return NoForm(mistake: mistake, signatures: possible.map(\.1), span: misfit.span)
  }
}
