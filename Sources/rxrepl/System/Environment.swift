/// What the environment says of this user.
enum Environment {
  /// The value of a variable; `nil` where it is not set.
  static func variable(_ name: String) -> String? { Platform.variable(name) }

  /// Whether a terminal of this kind can move its cursor.
  static var hasCursor: Bool { variable("TERM").map { !$0.isEmpty && $0 != "dumb" } ?? false }

  /// Where the history is kept: in the user's folder for state, or nowhere when there is no home either.
  static func history(_ variable: (String) -> String?) -> String? {
    file("history", in: "XDG_STATE_HOME", otherwise: ".local/state", variable)
  }

  /// The script that runs at the start of each session at the prompt.
  static func startScript(_ variable: (String) -> String?) -> String? {
    file("init.marble", in: "XDG_CONFIG_HOME", otherwise: ".config", variable)
  }

  private static func file(
    _ name: String, in folder: String, otherwise usual: String, _ variable: (String) -> String?
  ) -> String? {
    // A relative path would mean another file in every folder; the convention says to ignore it.
    if let folder = variable(folder), folder.hasPrefix("/") { return "\(folder)/rxrepl/\(name)" }
    if let home = variable("HOME"), home.hasPrefix("/") { return "\(home)/\(usual)/rxrepl/\(name)" }
    return nil
  }
}
