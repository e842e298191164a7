import MarbleEvaluation
import MarbleLanguage

/// Creates the forms of a search from the catalog.
final class SearchForms {
  let constants: SearchConstants
  let compiler: SearchCompiler
  let library: SearchLibrary
  private let arguments: SearchArguments
  /// The forms without closures, ordered by cost.
  private(set) lazy var plain: [SearchForm] = forms(of: { !$0.hasClosure }) { overload, parameter in
    self.arguments.constants(for: parameter, of: overload)
  }
  private var byType: [TypeSet: [SearchForm]] = [:]
  private var groups: [GroupKey: [Group]] = [:]

  init(_ constants: SearchConstants, _ compiler: SearchCompiler) {
    self.constants = constants
    self.compiler = compiler
    library = SearchLibrary(constants)
    arguments = SearchArguments(constants, library)
  }

  /// Returns the forms with closures for streams whose values have these types, ordered by cost.
  func withClosures(for types: TypeSet) -> [SearchForm] {
    if let known = byType[types] { return known }
    let forms = forms(of: \.hasClosure) { overload, parameter in
      self.arguments.all(for: parameter, types, of: overload)
    }
    byType[types] = forms
    return forms
  }

  /// Forms whose results are related to their sources in the same way.
  struct Group {
    let behavior: Behavior
    var forms: [SearchForm] = []
  }

  private struct GroupKey: Hashable {
    let types: TypeSet
    let arity: Int
  }

  /// Returns the forms for the last operator of an answer, except for those whose closures are derived from the
  /// expected events.
  func groups(for types: TypeSet, arity: Int) -> [Group] {
    let key = GroupKey(types: types, arity: arity)
    if let known = groups[key] { return known }
    let closures = forms(of: { $0.hasClosure && $0.behavior.derivation == nil }) { overload, parameter in
      self.arguments.all(for: parameter, types, of: overload)
    }
    var result: [Group] = []
    for form in (plain + closures).ordered(by: \.cost) where form.arity == arity {
      if let index = result.firstIndex(where: { $0.behavior.isRelated(as: form.behavior) }) {
        result[index].forms.append(form)
      } else {
        result.append(Group(behavior: form.behavior, forms: [form]))
      }
    }
    groups[key] = result
    return result
  }

  // MARK: Forms with a given closure

  /// An overload whose closure is derived from the expected events.
  struct Use {
    let entry: CatalogEntry
    let overload: Overload
    let derivation: Behavior.Derivation

    /// Whether the closure has one parameter for each stream.
    var hasSeparateParameters: Bool {
      overload.parameters.contains { if case .closure(let role) = $0.shape { role.takes.count > 1 } else { false } }
    }
  }

  /// The overloads whose closures are derived.
  let uses: [Use] = Catalog.standard.entries.flatMap { entry in
    entry.overloads.compactMap { overload in
      guard overload.hasClosure, let derivation = overload.behavior.derivation else { return nil }
      return Use(entry: entry, overload: overload, derivation: derivation)
    }
  }

  /// Returns the form of an operator with a closure and the initial state before it, or `nil` if the overload has no
  /// such parameters or the form has an error.
  func form(_ use: Use, initial: Value? = nil, closure: String) -> SearchForm? {
    guard var call = SearchCall(use.entry, use.overload) else { return nil }
    var initial = initial
    for parameter in use.overload.parameters.dropFirst() {
      switch parameter.shape {
      case .closure: call.add(.closure(closure), label: parameter.label)
      case .stream: call.add(.stream, label: parameter.label)
      case .value:
        guard let argument = initial.flatMap(SearchArgument.initial) else { return nil }
        call.add(argument, label: parameter.label)
        initial = nil
      default:
        if parameter.defaultText == nil { return nil }
      }
    }
    return initial == nil ? call.form(compiler) : nil
  }

  // MARK: Forms of the catalog

  private func forms(
    of isMeant: (Overload) -> Bool, argument: (Overload, ParameterDescription) -> [SearchArgument]
  ) -> [SearchForm] {
    var forms: [SearchForm] = []
    for entry in Catalog.standard.entries {
      for overload in entry.overloads where isMeant(overload) {
        var calls = [SearchCall(entry, overload)].compactMap(\.self)
        if calls.isEmpty { continue }
        for parameter in overload.parameters.dropFirst() {
          let arguments = argument(overload, parameter)
          // Of a second number, only the smallest are tried.
          let limit = calls.count > 1 && !parameter.isClosure ? 3 : arguments.count
          calls = calls.flatMap { call in arguments.prefix(limit).map { call.adding($0, label: parameter.label) } }
        }
        forms += calls.map { $0.form(compiler) }
      }
    }
    return forms.ordered(by: \.cost)
  }
}

extension Overload {
  fileprivate var hasClosure: Bool { parameters.contains(where: \.isClosure) }
}
