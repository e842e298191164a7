import Foundation
import Testing

/// Tests of `rxrepl docs` and `rxrepl test` with Swift files, run from a shell.
@Suite struct SwiftDocsTests {
  private static let source = #"""
    let text = """
      /// ```marble
      /// nothing.here(
      """ + "\("/* \(1)")"
    // ```marble
    extension Signal {
      /// Doubles numbers.
      ///
      /// - Note: In a list:
      ///
      ///   ```marble
      ///   a = --1|
      ///   a.map { $0 * 2 }
      ///   ```
      func double() {}

      /**
       * In another comment.
       *
       * ```marble
       * b = -x|
       * b
       * ```
       */
      func other() {}  /// ```marble
    }

    """#

  private static let drawn = #"""
    let text = """
      /// ```marble
      /// nothing.here(
      """ + "\("/* \(1)")"
    // ```marble
    extension Signal {
      /// Doubles numbers.
      ///
      /// - Note: In a list:
      ///
      ///   ```marble
      ///   a = --1|
      ///   a.map { $0 * 2 }
      ///   ```
      ///
      ///   ```text drawn
      ///        0
      ///   a    --1|
      ///        = a.map { $0 * 2 } =
      ///   out  --2|
      ///   ```
      func double() {}

      /**
       * In another comment.
       *
       * ```marble
       * b = -x|
       * b
       * ```
       *
       * ```text drawn
       *    0
       * b  -x|
       * ```
       */
      func other() {}  /// ```marble
    }

    """#

  @Test(arguments: ["\n", "\r\n"])
  func drawingIsWrittenIntoTheComment(lineEnd: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.source.replacingOccurrences(of: "\n", with: lineEnd), to: "Double.swift")
    let outcome = try Program(folder: folder.path).run("docs", "Double.swift")
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
    let drawn = Self.drawn.replacingOccurrences(of: "\n", with: lineEnd)
    #expect(String(decoding: try folder.bytes("Double.swift"), as: UTF8.self) == drawn)
    #expect(try Program(folder: folder.path).run("docs", "--check", ".").end == .status(0))
  }

  @Test func outdatedDrawingHasItsPosition() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.drawn.replacingOccurrences(of: "--2|", with: "--3|"), to: "Double.swift")
    let outcome = try Program(folder: folder.path).run("docs", "--check", ".")
    #expect(
      outcome.output == """
        Double.swift:11:9: error: the drawing of this fence is out of date
        --- Double.swift
        +++ Double.swift
        @@ -17,7 +17,7 @@
           ///        0
           ///   a    --1|
           ///        = a.map { $0 * 2 } =
        -  ///   out  --3|
        +  ///   out  --2|
           ///   ```
           func double() {}
         

        """)
    #expect(outcome.end == .status(1))
  }

  @Test func assertionsAreTested() throws {
    let folder = try TemporaryFolder()
    try folder.write("/// ```marble\n/// a = --1|\n/// a == --2|\n/// ```\nlet x = 1\n", to: "X.swift")
    try folder.write("let y = \"```marble\"\n", to: "Y.swift")
    try folder.write("/// ```marble\n/// a\n/// ```\nlet z = 1\n\n/// ```marble\n/// --1-\n", to: "Z.swift")
    let outcome = try Program(folder: folder.path).run("test")
    #expect(
      outcome.output == """
        ✗ X.swift:3  a      1 difference
                   0
        expected   --2|
        actual     --1|
                     ^
          tick 2  expected 2, got 1
          help: for the reason, write `why not 2 @2` on the next line
        ✗ X.swift: 1 assertion, 1 failed
        ✗ Z.swift: 1 error
        2 files, 1 assertion, 1 failed, 1 error

        """)
    #expect(
      outcome.errors == """
        Z.swift:6:5: error: the fence is never closed
          /// ```marble
              ^^^ the fence starts here
          help: close it with a line of ```, in the same list item or quote

        """)
  }

  @Test func timelineInACommentIsUpdated() throws {
    let folder = try TemporaryFolder()
    try folder.write("  /// ```marble\r\n  /// --1| ==\r\n  /// ```\r\n", to: "X.swift")
    #expect(try Program(folder: folder.path).run("test", "--update", "X.swift").end == .status(0))
    #expect(try folder.bytes("X.swift") == Array("  /// ```marble\r\n  /// --1| == --1|\r\n  /// ```\r\n".utf8))
  }

  @Test func commentsDoNotShareNames() throws {
    let folder = try TemporaryFolder()
    let fence = "/// ```marble\n/// a.map { $0 } == --1|\n/// ```\n"
    try folder.write("/// ```marble\n/// a = --1|\n/// ```\n///\n\(fence)let x = 1\n\(fence)let y = 1\n", to: "X.swift")
    let outcome = try Program(folder: folder.path).run("test", "X.swift")
    #expect(outcome.errors.hasPrefix("X.swift:10:5: error: "))
    #expect(outcome.output.contains("X.swift: 1 assertion"))
  }

  @Test func drawingCannotEndAComment() throws {
    let folder = try TemporaryFolder()
    try folder.write("/**\n ```marble\n a = --1|\n a.map { \"*\\(\"/\")\" }\n ```\n */\nlet x = 1\n", to: "X.swift")
    let outcome = try Program(folder: folder.path).run("docs", "X.swift")
    #expect(outcome.errors.hasPrefix("X.swift:2:2: error: the drawing of this fence would begin or end a comment"))
    #expect(outcome.end == .status(2))
  }
}
