import Marbles
import Testing

/// Drawings that are read from JSON.
struct JSONReadingTests {
  private func read(_ text: String) throws -> [Diagram] { try Diagram.drawings(inJSON: Array(text.utf8)) }

  /// Returns the position of an error and the missing part.
  private func error(in text: String) -> String {
    do {
      return "read \(try read(text).count)"
    } catch let error as JSONReadingError {
      return "\(error.offset): \(error.expected)"
    } catch {
      return "\(error)"
    }
  }

  @Test func drawingIsTheSameAfterReading() throws {
    let clock = VirtualTimeScheduler()
    let recorder = Recorder(on: clock)
    let (signal, input) = Signal<[String: Int]?, Failure>.pipe()
    let other = SignalProducer<(Int, Double, String, Bool), Failure>(value: (.max, 1.5, "\"é\u{1}\n", true))
    signal.recorded("maps", by: recorder).producer
      .flatMap(.merge) { _ in other.delay(.milliseconds(2), on: clock).recorded("in ner", by: recorder) }
      .recorded("out", by: recorder)
      .start()
    clock.advance(by: .milliseconds(1))
    input.send(value: ["a": 1])
    clock.advance(by: .milliseconds(5))
    input.send(value: nil)
    input.send(error: Failure("|"))
    let json = recorder.diagram.json
    let diagram = try #require(try read(json).first)
    #expect(JSON().draw(diagram) + "\n" == json)
    #expect(diagram.lanes.map(\.name) == ["maps", "out"])
  }

  @Test func otherMembersOfATraceStayAfterReading() throws {
    let trace = """
      {"time": 1, "stream": "a", "kind": "subscribed", "thread": "main"}
      {"time": 2, "stream": "a", "kind": "value", "value": 1, "id": 1, "n": [1.50, {"x": null}, true]}
      {"time": 3, "stream": "b", "kind": "subscribed", "parent": 1, "y": "\\""}
      """
    let json = JSON().draw(try #require(TraceFile(Array(trace.utf8)).diagram))
    let diagram = try #require(try read(json).first)
    let again = JSON().draw(diagram)
    #expect(again == json.replacing("[1.50, {\"x\": null}, true]", with: "[1.50,{\"x\":null},true]"))
    #expect(again.ranges(of: "\"trace\":{").count == 3)
  }

  @Test func everyLineCanHaveADrawing() throws {
    let line = Recorder(on: VirtualTimeScheduler()).diagram.json
    let report = #"{"schema":"rxrepl/report","version":1,"kind":"text","text":"é"}"#
    #expect(try read(line + report + "\n" + line).count == 2)
  }

  @Test(arguments: [
    ("", "0: a drawing"), ("{", "1: a key in quotes"), (#"{"a" 1}"#, "5: `:`"), (#"{"a":1"#, "6: `,` or `}`"),
    ("[1 2]", "3: `,` or `]`"), ("[tru]", "1: a JSON value"), (#"["\x"]"#, "3: an escape such as `\\n` or `\\u00E9`"),
    (#"["a"#, "3: `\"`"), ("[]", "0: an object"), ("{}", "0: an object with the key `schema`"),
    (#"{"schema":1}"#, "10: a string"), (#"{"schema":"x"}"#, "10: `rxrepl/diagram` or `rxrepl/report`"),
    (#"{"schema":"rxrepl/diagram","ticks":{"first":2,"last":1}}"#, "35: a last tick after the first one"),
    (#"{"schema":"rxrepl/diagram","ticks":{"first":0,"last":1e99}}"#, "53: an integer"),
    (String(repeating: "[", count: 1_000), "200: fewer brackets in each other"),
  ])
  func errorHasItsPosition(text: String, expected: String) {
    #expect(error(in: text) == expected)
  }

  @Test(arguments: ["0", "-0", "10", "1.0", "-0.05", "1e9", "1E+09", "2.5e-3"])
  func numberIsRead(text: String) throws {
    var parser = JSONParser(Array(text.utf8))
    guard case .number(text)? = try parser.next()?.content else { throw JSONReadingError(expected: text, offset: 0) }
  }

  @Test(arguments: ["3.", ".5", "03", "-", "+1", "1e", "1e+", "0x1", "-inf", "nan", "1-2", "1.2.3"])
  func wordIsNotANumber(text: String) {
    #expect(error(in: "[\(text)]") == "1: a JSON value")
  }
}
