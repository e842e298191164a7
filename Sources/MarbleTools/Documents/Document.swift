import Marbles

/// A file that holds scripts: a `.marble` script, or Markdown with scripts in its fences.
package struct Document: Sendable {
  /// Its path.
  package let name: String
  /// Its bytes, as they were read.
  package let bytes: [UInt8]
  /// The scripts in it, in their order; a script's only one is itself.
  package let passages: [Passage]
  /// What else of Markdown matters beside its scripts.
  let blocks: [MarkdownScanner.Block]

  /// A part that is run.
  package struct Passage: Sendable {
    /// What is run; its places are those of the file.
    package let source: Source
    /// The fence that it stands in, where the file is Markdown.
    package let fence: Fence?
  }

  /// Reads a file's bytes; a name that ends in `.md` or `.markdown` is Markdown's, any other a script's.
  ///
  /// - Throws: where a fence is never closed, or the bytes are no text.
  package init(name: String, bytes: [UInt8]) throws(ParseError) {
    self.name = name
    self.bytes = bytes
    let source = Source(name: name, bytes: bytes)
    guard Self.isMarkdown(name) else {
      passages = [Passage(source: source, fence: nil)]
      blocks = []
      return
    }
    do throws(Diagnostic) {
      try source.checkEncoding()
    } catch {
      throw ParseError(diagnostic: error, source: source)
    }
    blocks = try MarkdownScanner.blocks(of: bytes, named: name)
    passages = blocks.compactMap { block in
      guard case .fence(let fence) = block, fence.isMarble else { return nil }
      return Passage(source: fence.source(in: bytes, named: name), fence: fence)
    }
  }

  /// What is run of a fence: its own text, or where it shows another file, that.
  ///
  /// - Throws: where there is no such file.
  func source(
    of fence: Fence, readFile: (_ path: String) throws(SystemFailure) -> [UInt8]
  ) throws(ParseError) -> Source {
    guard let path = fence.attributes[.file] else { return fence.source(in: bytes, named: name) }
    let file = self.path(of: path)
    do throws(SystemFailure) {
      return Source(name: file, bytes: try readFile(file))
    } catch {
      let problem = SessionProblem.unreadableFile(path: path, reason: error.reason)
      throw ParseError(
        diagnostic: Diagnostic(problem, at: fence.span(of: .file)), source: fence.openingSource(in: self))
    }
  }

  /// The path of a file that the document names, as seen from where it lies itself.
  func path(of path: String) -> String {
    guard !path.hasPrefix("/"), let slash = name.lastIndex(of: "/") else { return path }
    return name[...slash] + path
  }

  /// Whether nothing stands in the line at an offset, or no line is there.
  func isBlankLine(at offset: Int) -> Bool {
    let (end, _) = bytes.markdownLine(from: offset)
    return bytes[offset..<end].allSatisfy { $0.isWhitespace || $0 == UInt8(ascii: ">") }
  }

  /// Whether a file of this name is read as Markdown.
  package static func isMarkdown(_ name: String) -> Bool {
    name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }

  /// Why a file could not be taken apart, and where.
  package struct ParseError: Error, Sendable {
    package let diagnostic: Diagnostic
    package let source: Source
  }
}
