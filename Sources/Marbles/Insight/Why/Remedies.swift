import MarbleLanguage

/// Finds changes of an expression with which an event comes, by trying them.
struct Remedies {
  private let question: Question
  private let run: CausalRun
  private let limits: Limits
  private let isWanted: () -> Bool

  init(_ question: Question, _ run: CausalRun, limits: Limits, while isWanted: @escaping () -> Bool) {
    self.question = question
    self.run = run
    self.limits = limits
    self.isWanted = isWanted
  }

  func remedies(for loss: Loss?) -> [Explanation.Remedy] { [] }
}
