// A test that says `import Marbles` writes timelines, which are the language's, and operators, which are the core's:
// it needs no other import.
@_exported import MarbleLanguage
@_exported import Reactive

// The language's event: the core's is generic.
typealias Event = Timeline.Event
