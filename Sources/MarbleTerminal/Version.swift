import CLineEdit

/// The version of the program, whose only other mentions are made from it.
package enum Version {
  static let number = "0.1.0"

  /// The version with the commit and the version of Swift, if `make` built the program.
  package static var text: String {
    let origin = [("commit", build_commit()), ("Swift", build_swift())].compactMap { name, value in
      value.map { "\(name) \(String(cString: $0))" }
    }
    return origin.isEmpty ? number : "\(number) (\(origin.joined(separator: ", ")))"
  }
}
