import Reactive

extension Catalogue {
  static let sharing = [
    CatalogueEntry(
      "repeat", .share,
      summary: "Starts its source again each time it completes, for ever or a number of times in all.",
      text: "A failure or an interruption passes. Of 0 times comes nothing but the completion.",
      example: """
        a = cold -1|
        a.repeat(2) == -1-1|
        a.repeat()  == {-1}*
        """,
      forms: [
        Form(.source) { call, source in
          call.stage.expectsNoEnd()
          return source.repeat()
        },
        Form(.source, .count("count")) { _, source, count in source.repeat(count) },
      ])
  ]
}
