// What a regular expression cannot decide: see grammar.js. The rules are those of Documentation/Grammar.md.

#include "tree_sitter/parser.h"
#include <stdlib.h>
#include <string.h>

enum Token {
  NEWLINE, COMMENT, IS_BINDING, IS_DEFINITION, IS_KEYWORD, IS_EXPRESSION, IS_TIMELINE, IS_LANE, COMMAND,
  EXPRESSION_COMMAND, ARGUMENTS, NOT, WHERE, DURING, AT, IN, FIRST_TIME, TIME, BRACKETS, ITEM, ITEM_NUMBER, IS_COLD,
  IS_PARAMETER, IS_SUBSCRIPTION, RULER, LINE, ANNOTATION, LANE_COLD, OBSERVERS, STRING_CONTENT, ERROR
};

// The letters that are names of streams so far, and those that are names in this statement. A longer name is always
// one, because a word is not a timeline.
typedef struct {
  uint64_t bound, local;
  // The smallest column of a lane of this drawing, and whether the lane above is cold.
  uint16_t gutter;
  bool is_cold, is_in_drawing;
} Scanner;

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }
static void skip(TSLexer *lexer) { lexer->advance(lexer, true); }
static bool is_space(int32_t c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

// The same ranges as in grammar.js.
static bool is_letter(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= 0xAA && c < 0x2000)
    || (c >= 0x2C00 && c < 0x3000) || (c >= 0x3040 && c < 0xD800) || (c >= 0xF900 && c < 0xFE00)
    || (c >= 0x10000 && c < 0x1F000) || (c >= 0x20000 && c < 0x40000);
}

static bool is_end(TSLexer *lexer) {
  return lexer->eof(lexer) || lexer->lookahead == '\n' || lexer->lookahead == ';';
}

static bool at_line_end(TSLexer *lexer) { return lexer->eof(lexer) || lexer->lookahead == '\n'; }

// Tree-sitter 0.20 ends when it is asked for the column at the end of a script.
static bool is_at_line_start(TSLexer *lexer) { return !lexer->eof(lexer) && lexer->get_column(lexer) == 0; }

static unsigned spaces(TSLexer *lexer) {
  unsigned count = 0;
  while (is_space(lexer->lookahead)) { advance(lexer); count++; }
  return count;
}

typedef struct {
  char text[16];
  // The number of characters.
  unsigned count;
} Word;

static Word read_word(TSLexer *lexer) {
  Word word = {"", 0};
  while (is_letter(lexer->lookahead) || (word.count > 0 && is_digit(lexer->lookahead))) {
    if (word.count + 1 < sizeof word.text) {
      word.text[word.count] = lexer->lookahead < 128 ? (char)lexer->lookahead : '?';
      word.text[word.count + 1] = 0;
    }
    word.count++;
    advance(lexer);
  }
  return word;
}

static bool is(Word word, const char *text) { return strcmp(word.text, text) == 0; }

static uint64_t bit(Word word) {
  char c = word.text[0];
  if (word.count != 1) return 0;
  if (c >= 'a' && c <= 'z') return 1ull << (c - 'a');
  if (c >= 'A' && c <= 'Z') return 1ull << (c - 'A' + 26);
  return 0;
}

// Whether a word is a name. An unknown single letter is a value.
static bool is_bound(const Scanner *scanner, Word word) {
  uint64_t own = bit(word);
  return own == 0 || ((scanner->bound | scanner->local) & own) != 0;
}

// Skips a string, whose opening quote is next.
static void skip_string(TSLexer *lexer) {
  advance(lexer);
  while (!at_line_end(lexer) && lexer->lookahead != '"') {
    bool is_escape = lexer->lookahead == '\\';
    advance(lexer);
    if (!is_escape || at_line_end(lexer)) continue;
    if (lexer->lookahead == '(') {
      // An interpolation, which may contain strings.
      unsigned depth = 0;
      do {
        if (lexer->lookahead == '(') depth++;
        if (lexer->lookahead == ')') depth--;
        if (lexer->lookahead == '"') { skip_string(lexer); continue; }
        if (depth > 0) advance(lexer);
      } while (depth > 0 && !at_line_end(lexer));
    }
    if (!at_line_end(lexer)) advance(lexer);
  }
  if (lexer->lookahead == '"') advance(lexer);
}

