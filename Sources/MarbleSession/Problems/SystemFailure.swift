/// A file, before it is replaced.
package struct ExistingFile: Sendable {
  package enum Kind: Sendable { case file, folder, other }

  let kind: Kind
  /// The number of bytes.
  let size: Int

  package init(kind: Kind, size: Int) {
    self.kind = kind
    self.size = size
  }
}

/// A failure of the system, such as an unreadable file, with its reason.
package struct SystemFailure: Error, Sendable, Hashable {
  package let reason: String
  package let cause: Cause

  package enum Cause: Sendable {
    /// A file or one of its folders does not exist.
    case missing
    /// A file that is not to be replaced.
    case foreign
    /// A file that another document writes.
    case taken
    /// A script of a document writes a file.
    case inDocument
    /// A script that is not trusted uses a file: on the command line, in an editor, or in a page with marbles to drag.
    case unsafe, inEditor, inPage
    /// A page shows itself as a script.
    case isPage
    case isFolder, isNoFolder, noPermission, diskFull, noProgram, noConverter, noTerminal, other
  }

  package init(reason: String, cause: Cause = .other) {
    self.reason = reason
    self.cause = cause
  }

  static let noFiles = SystemFailure(reason: "no files are available here")
  package static let inDocument = SystemFailure(
    reason: "`rxrepl docs` writes only the pictures of fences", cause: .inDocument)
  package static let inPage = SystemFailure(reason: "the scripts of a page use no files", cause: .inPage)
  package static let inEditor = SystemFailure(reason: "`rxrepl lsp --safe` does not allow it", cause: .inEditor)
  package static let unsafe = SystemFailure(reason: "`--safe` does not allow it", cause: .unsafe)
  package static let foreign = SystemFailure(
    reason: "a file with this name is not a picture of `rxrepl`", cause: .foreign)
  static let isPage = SystemFailure(reason: "it is this page", cause: .isPage)
  package static let noTerminal = SystemFailure(reason: "no terminal is available here", cause: .noTerminal)
}

extension SystemFailure {
  /// A suggestion how to fix the problem, or `nil` if the reason is enough.
  var help: String? {
    switch cause {
    case .foreign: "choose another name, or delete the file"
    case .taken: "choose another name"
    case .isPage: "write the path of a script, such as `demo.marble`"
    case .noPermission: "choose another file, or change the permissions of this file and its folder"
    case .diskFull: "delete other files, or choose a folder on another disk"
    case .noProgram: "install it, or set `EDITOR` to an installed editor, as in `EDITOR=nano rxrepl`"
    case .noConverter: "install it: `apt install librsvg2-bin` on Debian and Ubuntu, `brew install librsvg` on macOS"
    case .noTerminal: "run `rxrepl` in a terminal"
    case .unsafe, .inEditor, .inPage: refusalHelp("delete this line")
    case .missing, .isFolder, .isNoFolder, .inDocument, .other: nil
    }
  }

  /// Returns a suggestion what to do without a file, and how to trust the script where that is possible.
  func refusalHelp(_ change: String) -> String {
    switch cause {
    case .unsafe: "\(change), or, if you trust the script, run it with `rxrepl` without `--safe`"
    case .inEditor: "\(change), or, if you trust the script, let the editor start `rxrepl lsp` without `--safe`"
    default: change
    }
  }

  /// Returns a suggestion after a file could not be written, with the example of a file in the folder at its path.
  package func help(writing path: String, example: String) -> String? {
    switch cause {
    case .isFolder: "write the path of a file, such as `\(example)`"
    // The file may be the page itself.
    case .foreign where !path.isPicturePath: "write the name of a picture, such as `\(path.withoutEnding).svg`"
    case .inPage where path.isPicturePath: "delete this line: below the picture, SVG saves it"
    case .inDocument where path.isPicturePath: "write `svg=\(path)` after `marble`, in place of this line"
    // A folder before `..` must exist too.
    case .missing where path.split(separator: "/").contains("..") && path.normalizedPath != path:
      "write `\(path.normalizedPath)`"
    case .missing: path.lastIndex(of: "/").map { "create the folder `\(path[..<$0])` first" }
    default: help
    }
  }
}
