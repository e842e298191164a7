import MarbleLanguage
import Marbles

/// The source of a test, and after it those of the files that it imports by a relative path.
///
/// The functions of these files are evaluated as if they were in the test.
struct RxJSModules {
  /// The sources one after the other.
  private(set) var whole: Source
  /// The ranges of the sources with their paths.
  private(set) var parts: [(path: String, span: Span)]

  private static let maxFiles = 250
  private static let maxBytes = 2_000_000
  private static let endings = ["", ".ts", ".js", ".mjs", "/index.ts", "/index.js"]

  /// Libraries whose functions are known, so that their own files are not read.
  private static let known = ["rxjs", "@ngrx/", "@angular/"]

  /// The paths of files that the test replaces, which are unknown.
  private var mocks: Set<String> = []
  /// The paths of other modules in `tsconfig.json`, where a star is at the end of both sides.
  private var aliases: [(module: String, path: String)] = []

  init(_ source: Source, load: (String) -> Source?) {
    var bytes = source.bytes
    parts = [(path: source.name, span: 0..<bytes.count)]
    whole = source
    let code = ForeignCode(source, language: .javaScript)
    guard !Self.imports(of: code).isEmpty else { return }
    findMocks(in: code)
    findAliases(load)
    var next = 0
    while next < parts.count {
      let part = parts[next]
      next += 1
      let code = ForeignCode(Source(name: part.path, bytes: Array(bytes[part.span])), language: .javaScript)
      for module in Self.imports(of: code) {
        for path in paths(of: module, from: part.path) where parts.count < Self.maxFiles && bytes.count < Self.maxBytes
        {
          if parts.contains(where: { $0.path == path }) { break }
          guard let file = load(path) else { continue }
          bytes += [ASCII.newline]
          parts.append((path, bytes.count..<bytes.count + file.bytes.count))
          bytes += file.bytes
          break
        }
      }
    }
    if parts.count > 1 { whole = Source(name: source.name, bytes: bytes) }
  }

  /// Returns the paths that a module may have.
  private func paths(of module: String, from file: String) -> [String] {
    var base: String?
    if module.hasPrefix("./") || module.hasPrefix("../") || module == "." || module == ".." {
      base = Self.path(of: module, from: file)
    } else if !Self.known.contains(where: module.hasPrefix),
      let alias = aliases.first(where: { module.hasPrefix($0.module) })
    {
      base = alias.path + module.dropFirst(alias.module.count)
    }
    guard let base else { return [] }
    return Self.endings.map { base + $0 }.filter { !mocks.contains($0) }
  }

  /// Returns the modules after `from` and in `require`.
  private static func imports(of code: ForeignCode) -> [String] {
    code.tokens.indices.dropLast().compactMap { index in
      guard code.tokens[index + 1].kind == .string,
        code.has("from", at: index) || code.has("(", at: index) && code.has("require", at: index - 1)
      else { return nil }
      return code.string(at: index + 1)
    }
  }

  /// Finds the relative paths that `jest.mock` and similar functions replace.
  private mutating func findMocks(in code: ForeignCode) {
    for index in code.tokens.indices.dropLast(2) {
      guard code.has("mock", at: index) || code.has("doMock", at: index), code.has("(", at: index + 1),
        code.tokens[index + 2].kind == .string
      else { continue }
      let module = code.string(at: index + 2)
      mocks.formUnion(Self.endings.map { Self.path(of: module + $0, from: parts[0].path) })
    }
  }

  /// Finds the `paths` of the nearest `tsconfig.json`.
  private mutating func findAliases(_ load: (String) -> Source?) {
    var folder = parts[0].path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while true {
      let start = folder.isEmpty ? "" : folder.joined(separator: "/") + "/"
      if let file = load(start + "tsconfig.json") ?? load(start + "tsconfig.base.json") {
        let code = ForeignCode(file, language: .javaScript)
        let key = code.tokens.indices.first { code.tokens[$0].kind == .string && code.string(at: $0) == "paths" }
        if let key, let entries = code.inside(key + 2) {
          for place in entries where code.has(":", at: place) && code.tokens[place - 1].kind == .string {
            guard code.tokens.indices.contains(place + 2), code.tokens[place + 2].kind == .string else { continue }
            let path = Self.path(of: code.string(at: place + 2), from: start + "tsconfig.json")
            let module = Self.prefix(code.string(at: place - 1))
            if !module.isEmpty { aliases.append((module, Self.prefix(path))) }
          }
          aliases.sort { $0.module.count > $1.module.count }
          return
        }
      }
      guard !folder.isEmpty else { return }
      folder.removeLast()
    }
  }

  private static func prefix(_ text: String) -> String { text.hasSuffix("*") ? String(text.dropLast()) : text }

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

  /// Returns the path and the line of an offset.
  func place(of offset: Int) -> String? {
    guard let part = parts.last(where: { $0.span.lowerBound <= offset }) else { return nil }
    let line = whole.bytes[part.span.lowerBound..<offset].count { $0 == ASCII.newline } + 1
    return "\(part.path):\(line)"
  }

  /// Returns the index of a module that a file imports, or `nil` if it could not be read.
  func index(of module: String, from file: Int) -> Int? {
    for path in paths(of: module, from: parts[file].path) {
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
    let statements = parser.statements()
    for case .exports(let names, let module) in statements.map(\.kind) {
      if let other = modules.index(of: module, from: index) { moduleExports[index, default: []].append((names, other)) }
    }
    machine.isolated { perform(statements, in: scope) }
    return scope
  }

  /// Returns a value that is evaluated when it is used.
  func imported(_ name: String, from index: Int, _ modules: RxJSModules) -> JSValue {
    .imported(
      JSImport { [self] in find(name, in: index, modules, visited: []) ?? .host(name) })
  }

  private func find(_ name: String, in index: Int, _ modules: RxJSModules, visited: Set<Int>) -> JSValue? {
    guard !visited.contains(index) else { return nil }
    let scope = scope(ofModule: index, modules)
    if let value = scope.find(name) { return value }
    for (names, other) in moduleExports[index] ?? [] {
      let exported = names.map { $0.first { $0.name == name }?.exported } ?? name
      if let exported, let value = find(exported, in: other, modules, visited: visited.union([index])) { return value }
    }
    return nil
  }

  /// Returns an object with all that a file declares, or `nil` for a module of a library.
  func namespace(ofFile module: String) -> JSValue? {
    guard let modules, let index = modules.index(of: module, from: currentModule), index != currentModule else {
      return nil
    }
    return .imported(
      JSImport { [self] in
        let object = JSObject()
        let values = scope(ofModule: index, modules).values
        for name in values.keys.sorted() { object[name] = values[name] }
        return .object(object)
      })
  }

  /// Returns what a module exports under a name, or `nil` for a module of a library.
  func export(_ name: String, of module: String) -> JSValue? {
    guard let modules, let index = modules.index(of: module, from: currentModule), index != currentModule else {
      return nil
    }
    return imported(name, from: index, modules)
  }
}
