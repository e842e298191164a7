import CLineEdit

/// The Ctrl-C flag, which long operations check.
enum Interrupt {
  /// Makes Ctrl-C raise the flag instead of ending the program.
  static func install() {
    interrupt_install()
  }

  static var isRaised: Bool {
    interrupt_is_raised()
  }

  static func clear() {
    interrupt_clear()
  }
}
