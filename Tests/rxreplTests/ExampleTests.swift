import Foundation
import Testing

/// Runs the examples.
///
/// The pages of the documentation and the doc comments have their own tests.
@Suite(.serialized) struct ExampleTests {
  static let examples = Package.files(in: Package.root + "/examples", endingIn: ".marble")

  @Test func thereAreExamples() {
    #expect(!Self.examples.isEmpty)
  }

  @Test(arguments: examples)
  func exampleHolds(path: String) throws {
    let outcome = try Program().run(path)
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
    // A step of the tutorial can be only a definition, which a script does not show.
    #expect(!outcome.output.isEmpty || path.contains("/tutorial/"))
  }
}