// Skips a line end, and returns false if a blank line follows.
static bool skip_line_end(TSLexer *lexer) {
  advance(lexer);
  spaces(lexer);
  return !at_line_end(lexer);
}

// Skips the brackets that begin here, and returns whether they are closed.
static bool skip_brackets(TSLexer *lexer) {
  unsigned depth = 0;
  do {
    if (lexer->eof(lexer)) return false;
    switch (lexer->lookahead) {
    case '\n': if (!skip_line_end(lexer)) return false; continue;
    case '"': skip_string(lexer); continue;
    case '\\': advance(lexer); break;
    case '(': case '[': case '{': depth++; break;
    case ')': case ']': case '}': depth--; break;
    }
    advance(lexer);
  } while (depth > 0);
  return true;
}

// Whether the link of a chain begins here: `.name(` or `.name {`.
static bool reads_link(TSLexer *lexer, Word *name) {
  if (lexer->lookahead != '.') return false;
  advance(lexer);
  *name = read_word(lexer);
  if (name->count == 0) return false;
  if (lexer->lookahead == '(') return true;
  spaces(lexer);
  return lexer->lookahead == '{';
}

// Whether the next line continues the chain. The line end is next.
static bool continues_chain(TSLexer *lexer) {
  Word name;
  if (lexer->lookahead != '\n' || !skip_line_end(lexer)) return false;
  // The lines of comments before the link.
  while (lexer->lookahead == '/') {
    while (!at_line_end(lexer)) advance(lexer);
    if (lexer->eof(lexer) || !skip_line_end(lexer)) return false;
  }
  return reads_link(lexer, &name);
}

static bool is_chained(TSLexer *lexer) {
  Word name;
  if (lexer->lookahead == '.') return reads_link(lexer, &name);
  spaces(lexer);
  if (lexer->lookahead == '/') while (!at_line_end(lexer)) advance(lexer);
  return continues_chain(lexer);
}

static bool is_stream_of_action(Word word) {
  return is(word, "values") || is(word, "errors") || is(word, "isExecuting") || is(word, "isEnabled")
    || is(word, "disabledErrors");
}

static bool begins_comment(TSLexer *lexer) {
  if (lexer->lookahead != '/') return false;
  advance(lexer);
  return lexer->lookahead == '/' || lexer->lookahead == '*';
}

// Returns what the word that has been read begins.
static enum Token operand_after(TSLexer *lexer, const Scanner *scanner, Word word, unsigned gap) {
  switch (gap > 0 ? 0 : lexer->lookahead) {
  case '(': case '{': return IS_EXPRESSION;
  case '.': {
    Word name;
    if (reads_link(lexer, &name)) return IS_EXPRESSION;
    if (name.count == 0) return lexer->lookahead == '?' && is_bound(scanner, word) ? IS_EXPRESSION : IS_TIMELINE;
    return is_stream_of_action(name) && is_bound(scanner, word) ? IS_EXPRESSION : IS_TIMELINE;
  }
  }
  spaces(lexer);
  if (lexer->lookahead == '{' && word.count > 1) {
    return skip_brackets(lexer) && lexer->lookahead == '*' ? IS_TIMELINE : IS_EXPRESSION;
  }
  bool is_alone = is_end(lexer) || lexer->lookahead == '=';
  if (continues_chain(lexer)) return IS_EXPRESSION;
  if (!is_alone && (lexer->lookahead == 'd' || lexer->lookahead == 'w' || lexer->lookahead == 'm')) {
    Word next = read_word(lexer);
    is_alone = is(next, "during") || is(next, "within") || is(next, "matches");
  }
  if (!is_alone && begins_comment(lexer)) {
    while (!at_line_end(lexer)) advance(lexer);
    is_alone = true;
    if (continues_chain(lexer)) return IS_EXPRESSION;
  }
  return is_alone && is_bound(scanner, word) ? IS_EXPRESSION : IS_TIMELINE;
}

static bool is_operand_keyword(Word word) { return is(word, "raw") || is(word, "cold"); }

