import MarbleLanguage
import Reactive

/// Tries a law about streams with many inputs, and throws an error with the smallest input for which it fails.
///
///     try forAll(.stream("ab"), .stream("ab")) { a, b in
///       a.interleave(with: b).filter { $0 == "a" } == a.filter { $0 == "a" }.interleave(with: b.filter { $0 == "a" })
///     }
///
/// All small inputs are tried, the smallest first: streams with few values and ticks, with equal values, with several
/// events on one tick, with all ends, and without any event. Streams that are not cold and share a tick send in the
/// order of the parameters and in the reverse order. Random inputs up to 16 ticks and 12 values follow. They
/// are the same in each test run, unless the environment variable `MARBLES_SEED` contains another seed. An input for
/// which the law fails is made smaller until no value, tick or stream can be removed.
///
/// The closure is called twice for each input, once for each side of the equation. It must not depend on anything but
/// its arguments. One tick of the ``LawParameter/clock`` is a millisecond.
///
/// A law about asynchronous sequences runs them as ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``
/// does. Its parameters are sequences, numbers and the ``LawParameter/virtualClock``.
///
/// - Parameters:
///   - parameters: The parameters of the law.
///   - inputs: The maximum number of inputs.
///   - limits: The limits that stop an endless run.
///   - fileID: The module and the file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - law: A closure that compares two streams with `==`, or a stream with a pattern by `matches`.
/// - Throws: ``LawFailure`` if the law fails, and any error that `law` throws.
public func forAll<each Argument>(
  _ parameters: repeat LawParameter<each Argument>,
  inputs: Int = 2_500,
  limits: Limits = Limits(ticks: 1_000, deliveries: 10_000),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  law: (repeat each Argument) throws -> Equation
) throws {
  var builder = LawSpaceBuilder()
  var needsTasks = false
  for parameter in repeat each parameters {
    builder.add(parameter.kind)
    if parameter.kind.needsTasks { needsTasks = true }
  }
  let location = CallSite(fileID, filePath, line)
  try location.locatingErrors {
    try SwiftRunner.run(
      builder.space, inputs: inputs, limits: limits, needsTasks: needsTasks, location: location
    ) { arguments in
      try law(repeat (each parameters).argument(arguments))
    }
  }
}

/// An error for a law that fails for an input.
///
/// Its description shows the smallest such input and both sides.
public struct LawFailure: Error, CustomStringConvertible {
  /// The inputs, one for each parameter except for clocks, such as `input 1 = --1|`.
  public let inputs: [String]
  /// The comparison of the left side, the actual result, with the right side, the expected one.
  public let comparison: Comparison
  /// The seed of the random inputs.
  public let seed: LawSeed
  public let description: String
  /// The streams of the input and both sides.
  fileprivate let diagram: Diagram
  /// The place of the law.
  package let location: CallSite

  /// The streams of the input and both sides as an SVG document.
  public var svg: String { svg(PictureOptions()) }

  /// Returns the streams of the input and both sides as an SVG document with other options.
  public func svg(_ options: PictureOptions) -> String { options.style.draw([diagram]) }
}

extension LawSeed {
  /// The seed in the environment variable `MARBLES_SEED`, or the default seed.
  fileprivate static var current: LawSeed { environmentVariable("MARBLES_SEED").flatMap(LawSeed.init) ?? .standard }
}

/// Creates the space of a law in Swift from its parameters.
private struct LawSpaceBuilder {
  private var parameters: [LawSpace.Parameter] = []
  private var streams: [LawSpace.StreamParameter] = []
  private var constants: [ValueDomain] = []

  mutating func add(_ kind: LawParameterKind) {
    let name = "input \(parameters.count + 1)"
    switch kind {
    case .clock, .virtualClock: break
    case .integer(let numbers):
      let values = numbers.map(Value.integer)
      parameters.append(.constant(constants.count, name: name))
      constants.append(ValueDomain(values, important: values, isOpen: false))
    case .stream(let isCold, let values, let ends, _):
      let values = values.isEmpty ? [.null] : values
      let domain = ValueDomain(values, important: values, isOpen: false)
      parameters.append(.stream(streams.count))
      streams.append(.init(name: name, isCold: isCold, values: domain, ends: ends))
    }
  }

  var space: LawSpace {
    var combinations: [[Value]] = [[]]
    for domain in constants {
      combinations = combinations.flatMap { start in
        domain.all.prefix(max(8, 1_000 / combinations.count)).map { start + [$0] }
      }
    }
    // The closure is not known, so that common numbers of values and ticks are tried.
    return LawSpace(
      parameters: parameters, streams: streams, constants: constants, combinations: combinations,
      counts: [5, 6, 8, 10, 11], gaps: [2, 3, 5, 6, 10, 11, 20, 21, 50, 100, 101], dependsOnValues: true)
  }
}

