; The names are those of Helix. Neovim uses the part before the last dot of a name that it does not know.

(comment) @comment
(annotation) @comment

(tick) @punctuation.delimiter
[(time) (gap)] @constant.numeric.time
(value) @constant.character
(number) @constant.numeric
(end) @keyword.control.end
[(origin) (continuation) (count)] @punctuation.special

(string) @string
(text) @string
(escape) @constant.character.escape
(interpolation ["\\(" ")"] @punctuation.special)

(identifier) @variable
(argument) @variable
(constant) @constant.builtin
(labeled label: (identifier) @label)
(condition key: (value) @label)
(call name: (identifier) @function)
(link name: (identifier) @function)
(strategy name: (identifier) @function)
(definition name: (identifier) @function)

["raw" "cold" "check" "subscriptions" "why" "not" "twice" "was" "unsubscribed" "who" "holds" "in" "forall" "races" "matches" "within" "of" "when" "where" "during" "at" "throw"] @keyword
(command (name) @keyword.directive)
(arguments) @string.special

["(" ")" "[" "]" "{" "}" "<" ">"] @punctuation.bracket
["," ";" ":" "."] @punctuation.separator
["=" "==" "<" "..." "||" "&&" "+" "-" "*" "!"] @operator
(conditional "?" @operator)
(hole) @keyword
