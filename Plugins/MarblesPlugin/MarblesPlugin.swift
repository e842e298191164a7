import Foundation
import PackagePlugin

/// Runs `rxrepl docs` on the sources and documentation catalogs of a package.
@main
struct MarblesPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var arguments = ArgumentExtractor(arguments)
    let names = arguments.extractOption(named: "target")
    let isCheck = arguments.extractFlag(named: "check") > 0
    guard arguments.remainingArguments.isEmpty else {
      throw Failure(description: "usage: swift package marbles [--check] [--target <target>]")
    }
    let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let files = targets.compactMap { $0 as? any SourceModuleTarget }.flatMap(\.documentedFiles)
    guard !files.isEmpty else { return }

    let process = Process()
    process.executableURL = try context.tool(named: "rxrepl").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments =
      ["docs"] + (isCheck ? ["--check"] : []) + files.map { $0.path(below: context.package.directoryURL) }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: isCheck ? "some drawings are out of date" : "some drawings could not be updated")
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

extension SourceModuleTarget {
  /// The Swift files of the target and the pages of its documentation catalogs, in the order of their paths.
  fileprivate var documentedFiles: [URL] {
    let all = FileManager.default.enumerator(at: directoryURL, includingPropertiesForKeys: nil)?.compactMap {
      $0 as? URL
    }
    return (all ?? []).filter { file in
      file.pathExtension == "swift" || file.pathExtension == "md" && file.path.contains(".docc/")
    }.sorted { $0.path < $1.path }
  }
}

extension URL {
  /// Returns the path relative to a folder, or the whole path of a file elsewhere.
  fileprivate func path(below folder: URL) -> String {
    let prefix = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
