import Marbles

/// A reason why a part of a source in another notation could not be converted.
///
/// Its wording is defined in `ImportWording.swift`.
package enum ImportProblem: Problem {
  /// The source is not valid UTF-8.
  case notUTF8
  /// The source contains neither timelines nor tests.
  case nothingFound
  /// A file in Swift without tests of swift-async-algorithms.
  case nothingFoundInSwift
  /// The file is in a language of another notation, or of none.
  case otherLanguage(String, ForeignNotation)

  /// More diagnostics about the same source, above the limit.
  case further(count: Int)

  // MARK: Timelines

  /// A character without a meaning in its position, such as `^` in a stream that is not hot.
  case unsupportedCharacter(String)
  /// A group or a quoted value without an end.
  case unclosed(String)
  /// The end of a group without a beginning.
  case unopened(String)
  /// A group inside a group.
  case nestedGroup
  /// Silence inside a group, whose events share one tick.
  case silenceInGroup
  /// An event after the end of the stream.
  case eventAfterEnd
  /// A duration that is not an integral number of ticks.
  case partialTick(String)
  /// A tick later than any supported one.
  case tickTooLarge
  /// A value that is kept as its source text.
  case opaqueValue
  /// Events that are delayed until the observer requests them.
  case delayedDemand
  /// A cancellation on a tick after another event on the same tick.
  case cancelledWithinTick

  // MARK: Code

  /// A string that is not closed on its line.
  case unclosedString
  /// A statement that is not supported.
  case statement
  /// Code without an end, such as an open bracket.
  case unfinishedCode
  /// A function that changes a variable around it.
  case statefulClosure
  /// A function that is called only for its effect.
  case effect
  /// A function without a `return`, whose result is used as a stream.
  case noResult
  /// An expected value with another form than those of the stream, which may be equal here but not in JavaScript.
  case otherForm
  /// An expected error of another kind than those of the stream, which is equal here if it has the same message.
  case otherError
  /// A comparison of arrays or objects, which are compared by identity in JavaScript.
  case identity
  /// A value whose text in a string differs from that in JavaScript, such as an array.
  case otherText
  /// Values or comparisons with `null` and with `undefined`, which are one value here.
  case nullAndUndefined
  /// Streams that another stream sends and that are known only when it runs.
  case unknownStreams
  /// An operator that unsubscribes from windows, of which the open one never ends in RxJS.
  case openWindow(String)
  /// Several observed streams that share a run in the original.
  case severalRuns
  /// A stream that needs a `connect`, but has none, or has a `refCount` too.
  case unconnected
  /// A function of JavaScript that also takes the position of a value, which an operator passes to it. `instead` is a
  /// function that leaves it out.
  case takesPosition(String, instead: String)
  /// A connected stream that may send values before it is observed.
  case lateConnection
  /// An observer of a stream that is added on a tick on which the stream may send an event.
  case observedWithinTick
  /// An event of a subject at the time of another subject's, in an order that simultaneous events do not have.
  case interleaved
  /// A stream with a date or a subject's last values that may be observed later than at the start.
  case laterStart
  /// An assertion about the subscriptions of a stream that the script does not observe.
  case unobserved
  /// An assertion about subscriptions without a run.
  case noRun
  /// A test that is skipped in the original.
  case skippedTest
  /// A test without timelines.
  case noMarbles
  /// A test without an assertion about a stream.
  case noAssertion
  /// A function, an operator or another name that is not supported.
  case unknownName(String)
  /// A form of an operator or a function, which has other arguments than the supported forms.
  case form(of: String)
  /// An expression without a counterpart.
  case expression(String)
  /// A member of a marble without a value, as it is written, with an object that has it.
  case member(String, object: String)
  /// Names that refer to each other, or an expression that is too large.
  case tooLarge
  /// A test that expects its own assertions to fail.
  case expectedFailures
  /// A theme with other characters than the default ones.
  case otherTheme
  /// An assertion about something else than a stream, such as the number of calls of a function.
  case remark
  /// A converted assertion that fails, because an operator behaves differently here or the test fails.
  case fails(String, result: String?)
  /// A problem in a file that the source imports, with its path and line.
  indirect case elsewhere(String, ImportProblem)
  /// A converted statement with an error in the marble language.
  case rejected(String)
}
