/// A Markdown page with a script in its fences, for editors that color fences.
enum MarkdownPage {
  static let script = """
    a = --1--2--|  // twice
    a.map {
      $0 * 2
    } == --2--4--|
    b = --[Berlin]-(x|)
    """

  /// The script in fences of several kinds, with other text around them.
  static let text = """
    # Page

    ```marble
    \(script)
    ```

    Not a = --1--|.

    ~~~~ marble svg=picture.svg name=demo
    \(script)
    ~~~~

    ```marbles
    a = --1|
    ```

    ```marble fails
    \(script)
    ```
    a = --1|

    """

  /// For each byte of the page, the offset of the script's byte at that position, or `nil`.
  ///
  /// All characters are ASCII.
  static var places: [Int?] {
    var places: [Int?] = []
    var rest = text[...]
    while let found = rest.firstRange(of: script) {
      places += Array(repeating: nil, count: rest.distance(from: rest.startIndex, to: found.lowerBound))
      places += Array(0..<script.utf8.count)
      rest = rest[found.upperBound...]
    }
    return places + Array(repeating: nil, count: rest.count)
  }
}
