import MarbleEvaluation

/// The number of colors that a terminal has.
package enum ColorDepth: Sendable, Hashable {
  case none
  /// Eight colors, which users can configure.
  case eight
  /// 256 colors, most of which are the same on all terminals.
  case full
}
