import Marbles

/// Why something in another notation is not in the script that was made of it, as data; the wording is
/// `ImportWording.swift`'s.
package enum ImportProblem: Problem {
  /// The bytes are no text.
  case notUTF8
  /// Nothing in the source is a timeline.
  case nothingFound

  /// More remarks about the same source than anybody reads.
  case further(count: Int)

  // MARK: Timelines

  /// A character that means something else than an event there, such as `^` where nothing is hot.
  case unsupportedCharacter(String)
  /// A group or a quoted value that is never closed.
  case unclosed(String)
  /// The end of a group that never began.
  case unopened(String)
  /// A group in a group.
  case nestedGroup
  /// Silence in a group that stands on one tick.
  case silenceInGroup
  /// Events behind the one that ended the stream.
  case eventAfterEnd
  /// A duration that is no whole number of ticks.
  case partialTick(String)
  /// A tick later than any that can be written.
  case tickTooLarge
  /// A value that is told only by its source's text.
  case opaqueValue
  /// Events that are held back until somebody asks for them.
  case delayedDemand
  /// Letting go on a tick on which something came before.
  case cancelledWithinTick

  // MARK: Code

  /// A text in quotes that goes on to the end of its line.
  case unclosedString
  /// A statement of which nothing is known.
  case statement
  /// A test in which there are no timelines.
  case noMarbles
  /// A function, an operator or a name of which nothing is known.
  case unknownName(String)
  /// An expression that has no counterpart.
  case expression(String)
  /// Names that refer to each other, or an expression so large, that there is no end to it.
  case tooLarge
  /// Characters other than the usual ones stand for events.
  case otherTheme
  /// What was made of it is an error in the marble language.
  case rejected(String)
}
