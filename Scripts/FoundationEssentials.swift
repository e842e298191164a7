// The part of Foundation that swift-argument-parser imports, for the program that `make` builds.
//
// Foundation and its regular expressions would be a quarter of the program, and swift-argument-parser only writes the
// options in JSON with them, for `--experimental-dump-help`, which rxrepl does not have.

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

public struct Data {}

public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)

    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  private struct UnsupportedError: Error {}

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode<Item: Encodable>(_ item: Item) throws -> Data { throw UnsupportedError() }
}

extension String {
  public enum Encoding {
    case utf8
  }

  public init?(data: Data, encoding: Encoding) { return nil }
}

/// Returns the length of a vector, which Swift's module of glibc offers.
///
/// That of glibc would be the only function of version 2.35 that the program needs.
@_cdecl("hypotf")
public func hypotf(_ x: Float, _ y: Float) -> Float {
  Float((Double(x) * Double(x) + Double(y) * Double(y)).squareRoot())
}