/// Runs both sides of a law in Swift.
private final class SwiftRunner: LawRunner {
  let space: LawSpace
  private let limits: Limits
  private let needsTasks: Bool
  private let law: (LawArguments) throws -> Equation
  /// The error that the closure has thrown.
  private var error: (any Error)?

  private init(
    _ space: LawSpace, limits: Limits, needsTasks: Bool, law: @escaping (LawArguments) throws -> Equation
  ) {
    self.space = space
    self.limits = limits
    self.needsTasks = needsTasks
    self.law = law
  }

  /// Tries a law, and throws an error if it fails.
  static func run(
    _ space: LawSpace, inputs: Int, limits: Limits, needsTasks: Bool, location: CallSite,
    law: (LawArguments) throws -> Equation
  ) throws {
    try withoutActuallyEscaping(law) { law in
      let runner = SwiftRunner(space, limits: limits, needsTasks: needsTasks, law: law)
      try runner.run(inputs: inputs, seed: .current, location: location)
    }
  }

  private func run(inputs: Int, seed: LawSeed, location: CallSite) throws {
    let effort = LawEffort(smallInputs: inputs * 4 / 5, largerInputs: inputs / 5, cost: inputs * 200)
    var search = LawSearch(space, effort: effort, seed: seed, check: verdict)
    let result = search.run()
    if let error { throw error }
    guard case .fails(let input) = result else { return }
    let refutation = Refutation(by: input, self, try sides(of: input), tried: search.statistics.total)
    var picture = refutation.picture(location: location.description, expression: "")
    if seed != .standard { picture += "\n  with MARBLES_SEED=\(seed)" }
    throw LawFailure(
      inputs: refutation.inputs, comparison: refutation.comparison, seed: seed,
      description: picture,
      diagram: Diagram(inputs: refutation.lanes, outputs: refutation.comparison.lanes, notes: []), location: location)
  }

  func verdict(of input: LawInput) -> (LawSearch.Verdict, cost: Int) {
    guard error == nil else { return (.cancelled, 0) }
    do {
      let sides = try sides(of: input)
      return (sides.areEqual ? .holds : .fails, sides.cost)
    } catch {
      self.error = error
      return (.cancelled, 0)
    }
  }

  /// Runs both sides, or the left one if the right one is a pattern.
  private func sides(of input: LawInput) throws -> LawSides {
    var pattern: TimelinePattern?
    let left = try result(for: input) { equation in
      if case .pattern(let right) = equation.right { pattern = right }
      return equation.left
    }
    if let pattern {
      if let parseError = pattern.parseError { throw parseError }
      return LawSides(left: left, pattern: pattern)
    }
    let right = try result(for: input) { equation in
      guard case .side(let right) = equation.right else { throw RunError.mixedLaw }
      return right
    }
    return LawSides(left: left, right: right)
  }

  private func result(for input: LawInput, _ side: (Equation) throws -> Equation.Side) throws -> Trial.Result {
    // On the same tick, they send in this order.
    let bindings = zip(space.streams, input.streams).map { $0.binding(of: $1) }.ordered(for: input)
    let run = try needsTasks ? runSequence(side, bindings, input) : runStream(side, bindings, input)
    return Trial.Result(timeline: run.output, deliveries: run.output.marbles.count, stop: run.stop)
  }

  private func runStream(
    _ side: (Equation) throws -> Equation.Side, _ bindings: [Binding], _ input: LawInput
  ) throws -> Run {
    let clock = VirtualTimeScheduler()
    let harness = try TestHarness(bindings, on: clock, limits: limits, MarbleCoder([:]))
    let equation = try law(LawArguments(.streams(harness, clock), input))
    guard case .stream(let stream) = try side(equation) else { throw RunError.mixedLaw }
    return harness.run(stream, during: [.always], location: .none)
  }

  private func runSequence(
    _ side: (Equation) throws -> Equation.Side, _ bindings: [Binding], _ input: LawInput
  ) throws -> Run {
    let harness = try SequenceHarness(bindings, during: [.always], limits: limits, MarbleCoder([:]))
    return try harness.run(demand: [[]], location: .none) {
      let equation = try law(LawArguments(.sequences(harness), input))
      guard case .sequence(let sequence) = try side(equation) else { throw RunError.mixedLaw }
      return sequence
    }
  }
}
