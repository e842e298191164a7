import MarbleTools
import Marbles

/// Files that are to be tested, as somebody has named them.
struct TestFiles {
  /// A file, or a reason why there is none.
  struct Item {
    let path: String
    /// Whether somebody has named it; else it was found in a folder.
    var isNamed = false
    var failure: SystemFailure?
  }

  /// All of them, in their order, each once.
  private(set) var items: [Item] = []
  private var known: Set<String> = []

  /// Their paths.
  var paths: [String] { items.map(\.path) }

  /// Looks through paths: folders for scripts and Markdown, by name, whatever is hidden left out.
  init(at paths: [String]) {
    for path in paths {
      if FileStatus(of: path)?.kind == .folder {
        let count = items.count
        find(in: path)
        if items.count == count, !known.contains(path) {
          add(Item(path: path, failure: SystemFailure(reason: "this folder contains no scripts")))
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
    let names: [String]
    do throws(SystemFailure) {
      names = try Platform.names(inFolder: folder)
    } catch {
      return add(Item(path: folder, failure: error))
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      // A link to a folder is not followed: it may lead back to where it stands.
      if FileStatus(of: path, followingLinks: false)?.kind == .folder {
        find(in: path)
      } else if name.hasSuffix(".marble") || Document.isMarkdown(name) {
        // What is no file may be a pipe that nobody writes to; a link to nowhere is an error.
        if [.file, nil].contains(FileStatus(of: path)?.kind) { add(Item(path: path)) }
      }
    }
  }
}
