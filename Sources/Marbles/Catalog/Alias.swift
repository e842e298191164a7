import MarbleLanguage

extension CatalogEntry {
  /// A library of reactive programming that somebody may come from.
  package enum Library: String, Sendable, CaseIterable {
    case rxJS = "RxJS"
    case rxSwift = "RxSwift"
    case combine = "Combine"
    case reactiveKit = "ReactiveKit"
    case reactiveSwift = "ReactiveSwift"
    /// The one in Objective-C.
    case reactiveCocoa = "ReactiveCocoa"
  }

  /// Another name, of another library; it may stand for labels and for arguments as well.
  package struct Alias: Sendable {
    package let name: String
    /// The libraries that call it so.
    package let libraries: [Library]
    /// Where it behaves otherwise than in the library that it comes from: a sentence that says so.
    package let note: String?
    /// How a call by that name is understood; the first that fits counts.
    package let interpretations: [Interpretation]

    /// One way to understand a call by another name.
    package struct Interpretation: Sendable {
      /// What labels the arguments that are written, in order: `takeLast(2)` is `take(last: 2)`.
      package var labels: [String?] = []
      /// What stands before the arguments that are written: `.merge`, or `discardWhenCompleted: false`.
      package var presets: [Preset] = []
    }

    /// An argument that a name stands for.
    package enum Preset: Sendable {
      case strategy(String)
      case boolean(label: String, Bool)
      case integer(label: String, Int)
      case null(label: String)
    }

    init(
      _ name: String, of libraries: [Library], label: String? = nil, _ presets: Preset..., note: String? = nil
    ) {
      let interpretation = Interpretation(labels: label.map { [$0] } ?? [], presets: presets)
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
  /// What it stands for: `take(last:)`, or `flatMap(.merge)`.
  package func meaning(of name: String) -> String {
    guard let interpretation = interpretations.first else { return name }
    let parts = interpretation.labels.compactMap { $0.map { "\($0):" } } + interpretation.presets.map(\.text)
    return parts.isEmpty ? name : "\(name)(\(parts.joined(separator: ", ")))"
  }
}

extension CatalogEntry.Alias.Preset {
  /// As it would be written.
  fileprivate var text: String {
    switch self {
    case .strategy(let name): ".\(name)"
    case .boolean(let label, let value): "\(label): \(value)"
    case .integer(let label, let value): "\(label): \(value)"
    case .null(let label): "\(label): nil"
    }
  }

  /// The label that it is written with; strategies have none.
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
