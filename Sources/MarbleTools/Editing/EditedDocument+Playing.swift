import Marbles

extension EditedDocument {
  /// Returns a script that plays the statement at a range, with only the statements that it needs.
  package func playing(_ span: Span) -> String? {
    guard let place = place(at: span.lowerBound) else { return nil }
    var script = ""
    let text = place.source.text(of: place.offset..<place.offset + span.count)
    let model = model
    let played = place.offset..<place.offset + span.count
    let needsAll =
      ["==", "during", "matches"].contains(where: text.hasPrefix)
      || model.scripts[place.index].uses.contains {
        played.contains($0.span.lowerBound) && $0.name.isResultName
      }
    for (index, passage) in passages[...place.index].enumerated() {
      if passage.beginsSession { script = "" }
      if passage.isOnlyShown { continue }
      for node in model.scripts[index].statements {
        let isPlayed = index == place.index && node.span.lowerBound == place.offset
        if isPlayed || needsAll || node.kind.isNeededLater { script += node.text + "\n" }
        // A script does not draw what it binds.
        if isPlayed { return script + (node.kind == .binding ? ":play \(node.children[0].text)" : ":play") }
      }
    }
    return nil
  }
}

extension SyntaxKind {
  /// Whether following statements depend on a statement of this kind.
  fileprivate var isNeededLater: Bool {
    switch self {
    case .binding, .operatorDefinition, .drawing, .command: true
    default: false
    }
  }
}
