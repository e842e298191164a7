import Marbles

extension [UInt8] {
  /// Whether the bytes contain a word of lowercase letters in any case.
  fileprivate func containWord(_ word: String) -> Bool {
    indices.contains { start in
      // Upper and lower case letters differ only in this bit.
      self[start...].prefix(word.utf8.count).elementsEqual(word.utf8) { $0 | 0x20 == $1 }
    }
  }
}

/// A file that contains scripts: a `.marble` script, or a page, a notebook or Swift source with scripts in it.
package struct Document: Sendable {
  /// The path of the file.
  package let name: String
  package let bytes: [UInt8]
  /// The scripts in the document, in order.
  ///
  /// A script file has one passage.
  package let passages: [Passage]
  /// The blocks of Markdown that matter for fences and drawings.
  package let blocks: [MarkdownScanner.Block]
  /// The format of the page.
  package let format: PageFormat
  /// The cells, if the file is a notebook.
  package private(set) var cells: [NotebookCell] = []

  /// The parts that run one after the other, each with its page: a cell of a notebook, or else the document.
  package var pagesAndPassages: [(page: Document, passage: Passage)] {
    (cells.isEmpty ? [self] : cells.map(\.page)).flatMap { page in page.passages.map { (page, $0) } }
  }

  /// A part of the document that is run.
  package struct Passage: Sendable {
    /// The source of the script, with positions in the file.
    package let source: Source
    /// The fence that contains the script, if the file is Markdown.
    package let fence: Fence?
  }

  /// Creates a document from the bytes of a file, whose format the ending of its name decides.
  ///
  /// - Throws: An error if a fence is not closed, or the bytes are not valid UTF-8.
  package init(name: String, bytes: [UInt8]) throws(ParseError) {
    guard let format = PageFormat(path: name) else {
      self.init(script: name, bytes: bytes)
      return
    }
    // A page of another tool may have another encoding. One without scripts may have drawings of earlier ones.
    if !format.isMarkdown, !bytes.containWord(FenceAttributes.language), !bytes.containWord("drawn") {
      self.init(emptyPage: name, bytes: bytes)
      return
    }
    let source = Source(name: name, bytes: bytes)
    do throws(Diagnostic) {
      try source.checkEncoding()
    } catch {
      throw ParseError(diagnostic: error, source: source)
    }
    guard format == .notebook else {
      try self.init(page: name, bytes: bytes, format)
      return
    }
    self.init(emptyPage: name, bytes: bytes)
    cells = try NotebookCell.cells(of: bytes, named: name)
  }

  /// Creates a page in a known format.
  ///
  /// - Parameter hasExtensions: Whether Markdown has the blocks of ``MarkdownExtension``.
  package init(
    page name: String, bytes: [UInt8], _ format: PageFormat, hasExtensions: Bool = true
  ) throws(ParseError) {
    let blocks = try MarkdownScanner.blocks(of: bytes, named: name, format, hasExtensions: hasExtensions)
    self.init(page: name, bytes: bytes, format, blocks: blocks)
  }

  /// Creates a page with some blocks.
  init(page name: String, bytes: [UInt8], _ format: PageFormat, blocks: [MarkdownScanner.Block]) {
    self.name = name
    self.bytes = bytes
    self.format = format
    self.blocks = blocks
    passages = blocks.compactMap { block in
      guard let fence = block.script else { return nil }
      return Passage(source: fence.source(in: bytes, named: name), fence: fence)
    }
  }

  /// Creates a script.
  package init(script name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    format = .markdown
    blocks = []
    passages = [Passage(source: Source(name: name, bytes: bytes), fence: nil)]
  }

  /// Creates a document without scripts.
  package init(emptyPage name: String, bytes: [UInt8]) {
    self.init(page: name, bytes: bytes, PageFormat(path: name) ?? .markdown, blocks: [])
  }

  /// Returns the source that a fence runs: its own text, or that of the file in its `file=` attribute or argument.
  ///
  /// - Throws: An error if the file cannot be read.
  func source(
    of fence: Fence, readFile: (_ path: String) throws(SystemFailure) -> [UInt8]
  ) throws(ParseError) -> Source {
    guard let path = fence.attributes.scriptPath else { return fence.source(in: bytes, named: name) }
    var file = self.path(of: path)
    // In a directive, an absolute path begins in the folder of Sphinx.
    if path.hasPrefix("/"), fence.attributes.isDirective, let folder = folder(of: "conf.py", readFile: readFile) {
      file = (folder + path.dropFirst()).normalizedPath
    }
    do throws(SystemFailure) {
      if file.normalizedPath == name.normalizedPath { throw .isPage }
      return Source(name: file, bytes: try readFile(file))
    } catch {
      let problem = SessionProblem.unreadableFile(path: path, error, .page, suggestion: nil)
      throw ParseError(
        diagnostic: Diagnostic(problem, at: fence.span(of: .file)), source: fence.openingSource(in: self))
    }
  }

  /// Returns the folder around the pages that contains the configuration of a tool, or `nil` if there is none.
  package func folder(
    of configuration: String, readFile: (_ path: String) throws(SystemFailure) -> [UInt8]
  ) -> String? {
    let folders = (0..<6).map { name.folder + String(repeating: "../", count: $0) }
    return folders.first { folder in (try? readFile(folder + configuration)) != nil }
  }

  /// Returns the path of a picture as a link at an offset has it.
  ///
  /// In AsciiDoc, it begins in the folder of the attribute `imagesdir`.
  package func linkedPath(_ path: String, at offset: Int) -> String {
    guard format == .asciidoc else { return path }
    let entries = [":imagesdir:", ":!imagesdir:", ":imagesdir!:"]
    let last = bytes[..<offset].markdownLines.last { line in entries.contains { line.starts(with: $0.utf8) } }
    let line = String(decoding: last ?? [], as: UTF8.self)
    guard line.hasPrefix(entries[0]) else { return path }
    let value = line.dropFirst(entries[0].count).drop(while: \.isWhitespace)
    let folder = value.split(separator: "/").filter { $0 != "." }
    // The folder of another server or of the whole site cannot be left.
    if value.hasPrefix("/") || value.contains("{") || value.contains(":") || folder.contains("..") { return path }
    let parts = path.normalizedPath.split(separator: "/")
    let shared = zip(folder, parts.dropLast()).prefix { $0.0 == $0.1 }.count
    return (folder.dropFirst(shared).map { _ in ".." } + parts.dropFirst(shared)).joined(separator: "/")
  }

  /// Resolves a path in the document against the document's folder.
  package func path(of path: String) -> String {
    path.hasPrefix("/") ? path : name.folder + path
  }

  /// Converts an offset in the source of a passage to an offset in the document.
  package func offset(of offset: Int, in passage: Passage) -> Int {
    guard passage.source.embedding == nil else { return passage.source.offsetInDocument(of: offset) }
    // A source omits the byte order mark.
    return offset + bytes.count - passage.source.bytes.count
  }

  /// Whether a byte can be part of the marks of quotes and comments around a line.
  package func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ">") || format == .asciidoc && byte == UInt8(ascii: "+")
      || name.isSwiftPath && (byte == UInt8(ascii: "/") || byte == UInt8(ascii: "*"))
  }

  /// Whether the line at an offset is blank, is not part of a comment, or does not exist.
  package func isBlankLine(at offset: Int, after prefix: [UInt8]) -> Bool {
    let (end, _) = bytes.markdownLine(from: offset)
    let line = bytes[offset..<end].drop(while: \.isWhitespace)
    if name.isSwiftPath {
      let isLineComment = prefix.drop(while: \.isWhitespace).starts(with: "///".utf8)
      if isLineComment ? !line.starts(with: "///".utf8) : line.starts(with: "*/".utf8) { return true }
    }
    return line.allSatisfy { $0.isWhitespace || isMark($0) }
  }

  /// A diagnostic for a file that cannot be parsed, with its source.
  package struct ParseError: Error, Sendable {
    package let diagnostic: Diagnostic
    package let source: Source

    package init(diagnostic: Diagnostic, source: Source) {
      self.diagnostic = diagnostic
      self.source = source
    }
  }
}
