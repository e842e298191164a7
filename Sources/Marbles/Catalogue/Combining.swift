import Reactive

extension Catalogue {
  static let combining = [
    CatalogueEntry(
      "merge", .combine,
      summary: "Sends what any of the streams sends, as it comes.",
      text: """
        It completes when all have completed, and fails as soon as one fails. A stream that is interrupted counts as \
        completed.
        """,
      example: """
        a = --1-----3|
        b = -----2-----4|
        merge(a, b) == --1--2--3--4|
        """,
      forms: [Form(.streams("stream")) { _, streams in .merge(streams) }]),
    CatalogueEntry(
      "concat", .combine,
      summary: "Sends what the streams send, one after the other.",
      text: """
        Each is started when the one before has completed or was interrupted; what a pipe sent before is lost. It \
        fails as soon as one fails.
        """,
      example: """
        a = cold -1-2|
        b = cold -3|
        concat(a, b) == -1-2-3|
        """,
      forms: [Form(.streams("stream")) { _, streams in .concat(streams) }]),
    CatalogueEntry(
      "zip", .combine,
      summary: "Sends the first values of all streams together, then the second ones, and so on.",
      text: """
        It completes as soon as it can send nothing more: when a stream has completed and all it sent is used up. It \
        fails or is interrupted together with any of them.
        """,
      example: """
        a = 1-2-3--|
        b = -x---y---|
        zip(a, b) == -[1,x]---[2,y]---|
        """,
      forms: [Form(.streams("stream")) { _, streams in Producer.zip(streams).map { .tuple($0) } }]),
    CatalogueEntry(
      "combineLatest", .combine,
      summary: "Sends the latest values of all streams together, whenever one sends and all have sent.",
      text: """
        It completes when all have completed; the last value of one that has completed stays in use. It fails or is \
        interrupted together with any of them.
        """,
      example: """
        a = 1---2----|
        b = --x---y--|
        combineLatest(a, b) == --[1,x]-[2,x]-[2,y]--|
        """,
      forms: [Form(.streams("stream")) { _, streams in Producer.combineLatest(streams).map { .tuple($0) } }]),
  ]
}
