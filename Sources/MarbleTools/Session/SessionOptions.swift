import Marbles

/// What a session, and whoever starts one, may be told; ``Setting`` names what can be said at the prompt.
package struct SessionOptions: Sendable {
  /// How far a run may go.
  package var limits: Limits
  /// How long a tick is in what is read from now on.
  var tickLength = TickLength.millisecond
  /// How diagrams are drawn from now on.
  package var style = DrawingStyle()
  /// Whether a chain shows a lane after each of its operators.
  package var showsStages = false
  /// Whether what is taller than the screen goes through a pager, where there are a screen and a pager.
  package var usesPager = false
  /// Whether what is done is noted for `:save` and `:undo`; a long script that nobody adds to need not.
  package var keepsSteps = true
  /// Whether an assertion comes with a drawing of what was run, however drawings are written.
  var drawsAssertions = false
  /// Whether what is only shown is drawn; else it is run for its errors.
  var drawsShown = true

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }
}
