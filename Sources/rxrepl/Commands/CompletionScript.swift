import ArgumentParser
import MarbleSession
import MarbleTerminal
import MarbleTools

/// The script that completes the command line in a shell.
///
/// The option parser generates it. In its scripts, all words after `rxrepl` are files, because the command without a
/// subcommand takes any number of files. So the scripts are changed: the first word can be a subcommand.
struct CompletionScript {
  /// The endings of the files that `rxrepl` runs.
  static let runnable = ["marble", "json", "jsonl"] + pages
  static let pages = PageFormat.endings.map { String($0.dropFirst()) }

  private static let option = "--generate-completion-script"
  private let shell: CompletionShell

  /// Creates the script that arguments ask for, or `nil` if they do not, or if the shell is unknown.
  init?(_ arguments: [String]) {
    guard let first = arguments.first, first == Self.option || first.hasPrefix(Self.option + "=") else { return nil }
    let name = first == Self.option ? arguments.dropFirst().first : String(first.dropFirst(Self.option.count + 1))
    guard let shell = name.map(CompletionShell.init(rawValue:)) ?? .autodetected() else { return nil }
    self.shell = shell
  }

  /// Writes the script, and ends the program.
  func write() -> Never {
    let output = Output()
    output.write(text + "\n")
    output.flush()
    Platform.end(ExitStatus.success.rawValue)
  }

  private var text: String {
    let script = CompletedCommand.completionScript(for: shell)
    return switch shell {
    case .bash: Self.withBashWords(Self.withBashSubcommands(Self.withoutParserHelp(script)))
    case .zsh: Self.withZshWords(Self.withZshSubcommands(Self.withoutParserHelp(script)))
    default: Self.withFishSubcommands(Self.withoutParserHelp(script))
    }
  }

  /// Removes the parser's own subcommand `help`, which has the name of ours.
  private static func withoutParserHelp(_ script: String) -> String {
    var lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeAll { $0.contains("Show subcommand help information.") }
    let isHelp = { (line: Substring) in line == "_rxrepl_help() {" }
    if let first = lines.firstIndex(where: isHelp), let last = lines.lastIndex(where: isHelp), first < last,
      let end = lines[last...].firstIndex(of: "}")
    {
      lines.removeSubrange(last...end)
    }
    return lines.joined(separator: "\n")
  }

  private static func withBashSubcommands(_ script: String) -> String {
    // Without any word, the common `-` of all options would be inserted.
    script.replacing(#" || "${positional_number}" -eq -1 ]]"#, with: " ]]").replacing(
      "    local -a repeating_flags=",
      with: """
            if [[ "${COMP_CWORD}" -eq 1 ]]; then
                __rxrepl_add_completions -W '\(Subcommands.names.joined(separator: "'$'\\n''"))'
            elif [[ ' \(Subcommands.names.joined(separator: " ")) ' = *" ${COMP_WORDS[1]} "* ]]; then
                local -a repeating_flags non_repeating_flags repeating_options non_repeating_options
                unparsed_words=("${unparsed_words[@]:1}")
                "_rxrepl_${COMP_WORDS[1]}"
                return
            fi

            local -a repeating_flags=
        """, maxReplacements: 1)
  }

  /// Adds a function that puts the words together which Bash splits at `=` and `:`.
  ///
  /// Candidates replace only the part after a colon.
  private static func withBashWords(_ script: String) -> String {
    script.replacing("\n_rxrepl() {\n", with: "\n__rxrepl_command() {\n").replacing(
      "\ncomplete -o filenames",
      with: """

        _rxrepl() {
            # `--format=json` is an option and its value, and `:load` is one word.
            local -a words=()
            local word="" cur="${2}"
            local -i index place=0
            for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
                local before="${word}"
                word="${COMP_WORDS[index]}"
                if [[ "${word}" = '=' && "${before}" = --* ]]; then
                    if ((index == COMP_CWORD)); then
                        words+=('')
                        cur=''
                    fi
                elif [[ "${before}" = ':' ]]; then
                    words[${#words[@]} - 1]=":${word}"
                    ((index == COMP_CWORD)) && cur=":${cur}"
                else
                    words+=("${word}")
                    [[ "${word}" = ':' ]] && ((index == COMP_CWORD)) && cur=':'
                fi
                ((index == COMP_CWORD)) && place=$((${#words[@]} - 1))
            done
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD=place
            __rxrepl_command "${1}" "${cur}" "${words[place - 1]}"
            [[ "${cur}" = :* && "${2}" != :* ]] && COMPREPLY=("${COMPREPLY[@]#:}")
            return 0
        }

        complete -o filenames
        """)
  }

  /// Lets a value follow its option after `=` too, and escapes the colons of names, which would begin descriptions.
  private static func withZshWords(_ script: String) -> String {
    // Without another argument, the common `-` of all options would be inserted.
    let end = "\n    )\n    _arguments"
    let parts = script.split(separator: end)
    let ended = parts.dropFirst().reduce(String(parts[0])) { text, part in
      let isRepeated = text.split(separator: "arg_specs=(").last?.contains("'*:") ?? true
      return text + (isRepeated ? "" : "\n        '*: : '") + end + part
    }
    let withValues = ended.replacing(/--[a-z-]+(?=}?'?\[.*\]:)/) { $0.output + "=" }
    return Reference.topics.filter { $0.hasPrefix(":") }.reduce(withValues) { script, name in
      script.replacing("'\(name)'", with: "'\\\(name)'")
    }
  }

  private static func withZshSubcommands(_ script: String) -> String {
    script.replacing(
      "    local -i ret=1",
      with: """
            if (( CURRENT > 2 )) && [[ "${words[2]}" = (\(Subcommands.names.joined(separator: "|"))) ]]; then
                shift words
                (( CURRENT-- ))
                "_rxrepl_${words[1]}"
                return
            fi

            local -i ret=1
        """, maxReplacements: 1
    )
    .replacing("        '(-): :->command'\n        '(-)*:: :->arg'", with: "        ': :->command'")
    .replacing(
      "        _describe -V subcommand subcommands && ret=0",
      with: """
                (( CURRENT == 2 )) && _describe -V subcommand subcommands && ret=0
                _files -g '\(runnable.map { "*.\($0)" }.joined(separator: " "))' && ret=0
        """)
  }

  private static func withFishSubcommands(_ script: String) -> String {
    script.replacing(
      "        __rxrepl_parse_subcommand",
      with: """
                contains -- "$unparsed_tokens[2]" \(Subcommands.names.joined(separator: " "))
                and set commands $unparsed_tokens[1]
                and set -e unparsed_tokens[1]
                or __rxrepl_parse_subcommand
        """, maxReplacements: 1
    )
    .replacing(
      "__rxrepl_should_offer_completions_for_positional \"rxrepl\" -eq 2",
      with: "test (count (__rxrepl_tokens -pc)) -eq 1")
  }
}

/// The command line with all subcommands, for completion.
private struct CompletedCommand: ParsableCommand {
  // It has no version here, because the option parser would offer `--version` for each subcommand.
  static let configuration = CommandConfiguration(
    commandName: "rxrepl", subcommands: RxreplCommand.subcommands + [HelpCommand.self])

  @OptionGroup var options: RxreplCommand

  @Flag(help: "Show the version.")
  var version = false

  @Option(
    name: .customLong("generate-completion-script"), help: "Write the script for completion in a shell.",
    completion: .list(["bash", "zsh", "fish"]))
  var shell: String?
}
