import MarbleLanguage
import Marbles

/// The source of a test, and after it those of the files that it imports by a relative path.
///
/// The functions of these files are evaluated as if they were in the test.
struct RxJSModules {
  /// The sources one after the other.
  let whole: Source
  /// The ranges of the sources with their paths.
  let parts: [(path: String, span: Span)]

  private static let maxFiles = 30
  private static let maxBytes = 500_000
  private static let endings = ["", ".ts", ".js", ".mjs", "/index.ts", "/index.js"]

  init(_ source: Source, load: (String) -> Source?) {
    var bytes = source.bytes
    var parts = [(path: source.name, span: 0..<bytes.count)]
    var next = 0
    // A file that the test replaces is unknown.
    let mocked = Self.mocks(in: ForeignCode(source, language: .javaScript)).flatMap { module in
      Self.endings.map { Self.path(of: module + $0, from: source.name) }
    }
    while next < parts.count {
      let part = parts[next]
      next += 1
      let code = ForeignCode(Source(name: part.path, bytes: Array(bytes[part.span])), language: .javaScript)
      for module in Self.imports(of: code) {
        for ending in Self.endings where parts.count < Self.maxFiles && bytes.count < Self.maxBytes {
          let path = Self.path(of: module + ending, from: part.path)
          if parts.contains(where: { $0.path == path }) { break }
          guard !mocked.contains(path), let file = load(path) else { continue }
          bytes += [ASCII.newline]
          parts.append((path, bytes.count..<bytes.count + file.bytes.count))
          bytes += file.bytes
          break
        }
      }
    }
    whole = parts.count == 1 ? source : Source(name: source.name, bytes: bytes)
    self.parts = parts
  }

  /// Returns the relative paths after `from`.
  private static func imports(of code: ForeignCode) -> [String] {
    code.tokens.indices.dropLast().compactMap { index in
      guard code.has("from", at: index), code.tokens[index + 1].kind == .string else { return nil }
      let module = code.string(at: index + 1)
      return module.hasPrefix("./") || module.hasPrefix("../") ? module : nil
    }
  }

  /// Returns the relative paths that `jest.mock` and similar functions replace.
  private static func mocks(in code: ForeignCode) -> [String] {
    code.tokens.indices.dropLast(2).compactMap { index in
      guard code.has("mock", at: index) || code.has("doMock", at: index), code.has("(", at: index + 1),
        code.tokens[index + 2].kind == .string
      else { return nil }
      return code.string(at: index + 2)
    }
  }

  /// Returns the path of a module that a file imports.
  static func path(of module: String, from file: String) -> String {
    var parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for part in module.split(separator: "/") {
      if part == ".", !parts.isEmpty || part == "." { continue }
      if part == "..", let last = parts.last, last != "..", last != ".", !last.isEmpty {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the index of a module that a file imports, or `nil` if it could not be read.
  func index(of module: String, from file: Int) -> Int? {
    guard module.hasPrefix("./") || module.hasPrefix("../") else { return nil }
    for ending in Self.endings {
      let path = Self.path(of: module + ending, from: parts[file].path)
      if let index = parts.firstIndex(where: { $0.path == path }) { return index }
    }
    return nil
  }
}

extension RxJSLibrary {
  /// Returns the names that a file declares, and evaluates it if necessary.
  private func scope(ofModule index: Int, _ modules: RxJSModules) -> JSScope {
    if let scope = moduleScopes[index] { return scope }
    let scope = JSScope(in: nil, nesting: 0)
    moduleScopes[index] = scope
    let outside = currentModule
    currentModule = index
    defer { currentModule = outside }
    let code = ForeignCode(modules.whole, language: .javaScript, in: modules.parts[index].span)
    var parser = JSParser(code)
    perform(parser.statements(), in: scope)
    return scope
  }

  /// Returns what a module exports under a name, or `nil` for a module of a library.
  func export(_ name: String, of module: String) -> JSValue? {
    guard let modules, let index = modules.index(of: module, from: currentModule), index != currentModule else {
      return nil
    }
    return scope(ofModule: index, modules).values[name]
  }
}
