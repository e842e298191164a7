import MarbleSession
import Marbles

/// The operator reference, generated from the catalog.
package enum Reference {
  /// A file of the reference.
  package struct File: Sendable {
    /// The path in the documentation folder.
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

  /// The page of all operators, which is part of the repository.
  package static var index: File { File("Operators.md", OperatorIndex(catalog: .standard).markdown) }

  /// The pages of the operators and their pictures, which are generated for the site.
  package static var pages: [File] { Catalog.standard.entries.flatMap { OperatorPage($0).files } }

  /// The operators, the topics of help that are words, and the commands of the prompt.
  package static var topics: [String] {
    let titles = HelpTopic.all.map(\.title).filter { $0.allSatisfy(\.isLetter) }
    return Set(Catalog.standard.names + titles).sorted() + Command.all.map { ":" + $0.name }.sorted()
  }

  /// Returns the page of an operator with a name or an alias, or `nil` if there is none.
  package static func page(of name: String) -> File? {
    Catalog.standard[name].flatMap { OperatorPage($0).files.first }
  }
}
