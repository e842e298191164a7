import MarbleSession
import MarbleTools
import Marbles

/// The unit in which the client counts the characters of a line.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A line and a character in it, counted from 0.
struct Position: Sendable, Hashable {
  var line: Int
  /// The number of code units before it.
  var character: Int
}

/// An open document of the client.
struct TextDocument: Sendable {
  let uri: String
  /// The path of the file, or a name.
  let name: String
  /// The document as the features of the editor read it, which is parsed once.
  let edited: EditedDocument
  let encoding: PositionEncoding
  private let isScript: Bool
  /// The version that the client has given, if it has.
  let version: Int?
  /// The offsets at which the lines begin.
  private let lineStarts: [Int]
  /// The numbers of UTF-16 units before each block of bytes, so that a long line is not counted for each position.
  private let unitsBeforeBlocks: [Int]
  /// Whether each block has only ASCII, whose units are its bytes.
  private let asciiBlocks: [Bool]
  private static let blockSize = 32

  /// - Parameter isScript: Whether the document is a script, and not a program, if its name has no ending of a page.
  init(
    uri: String, name: String, bytes: [UInt8], encoding: PositionEncoding, version: Int?, isScript: Bool = true
  ) {
    self.uri = uri
    self.name = name
    edited = EditedDocument(name: name, bytes: bytes, isScript: isScript)
    self.isScript = isScript
    self.encoding = encoding
    self.version = version
    var (starts, units, unitsBefore, ascii) = ([0], 0, [Int](), [Bool]())
    for (index, byte) in bytes.enumerated() {
      if index.isMultiple(of: Self.blockSize) {
        unitsBefore.append(units)
        ascii.append(true)
      }
      units += byte.unitCount
      if byte >= 0x80 { ascii[ascii.count - 1] = false }
      guard byte.isLineEnd else { continue }
      let isPair = byte == UInt8(ascii: "\r") && index + 1 < bytes.count && bytes[index + 1] == ASCII.newline
      if !isPair { starts.append(index + 1) }
    }
    lineStarts = starts
    unitsBeforeBlocks = unitsBefore + [units]
    asciiBlocks = ascii
  }

  var bytes: [UInt8] { edited.bytes }
  /// The path of the file, which is the same however the client writes it.
  var path: String { name.normalizedPath }

  /// Returns the document with other contents.
  func with(_ bytes: [UInt8], version: Int?) -> TextDocument {
    TextDocument(uri: uri, name: name, bytes: bytes, encoding: encoding, version: version, isScript: isScript)
  }

  // MARK: Positions

  /// Returns the offset of a position, which is the end of the line or of the document if the position is beyond it.
  func offset(of position: Position) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    var offset = lineStarts[position.line]
    var units = 0
    while offset < bytes.count, !bytes[offset].isLineEnd {
      let length = scalarLength(at: offset)
      units += encoding == .utf8 ? length : length == 4 ? 2 : 1
      if units > position.character { break }
      offset += length
    }
    return offset
  }

  /// Returns the position of an offset, which is the end of the line for an offset inside its line end.
  func position(of offset: Int) -> Position {
    var offset = min(max(offset, 0), bytes.count)
    let isInLineEnd = offset > 0 && offset < bytes.count && bytes[offset] == ASCII.newline
    if isInLineEnd, bytes[offset - 1] == UInt8(ascii: "\r") { offset -= 1 }
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let start = lineStarts[low]
    return Position(
      line: low, character: encoding == .utf16 ? units(before: offset) - units(before: start) : offset - start)
  }

  /// Returns the number of UTF-16 units before an offset of the document.
  private func units(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    if block < asciiBlocks.count, asciiBlocks[block] {
      return unitsBeforeBlocks[block] + offset - block * Self.blockSize
    }
    return bytes[block * Self.blockSize..<offset].reduce(unitsBeforeBlocks[block]) { $0 + $1.unitCount }
  }

  private func scalarLength(at offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end - offset
  }
}

extension UInt8 {
  /// The number of UTF-16 units of the scalar that begins with the byte, or 0 if none does.
  fileprivate var unitCount: Int {
    // A scalar of four bytes has two units, and each other scalar one.
    self & 0xC0 == 0x80 ? 0 : self >= 0xF0 ? 2 : 1
  }
}

extension String {
  /// The path of a `file:` address, or the part of another address that serves as a name.
  var pathOfAddress: String {
    if hasPrefix("file://") {
      let rest = dropFirst("file://".count)
      return rest.drop { $0 != "/" }.percentDecoded ?? String(rest)
    }
    return split(separator: ":").last.map(String.init) ?? self
  }

  /// The `file:` address of the file at this path.
  var addressOfPath: String {
    "file://"
      + utf8.map { byte in
        let isPlain = byte.isLetter || byte.isDigit || "-._~/".utf8.contains(byte)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
  }
}
