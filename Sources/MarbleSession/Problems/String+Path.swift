/// Paths of files.
extension String {
  /// Returns the path of a file in the folder at this path.
  func appendingName(_ name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }

  /// The folder of the file at this path, with a slash at its end, or an empty string for a name.
  package var folder: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }

  /// The name of the file at this path, without its folder.
  package var fileName: String { split(separator: "/").last.map(String.init) ?? self }

  /// The language of the file at this path, if it is one of programs that are neither scripts nor translated.
  package var programmingLanguage: String? {
    let languages = [
      "swift": "Swift", "kt": "Kotlin", "kts": "Kotlin", "java": "Java", "py": "Python", "rb": "Ruby",
    ]
    return split(separator: ".").last.flatMap { languages[$0.lowercased()] }
  }

  /// The path without the ending of its name.
  var withoutEnding: Substring {
    fileName.dropFirst().lastIndex(of: ".").map { dropLast(fileName[$0...].count) } ?? self[...]
  }

  /// Whether a file with this path is an SVG picture.
  var isPicturePath: Bool { lowercased().hasSuffix(".svg") }

  /// The place that a path of a picture names.
  enum PicturePlace { case file, root, home, address }

  var picturePlace: PicturePlace {
    // A name with a colon would be an address in a link.
    if prefix(while: { $0 != "/" }).contains(":") { return .address }
    if hasPrefix("/") { return .root }
    return hasPrefix("~") && contains("/") ? .home : .file
  }

  /// The path of a picture to write in place of this path, or `nil` if it is one from the folder of a page.
  var pictureInPlace: String? {
    let isForeign = picturePlace != .file
    let isFolder = hasSuffix("/") || [".", ".."].contains(fileName)
    if !isForeign, !isFolder, fileName.count > 4, isPicturePath { return nil }
    // Typographic quotes are not around the value, and a comma may be meant to end it.
    var example = String(prefix { $0 != "," }.filter { !"“”‘’".contains($0) })
    if isForeign {
      example = fileName.prefix { !"?#".contains($0) }.split { ":\\".contains($0) }.last.map(String.init) ?? ""
    }
    if isFolder || example.isEmpty {
      example = isForeign || self == "." ? "demo.svg" : appendingName("demo.svg")
    } else if !example.isPicturePath {
      let ending = example.dropFirst(example.withoutEnding.count + 1)
      example = (ending.allSatisfy(\.isLetter) ? String(example.withoutEnding) : example) + ".svg"
    } else if example.fileName.count <= 4 {
      example = example.folder + "demo.svg"
    }
    return example.contains { $0.isWhitespace } ? "\"\(example)\"" : example
  }

  /// The same path without `.`, and without `..` after a folder.
  package var normalizedPath: String {
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