static bool is_statement_keyword(Word word) {
  return is(word, "check") || is(word, "subscriptions") || is(word, "why") || is(word, "forall") || is(word, "races");
}

// Reads the beginning of a lane after its word and a gap: `name`, `name cold` or `in 1`, perhaps ` x2`, and at least
// two spaces.
static bool reads_lane(TSLexer *lexer, Scanner *scanner, Word word, unsigned gap) {
  bool is_cold = false;
  if (gap == 1 && is(word, "in") && is_digit(lexer->lookahead)) {
    while (is_digit(lexer->lookahead)) advance(lexer);
    gap = spaces(lexer);
  } else if (gap == 1 && lexer->lookahead == 'c') {
    if (!is(read_word(lexer), "cold")) return false;
    is_cold = true;
    gap = spaces(lexer);
  }
  if (gap == 1 && (lexer->lookahead == 'x' || lexer->lookahead == 0xD7)) {
    advance(lexer);
    while (is_digit(lexer->lookahead)) advance(lexer);
    gap = spaces(lexer);
  }
  if (gap < 2 || at_line_end(lexer)) return false;
  scanner->bound |= bit(word);
  scanner->is_cold = is_cold;
  uint32_t column = lexer->get_column(lexer);
  if (scanner->gutter == 0 || column < scanner->gutter) scanner->gutter = (uint16_t)column;
  return true;
}

static bool reads_lane_line(TSLexer *lexer, Scanner *scanner) {
  Word word = read_word(lexer);
  return word.count > 0 && reads_lane(lexer, scanner, word, spaces(lexer));
}

// Whether the rest of the line is drawn, as in `──1──┤`.
static bool is_drawn(TSLexer *lexer) {
  bool is_quoted = false;
  int depth = 0;
  for (; !at_line_end(lexer); advance(lexer)) {
    switch (lexer->lookahead) {
    case '\\': advance(lexer); break;
    case '"': is_quoted = !is_quoted; break;
    case '[': if (!is_quoted) depth++; break;
    case ']': if (!is_quoted) depth--; break;
    case 0x2500: case 0x2524: if (!is_quoted && depth == 0) return true;
    }
    if (at_line_end(lexer)) break;
  }
  return false;
}

// Returns what begins here: an operand, or another statement if one may begin here, or a lane.
static enum Token operand(TSLexer *lexer, Scanner *scanner, bool begins_statement, bool begins_line) {
  int32_t c = lexer->lookahead;
  if (c == '[' || c == '"') {
    if (c == '"') skip_string(lexer);
    if (c == '[' && !skip_brackets(lexer)) return IS_TIMELINE;
    return is_chained(lexer) ? IS_EXPRESSION : IS_TIMELINE;
  }
  if (c == '?') {
    advance(lexer);
    return lexer->lookahead == '(' ? IS_EXPRESSION : IS_TIMELINE;
  }
  Word word = read_word(lexer);
  if (word.count == 0) return IS_TIMELINE;
  if (begins_statement && lexer->lookahead == '(') {
    // A definition of an operator has only names in its parentheses.
    advance(lexer);
    while (is_letter(lexer->lookahead) || is_digit(lexer->lookahead) || is_space(lexer->lookahead)
      || lexer->lookahead == ',') advance(lexer);
    if (lexer->lookahead != ')') return IS_EXPRESSION;
    advance(lexer);
    spaces(lexer);
    if (lexer->lookahead != '=') return IS_EXPRESSION;
    advance(lexer);
    return lexer->lookahead == '=' ? IS_EXPRESSION : IS_DEFINITION;
  }
  bool is_keyword = is_operand_keyword(word) || (begins_statement && is_statement_keyword(word));
  if (!is_space(lexer->lookahead) && lexer->lookahead != '=') return operand_after(lexer, scanner, word, 0);
  unsigned gap = spaces(lexer);
  if (lexer->lookahead == '=') {
    advance(lexer);
    if (!begins_statement || lexer->lookahead == '=') return is_bound(scanner, word) ? IS_EXPRESSION : IS_TIMELINE;
    scanner->bound |= bit(word);
    return IS_BINDING;
  }
  if (is_keyword && !is_end(lexer)) return IS_KEYWORD;
  if (begins_statement && is(word, "who") && lexer->lookahead == 'h') {
    return is(read_word(lexer), "holds") && is_space(lexer->lookahead) ? IS_KEYWORD : IS_TIMELINE;
  }
  int32_t next = lexer->lookahead;
  if (!begins_line || is_end(lexer) || next == '{' || next == 'd' || next == '/'
    || (next == 'm' && gap == 1)) {
    return operand_after(lexer, scanner, word, gap);
  }
  // A lane that is alone is drawn with lines.
  return reads_lane(lexer, scanner, word, gap) && is_drawn(lexer) ? IS_LANE : IS_TIMELINE;
}

