import MarbleLanguage

/// Creates the forms of a search from the catalog.
final class SearchForms {
  let constants: SearchConstants
  let compiler: SearchCompiler
  let library: SearchLibrary
  private let arguments: SearchArguments
  /// The forms without closures, ordered by cost.
  private(set) lazy var plain: [SearchForm] = forms(of: \.overloadsWithoutClosure) { entry, parameter in
    self.arguments.constants(for: parameter, of: entry)
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
    let forms = forms(of: \.overloadsWithClosure) { entry, parameter in
      self.arguments.all(for: parameter, types, of: entry)
    }
    byType[types] = forms
    return forms
  }

  /// Forms whose results are related to their sources in the same way.
  struct Group {
    let relation: SearchRelation
    let hasSameEnd: Bool
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
    let closures = forms(of: \.overloadsWithOtherClosure) { entry, parameter in
      self.arguments.all(for: parameter, types, of: entry)
    }
    var result: [Group] = []
    for form in (plain + closures).ordered(by: \.cost) where form.arity == arity {
      let index = result.firstIndex { $0.relation == form.relation && $0.hasSameEnd == form.hasSameEnd }
      if let index {
        result[index].forms.append(form)
      } else {
        result.append(Group(relation: form.relation, hasSameEnd: form.hasSameEnd, forms: [form]))
      }
    }
    groups[key] = result
    return result
  }

  // MARK: Forms with a given closure

  /// Returns the form of an operator with a closure and the initial state before it, or `nil` if it has an error.
  func form(_ name: String, initial: Value? = nil, closure: String, label: String? = nil) -> SearchForm? {
    guard let entry = Catalog.standard[name] else { return nil }
    var call = SearchCall(entry, streams: 1)
    if let initial {
      guard let argument = SearchArgument.initial(initial) else { return nil }
      call.add(argument, label: nil)
    }
    call.add(.closure(closure), label: label)
    return call.form(compiler)
  }

  /// Returns the form that combines two streams with a closure, or `nil` if it has an error.
  func joining(_ name: String, _ closure: String) -> SearchForm? {
    guard let entry = Catalog.standard[name] else { return nil }
    var call = SearchCall(entry, streams: name == "withLatest" ? 1 : 2)
    if name == "withLatest" { call.add(.stream, label: "from") }
    call.add(.closure(closure), label: nil)
    return call.form(compiler)
  }

  // MARK: Forms of the catalog

  private func forms(
    of overloads: (CatalogEntry) -> [Overload],
    argument: (CatalogEntry, ParameterDescription) -> [SearchArgument]
  ) -> [SearchForm] {
    var forms: [SearchForm] = []
    for entry in Catalog.standard.entries where !entry.isIgnoredBySearch {
      for overload in overloads(entry) {
        guard let streams = overload.parameters.first?.sourceCount else { continue }
        var calls = [SearchCall(entry, streams: streams)]
        for parameter in overload.parameters.dropFirst() {
          let arguments = argument(entry, parameter)
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

extension ParameterDescription {
  /// The number of streams that an operator with this first parameter is applied to, or `nil` if it has no source.
  fileprivate var sourceCount: Int? {
    switch shape {
    case .stream: 1
    case .streams: 2
    default: nil
    }
  }
}

extension CatalogEntry {
  fileprivate var overloadsWithoutClosure: [Overload] { overloads.filter { !$0.hasClosure } }
  fileprivate var overloadsWithClosure: [Overload] { overloads.filter(\.hasClosure) }

  /// The overloads with closures that are not derived from the expected events.
  fileprivate var overloadsWithOtherClosure: [Overload] {
    overloads.filter { overload in
      overload.hasClosure && !(hasDerivedClosure && overload.parameters.contains(where: \.givesValue))
    }
  }
}

extension Overload {
  fileprivate var hasClosure: Bool { parameters.contains(where: \.isClosure) }
}

extension ParameterDescription {
  /// Whether the argument is a closure whose result is not a stream.
  fileprivate var givesValue: Bool {
    guard case .closure(let role) = shape else { return false }
    if case .stream = role.gives { return false }
    return true
  }
}
