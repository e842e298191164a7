import MarbleLanguage

extension CatalogEntry {
  /// A library of reactive programming whose names the language understands.
  package enum Library: String, Sendable, CaseIterable {
    case rxJS = "RxJS"
    case rxSwift = "RxSwift"
    case combine = "Combine"
    case reactiveKit = "ReactiveKit"
    case reactiveSwift = "ReactiveSwift"
    /// The Objective-C library of that name.
    case reactiveCocoa = "ReactiveCocoa"
    case kotlin = "Kotlin"
  }

  /// A name of an operator in other libraries, which may imply labels and arguments.
  package struct Alias: Sendable {
    package let name: String
    /// The libraries that use the name.
    package let libraries: [Library]
    package var libraryNames: String { libraries.map(\.rawValue).joined(separator: ", ") }
    /// A sentence about differences in behavior between the other libraries and this one.
    package let note: String?
    /// The interpretations of a call by that name, of which the first that fits is used.
    package let interpretations: [Interpretation]

    /// An interpretation of a call by another name.
    package struct Interpretation: Sendable {
      /// The labels of the written arguments, in order: `takeLast(2)` is `take(last: 2)`.
      package var labels: [String?] = []
      /// The arguments that precede the written ones: `.merge`, or `discardWhenCompleted: false`.
      package var presets: [Preset] = []
      /// Whether a closure follows that has no label.
      package var hasClosure = false
    }

    /// An argument that a name implies.
    package enum Preset: Sendable {
      case strategy(String)
      case boolean(label: String, Bool)
      case integer(label: String, Int64)
      case null(label: String)
    }

    init(
      _ name: String, of libraries: [Library], label: String? = nil, _ presets: Preset..., hasClosure: Bool = false,
      note: String? = nil
    ) {
      let interpretation = Interpretation(
        labels: label.map { [$0] } ?? [], presets: presets, hasClosure: hasClosure)
      self.init(name, of: libraries, interpretations: [interpretation], note: note)
    }

    init(_ name: String, of libraries: [Library], labels: [String?], note: String? = nil) {
      self.init(name, of: libraries, interpretations: [Interpretation(labels: labels)], note: note)
    }

    init(_ name: String, of libraries: [Library], interpretations: [Interpretation], note: String? = nil) {
      self.name = name
      self.libraries = libraries
      self.interpretations = interpretations
      self.note = note
    }
  }
}

extension CatalogEntry.Alias {
  /// Returns the equivalent call by the operator's own name: `take(last:)`, or `flatMap(.merge)`.
  package func meaning(of name: String) -> String {
    guard let interpretation = interpretations.first else { return name }
    // A strategy is the first argument, and other presets follow the written arguments.
    let strategies = interpretation.presets.filter { $0.label == nil }.map(\.text)
    let labels = interpretation.labels.compactMap { $0.map { "\($0):" } }
    let others = interpretation.presets.filter { $0.label != nil }.map(\.text)
    let arguments = (strategies + labels + others).joined(separator: ", ")
    return name + (arguments.isEmpty ? "" : "(\(arguments))") + (interpretation.hasClosure ? " { … }" : "")
  }
}

extension Overload {
  /// Whether a call with a meaning of an alias can be one of this overload.
  func fits(_ interpretation: CatalogEntry.Alias.Interpretation) -> Bool {
    has(interpretation.labels + interpretation.presets.map(\.label))
      && (interpretation.presets.allSatisfy { $0.label != nil } || takes(.strategy))
      && (!interpretation.hasClosure || takes(.closure))
  }
}

extension CatalogEntry.Alias.Preset {
  /// The argument as source text.
  fileprivate var text: String {
    switch self {
    case .strategy(let name): ".\(name)"
    case .boolean(let label, let value): "\(label): \(value)"
    case .integer(let label, let value): "\(label): \(value)"
    case .null(let label): "\(label): nil"
    }
  }

  /// The label of the argument, which strategies do not have.
  package var label: String? {
    switch self {
    case .strategy: nil
    case .boolean(let label, _), .integer(let label, _), .null(let label): label
    }
  }

  var argument: Argument {
    switch self {
    case .strategy(let name):
      let call = Call(name: Name(text: name, span: 0..<0), arguments: [], trailing: nil)
      return Argument(label: nil, value: Expression(.implicitMember(call), span: 0..<0))
    case .boolean(let label, let value): return labeled(label, .boolean(value))
    case .integer(let label, let value): return labeled(label, .integer(value))
    case .null(let label): return labeled(label, .null)
    }
  }

  private func labeled(_ label: String, _ value: Expression.Kind) -> Argument {
    Argument(label: Name(text: label, span: 0..<0), value: Expression(value, span: 0..<0))
  }
}
