import Reactive
import Testing

/// Expects that none of the core's objects which a test has made is alive when it is over; they are counted in debug
/// builds only.
///
/// Tests let their inputs go, end or dispose their streams. An observer that holds the input of its own stream, and a
/// start that nothing can end, such as that of `never`, keep themselves alive until somebody ends or disposes them.
struct NoLeaksTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    #if DEBUG
      // For each run of a function, not for a suite around all of its tests.
      guard !test.isSuite else { return try await function() }
      let counter = LiveObjects.Counter()
      try await LiveObjects.$counter.withValue(counter) { try await function() }
      #expect(counter.count == 0, "objects of the core were never let go", sourceLocation: test.sourceLocation)
    #else
      try await function()
    #endif
  }
}

extension Trait where Self == NoLeaksTrait {
  static var noLeaks: Self { NoLeaksTrait() }
}
