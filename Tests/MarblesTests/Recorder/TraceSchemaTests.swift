import Foundation
import Marbles
import TestSupport
import Testing

/// The JSON Schema of traces.
struct TraceSchemaTests {
  /// The recorders for other languages write valid lines.
  @Test(arguments: ["rxjs", "followed", "observables", "iterables", "Main"])
  func recordedLinesAreValid(program: String) throws {
    let path = "Tests/rxreplTests/Recorders/Programs/\(program).jsonl"
    let text = try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    let schema = try JSONSchema.ofTraces
    for line in text.split(separator: "\n") {
      #expect(schema.fault(in: JSONTree(String(line))) == nil, "\(line)")
    }
  }

  @Test func linesOfThePageAreValid() throws {
    let page = packageRoot.appendingPathComponent("Documentation/Traces.md")
    let schema = try JSONSchema.ofTraces
    let fence = try #require(fences(in: try String(contentsOf: page, encoding: .utf8)).first { $0.info == "json" })
    for line in fence.text.split(separator: "\n") {
      #expect(schema.fault(in: JSONTree(String(line))) == nil, "\(line)")
    }
  }

  @Test func drawingOfThePageIsThatOfItsLines() throws {
    let page = packageRoot.appendingPathComponent("Documentation/Traces.md")
    let all = fences(in: try String(contentsOf: page, encoding: .utf8))
    let lines = try #require(all.first { $0.info == "json" }).text
    let diagram = try #require(TraceFile(Array(lines.utf8)).diagram)
    var style = DrawingStyle()
    style.format = .unicode
    let drawn = try #require(all.first { $0.info == "text" }).text
    #expect(drawn.split(separator: "\n") == style.draw([diagram]).split(separator: "\n"))
  }

  @Test(arguments: [
    #"{"schema": "rxrepl/trace"}"#, #"{"schema": "rxrepl/trace", "version": 1, "unit": "us", "startedAt": "2026"}"#,
    #"{"time": 1.5, "stream": "a", "kind": "value", "cause": [1, "b"], "extra": {}}"#,
  ])
  func lineIsValid(line: String) throws {
    #expect(try JSONSchema.ofTraces.fault(in: JSONTree(line)) == nil)
  }

  @Test(arguments: [
    #"{"schema": "rxrepl/diagram"}"#, #"{"schema": "rxrepl/trace", "version": 2}"#, #"{"time": 1, "stream": "a"}"#,
    #"{"time": "1", "stream": "a", "kind": "value"}"#, #"{"time": 1, "stream": "a", "kind": "moved"}"#,
    #"{"time": 1, "stream": "a", "kind": "value", "id": [1]}"#,
  ])
  func lineIsInvalid(line: String) throws {
    #expect(try JSONSchema.ofTraces.fault(in: JSONTree(line)) != nil)
  }
}
