import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// Runs the fences of Markdown and Swift files and writes their drawings below them.
struct DocumentUpdater {
  /// Whether changes are only reported, not written.
  private let isCheck: Bool
  private let output = Output()
  private var status = ExitStatus.success
  /// The pictures of the pages so far, by their paths in lowercase, because some disks ignore case.
  private var known: [String: (picture: RenderedDocument.Picture, page: String)] = [:]

  /// Updates the files, and ends the program with its exit status.
  static func run(_ files: [String], isCheck: Bool) -> Never {
    var updater = DocumentUpdater(isCheck: isCheck)
    for item in TestFiles(at: files, finding: .pages).items {
      if let failure = item.failure {
        updater.fail("\(item.path): error: \(failure.reason)\n")
      } else {
        updater.process(item.path)
      }
    }
    updater.output.status = updater.status
    updater.output.flush()
    Platform.end(updater.status.rawValue)
  }

  private init(isCheck: Bool) {
    self.isCheck = isCheck
  }

  private mutating func process(_ path: String) {
    guard path.isPagePath || FileStatus(of: path) == nil else {
      return fail(
        "\(path): error: this file is not a page: its name must end in \(TestFiles.Kind.pages.endings)\n")
    }
    let path = Self.place(of: path)
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try readFile(at: path)
    } catch {
      return fail("\(path): error: \(error.reason)\n")
    }
    let document: Document
    do throws(Document.ParseError) {
      document = try Document(name: path, bytes: bytes)
    } catch {
      return report(.error(error.diagnostic, error.source))
    }
    var fileStatus = ExitStatus.success
    var answers: [Answer] = []
    let rendered = DocumentRenderer.render(document, readFile: readFile) { answer in
      fileStatus = max(fileStatus, ExitStatus(answer))
      answers.append(answer)
    }
    // In a page that is written, the warnings are at the lines that it has then.
    if fileStatus == .success, !isCheck, write(rendered, at: path) { answers = rendered.moved(answers) }
    for answer in answers { report(answer) }
    if fileStatus == .success, isCheck {
      compare(rendered, at: path)
      if answers.contains(where: \.isLostDrawing) { status = max(status, .failedAssertion) }
    }
  }

  /// Returns the path of a page, or that of its file if it is a link into another folder, which has the pictures.
  private static func place(of path: String) -> String {
    let folder = Platform.resolved(path.folder.isEmpty ? "." : path.folder)
    guard let real = Platform.resolved(path), let folder, real.folder.normalizedPath != folder.normalizedPath else {
      return path
    }
    return real
  }

  /// Returns the pictures whose files have another content, or `nil` after an error if one of them cannot be written.
  private mutating func outdatedPictures(
    of rendered: RenderedDocument, at path: String
  ) -> [RenderedDocument.Picture]? {
    var pictures: [RenderedDocument.Picture] = []
    for picture in rendered.pictures {
      do throws(SystemFailure) {
        let place = picture.path.normalizedPath.lowercased()
        if let (other, page) = known[place] {
          if other.path.normalizedPath != picture.path.normalizedPath {
            let reason = "on macOS and Windows, it is the same file as `\(other.path)`, a picture of `\(page)`"
            throw SystemFailure(reason: reason, cause: .taken)
          }
          if other.bytes != picture.bytes {
            throw SystemFailure(reason: "it is also a picture of `\(page)`", cause: .taken)
          }
        }
        known[place] = (picture, path)
        let kind = FileStatus(of: picture.path)?.kind
        let hasFolder = isInFolder(of: path, picture.path) || FileStatus(of: picture.path.folder) != nil
        // Reading fails for the same reason as writing would.
        if kind == .folder || !hasFolder { _ = try readFile(at: picture.path) }
        let old = kind == .file ? try? readFile(at: picture.path) : nil
        if old == picture.bytes { continue }
        if let old, !DrawingStyle.replaces(old) { throw .foreign }
        var picture = picture
        picture.old = old
        pictures.append(picture)
      } catch {
        report(picture.errorAnswer(error))
        return nil
      }
    }
    return pictures
  }

  /// Writes the page and its pictures, and returns whether the page was changed.
  private mutating func write(_ rendered: RenderedDocument, at path: String) -> Bool {
    guard let pictures = outdatedPictures(of: rendered, at: path), !pictures.isEmpty || !rendered.changes.isEmpty,
      isUnchanged(rendered, at: path)
    else { return false }
    for picture in pictures {
      do throws(SystemFailure) {
        makeFolders(of: picture.path, beside: path)
        try writeFile(at: picture.path, picture.bytes, isPrivate: false)
      } catch {
        report(picture.errorAnswer(error))
        return false
      }
    }
    guard !rendered.changes.isEmpty, isUnchanged(rendered, at: path) else { return false }
    do throws(SystemFailure) {
      try writeFile(at: path, rendered.bytes, isPrivate: false)
      return true
    } catch {
      fail("\(path): error: cannot write the file: \(error.reason)\n")
      return false
    }
  }

  /// Whether a page still has the content that was read.
  ///
  /// Otherwise another program has edited it, and writing would undo the edit.
  private mutating func isUnchanged(_ rendered: RenderedDocument, at path: String) -> Bool {
    if holds(rendered.original, at: path) { return true }
    fail("\(path): error: the file was changed by another program, so nothing was written\n")
    return false
  }

  private mutating func compare(_ rendered: RenderedDocument, at path: String) {
    guard let pictures = outdatedPictures(of: rendered, at: path) else { return }
    for picture in pictures {
      status = max(status, .failedAssertion)
      output.write("\(picture.path): the picture is out of date\n")
      output.write(picture.difference)
    }
    guard !rendered.changes.isEmpty else { return }
    status = max(status, .failedAssertion)
    if path.isSwiftPath {
      // In this form, an editor shows it at the fence.
      for change in rendered.changes {
        let place = "\(change.position.line):\(change.position.column)"
        output.write("\(path):\(place): error: the drawing of this fence is out of date\n")
      }
    }
    output.write(rendered.difference(named: path))
  }

  private mutating func report(_ answer: Answer) {
    status = max(status, ExitStatus(answer))
    if let written = AnswerWriter().text(of: answer) { output.write(written.text, to: .diagnostics) }
  }

  private mutating func fail(_ text: String) {
    status = .error
    output.write(text, to: .diagnostics)
  }

  /// Creates the missing folders of a picture's path if they are inside the page's folder.
  ///
  /// Errors are not reported here: writing the file fails afterwards.
  private func makeFolders(of picture: String, beside page: String) {
    if isInFolder(of: page, picture) { Platform.makeFolders(of: picture, below: page.folder, isPrivate: false) }
  }

  /// Whether a picture is in the folder of a page, or in a folder in it.
  private func isInFolder(of page: String, _ picture: String) -> Bool {
    let rest = picture.dropFirst(page.folder.count)
    return picture.hasPrefix(page.folder) && !rest.hasPrefix("/") && !rest.split(separator: "/").contains("..")
  }
}

extension Answer {
  /// Whether the answer warns about a drawing without a script, which is never up to date.
  fileprivate var isLostDrawing: Bool {
    guard case .warning(let diagnostic, _) = self else { return false }
    return if case SessionProblem.lostDrawing = diagnostic.problem { true } else { false }
  }
}