// Whether the rest of the line has only increasing numbers.
static bool reads_ruler(TSLexer *lexer) {
  bool has_number = false;
  while (!at_line_end(lexer)) {
    if (lexer->lookahead == '-') advance(lexer);
    if (lexer->lookahead == 0x2026) {
      advance(lexer);
    } else {
      if (!is_digit(lexer->lookahead)) return false;
      while (is_digit(lexer->lookahead)) advance(lexer);
      has_number = true;
    }
    if (spaces(lexer) == 0 && !at_line_end(lexer)) return false;
  }
  return has_number;
}

// Whether a lane is below the ruler whose line has been read.
static bool has_lane_below(TSLexer *lexer, const Scanner *scanner) {
  Scanner copy = *scanner;
  while (lexer->lookahead == '\n') {
    advance(lexer);
    if (is_letter(lexer->lookahead)) return reads_lane_line(lexer, &copy);
    bool is_indented = is_space(lexer->lookahead);
    unsigned gap = spaces(lexer);
    if (at_line_end(lexer) || (!is_indented && lexer->lookahead != '/')) return false;
    if (gap >= 3 && (is_digit(lexer->lookahead) || lexer->lookahead == 0x2026) && reads_ruler(lexer)) return false;
    while (!at_line_end(lexer)) advance(lexer);
  }
  return false;
}

// Reads a comment after its first two characters.
static bool read_comment(TSLexer *lexer, bool is_block) {
  unsigned depth = 1;
  while (is_block && depth > 0) {
    if (lexer->eof(lexer)) return false;
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '/' && lexer->lookahead == '*') { advance(lexer); depth++; }
    if (c == '*' && lexer->lookahead == '/') { advance(lexer); depth--; }
  }
  lexer->mark_end(lexer);
  if (is_block) {
    // A comment directly after another one belongs to it.
    if (lexer->lookahead != '/') return true;
    advance(lexer);
    if (lexer->lookahead != '/') return true;
  }
  while (!at_line_end(lexer)) advance(lexer);
  lexer->mark_end(lexer);
  return true;
}

static bool found(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

// Reads the name of a command, after its colon.
static bool read_command(TSLexer *lexer, Scanner *scanner) {
  static const char *const with_expression[] = {"play", "pla", "pl", "time", "tim"};
  if (is_end(lexer) || is_space(lexer->lookahead)) return false;
  Word word = read_word(lexer);
  while (!is_end(lexer) && !is_space(lexer->lookahead)) advance(lexer);
  lexer->mark_end(lexer);
  // The names in another file are not known, so every letter may be one.
  if (word.count > 1 && strncmp(word.text, "load", word.count) == 0) scanner->bound = ~0ull;
  for (unsigned i = 0; i < sizeof with_expression / sizeof *with_expression; i++) {
    if (is(word, with_expression[i])) return found(lexer, EXPRESSION_COMMAND);
  }
  return found(lexer, COMMAND);
}

// Reads up to the end of a command, whose comment follows a space. Quotes protect a `;`.
static bool read_arguments(TSLexer *lexer) {
  bool is_quoted = false, is_empty = true, follows_space = true;
  while (!at_line_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == ';' && !is_quoted) break;
    if (c == '"') is_quoted = !is_quoted;
    bool may_be_comment = c == '/' && follows_space && !is_quoted;
    advance(lexer);
    if (may_be_comment && lexer->lookahead == '/') break;
    follows_space = is_space(c);
    if (!follows_space) {
      lexer->mark_end(lexer);
      is_empty = false;
    }
  }
  return !is_empty && found(lexer, ARGUMENTS);
}

