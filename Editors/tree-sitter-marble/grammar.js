// The grammar of Marble for Tree-sitter.
//
// What a regular expression cannot decide is in src/scanner.c: whether an operand is an expression or a timeline, where
// a statement ends, and the lines of a drawing. Its tokens whose names begin with `_is` have no text.

const letter = '[A-Za-z_\\u00AA-\\u1FFF\\u2C00-\\u2FFF\\u3040-\\uD7FF\\uF900-\\uFDFF'
  + '\\u{10000}-\\u{1EFFF}\\u{20000}-\\u{3FFFF}]';
const name = new RegExp(`${letter}(${letter}|[0-9])*`, 'u');
// A character with the marks and the parts that belong to it. Box drawings are no values.
const other = '[^\\s\\-.,;|#!^()\\[\\]{}<>"@*\\\\=\\u2500-\\u257F]';
const joined = '([\\u0300-\\u036F\\u20D0-\\u20FF\\uFE0F\\u{1F3FB}-\\u{1F3FF}]|\\u200D[^\\s])*';
const character = new RegExp(`([\\u{1F1E6}-\\u{1F1FF}]{2}|${other})${joined}`, 'u');
const units = '(milliseconds?|ms|seconds?|sec|s|minutes?|min|m|ticks?|t)';

// Tokens of a timeline, and what may be last. Only the first one may be a duration without a space before it.
const tokens = ($, token, last = blank()) => choice(
  seq(alias($._first_time, $.time), repeat(token), optional(last)),
  seq(repeat1(token), optional(last)));
const list = (rule, separator = ',') => seq(rule, repeat(seq(separator, rule)));
const infix = ($, level, sign) => prec.left(level, seq($._expression, sign, $._expression));

