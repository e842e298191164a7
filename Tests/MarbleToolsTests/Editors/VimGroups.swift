import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles

/// The highlight kinds of the groups in the Vim syntax file.
enum VimGroups {
  /// The kinds by the names of the groups without their prefix `marble`.
  static let table: [String: Highlight.Kind] = [
    "Tick": .tick, "Time": .tick, "Value": .value, "Text": .string, "String": .string, "TextEscape": .string,
    "End": .end, "TimelineMark": .punctuation, "TimelineError": .error, "Punctuation": .punctuation,
    "Comma": .punctuation, "Sign": .punctuation, "Accessor": .punctuation, "Assign": .punctuation,
    "Comparison": .punctuation, "RenamingSign": .punctuation, "Operator": .operator, "Link": .operator,
    "Member": .operator, "Definition": .operator, "Label": .label, "Parameter": .name, "Number": .number,
    "SpeedNumber": .number, "Constant": .keyword, "Throw": .keyword, "In": .keyword, "Keyword": .keyword,
    "Hole": .keyword, "HoleMark": .keyword, "HoleLink": .keyword, "DefinitionHole": .keyword, "Speed": .keyword,
    "LaneKeyword": .keyword, "Renamed": .value, "RenamedNumber": .number, "Tuple": .value,
    "Command": .command, "Argument": .argument, "Remark": .comment, "LineComment": .comment, "BlockComment": .comment,
    "LawKeyword": .keyword, "LawValue": .value, "LawColon": .punctuation, "Name": .name, "Reference": .name,
    "Binding": .name, "Lane": .name, "AskedName": .name, "AskedWord": .keyword,
  ]

  static func kind(of group: String) -> Highlight.Kind? {
    table[String(group.dropFirst("marble".count))]
  }
}