static bool skip_items(TSLexer *lexer, int32_t closing, unsigned depth);

// Skips a word or a message, up to a comma or the closing bracket.
static bool skip_word(TSLexer *lexer, int32_t closing) {
  bool is_empty = true;
  for (unsigned open = 0; !at_line_end(lexer); is_empty = false) {
    int32_t c = lexer->lookahead;
    if (open == 0 && (c == ',' || c == closing)) break;
    if (c == '(' && closing == ')') open++;
    if (c == ')' && closing == ')') open--;
    advance(lexer);
    if (c == '\\' && !at_line_end(lexer)) advance(lexer);
  }
  return !is_empty;
}

// Skips the rest of an inner stream, which ends at its own bracket.
static bool skip_stream(TSLexer *lexer) {
  unsigned open = 1;
  while (open > 0) {
    int32_t c = lexer->lookahead;
    if (at_line_end(lexer)) return false;
    if (c == '"') {
      skip_string(lexer);
      continue;
    }
    advance(lexer);
    if (c == '[' && !skip_items(lexer, ']', 0)) return false;
    if (c == '<') open++;
    if (c == '>') open--;
  }
  return true;
}

static bool skip_item(TSLexer *lexer, int32_t closing, unsigned depth) {
  switch (lexer->lookahead) {
  case '"': skip_string(lexer); return true;
  case '[': advance(lexer); return skip_items(lexer, ']', depth + 1);
  case '(': advance(lexer); return (depth == 0 && lexer->lookahead == ']') || skip_items(lexer, ')', depth + 1);
  case '<': advance(lexer); return (depth == 0 && lexer->lookahead == ']') || skip_stream(lexer);
  case '.': {
    // An event such as `.value(1)` contains items.
    advance(lexer);
    Word word = read_word(lexer);
    if (is(word, "value") && lexer->lookahead == '(') {
      advance(lexer);
      return skip_items(lexer, ')', depth + 1);
    }
    return lexer->lookahead == ',' || lexer->lookahead == closing || skip_word(lexer, closing);
  }
  default: return skip_word(lexer, closing);
  }
}

// Skips the items in brackets after the opening one. In square brackets of a timeline, whose depth is 0, there must be
// one, and a single `,`, `(` or `<` stands for itself.
static bool skip_items(TSLexer *lexer, int32_t closing, unsigned depth) {
  if (depth > 64) return false;
  spaces(lexer);
  if (lexer->lookahead == closing) {
    advance(lexer);
    return depth > 0;
  }
  if (depth == 0 && lexer->lookahead == ',') {
    advance(lexer);
    if (lexer->lookahead != closing) return false;
    advance(lexer);
    return true;
  }
  while (skip_item(lexer, closing, depth)) {
    spaces(lexer);
    int32_t c = lexer->lookahead;
    if (c != ',' && c != closing) return false;
    advance(lexer);
    if (c == closing) return true;
    spaces(lexer);
  }
  return false;
}

static bool is_whole_keyword(TSLexer *lexer) { return at_line_end(lexer) || is_space(lexer->lookahead); }

// Reads the value after the `=` of a renaming, except a string in quotes.
static bool read_item(TSLexer *lexer) {
  if (lexer->lookahead == '[' || lexer->lookahead == '(') {
    if (!skip_item(lexer, 0, 1)) return false;
    lexer->mark_end(lexer);
    return found(lexer, ITEM);
  }
  bool is_empty = true, is_number = true, has_digit = false;
  while (!is_end(lexer) && lexer->lookahead != ',') {
    if (is_space(lexer->lookahead)) {
      spaces(lexer);
      if (is_end(lexer) || lexer->lookahead == '=' || lexer->lookahead == ',' || begins_comment(lexer)) break;
      Word word = read_word(lexer);
      if (is_whole_keyword(lexer) && (is(word, "where") || is(word, "during") || is(word, "at"))) break;
      is_number = false;
    }
    if (is_end(lexer) || lexer->lookahead == ',') { lexer->mark_end(lexer); break; }
    int32_t c = lexer->lookahead;
    bool is_sign = c == '-' && is_empty;
    bool is_part = has_digit && c < 128 && strchr(".eE+-", (char)c);
    if (is_digit(c)) has_digit = true;
    else if (!is_sign && !is_part) is_number = false;
    if (c == '\\') advance(lexer);
    if (at_line_end(lexer)) break;
    advance(lexer);
    is_empty = false;
    lexer->mark_end(lexer);
  }
  return !is_empty && found(lexer, is_number && has_digit ? ITEM_NUMBER : ITEM);
}

