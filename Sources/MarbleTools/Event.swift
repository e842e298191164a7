import MarbleLanguage

// The language's event: the core's is generic.
typealias Event = Timeline.Event
