/// A parameter of an expression that runs with different arguments.
package struct PlanParameter: Sendable {
  package let name: String
  /// The possible types of the arguments.
  package let types: TypeSet
  /// The possible types of the values of a stream, or `nil` for a plain value.
  package let contents: TypeSet?

  /// Returns a parameter for a stream whose values have the given types.
  package static func stream(_ name: String, of contents: TypeSet) -> PlanParameter {
    PlanParameter(name: name, types: .stream(of: contents), contents: contents)
  }

  /// Returns a parameter for a plain value of the given types.
  package static func value(_ name: String, of types: TypeSet) -> PlanParameter {
    PlanParameter(name: name, types: types, contents: nil)
  }
}