// Reads a duration such as `9ms`, which must be a whole word.
static bool read_time(TSLexer *lexer) {
  while (is_digit(lexer->lookahead)) advance(lexer);
  if (lexer->lookahead == '.') {
    advance(lexer);
    if (!is_digit(lexer->lookahead)) return false;
    while (is_digit(lexer->lookahead)) advance(lexer);
  }
  Word unit = read_word(lexer);
  if (!is(unit, "ms") && !is(unit, "t") && !is(unit, "s") && !is(unit, "m")) return false;
  int32_t c = lexer->lookahead;
  if (!is_end(lexer) && !is_space(c) && c != '>' && c != '}' && c != ',' && c != '=') return false;
  lexer->mark_end(lexer);
  return true;
}

static bool end_statement(TSLexer *lexer, Scanner *scanner) {
  scanner->local = 0;
  scanner->is_cold = scanner->is_in_drawing = false;
  scanner->gutter = 0;
  return found(lexer, NEWLINE);
}

// Reads a line end, unless the next line belongs to the statement.
static bool read_line_end(TSLexer *lexer, Scanner *scanner, const bool *valid) {
  skip(lexer);
  lexer->mark_end(lexer);
  bool is_indented = is_space(lexer->lookahead);
  while (is_space(lexer->lookahead)) skip(lexer);
  // The end, if only a comment follows, is found after it.
  if (lexer->lookahead == '/') {
    advance(lexer);
    if (lexer->lookahead == '/' || lexer->lookahead == '*') {
      bool is_block = lexer->lookahead == '*';
      advance(lexer);
      return read_comment(lexer, is_block) && found(lexer, COMMENT);
    }
    return valid[NEWLINE] && end_statement(lexer, scanner);
  }
  if (at_line_end(lexer)) return end_statement(lexer, scanner);
  if (scanner->is_in_drawing && valid[LINE]) {
    Scanner copy = *scanner;
    if (is_indented || reads_lane_line(lexer, &copy)) return found(lexer, LINE);
    return end_statement(lexer, scanner);
  }
  if (!valid[NEWLINE]) {
    // In brackets, and before a law, a line end is a space. After a `=` or in a timeline it is an error.
    return (valid[IS_TIMELINE] || valid[TIME]) && end_statement(lexer, scanner);
  }
  switch (lexer->lookahead) {
  case '=':
    advance(lexer);
    return lexer->lookahead != '=' && end_statement(lexer, scanner);
  case '.': {
    Word name;
    return !reads_link(lexer, &name) && end_statement(lexer, scanner);
  }
  case 'd':
    if (valid[DURING] && is(read_word(lexer), "during") && is_space(lexer->lookahead)) {
      lexer->mark_end(lexer);
      return found(lexer, DURING);
    }
    return end_statement(lexer, scanner);
  case 'm': {
    Word word = read_word(lexer);
    bool is_keyword = valid[DURING] && is(word, "matches") && spaces(lexer) > 0;
    return (!is_keyword || is_end(lexer) || lexer->lookahead == '=') && end_statement(lexer, scanner);
  }
  default: return end_statement(lexer, scanner);
  }
}

