import Foundation
import Testing

/// The completion scripts in the shells that they are for.
@Suite struct ShellCompletionTests {
  /// A shell, with the code that completes lines in it.
  enum Shell: String {
    case bash, zsh, fish

    var missing: Comment { "\(rawValue) is missing; Scripts/setup test installs it" }

    var path: String? {
      ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + rawValue }
        .first(where: FileManager.default.isExecutableFile)
    }

    /// A script whose arguments are lines, for each of which it writes `> line` and then its candidates.
    ///
    /// The current folder contains the completion script, as `_rxrepl`.
    var driver: String {
      switch self {
      case .bash:
        #"""
        source ./_rxrepl
        for line; do
          printf '> %s\n' "$line"
          COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=9 COMPREPLY=()
          # Bash splits words at `=` and `:`, and passes an empty word after a `=`.
          split=${line//=/ = } split=${split//:/ : }
          read -r -a COMP_WORDS <<<"$split"
          [[ $line = *' ' ]] && COMP_WORDS+=('')
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          _rxrepl rxrepl "${COMP_WORDS[COMP_CWORD]#[=:]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          ((${#COMPREPLY[@]})) && printf '%s\n' "${COMPREPLY[@]}"
        done
        """#
      // The Tab key of an interactive shell runs the function `show`, which writes the candidates.
      case .zsh:
        #"""
        cat >setup <<'END'
        bindkey -e
        fpath=($PWD $fpath)
        autoload -Uz compinit && compinit -D -u
        compadd() {
          if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
            local -a candidates
            builtin compadd -A candidates "$@"
            found+=($candidates)
          fi
          builtin compadd "$@"
        }
        show() {
          local -a found
          _main_complete
          print -rl -- '<start>' $found '<end>'
          compstate[insert]= compstate[list]=
        }
        zle -C show complete-word show
        bindkey '^I' show
        print -r -- '<ready>'
        END
        zmodload zsh/zpty
        zpty shell "$ZSH_PROGRAM -f -i"
        zpty -w shell 'source ./setup'
        zpty -r shell seen '*<ready>*'
        for line; do
          zpty -w -n shell $'\C-u'"$line"$'\t'
          zpty -r shell seen '*<end>*'
          print -rl -- "> $line" ${(f)${${seen##*<start>}%%<end>*}//$'\r'/}
        done
        """#
      case .fish:
        #"""
        source ./_rxrepl
        for line in $argv
          printf '> %s\n' $line
          complete -C $line | string replace -r '\t.*' ''
        end
        """#
      }
    }

    /// Returns the candidates for each line, in alphabetical order, without duplicates and the folders of files.
    func candidates(for lines: [String]) throws -> [String: [String]] {
      let path = try #require(path)
      let folder = try ShellCompletionTests.folder()
      try folder.write(
        try Program().run("--generate-completion-script", rawValue).standardOutput, to: "_rxrepl")
      try folder.write(driver, to: "driver")
      let options = [Shell.bash: "--norc", .zsh: "-f", .fish: "--no-config"][self] ?? ""
      let program = Program(environment: ["HOME": folder.path, "ZSH_PROGRAM": path], folder: folder.path)
      let outcome = try program.run(shell: "exec \"$@\"", [path, options, "driver"] + lines)
      #expect(outcome.errors == "")
      var found: [String: [String]] = [:]
      var line = ""
      for row in outcome.output.split(separator: "\n") {
        if row.hasPrefix("> ") {
          line = String(row.dropFirst(2))
          found[line] = []
        } else {
          // A shell replaces the whole word, or only the part after `=` or `:`.
          let part =
            row.hasPrefix("--") ? row[(row.firstIndex(of: "=").map(row.index(after:)) ?? row.startIndex)...] : row
          let name = URL(fileURLWithPath: String(part)).lastPathComponent
          found[line, default: []].append(String(name.drop { $0 == ":" }))
        }
      }
      return found.mapValues { Set($0).sorted() }
    }
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: true)
    for name in ["demo.marble", "folder/inner.marble", "page.md", "Code.swift", "run.json", "notes.txt"] {
      try folder.write("", to: name)
    }
    return folder
  }

  private static let runnable = ["Code.swift", "demo.marble", "folder", "page.md", "run.json"]

  static let completions: [(line: String, candidates: [String])] = [
    ("rxrepl ", InstallTests.commands + runnable),
    ("rxrepl te", ["test"]),
    ("rxrepl d", ["docs", "demo.marble"]),
    ("rxrepl folder/", ["inner.marble"]),
    ("rxrepl --st", ["--stages"]),
    ("rxrepl --format ", ["json", "pdf", "perfetto", "plain", "png", "svg", "swift", "unicode"]),
    // After an option or a file, there is no subcommand.
    ("rxrepl --format svg ", runnable),
    ("rxrepl demo.marble te", []),
    ("rxrepl demo.marble --wi", ["--width", "--wires"]),
    ("rxrepl test ", runnable.filter { $0 != "run.json" }),
    ("rxrepl test demo.marble p", ["page.md"]),
    ("rxrepl test --fo", ["--force", "--format"]),
    ("rxrepl test --format ", ["github", "json", "junit", "tap", "tap14", "text"]),
    ("rxrepl test --quiet --format j", ["json", "junit"]),
    ("rxrepl test --filter ", []),
    ("rxrepl fmt ", ["Code.swift", "demo.marble", "folder", "page.md"]),
    ("rxrepl lint demo", ["demo.marble"]),
    ("rxrepl lint --format ", ["json", "text"]),
    ("rxrepl docs ", ["Code.swift", "folder", "page.md"]),
    ("rxrepl import --from ", ["apple", "rxjs", "swirly"]),
    ("rxrepl import --to ", ["marble", "swift"]),
    ("rxrepl import --from rxjs n", ["notes.txt"]),
    ("rxrepl serve ", ["demo.marble", "folder"]),
    ("rxrepl exercises ", ["folder"]),
    // A value can follow its option after `=`, and a name can begin with a colon.
    ("rxrepl --format=j", ["json"]),
    ("rxrepl test --quiet --format=", ["github", "json", "junit", "tap", "tap14", "text"]),
    ("rxrepl help :exer", ["exercise"]),
    ("rxrepl help deb", ["debounce"]),
    ("rxrepl help te", ["test"]),
    ("rxrepl help --output ", ["folder"]),
    ("rxrepl --generate-completion-script ", ["bash", "fish", "zsh"]),
    // Where no argument can follow, the common beginning of the options is not inserted.
    ("rxrepl lsp ", []),
    ("rxrepl help merge ", []),
    ("rxrepl serve demo.marble ", []),
  ]

  @Test(.enabled(if: Shell.bash.path != nil, Shell.bash.missing))
  func bashCompletes() throws { try check(.bash) }

  @Test(.enabled(if: Shell.zsh.path != nil, Shell.zsh.missing))
  func zshCompletes() throws { try check(.zsh) }

  @Test(.enabled(if: Shell.fish.path != nil, Shell.fish.missing))
  func fishCompletes() throws { try check(.fish) }

  /// Checks subcommands, values and files, and that a subcommand has exactly its options.
  private func check(_ shell: Shell) throws {
    let options = try ([nil] + InstallTests.commands.map(Optional.some)).map { command in
      let line = ["rxrepl", command, "--"].compactMap(\.self).joined(separator: " ")
      let options = try InstallTests.options(of: command).union(command == nil ? ["--generate-completion-script"] : [])
      return (line: line, candidates: Array(options))
    }
    let expected = Self.completions + options
    let found = try shell.candidates(for: expected.map(\.line))
    for (line, candidates) in expected { #expect(found[line] == candidates.sorted(), "\(line)") }
  }
}
