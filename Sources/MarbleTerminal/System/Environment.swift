/// The environment variables and the user's files.
package enum Environment {
  /// Returns the value of a variable, or `nil` if it is not set.
  package static func variable(_ name: String) -> String? { Platform.variable(name) }

  /// Returns the path of the history file in the user's state folder, or `nil` if there is no home folder either.
  static func history(_ variable: (String) -> String?) -> String? {
    file("history", in: "XDG_STATE_HOME", otherwise: ".local/state", variable)
  }

  /// Returns the path of the file with the progress in the tutorial and the exercises, which is in the same folder.
  static func exercises(_ variable: (String) -> String?) -> String? {
    file("exercises", in: "XDG_STATE_HOME", otherwise: ".local/state", variable)
  }

  /// Returns the path of the script that runs at the start of each session at the prompt.
  static func startScript(_ variable: (String) -> String?) -> String? {
    file("init.marble", in: "XDG_CONFIG_HOME", otherwise: ".config", variable)
  }

  private static func file(
    _ name: String, in folder: String, otherwise usual: String, _ variable: (String) -> String?
  ) -> String? {
    // The XDG specification says to ignore relative paths: they would mean another file in every folder.
    if let folder = variable(folder), folder.hasPrefix("/") { return "\(folder)/rxrepl/\(name)" }
    if let home = variable("HOME"), home.hasPrefix("/") { return "\(home)/\(usual)/rxrepl/\(name)" }
    return nil
  }
}
