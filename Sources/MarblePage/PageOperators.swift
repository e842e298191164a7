import Marbles

/// The operators for the menu of a page.
enum PageOperators {
  /// The names, families, summaries, signatures and drawings, as JSON.
  static let json: String = {
    var json = JSONText()
    json.object { json in
      json.member("operators", Catalog.standard.entries) { json, entry in
        json.object { json in
          json.member("name", entry.name)
          json.member("family", entry.family.rawValue)
          json.member("summary", entry.summary)
          json.member("signature", entry.signatures.first ?? entry.name)
          json.member("others", strings: entry.aliases.map(\.name))
        }
      }
    }
    return json.text
  }()
}