module.exports = grammar({
  name: 'marble',
  word: $ => $.identifier,
  extras: $ => [/\s/, '\uFEFF', $.comment],
  externals: $ => [
    $._newline, $.comment, $._is_binding, $._is_definition, $._is_keyword, $._is_expression, $._is_timeline, $._is_lane,
    $._command, $._expression_command, $.arguments, $._not, $._where, $._during, $._at, $._in, $._first_time, $._time,
    $._brackets, $._item, $._item_number, $._is_cold, $._is_parameter, $._is_subscription, $._ruler, $._line, $._annotation, $._lane_cold,
    $._observers,
    $._string_content, $._error,
  ],
  conflicts: $ => [[$._primary, $.parameters]],
  inline: $ => [$._operand],

  rules: {
    source_file: $ => repeat($._statement),

    _statement: $ => choice(
      ';',
      seq(choice(
        $.binding, $.definition, $.command, $.check, $.subscriptions, $.question, $.law, $.races, $.comparison, $.drawing,
      ), $._newline)),

    binding: $ => seq($._is_binding, field('name', $.identifier), '=', $._operand),

    definition: $ => seq(
      $._is_definition, field('name', $.identifier), token.immediate('('), optional(list($.parameter)), ')', '=',
      choice(seq($._is_expression, $._postfix), $.hole)),
    parameter: $ => $.identifier,

    command: $ => choice(
      seq(alias($._command, $.name), optional($.arguments)),
      seq(alias($._expression_command, $.name), optional(seq(
        $._operand, optional(seq(alias($._at, 'at'), alias(/[^\s;]+/, $.number))))))),

    check: $ => seq($._is_keyword, 'check', choice(
      seq($._is_subscription, 'subscriptions'), seq($._is_expression, $._postfix), seq($._is_timeline, alias($.raw_timeline, $.timeline)))),

    subscriptions: $ => seq($._is_keyword, 'subscriptions', $.identifier, '==', optional($._windows)),

    question: $ => seq(
      $._is_keyword, choice(
        seq('why', optional(alias($._not, 'not')), $._is_timeline, alias($.questioned, $.timeline)),
        seq('why', $._is_subscription, choice(seq('twice', $.identifier), seq('was', $.identifier, 'unsubscribed'))),
        seq('who', 'holds', $.identifier)),
      optional(seq(alias($._in, 'in'), $._operand, optional(seq(alias($._during, 'during'), $._windows))))),
    questioned: $ => repeat1(choice($.value, $.string, $.end, $.stream, $.time, $.origin)),

    law: $ => seq(
      $._is_keyword, 'forall', list($.quantifier), optional(seq('when', $._expression)), ':',
      $._is_expression, $._postfix, optional(seq(alias($._during, 'during'), $.window)),
      choice(seq('==', $._expected), $._matched)),
    quantifier: $ => seq(
      choice(seq($._is_cold, 'cold'), $._is_parameter), field('name', $.identifier),
      optional(seq(choice('of', 'in'), choice(alias($._brackets, $.value), $.range)))),
    range: $ => seq(optional('-'), $.number, '...', optional('-'), $.number),

    races: $ => seq($._is_keyword, 'races', choice(
      seq(
        $._is_expression, $._postfix, optional(seq('within', $.number)), optional(seq(alias($._during, 'during'), $._windows)), $._matched),
      seq(
        $._operand, optional(seq('within', $.number)), optional(seq(alias($._during, 'during'), $._windows)),
        optional(seq('==', optional($._expected)))))),

    // A keyword that is not external would read the letters of a timeline before it.
    comparison: $ => choice(
      seq($._is_expression, $._postfix, optional(seq(alias($._during, 'during'), $._windows)), $._matched),
      seq($._operand, optional(seq(alias($._during, 'during'), $._windows)), optional(seq('==', optional($._expected))))),
    _matched: $ => seq(
      'matches', list(alias($.pattern, $.timeline)),
      optional(seq(alias($._where, 'where'), list(choice($.condition, $.renaming))))),
    condition: $ => seq(field('key', alias($._key, $.value)), ':', $.closure),

    // Operands.

    _operand: $ => choice(
      seq($._is_expression, $._postfix),
      seq($._is_timeline, $.timeline, optional($._renaming)),
      seq($._is_keyword, 'raw', alias($.raw_timeline, $.timeline), optional($._renaming)),
      seq($._is_keyword, 'cold', list($.timeline), optional($._renaming))),
    _expected: $ => choice(
      seq($._is_expression, $._postfix),
      seq($._is_timeline, list($.timeline), optional($._renaming)),
      seq($._is_keyword, 'raw', alias($.raw_timeline, $.timeline), optional($._renaming))),
    _renaming: $ => seq(alias($._where, 'where'), list($.renaming)),
    renaming: $ => seq(
      field('key', choice(alias($._key, $.value), alias('#', $.value))), '=',
      choice(alias($._item, $.value), alias($._item_number, $.number), $.string, $.stream)),
    _key: $ => character,

    _windows: $ => list($.window),
    window: $ => tokens($, choice(
      $.tick, alias('!', $.end), $.origin, alias($._time, $.time), alias($.window_group, $.group))),
    window_group: $ => seq('(', repeat1(choice(alias('!', $.end), $.origin)), ')'),

    // Timelines.

    timeline: $ => choice(tokens($, $._token, $._last), $._last),
    raw_timeline: $ => tokens($, choice($._token, $.end)),
    // Nothing may follow an end or a loop.
    _last: $ => choice(seq($._end, optional($.continuation)), $.continuation),
    _end: $ => choice(seq($.end, optional($.tick)), $.loop),
    _token: $ => choice(
      $.tick, $.value, $.string, alias($._time, $.time), $.time, $.origin, $.group, $.stream, $.repetition),
    pattern: $ => choice(tokens($, $._pattern_token, $._pattern_last), $._pattern_last),
    _pattern_last: $ => choice($.end, alias($.pattern_loop, $.loop)),
    _pattern_token: $ => choice(
      alias(/[\-─]+/, $.tick), $.value, $.string, alias($._time, $.time), $.time, $.gap, $.group, $.stream,
      alias($.pattern_repetition, $.repetition)),
    pattern_repetition: $ => seq($._pattern_braces, alias(token.immediate(/\*[0-9]+/), $.count)),
    pattern_loop: $ => seq($._pattern_braces, alias(token.immediate('*'), $.count)),
    _pattern_braces: $ => seq('{', tokens($, choice($._pattern_token, $.end)), '}'),
    gap: $ => token(choice('*', /([0-9]+(\.[0-9]+)?(ms|[tsm])?)?\.\.\.([0-9]+(\.[0-9]+)?(ms|[tsm]))?/)),
    tick: $ => /[\-.─]+/,
    value: $ => choice(character, $._brackets),
    string: $ => /"([^"\\\n]|\\[^\n])*"/,
    end: $ => token(choice(
      '|', '┤', '!', new RegExp(`!${letter}(${letter}|[0-9 \\t])*!`, 'u'), '#', /#"([^"\\\n]|\\[^\n])*"/,
      /#\[[ \t]*"([^"\\\n]|\\[^\n])*"[ \t]*\]/, /#\[([^"\]\\\n]|\\[^\n])([^\]\\\n]|\\[^\n])*\]/)),
    time: $ => token(choice(/@[0-9]+/, new RegExp(`/[0-9]+(\\.[0-9]+)? +${units}/`))),
    origin: $ => '^',
    continuation: $ => '>',
    group: $ => seq('(', repeat1(choice($.value, $.string, $.end, $.stream, $.origin, alias(/\.+/, $.tick))), ')'),
    stream: $ => seq('<', optional(choice(tokens($, $._token, $._end), $._end)), '>'),
    repetition: $ => seq($._braces, alias(token.immediate(/\*[0-9]+/), $.count)),
    loop: $ => seq($._braces, alias(token.immediate('*'), $.count)),
    _braces: $ => seq('{', tokens($, choice($._token, $.end)), '}'),

    // Expressions.

    _expression: $ => choice($._postfix, $.prefix, $.infix, $.conditional, $.throw),
    throw: $ => prec.right(-1, seq('throw', $._expression)),
    conditional: $ => prec.right(0, seq($._expression, '?', $._expression, ':', $._expression)),
    infix: $ => choice(
      infix($, 1, '||'), infix($, 2, '&&'), infix($, 3, choice('==', alias(/!=|[<>]=?/, '<'))),
      infix($, 4, choice('+', '-')), infix($, 5, alias(/[*\/%]/, '*'))),
    prefix: $ => prec(6, seq(choice('-', '!'), $._expression)),

    _postfix: $ => choice($._primary, $.link),
    link: $ => prec.left(8, seq($._postfix, '.', choice(
      alias(token.immediate(/[0-9]+(\.[0-9]+)*/), $.number),
      $.hole,
      seq(field('name', $.identifier), optional($._call))))),
    _primary: $ => choice(
      $.number, $.text, $.constant, $.argument, $.identifier, $.call, $.strategy, $.hole, $.tuple, $.array, $.closure),
    call: $ => prec.left(7, choice(
      seq(field('name', $.identifier), $._call),
      seq($.hole, $.list))),
    _call: $ => prec.left(7, choice(seq($.list, optional($.closure)), $.closure)),
    strategy: $ => prec.left(7, seq('.', field('name', $.identifier), optional($.list))),
    list: $ => seq(token.immediate('('), optional(seq(list($._argument), optional(','))), ')'),
    _argument: $ => choice($.labeled, $._expression),
    labeled: $ => seq(field('label', $.identifier), ':', $._expression),
    tuple: $ => seq('(', list($._expression), optional(','), ')'),
    array: $ => seq('[', optional(seq(list($._expression), optional(','))), ']'),
    closure: $ => seq('{', optional(seq(choice($.parameters, seq('(', $.parameters, ')')), 'in')), $._expression, '}'),
    parameters: $ => list($.identifier),

    identifier: $ => name,
    argument: $ => /\$[0-9]+/,
    constant: $ => choice('true', 'false', 'nil'),
    hole: $ => '?',
    number: $ => token(choice(/[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/, /[0-9]+(\.[0-9]+)?(ms|[tsm])/)),
    text: $ => seq('"', repeat(choice($._string_content, $.escape, $.interpolation)), token.immediate('"')),
    escape: $ => token.immediate(/\\([^(u\n]|u\{[0-9a-fA-F]+\})/),
    interpolation: $ => seq(token.immediate('\\('), $._expression, ')'),

    // Drawings.

    drawing: $ => choice(
      seq(alias($._ruler, $.annotation), repeat1(seq(
        $._line, choice($.lane, $.attempt, alias($._annotation, $.annotation))))),
      $.lane),
    lane: $ => seq(
      $._is_lane, field('name', alias(choice($.identifier, /in [0-9]+/), $.identifier)),
      optional(alias($._lane_cold, 'cold')), optional($._observers), $._is_timeline,
      alias($.raw_timeline, $.timeline)),
    attempt: $ => seq($._is_timeline, alias($.raw_timeline, $.timeline)),
  },
});
