import Foundation
import Testing

/// The imports of the sources: only one file of a target imports a C library, with a branch for each system, and
/// Foundation is imported only by the targets that offer something for it.
@Suite struct ImportTests {
  private static let libraries: Set<String> = ["Darwin", "Glibc", "Musl"]

  private struct File {
    let path: String
    let imports: [String]

    var target: Substring { path.split(separator: "/")[0] }
    var libraries: Set<String> { ImportTests.libraries.intersection(imports) }
  }

  private static func files() throws -> [File] {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources").path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    return try paths.map { path in
      let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
      let imports = text.split(separator: "\n").compactMap { line -> String? in
        let words = line.split { $0 == " " || $0 == "." }
        guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count else { return nil }
        let isImport = words[..<keyword].allSatisfy {
          $0.hasPrefix("@") || ["public", "package", "internal"].contains($0)
        }
        return isImport ? String(words[keyword + 1]) : nil
      }
      return File(path: path, imports: imports)
    }
  }

  @Test func onlyPlatformFileImportsTheCLibrary() throws {
    let files = try Self.files().filter { !$0.libraries.isEmpty }
    #expect(Set(files.map(\.target)).isSuperset(of: ["Reactive", "MarbleTerminal"]))
    for (target, files) in Dictionary(grouping: files, by: \.target) {
      #expect(files.map(\.path) == ["\(target)/Platform.swift"])
    }
    for file in files { #expect(file.libraries == Self.libraries, "\(file.path)") }
  }

  @Test func onlyTargetsForFoundationImportIt() throws {
    let files = try Self.files().filter { file in file.imports.contains { $0.hasPrefix("Foundation") } }
    #expect(Set(files.map(\.target)) == ["ReactiveFoundation", "ReactiveSwiftCompatibility"])
  }
}
