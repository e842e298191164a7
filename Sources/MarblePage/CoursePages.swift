import MarbleSession
import MarbleTools
import Marbles

/// The pages of a course, one for each exercise, and a page with all of them.
package struct CoursePages {
  private let course: Course
  private let title: String

  /// Creates the pages of a course, with its name as the title unless another one is given.
  package init(_ course: Course, title: String? = nil) {
    self.course = course
    self.title = title ?? course.title
  }

  /// The place of a page among those of its course.
  package struct Place: Sendable {
    /// The place as JSON for the page.
    let json: String
    /// Links to the pages beside it, for readers without scripts.
    let links: String
  }

  /// Returns the names and contents of all files.
  ///
  /// - Parameter engine: The address of the folder with the engine, relative to the pages, or `nil`.
  package func files(engine: String? = nil) -> [(name: String, html: String)] {
    let addresses = addresses
    let pages = course.entries.enumerated().map { index, entry in
      let script = String(decoding: entry.exercise.source.bytes, as: UTF8.self)
      var page = BakedPage(script, path: Self.fileName(of: entry), title: entry.exercise.title)
      page.engine = engine
      page.place = Place(json: json(at: index), links: links(at: index))
      return (name: addresses[index], html: page.html)
    }
    return [(name: "index.html", html: list)] + pages
  }

  /// The name of the script, for downloaded files.
  private static func fileName(of entry: Course.Entry) -> String { entry.id.fileName + ".marble" }

  /// The names of the pages.
  private var addresses: [String] {
    var used: Set = ["index"]
    return course.entries.map { entry in
      // The name is also an address.
      let name = String(entry.id.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
      let free = (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !used.contains($0) } ?? name
      used.insert(free)
      return free + ".html"
    }
  }

  private func links(at index: Int) -> String {
    let addresses = addresses
    func link(_ place: Int, _ text: String) -> String {
      addresses.indices.contains(place) ? "<a href=\"\(addresses[place])\">\(text)</a> " : ""
    }
    return "<noscript><p>\(link(index - 1, "← Previous"))<a href=\"index.html\">All exercises</a> "
      + "\(link(index + 1, "Next →"))</p></noscript>\n"
  }

  private func json(at index: Int) -> String {
    var json = JSONText()
    json.object { json in
      json.member("name", course.title)
      json.member("index", index)
      json.member("addresses", strings: ["index.html"] + addresses)
      json.entries(course.list)
    }
    return json.text
  }

  /// The page with all exercises, of which the browser marks the solved ones.
  private var list: String {
    let style = String(decoding: PageAssets.bakedStyle, as: UTF8.self)
    let addresses = addresses
    var body = ""
    var chapter: String?
    for (index, entry) in course.entries.enumerated() {
      if entry.chapter != chapter {
        if chapter != nil { body += "</ol>\n" }
        chapter = entry.chapter
        if !entry.chapter.isEmpty { body += "<h2>\(XML.escaped(entry.chapter))</h2>\n" }
        body += "<ol start=\"\(index + 1)\">\n"
      }
      body +=
        "<li><a href=\"\(addresses[index])\" data-id=\"\(XML.escaped(entry.id))\">\(XML.escaped(entry.exercise.title))</a>"
        + "</li>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(XML.escaped(title))</title>
      \(BakedPage.generator)
      \(BakedPage.policy(nil))
      <link rel="icon" href="data:,">
      <style>
      \(style)</style>
      </head>
      <body>
      <main>
      <h1>\(XML.escaped(title))</h1>
      \(body)</ol>
      </main>
      <script>
      const solved = new Set(JSON.parse(localStorage.getItem("solved \(Self.escaped(course.title))") ?? "[]"));
      for (const link of document.querySelectorAll("[data-id]")) if (solved.has(link.dataset.id)) link.after(" ✓");
      </script>
      </body>
      </html>

      """
  }

  /// Returns text for a string in a script.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      "\\\"<\n".unicodeScalars.contains(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}

extension JSONText {
  /// Writes a member of the current object with the exercises of a course.
  mutating func entries(_ list: [Course.Listed]) {
    member("entries", list) { json, entry in
      json.object { json in
        json.member("id", entry.id)
        json.member("chapter", entry.chapter)
        json.member("title", entry.title)
      }
    }
  }
}
