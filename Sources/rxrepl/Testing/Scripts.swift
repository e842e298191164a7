import Glibc
import Marbles

/// Files that are to be tested, as somebody has named them.
struct Scripts {
  /// A file, or a reason why there is none.
  struct Item {
    let path: String
    /// Whether somebody has named it; else it was found in a folder.
    var isNamed = false
    var failure: Session.SystemFailure?
  }

  /// All of them, in their order, each once.
  private(set) var items: [Item] = []
  private var known: Set<String> = []

  /// Their paths.
  var paths: [String] { items.map(\.path) }

  /// Looks through paths: folders for scripts and Markdown, by name, whatever is hidden left out.
  init(at paths: [String]) {
    for path in paths {
      if Self.kind(of: path) == S_IFDIR {
        let count = items.count
        find(in: path)
        if items.count == count, !known.contains(path) {
          add(Item(path: path, failure: Session.SystemFailure(reason: "there is no script in this folder")))
        }
      } else {
        add(Item(path: path, isNamed: true))
      }
    }
  }

  private mutating func add(_ item: Item) {
    if known.insert(item.path).inserted { items.append(item) }
  }

  private mutating func find(in folder: String) {
    guard let names = Self.names(in: folder) else {
      return add(Item(path: folder, failure: .current))
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      // A link to a folder is not followed: it may lead back to where it stands.
      if Self.kind(of: path, followingLinks: false) == S_IFDIR {
        find(in: path)
      } else if name.hasSuffix(".marble") || Document.isMarkdown(name) {
        // What is no file may be a pipe that nobody writes to; a link to nowhere is a mistake.
        if [S_IFREG, nil].contains(Self.kind(of: path)) { add(Item(path: path)) }
      }
    }
  }

  private static func names(in folder: String) -> [String]? {
    guard let entries = opendir(folder) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  /// What a path leads to; `nil` where nothing is.
  private static func kind(of path: String, followingLinks: Bool = true) -> mode_t? {
    var status = stat()
    let result = followingLinks ? stat(path, &status) : lstat(path, &status)
    return result == 0 ? status.st_mode & S_IFMT : nil
  }
}
