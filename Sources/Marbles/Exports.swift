// A test file that imports `Marbles` uses timelines from `MarbleLanguage` and operators from `Reactive`. With these
// exports it needs no other import.
@_exported import MarbleDrawing
@_exported import MarbleEvaluation
@_exported import MarbleLanguage
@_exported import MarbleReasons
@_exported import MarbleSearch
@_exported import Reactive
@_exported import ReactiveRecorder

// `Reactive` has a generic `Event` too. In this module, the name refers to the event of the language.
typealias Event = Timeline.Event
