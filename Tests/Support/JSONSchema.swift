import Foundation

/// A validator for the part of JSON Schema that the schemas in `Documentation` use.
package struct JSONSchema {
  package let root: JSONTree

  /// The schema of the output of `--format json`.
  package static var ours: JSONSchema {
    get throws { try JSONSchema(named: "diagram") }
  }

  /// The schema of the lines of a trace.
  package static var ofTraces: JSONSchema {
    get throws { try JSONSchema(named: "trace") }
  }

  private init(named name: String) throws {
    let path = packageRoot.appendingPathComponent("Documentation/\(name).schema.json")
    root = JSONTree(try String(contentsOf: path, encoding: .utf8))
  }

  /// Returns a description of the first violation in a value, or `nil` if the value is valid.
  package func fault(in value: JSONTree, at path: String = "") -> String? { fault(in: value, schema: root, path) }

  private func fault(in value: JSONTree, schema: JSONTree, _ path: String) -> String? {
    guard case .object(let rules) = schema else { return "\(path): no schema" }
    for rule in rules {
      if let fault = fault(in: value, rule.key, rule.value, schema, path) { return fault }
    }
    return nil
  }

  private func fault(
    in value: JSONTree, _ rule: String, _ content: JSONTree, _ schema: JSONTree, _ path: String
  ) -> String? {
    switch (rule, content, value) {
    case ("$schema", _, _), ("title", _, _), ("$defs", _, _): return nil
    case ("$ref", .scalar(let reference), _):
      guard let name = reference.split(separator: "/").last?.dropLast(), let target = root["$defs"]?[String(name)]
      else {
        return "\(path): \(reference) leads nowhere"
      }
      return fault(in: value, schema: target, path)
    case ("oneOf", .array(let choices), _):
      let faults = choices.map { fault(in: value, schema: $0, path) }
      return faults.count { $0 == nil } == 1 ? nil : "\(path): not one of \(faults)"
    case ("anyOf", .array(let choices), _):
      return choices.contains { fault(in: value, schema: $0, path) == nil } ? nil : "\(path): none of several"
    case ("type", .array(let names), _): return names.contains(where: value.isOf) ? nil : "\(path): another type"
    case ("type", _, _): return value.isOf(content) ? nil : "\(path): not \(content)"
    case ("const", _, _): return value == content ? nil : "\(path): not \(content)"
    case ("enum", .array(let values), _): return values.contains(value) ? nil : "\(path): \(value) is not among them"
    case ("items", _, .array(let items)):
      return items.enumerated().lazy.compactMap { fault(in: $1, schema: content, "\(path)[\($0)]") }.first
    case ("required", .array(let keys), .object(let members)):
      return keys.lazy.filter { key in !members.contains { .scalar("\"\($0.key)\"") == key } }
        .map { "\(path): \($0) is missing" }.first
    case ("properties", _, .object(let members)):
      return members.lazy.compactMap { member in
        content[member.key].flatMap { fault(in: member.value, schema: $0, "\(path).\(member.key)") }
      }.first
    case ("additionalProperties", _, .object(let members)):
      let known = schema["properties"]
      return members.first { known?[$0.key] == nil }.map { "\(path): \($0.key) is not in the schema" }
    case ("items", _, _), ("required", _, _), ("properties", _, _), ("additionalProperties", _, _): return nil
    default: return "\(path): \(rule) is not known here"
    }
  }
}

extension JSONTree {
  fileprivate func isOf(_ type: JSONTree) -> Bool {
    switch (self, type) {
    case (.object, .scalar("\"object\"")), (.array, .scalar("\"array\"")): true
    case (.scalar("null"), .scalar("\"null\"")): true
    case (.scalar("true"), .scalar("\"boolean\"")), (.scalar("false"), .scalar("\"boolean\"")): true
    case (.scalar(let text), .scalar("\"string\"")): text.unicodeScalars.first == "\""
    case (.scalar(let text), .scalar("\"integer\"")): Int(text) != nil
    case (.scalar(let text), .scalar("\"number\"")): Double(text) != nil
    default: false
    }
  }
}
