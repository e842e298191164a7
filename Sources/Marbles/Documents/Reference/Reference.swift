/// The reference of the operators: a page and a picture for each, and a page that leads there, made of the catalogue.
public enum Reference {
  /// A file of the reference.
  public struct File: Sendable {
    /// Where it belongs, from the documentation's folder.
    public let path: String
    public let bytes: [UInt8]

    init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }

    init(_ path: String, _ text: String) {
      self.init(path, Array(text.utf8))
    }
  }

  /// The folders that hold nothing but files of the reference.
  public static let folders = ["Operators", "Pictures/Operators"]

  /// All files of the reference, as they belong beneath the documentation's folder.
  public static var files: [File] {
    let catalogue = Catalogue.standard
    return [File(OperatorIndex.path, OperatorIndex(catalogue: catalogue).markdown)]
      + catalogue.entries.flatMap { OperatorPage($0).files }
  }
}