static bool begin_statement(TSLexer *lexer, Scanner *scanner) {
  bool begins_line = is_at_line_start(lexer);
  unsigned gap = 0;
  while (is_space(lexer->lookahead) || lexer->lookahead == '\n' || lexer->lookahead == 0xFEFF) {
    gap = is_space(lexer->lookahead) ? gap + 1 : 0;
    if (lexer->lookahead == '\n') begins_line = true;
    skip(lexer);
  }
  lexer->mark_end(lexer);
  int32_t c = lexer->lookahead;
  if (lexer->eof(lexer) || c == ';') return false;
  if (c == '/') {
    advance(lexer);
    if (lexer->lookahead != '/' && lexer->lookahead != '*') return found(lexer, IS_TIMELINE);
    bool is_block = lexer->lookahead == '*';
    advance(lexer);
    return read_comment(lexer, is_block) && found(lexer, COMMENT);
  }
  if ((c == '`' || c == '~') && begins_line) {
    // The mark of a fence, which comes with copied text.
    unsigned count = 0;
    for (; lexer->lookahead == c; count++) advance(lexer);
    return count < 3 ? found(lexer, IS_TIMELINE) : read_comment(lexer, false) && found(lexer, COMMENT);
  }
  if (c == ':') {
    advance(lexer);
    return read_command(lexer, scanner);
  }
  if (begins_line && gap >= 3 && (is_digit(c) || c == '-' || c == 0x2026)) {
    if (!reads_ruler(lexer)) return found(lexer, IS_TIMELINE);
    lexer->mark_end(lexer);
    if (!has_lane_below(lexer, scanner)) return false;
    scanner->is_in_drawing = true;
    return found(lexer, RULER);
  }
  return found(lexer, operand(lexer, scanner, true, begins_line));
}

// Reads the name of a parameter of a law, perhaps after `cold`.
static bool begin_parameter(TSLexer *lexer, Scanner *scanner) {
  lexer->mark_end(lexer);
  Word word = read_word(lexer);
  bool is_cold = is(word, "cold") && spaces(lexer) > 0 && is_letter(lexer->lookahead);
  if (is_cold) {
    Word next = read_word(lexer);
    is_cold = !is(next, "of") && !is(next, "in") && !is(next, "when");
    if (is_cold) word = next;
  }
  scanner->local |= bit(word);
  return found(lexer, is_cold ? IS_COLD : IS_PARAMETER);
}

// Reads a word after the cold lane's name, or a number of observers. One space is before them.
static bool read_lane_word(TSLexer *lexer, const bool *valid) {
  if (is_space(lexer->lookahead)) skip(lexer);
  enum Token token = valid[LANE_COLD] && lexer->lookahead == 'c' ? LANE_COLD : OBSERVERS;
  if (is_space(lexer->lookahead)) {
    while (is_space(lexer->lookahead)) skip(lexer);
    lexer->mark_end(lexer);
    return found(lexer, IS_TIMELINE);
  }
  while (!at_line_end(lexer) && !is_space(lexer->lookahead)) advance(lexer);
  lexer->mark_end(lexer);
  return found(lexer, token);
}

// Reads an indented line of a drawing: the next attempt of a cold lane, or an annotation.
static bool read_indented_line(TSLexer *lexer, const Scanner *scanner) {
  while (is_space(lexer->lookahead)) skip(lexer);
  lexer->mark_end(lexer);
  int32_t c = lexer->lookahead;
  bool is_operation = c == '=' || (c > 0x2500 && c < 0x2580 && c != 0x2524);
  if (at_line_end(lexer)) return false;
  bool is_in_gutter = !scanner->is_cold || lexer->get_column(lexer) < scanner->gutter;
  if (!is_in_gutter && !is_operation) return found(lexer, IS_TIMELINE);
  while (!at_line_end(lexer)) advance(lexer);
  lexer->mark_end(lexer);
  return found(lexer, ANNOTATION);
}

static bool read_in_text(TSLexer *lexer) {
  bool is_empty = true;
  for (; !at_line_end(lexer) && lexer->lookahead != '"' && lexer->lookahead != '\\'; is_empty = false) advance(lexer);
  lexer->mark_end(lexer);
  return !is_empty && found(lexer, STRING_CONTENT);
}

// Reads a keyword after a timeline.
static bool read_keyword(TSLexer *lexer, const bool *valid) {
  Word word = read_word(lexer);
  enum Token token = is(word, "where") ? WHERE : is(word, "during") ? DURING : is(word, "at") ? AT : IN;
  if (token == IN && !is(word, "in")) return false;
  if (!valid[token] || !is_whole_keyword(lexer)) return false;
  lexer->mark_end(lexer);
  return found(lexer, token);
}

