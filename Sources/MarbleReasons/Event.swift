import MarbleLanguage

// `Reactive` has a generic `Event` too. In this module, the name refers to the event of the language.
typealias Event = Timeline.Event
