import CLineEdit
import MarbleSession

/// The destination of results that are written at the end: a file, or a picture that another program makes.
package struct ResultFile: Equatable {
  /// A format that `rsvg-convert` makes of an SVG picture.
  package enum Conversion: String {
    /// With twice as many pixels as the picture, for fine screens.
    case png
    case pdf

    fileprivate var beginning: [UInt8] { self == .png ? [0x89, 0x50, 0x4E, 0x47] : Array("%PDF".utf8) }

    var options: String { self == .png ? "--format=png --zoom=2" : "--format=pdf" }
  }

  /// The path of the file, or `nil` for standard output.
  let path: String?
  let conversion: Conversion?
  /// Whether the results are written as tests for Swift.
  let isSwift: Bool

  package init(path: String?, conversion: Conversion?, isSwift: Bool = false) {
    self.path = path
    self.conversion = conversion
    self.isSwift = isSwift
  }

  /// Writes the results, or nothing if they cannot be converted.
  func write(_ bytes: [UInt8]) throws(SystemFailure) {
    let bytes =
      try conversion.map { conversion throws(SystemFailure) in try Self.convert(bytes, to: conversion) } ?? bytes
    if let path {
      try writeFile(at: path, bytes, isPrivate: false)
    } else if let error = FileDescriptor.output.writeAll(bytes) {
      throw error.failure
    }
  }

  private static func convert(_ picture: [UInt8], to conversion: Conversion) throws(SystemFailure) -> [UInt8] {
    let file = try TemporaryFile(containing: picture, ending: ".svg")
    // The converted picture replaces the original in the private file. A PDF file contains the time of this variable.
    let command = """
      command -v rsvg-convert >/dev/null || exit 127
      export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH-0}"
      result=$(mktemp) && rsvg-convert \(conversion.options) --output="$result" "$1" && cat "$result" >"$1"
      status=$?
      rm -f "$result"
      exit $status
      """
    let status = program_run(command, file.path)
    if status == 0, case let converted = try readFile(at: file.path), converted.starts(with: conversion.beginning) {
      return converted
    }
    switch status {
    case 127:
      throw SystemFailure(
        reason: "`rsvg-convert` is not installed, which makes \(conversion.rawValue.uppercased()) pictures",
        cause: .noConverter)
    default: throw SystemFailure(reason: "`rsvg-convert` failed, so nothing was written")
    }
  }
}