bool tree_sitter_marble_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  // After an error, a statement begins on the next line.
  bool is_error = valid[ERROR];
  if (!is_error) {
    if (valid[STRING_CONTENT]) return read_in_text(lexer);
    if (valid[IS_BINDING]) return begin_statement(lexer, scanner);
    if (valid[OBSERVERS]) return read_lane_word(lexer, valid);
    if (valid[ANNOTATION] && is_space(lexer->lookahead)) return read_indented_line(lexer, scanner);
  }
  bool follows_space = is_at_line_start(lexer);
  for (; is_space(lexer->lookahead); follows_space = true) skip(lexer);
  lexer->mark_end(lexer);
  int32_t c = lexer->lookahead;
  if (lexer->eof(lexer)) return valid[NEWLINE] && end_statement(lexer, scanner);
  if (c == ';' && valid[NEWLINE]) {
    advance(lexer);
    lexer->mark_end(lexer);
    return end_statement(lexer, scanner);
  }
  if (c == '\n') {
    if (!is_error) {
      bool may_skip = !valid[NEWLINE] && valid[IS_EXPRESSION] && !valid[IS_TIMELINE];
      if (read_line_end(lexer, scanner, valid)) return true;
      if (!may_skip) return false;
      lexer->mark_end(lexer);
      return found(lexer, operand(lexer, scanner, false, false));
    }
    skip(lexer);
    lexer->mark_end(lexer);
    return end_statement(lexer, scanner);
  }
  if (is_error) return false;
  if (valid[ANNOTATION] && valid[IS_LANE]) {
    reads_lane_line(lexer, scanner);
    return found(lexer, IS_LANE);
  }
  if (valid[ARGUMENTS]) return read_arguments(lexer);
  bool is_in_timeline = valid[TIME] || valid[FIRST_TIME];
  if (c == '/' && (follows_space || !is_in_timeline)) {
    advance(lexer);
    bool is_block = lexer->lookahead == '*';
    if (is_block || (lexer->lookahead == '/' && follows_space)) {
      advance(lexer);
      return read_comment(lexer, is_block) && found(lexer, COMMENT);
    }
    return valid[IS_TIMELINE] && found(lexer, IS_TIMELINE);
  }
  if (valid[IS_PARAMETER]) return begin_parameter(lexer, scanner);
  if (valid[ITEM]) return c != '"' && c != '<' && read_item(lexer);
  if (valid[NOT] && is_letter(c)) {
    Word word = read_word(lexer);
    if (!is_space(lexer->lookahead)) return found(lexer, IS_TIMELINE);
    if (is(word, "not")) {
      lexer->mark_end(lexer);
      return found(lexer, NOT);
    }
    spaces(lexer);
    Word name = read_word(lexer);
    bool is_about_stream = (is(word, "twice") || is(word, "was")) && name.count > 0 && !is(name, "in");
    return found(lexer, is_about_stream ? IS_SUBSCRIPTION : IS_TIMELINE);
  }
  if (valid[IS_SUBSCRIPTION] && c == 's') {
    Word word = read_word(lexer);
    unsigned gap = spaces(lexer);
    if (is(word, "subscriptions") && is_end(lexer)) return found(lexer, IS_SUBSCRIPTION);
    return found(lexer, operand_after(lexer, scanner, word, gap));
  }
  if (valid[IS_EXPRESSION] || valid[IS_TIMELINE]) {
    enum Token token = operand(lexer, scanner, false, false);
    // A definition and a law need an expression.
    return found(lexer, valid[IS_TIMELINE] ? token : IS_EXPRESSION);
  }
  if (c == '[' && valid[BRACKETS]) {
    advance(lexer);
    if (!skip_items(lexer, ']', 0)) return false;
    lexer->mark_end(lexer);
    return found(lexer, BRACKETS);
  }
  if (is_digit(c) && (valid[FIRST_TIME] || (valid[TIME] && follows_space))) {
    return read_time(lexer) && found(lexer, valid[FIRST_TIME] ? FIRST_TIME : TIME);
  }
  return is_letter(c) && follows_space && read_keyword(lexer, valid);
}

void *tree_sitter_marble_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_marble_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_marble_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, sizeof(Scanner));
  return sizeof(Scanner);
}

void tree_sitter_marble_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(Scanner));
  if (length == sizeof(Scanner)) memcpy(payload, buffer, length);
}
