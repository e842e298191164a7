import Marbles

/// The options of a session, some of which are available at the prompt as ``Setting``.
package struct SessionOptions: Sendable {
  /// The limits of each run.
  package var limits: Limits
  /// The highest limits that a script can set, or `nil` if scripts are trusted.
  package var highestLimits: Limits?
  /// The names of settings that the command line decides, so that a script cannot change them.
  package var fixedSettings: Set<String> = []
  /// Whether scripts are not trusted.
  package var isSafe: Bool { highestLimits != nil }
  /// The length of a tick in the following statements.
  var tickLength = TickLength.millisecond
  /// The number of ticks, or the duration, by which events may come earlier or later than expected.
  var tolerance = "0"
  /// The part of traces to draw.
  package var trace = TraceFile.Selection()
  /// The other language whose programs the session runs.
  package var foreignLanguage: ForeignLanguage?
  /// The style of diagrams.
  package var style = DrawingStyle()
  /// Whether a chain shows a lane after each of its operators.
  package var showsStages = false
  /// Whether output taller than the screen goes through a pager, if both are available.
  package var usesPager = false
  /// The seed of the random inputs of laws.
  var seed = LawSeed.standard
  /// The amount of work that is spent on a law.
  package var lawEffort = LawEffort()
  /// The known reports of laws, and a function that returns the text that a law at a span of the script depends on.
  package var knownLaws: (reports: LawReports, text: @Sendable (Span) -> String)?
  /// Whether the prompt shows what an entry would draw while it is typed.
  package var showsPreview = true
  /// Whether a drawing has a note if its result depends on the order of two events on the same tick.
  package var notesRaces = false
  /// Whether steps are recorded for `:save` and `:undo`, which long scripts do not need.
  package var keepsSteps = true
  /// Whether each source is a trace, also one that does not begin like a trace.
  package var readsTraces = false
  /// Whether assertions have a drawing of their run in every output format.
  package var drawsAssertions = false
  /// Whether shown expressions are drawn, or else run only for their errors.
  package var drawsShown = true
  /// Whether questions are answered.
  package var answersQuestions = true
  /// Whether the expressions that a script binds are run for their results.
  package var runsBindings = false
  /// Whether expressions are checked for hazards.
  package var findsHazards = false
  /// Whether statements are run, or else only analyzed for the names and settings of the following ones.
  package var runsStatements = true

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }
}

extension Limits {
  /// The limits of a run for a preview.
  ///
  /// They count deliveries, not time, so the same entry always has the same preview. Such a run takes less than 5 ms.
  static let preview = Limits(ticks: 200, deliveries: 1000)
}
