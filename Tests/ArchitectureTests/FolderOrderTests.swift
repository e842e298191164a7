import Foundation
import Testing

/// A folder of the sources uses only those below it; the compiler sees to the modules, this to the folders in them.
struct FolderOrderTests {
  /// The folders of each module, from bottom to top.
  ///
  /// Those of one line may use each other.
  private static let order = [
    "Reactive": [
      ["."], ["Disposables"], ["Schedulers"], ["Streams", "Core"], ["Operators"], ["Sequences"],
      ["Properties", "Bindings"], ["Loading"], ["Actions"],
    ],
    "MarbleLanguage": [["Text"], ["Timeline"], ["Problems"], ["Notation"], ["Syntax"]],
    "Marbles": [
      ["."], ["Problems"], ["Diagram"], ["Values"], ["Runtime"], ["Catalog"], ["Analysis"], ["Running"],
      ["Comparing"], ["Layout"], ["Drawing"], ["Testing"],
    ],
    "MarbleTools": [["."], ["Problems"], ["Playing"], ["Session"], ["Entry"], ["Documents"], ["Importing"]],
    "rxrepl": [["."], ["System"], ["Terminal"], ["Testing"], ["Commands"]],
  ]

  /// Members that the standard library has, too, and labels of tuples, which read like members.
  private static let common: Set = [
    "channel", "contains", "count", "description", "first", "format", "isEmpty", "joined", "last",
    "makeIterator", "max", "min", "offset", "rawValue", "removeAll", "reserveCapacity", "signal", "sorted",
  ]

  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  /// A file, with the place of its folder among those of its module.
  private struct File {
    let module: String
    let path: String
    let folder: String
    let rank: Int
    let names: Declarations
  }

  /// Where a name is declared.
  private struct Home: Hashable {
    let module: String
    let folder: String
    let rank: Int
  }

  @Test func foldersUseOnlyThoseBelowThem() throws {
    let files = try Self.order.flatMap { try Self.files(of: $0.key, in: $0.value) }
    let homes = Self.homes(of: files)
    for file in files {
      for (name, line) in file.names.used {
        // Between modules the compiler sees to it.
        guard let home = homes[name], home.module == file.module, home.rank > file.rank else { continue }
        Issue.record("\(file.module)/\(file.path):\(line) uses \(name.text), which is in \(home.folder)")
      }
    }
  }

  /// A folder that the order does not name would be checked by nobody.
  @Test(arguments: order.keys.sorted())
  func everyFolderHasItsPlace(module: String) throws {
    let groups = try #require(Self.order[module])
    guard groups.count > 1 else { return }
    let known = Set(groups.joined())
    let found = Set(try Self.paths(of: module).map(Self.folder))
    #expect(found.subtracting(known).isEmpty, "folders without a place")
    #expect(known.subtracting(found).subtracting(["."]).isEmpty, "places without a folder")
  }

  /// A module that the order does not name would be checked by nobody.
  @Test func everyModuleHasItsOrder() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    let swift = try folders.filter { try !Self.paths(of: $0).isEmpty }
    #expect(Set(swift) == Set(Self.order.keys))
  }

  /// The page on the architecture lists the same folders in the same order.
  @Test func thePageShowsTheOrder() throws {
    let page = Self.sources.deletingLastPathComponent().appendingPathComponent("Documentation/Architecture.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    for (module, groups) in Self.order where groups.count > 1 {
      let listed = lines.drop { !$0.hasPrefix("\(module) ") }.dropFirst().prefix { $0.hasPrefix("  ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(listed.reversed() == groups.joined().filter { $0 != "." }, "\(module)")
    }
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : "."
  }

  private static func paths(of module: String) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: sources.appendingPathComponent(module).path)
    return all.filter { $0.hasSuffix(".swift") }.sorted()
  }

  private static func files(of module: String, in groups: [[String]]) throws -> [File] {
    try paths(of: module).map { path in
      let text = try String(contentsOf: sources.appendingPathComponent("\(module)/\(path)"), encoding: .utf8)
      // A module of one group is not looked into.
      let folder = groups.count > 1 ? folder(of: path) : "."
      let place = try #require(groups.firstIndex { $0.contains(folder) }, "\(module)/\(folder) has no place")
      // The entry point uses everything.
      let rank = path == "main.swift" ? groups.count : place
      return File(module: module, path: path, folder: folder, rank: rank, names: Declarations(of: text))
    }
  }

  /// The folder of each name that only one declares, and that other files can see.
  private static func homes(of files: [File]) -> [Declarations.Name: Home] {
    var all: [Declarations.Name: Set<Home>] = [:]
    var visible: Set<Declarations.Name> = []
    for file in files {
      let home = Home(module: file.module, folder: file.folder, rank: file.rank)
      for (name, isPrivate) in file.names.declared {
        all[name, default: []].insert(home)
        if !isPrivate { visible.insert(name) }
      }
    }
    return visible.reduce(into: [:]) { homes, name in
      guard let folders = all[name], folders.count == 1 else { return }
      switch name.kind {
      case .type: break
      case .function: if all[Declarations.Name(text: name.text, kind: .member)] != nil { return }
      case .member:
        if all[Declarations.Name(text: name.text, kind: .enumCase)] != nil || common.contains(name.text) { return }
      case .enumCase: return
      }
      homes[name] = folders.first
    }
  }
}
