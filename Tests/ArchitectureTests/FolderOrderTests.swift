import Foundation
import Testing

/// Checks that a folder of the sources uses only folders below it.
///
/// The compiler checks the modules, this suite the folders in them.
struct FolderOrderTests {
  /// The folders of each module, from bottom to top.
  ///
  /// Folders in the same list may use each other.
  private static let order = [
    "Reactive": [
      ["."], ["Disposables"], ["Schedulers"], ["Streams", "Core"], ["Operators"], ["Sequences"],
      ["Properties", "Bindings"], ["Loading"], ["Actions"],
    ],
    "JSONWriting": [["."]], "ReactiveRecorder": [["."]], "ReactiveFoundation": [["."]],
    "ReactiveSwiftCompatibility": [["."]],
    "MarbleLanguage": [["Text"], ["Timeline"], ["Problems"], ["Notation"], ["Syntax"]],
    "MarbleEvaluation": [
      ["."], ["Problems"], ["Diagram"], ["Values"], ["Runtime"], ["Catalog"], ["Analysis"], ["Running"],
      ["Comparing"],
    ],
    "MarbleDrawing": [["."], ["Layout"], ["Drawing"]],
    "MarbleSearch": [["."], ["Races"], ["Forall"], ["Hazards"], ["Search"]],
    "MarbleReasons": [["."]],
    "Marbles": [["."], ["Tasks"], ["Testing"], ["Recorder"]],
    "MarblesTesting": [["."]],
    "MarbleSession": [["."], ["Problems"], ["Playing"], ["Session"], ["Entry"], ["Documents"]],
    "MarbleTools": [["."], ["Documents"], ["Editing"], ["Page"]],
    "MarbleImporting": [["."]],
    "MarbleLanguageServer": [["."]],
    "MarblePage": [["."]],
    "MarbleServer": [["."]],
    "MarbleTerminal": [["."], ["System"], ["Terminal"], ["Running"]],
    "rxrepl-basic": [["."]], "marble-engine": [["."]],
    "rxrepl": [["."], ["Testing"], ["Commands"]],
  ]

  /// Names that are also members of the standard library or labels of tuples, which look like members.
  private static let common: Set = [
    "channel", "contains", "count", "description", "first", "folder", "format", "isEmpty", "joined", "last",
    "makeIterator", "max", "min", "offset", "rawValue", "removeAll", "replacing", "reserveCapacity", "signal", "sorted",
    "withValue",
  ]

  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  /// A source file, with the rank of its folder in the order of its module.
  private struct File {
    let module: String
    let path: String
    let folder: String
    let rank: Int
    let names: Declarations
  }

  /// The folder that declares a name.
  private struct Declaration: Hashable {
    let module: String
    let folder: String
    let rank: Int
  }

  @Test func folderUsesOnlyFoldersBelowIt() throws {
    let files = try Self.order.flatMap { try Self.files(of: $0.key, in: $0.value) }
    let declarations = Self.declarations(of: files)
    for file in files {
      for (name, line) in file.names.used {
        // The compiler checks uses between modules.
        guard let declaration = declarations[name], declaration.module == file.module, declaration.rank > file.rank
        else { continue }
        Issue.record("\(file.module)/\(file.path):\(line) uses \(name.text), which is in \(declaration.folder)")
      }
    }
  }

  /// A folder that is missing in the order would not be checked.
  @Test(arguments: order.keys.sorted())
  func everyFolderIsInTheOrder(module: String) throws {
    let groups = try #require(Self.order[module])
    guard groups.count > 1 else { return }
    let known = Set(groups.joined())
    let found = Set(try Self.paths(of: module).map(Self.folder))
    #expect(found.subtracting(known).isEmpty, "folders without a position in the order")
    #expect(known.subtracting(found).subtracting(["."]).isEmpty, "positions without a folder")
  }

  /// A module that is missing in the order would not be checked.
  @Test func everyModuleHasAnOrder() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    let swift = try folders.filter { try !Self.paths(of: $0).isEmpty }
    #expect(Set(swift) == Set(Self.order.keys))
  }

  /// The architecture page lists the same folders in the same order.
  @Test func architecturePageShowsTheOrder() throws {
    let page = Self.sources.deletingLastPathComponent().appendingPathComponent(
      "Documentation/Contributing/Architecture.md")
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
      // A module with one group counts as one folder.
      let folder = groups.count > 1 ? folder(of: path) : "."
      let place = try #require(groups.firstIndex { $0.contains(folder) }, "\(module)/\(folder) has no place")
      // The entry point uses everything.
      let rank = path == "main.swift" ? groups.count : place
      return File(module: module, path: path, folder: folder, rank: rank, names: Declarations(of: text))
    }
  }

  /// Returns the folder of each name that is declared in only one folder and visible to other files.
  private static func declarations(of files: [File]) -> [Declarations.Name: Declaration] {
    var all: [Declarations.Name: Set<Declaration>] = [:]
    var visible: Set<Declarations.Name> = []
    for file in files {
      let declaration = Declaration(module: file.module, folder: file.folder, rank: file.rank)
      for (name, isPrivate) in file.names.declared {
        all[name, default: []].insert(declaration)
        if !isPrivate { visible.insert(name) }
      }
    }
    return visible.reduce(into: [:]) { declarations, name in
      guard let folders = all[name], folders.count == 1 else { return }
      switch name.kind {
      case .type: break
      case .function: if all[Declarations.Name(text: name.text, kind: .member)] != nil { return }
      case .member:
        if all[Declarations.Name(text: name.text, kind: .enumCase)] != nil || common.contains(name.text) { return }
      case .enumCase: return
      }
      declarations[name] = folders.first
    }
  }
}
