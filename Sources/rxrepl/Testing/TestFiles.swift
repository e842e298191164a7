import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// The files to test, as named on the command line or found in its folders.
struct TestFiles {
  /// The files to find in folders.
  enum Kind {
    case scripts, pages, scriptsAndPages

    fileprivate func contains(_ name: String) -> Bool {
      switch self {
      case .scripts: name.isScriptPath
      case .pages: name.isPagePath
      case .scriptsAndPages: name.isScriptPath || name.isPagePath
      }
    }

    /// The endings of the names.
    var endings: String {
      switch self {
      case .scripts: ".marble"
      case .pages: alternatives(PageFormat.endings)
      case .scriptsAndPages: alternatives([".marble"] + PageFormat.endings)
      }
    }
  }

  /// A file, or the reason why it cannot be tested.
  struct Item {
    let path: String
    /// Whether the file was named.
    ///
    /// Otherwise it was found in a folder.
    var isNamed = false
    /// The folder in which the file was found.
    var folder: String?
    var failure: SystemFailure?
  }

  /// The files in order, without duplicates.
  private(set) var items: [Item] = []
  private var known: Set<String> = []
  private let kind: Kind
  /// The number of names in folders that may still be read.
  private var remaining: Int

  /// Whether folders had more names than could be read.
  var isIncomplete: Bool { remaining < 0 }

  /// The paths of the files.
  var paths: [String] { items.map(\.path) }

  /// Collects files.
  ///
  /// In folders, the files of a kind are found by their names, without hidden ones. Only those of the shard are kept.
  ///
  /// - Parameter limit: The maximum number of names in folders that are read.
  init(at paths: [String], finding kind: Kind = .scriptsAndPages, in shard: Shard? = nil, limit: Int = .max) {
    self.kind = kind
    remaining = limit
    for path in paths {
      if FileStatus(of: path)?.kind == .folder {
        let count = items.count
        find(in: path, below: path)
        if items.count == count, !known.contains(path) {
          add(
            Item(path: path, failure: SystemFailure(reason: "this folder contains no \(kind.endings) files")))
        }
      } else {
        add(Item(path: path, isNamed: true))
      }
    }
    if let shard { items.removeAll { !shard.contains($0.path) } }
  }

  private mutating func add(_ item: Item) {
    if known.insert(item.path).inserted { items.append(item) }
  }

  private mutating func find(in folder: String, below root: String) {
    let names: [String]
    do throws(SystemFailure) {
      names = try Platform.names(inFolder: folder)
    } catch {
      return add(Item(path: folder, failure: error))
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      remaining -= 1
      guard remaining >= 0 else { return }
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      // Links to folders are not followed, because they could form a cycle.
      if FileStatus(of: path, followingLinks: false)?.kind == .folder {
        find(in: path, below: root)
      } else if kind.contains(name) {
        // Pipes and devices are skipped: reading one could block. A broken link is added, and reported as an error.
        if [.file, nil].contains(FileStatus(of: path)?.kind) {
          // The current folder can contain several courses.
          add(Item(path: path, folder: root == "." ? folder : root))
        }
      }
    }
  }
}
