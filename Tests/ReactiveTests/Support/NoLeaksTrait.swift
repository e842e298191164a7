import Reactive
import Testing

/// A trait that expects all objects of the core that a test creates to be released at its end.
///
/// The objects are counted only in debug builds. Tests must release their inputs, or end or dispose their streams. An
/// observer that retains the input of its own stream, and a subscription that nothing can end, such as one of
/// `never`, retain themselves until they are ended or disposed.
struct NoLeaksTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    #if DEBUG
      // The check applies to each test function, not to a suite.
      guard !test.isSuite else { return try await function() }
      let counter = LiveObjects.Counter()
      try await LiveObjects.$counter.withValue(counter) { try await function() }
      #expect(counter.count == 0, "objects of the core were never released", sourceLocation: test.sourceLocation)
    #else
      try await function()
    #endif
  }
}

extension Trait where Self == NoLeaksTrait {
  static var noLeaks: Self { NoLeaksTrait() }
}
