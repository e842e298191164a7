/// The reference of the operators: a page and a picture for each, and a page that leads there, made of the catalogue.
public enum Reference {
  /// A file of the reference.
  public struct File: Sendable {
    /// Where it belongs, from the documentation's folder.
    public let path: String
    public let bytes: [UInt8]

    fileprivate init(_ path: String, _ text: String) {
      self.path = path
      bytes = Array(text.utf8)
    }
  }

  /// The folders that hold nothing but files of the reference.
  public static let folders = ["Operators", "Pictures/Operators"]

  /// All files of the reference, as they belong beneath the documentation's folder.
  public static var files: [File] {
    let catalogue = Catalogue.standard
    let pages = catalogue.entries.map(OperatorPage.init)
    return [File(OperatorIndex.path, OperatorIndex(catalogue: catalogue).markdown)]
      + pages.flatMap { [File($0.path, $0.markdown), File($0.picturePath, $0.picture)] }
  }
}
