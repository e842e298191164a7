import Foundation
import Marbles
import Testing

@testable import MarblePage

struct FoldedTextTests {
  private static let line = "a sends 1, 2 and completes at tick 9.\n"
  /// Strings and the number of their repetitions.
  static let texts = [
    ("", 0), ("too short", 0), (String(repeating: line, count: 3), 2), (line + "🙂 " + line + "🙃 " + line, 2),
    ("é --1-2-3-4-5-6-7-8-é --1-2-3-4-5-6-7-8-è --1-2-3-4-5-6-7-8-", 2),
  ]

  @Test(arguments: texts)
  func unfoldedTextIsTheSame(text: String, count: Int) throws {
    let folded = FoldedText(text)
    var json = JSONText()
    folded.write(to: &json)
    let parts = try #require(try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [Any])
    var bytes: [UInt8] = []
    var numbers: [Int] = []
    for part in parts {
      if let literal = part as? String {
        bytes += literal.utf8
      } else {
        numbers.append(try #require(part as? Int))
        guard numbers.count.isMultiple(of: 2) else { continue }
        let start = bytes.count - numbers[numbers.count - 2]
        bytes += bytes[start..<start + numbers[numbers.count - 1]]
      }
    }
    #expect(String(validating: bytes, as: UTF8.self) == text)
    #expect(folded.size == bytes.count)
    #expect(numbers.count / 2 == count)
  }
}
