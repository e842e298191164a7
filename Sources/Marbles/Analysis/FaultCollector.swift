import MarbleLanguage

/// The faults that analysis finds, each once.
final class FaultCollector {
  private(set) var faults: [Fault] = []

  func add(_ fault: Fault) {
    let isKnown = faults.contains { $0.diagnostic == fault.diagnostic && $0.source.name == fault.source.name }
    if !isKnown { faults.append(fault) }
  }
}
