extension Duration {
  /// The number of nanoseconds, rounded towards zero.
  package var wholeNanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
