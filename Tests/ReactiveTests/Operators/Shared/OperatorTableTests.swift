import Foundation
import Testing

/// The table of operators is complete: it contains every operator that the sources declare.
@Suite(.noLeaks)
struct OperatorTableTests {
  @Test func `every operator is in the table`() throws {
    let declared = try declaredOperators()
    #expect(declared.count > 30)
    let covered = Set(TestedOperator.all.flatMap(\.covers))
    #expect(
      declared.subtracting(covered).subtracting(TestedOperator.makers).sorted() == [],
      "in the sources, but not in the table")
    #expect(covered.subtracting(declared).sorted() == [], "in the table, but not in the sources")
  }

  @Test func `a declaration is identified by its name and labels`() {
    let source = """
      extension Signal {
        public func plain() -> Signal { self }
        public func `repeat`<T>(_ first: (A, B) -> T, with second: [T: U] = [:]) {}
        func hidden(a: Int) {}
        public func _requirement(a: Int) {}
      }
      extension Operator where Input == Output {
        public static func
          long(
            one: Int,
            @Builder _ two: @escaping (Int, Int) -> Void
          ) -> Operator {}
      }
      extension Elsewhere {
        public func other() {}
      }
      """
    #expect(declarations(in: source) == ["plain()", "repeat(_:with:)", "long(one:_:)"])
  }

  /// Returns the public functions of signals, producers and operators in the folder of the operators.
  private func declaredOperators() throws -> Set<String> {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../Sources/Reactive/Operators")
    let files = FileManager.default.enumerator(at: folder.standardizedFileURL, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      names.formUnion(declarations(in: try String(contentsOf: file, encoding: .utf8)))
    }
    return names
  }

  private func declarations(in source: String) -> Set<String> {
    var names: Set<String> = []
    var isInside = false
    var open: String?
    for line in source.split(separator: "\n") {
      if line.hasPrefix("extension ") {
        isInside = line.contains(/^extension (Operator|Signal|SignalProducer|StreamProtocol)\b/)
      }
      if line == "}" { isInside = false }
      let code = line.drop { $0 == " " }
      if isInside, code.contains(/^public (static )?func\b/) { open = "" }
      guard let text = open else { continue }
      open = text + code + " "
      if let name = name(of: text + code) {
        // An underscore marks the implementation of an operator.
        if !name.hasPrefix("_") { names.insert(name) }
        open = nil
      }
    }
    return names
  }

  /// Returns the name and labels of a function declaration, or `nil` if its parameter list is incomplete.
  private func name(of declaration: String) -> String? {
    guard let match = declaration.firstMatch(of: /func\s+`?([^\s(<`]+)`?\s*/) else { return nil }
    var depth = 0
    var parameters: [String] = []
    var isInParameters = false
    var previous: Character = " "
    for character in declaration[match.range.upperBound...] {
      switch character {
      case "(" where depth == 0:
        isInParameters = true
        depth = 1
        parameters = [""]
      case "(", "[", "<": depth += 1
      case ">" where previous == "-": break
      case ")", "]", ">": depth -= 1
      case "," where depth == 1 && isInParameters: parameters.append("")
      default: break
      }
      if isInParameters, depth == 0 {
        let labels = parameters.compactMap { parameter in
          let words = parameter.split(separator: " ").drop { $0.hasPrefix("@") }
          return words.first.map { $0.prefix { $0 != ":" } + ":" }
        }
        return match.output.1 + "(" + labels.joined() + ")"
      }
      if isInParameters, !(character == "(" && depth == 1 && parameters == [""]), character != "," || depth > 1 {
        parameters[parameters.count - 1].append(character)
      }
      previous = character
    }
    return nil
  }
}
