/// A string without its marks `⏵` and `⏴`, and the span between them.
package struct MarkedText {
  package let text: String
  package let span: Range<Int>

  package init(_ marked: String) {
    let bytes = Array(marked.utf8)
    let opening = Array("⏵".utf8)
    let closing = Array("⏴".utf8)
    var plain: [UInt8] = []
    var start: Int?
    var end: Int?
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: opening) {
        start = plain.count
        index += opening.count
      } else if bytes[index...].starts(with: closing) {
        end = plain.count
        index += closing.count
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    text = String(decoding: plain, as: UTF8.self)
    span = (start ?? 0)..<(end ?? start ?? 0)
  }
}
