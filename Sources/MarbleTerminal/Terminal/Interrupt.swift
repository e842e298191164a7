import CLineEdit

/// The Ctrl-C flag, which long operations check.
package enum Interrupt {
  /// Makes Ctrl-C raise the flag instead of ending the program.
  package static func install() {
    interrupt_install()
  }

  package static var isRaised: Bool {
    interrupt_is_raised()
  }

  static func clear() {
    interrupt_clear()
  }
}
