import MarbleLanguage
import Marbles

/// A part of a program without a counterpart, because of which the program is not run.
struct UntranslatedPart: Problem {
  let reason: ImportProblem
  /// A similar name that is known.
  var suggestion: String?
  /// Whether the part is a name that is neither called nor has members.
  var isPlainName = false
  /// Whether the user can run commands of a terminal.
  let hasCommands: Bool

  var severity: Severity { .error }
  var message: String {
    switch reason {
    case .severalRuns: "this stream shares a source with a stream that is observed above"
    case .rejected(let message): message
    case .unobserved: "nothing observes this subject"
    case .observedWithinTick: "this subscription begins or ends at the time of an event"
    case .noRun: "this program contains tests"
    case .nothingFound: "this program shows no stream"
    default: reason.message
    }
  }
  var label: String? { nil }
  var help: String? {
    switch reason {
    case .notUTF8, .further, .unclosedString: nil
    case .noRun where !hasCommands, .unknownName("expectObservable") where !hasCommands,
      .unknownName("expectSubscriptions") where !hasCommands:
      "write an assertion of the marble language, such as `a.delay(2) == ---1--2|`"
    case .noRun: "to convert them, run `rxrepl import --from rxjs` with the path of a file that contains them"
    case .unknownName("expectObservable"), .unknownName("expectSubscriptions"):
      "to convert a test, run `rxrepl import --from rxjs` with the path of its file"
    case .nothingFound: "add an expression such as `of(1, 2)`, or call `subscribe`"
    case .unfinishedCode: "add the missing part, such as a closing bracket"
    case .takesPosition(_, let function): "to leave it out, write `\(function)`"
    case .unconnected: "add a call of `connect()`, or write `share()`"
    case .interleaved: "send it at a later time, with `setTimeout`"
    case .observedWithinTick: "write a time at which nothing is sent"
    case .severalRuns: "observe one of them, or join them with `merge`"
    case .nullAndUndefined: "use only one of them, or compare with `== null`"
    case .noResult: "to return a stream, write `return` before it"
    case .unobserved: "call `subscribe` before `next`"
    case .openWindow(let name): "write `\(name)` before the windows, or after the operator that joins them"
    case .partialTick: "write a whole number of milliseconds"
    case .tickTooLarge: "write a shorter time"
    case .unknownName(let name) where name == "fetch" || RxJSProgram.isSource(name):
      "write its events as a timeline, such as `const clicks = hot(\"--a--b--|\")`"
    case .unknownName("firstValueFrom"): "write its stream, such as `of(1, 2).pipe(first())`"
    case .unknownName("lastValueFrom"): "write its stream, such as `of(1, 2).pipe(last())`"
    case .member(_, let object): "give the marbles values, such as `hot(\"--a--|\", { a: \(object) })`"
    case .unknownName(let name) where RxJSLibrary.isOfPlatform(name):
      "write this part with other operators, or its result as a value"
    case .unknownName where suggestion != nil: "did you mean `\(suggestion ?? "")`?"
    case .unknownName(let name) where isPlainName: "declare it in the program, such as `const \(name) = 1`"
    default: "write this part with other operators, or a source as its events, such as `cold(\"--a--b--|\")`"
    }
  }
  var replacements: [String] { [] }
}
