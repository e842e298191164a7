import MarbleTools
import Marbles

/// Writes what the fences of Markdown draw beneath them, file by file.
struct Documentation {
  /// Whether it only tells what it would write.
  private let isCheck: Bool
  private let output = Output()
  private var status = Status.success

  /// Does it, and ends the program with its status.
  static func run(_ files: [String], isCheck: Bool) -> Never {
    var documentation = Documentation(isCheck: isCheck)
    for file in files { documentation.take(file) }
    documentation.output.status = documentation.status
    documentation.output.flush()
    Platform.end(documentation.status.rawValue)
  }

  private init(isCheck: Bool) {
    self.isCheck = isCheck
  }

  private mutating func take(_ path: String) {
    guard Document.isMarkdown(path) else {
      return fail("\(path): error: its name ends neither in .md nor in .markdown, so it is no Markdown\n")
    }
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try readFile(at: path)
    } catch {
      return fail("\(path): error: \(error.reason)\n")
    }
    let document: Document
    do throws(Document.Mistake) {
      document = try Document(name: path, bytes: bytes)
    } catch {
      return tell(.mistake(error.diagnostic, error.source))
    }
    var told = Status.success
    let illustration = Illustrator.illustrate(document, readFile: readFile) { answer in
      told = max(told, Status(answer))
      tell(answer)
    }
    if told > .success { return }
    isCheck ? compare(illustration, at: path) : write(illustration, at: path)
  }

  private mutating func write(_ illustration: Illustration, at path: String) {
    let pictures = illustration.pictures.filter { !holds($0.bytes, at: $0.path) }
    if pictures.isEmpty, illustration.changes.isEmpty { return }
    guard isUnchanged(illustration, at: path) else { return }
    for picture in pictures {
      do throws(SystemFailure) {
        makeFolders(of: picture.path, beside: path)
        try writeFile(at: picture.path, picture.bytes, isPrivate: false)
      } catch {
        return tell(picture.mistake(error))
      }
    }
    guard !illustration.changes.isEmpty, isUnchanged(illustration, at: path) else { return }
    do throws(SystemFailure) {
      try writeFile(at: path, illustration.bytes, isPrivate: false)
    } catch {
      fail("\(path): error: it cannot be written: \(error.reason)\n")
    }
  }

  /// Whether a page is still what was read; somebody else's work must not be lost.
  private mutating func isUnchanged(_ illustration: Illustration, at path: String) -> Bool {
    if holds(illustration.original, at: path) { return true }
    fail("\(path): error: it was changed meanwhile, so nothing is written\n")
    return false
  }

  private mutating func compare(_ illustration: Illustration, at path: String) {
    for picture in illustration.pictures where !holds(picture.bytes, at: picture.path) {
      status = max(status, .failedAssertion)
      output.write("\(picture.path): another picture is drawn now\n")
    }
    guard !illustration.changes.isEmpty else { return }
    status = max(status, .failedAssertion)
    output.write(illustration.difference(named: path))
  }

  private mutating func tell(_ answer: Answer) {
    status = max(status, Status(answer))
    if let said = AnswerWriter().text(of: answer) { output.write(said.text, to: .diagnostics) }
  }

  private mutating func fail(_ text: String) {
    status = .mistake
    output.write(text, to: .diagnostics)
  }

  /// Makes the folders of a picture's path that are missing, where they lie beneath the page's own; what stands in the
  /// way is told when the file is written.
  private func makeFolders(of picture: String, beside page: String) {
    let folder = page.lastIndex(of: "/").map { String(page[...$0]) } ?? ""
    let rest = picture.dropFirst(folder.count)
    guard picture.hasPrefix(folder), !rest.hasPrefix("/"), !rest.split(separator: "/").contains("..") else { return }
    Platform.makeFolders(of: picture, below: folder, isPrivate: false)
  }
}
