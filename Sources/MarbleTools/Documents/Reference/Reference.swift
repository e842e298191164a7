import Marbles

/// The reference of the operators, made of the catalog.
package enum Reference {
  /// A file of the reference.
  package struct File: Sendable {
    /// Where it belongs, from the documentation's folder.
    package let path: String
    package let bytes: [UInt8]

    init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }

    init(_ path: String, _ text: String) {
      self.init(path, Array(text.utf8))
    }
  }

  /// The page of all operators, which is kept with the documentation.
  package static var index: File { File("Operators.md", OperatorIndex(catalog: .standard).markdown) }

  /// The page of each operator and its picture, which are made for the site.
  package static var pages: [File] { Catalog.standard.entries.flatMap { OperatorPage($0).files } }

  /// The page of an operator, by any name that it has; `nil` if there is none.
  package static func page(of name: String) -> File? {
    Catalog.standard[name].flatMap { OperatorPage($0).files.first }
  }
}
