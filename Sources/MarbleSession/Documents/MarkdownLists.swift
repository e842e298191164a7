/// The lists of a Markdown page, and which of them are loose because of a blank line.
///
/// CommonMark calls a list loose if a blank line separates two of its items, or two blocks directly inside an item.
struct MarkdownLists {
  /// Whether the line above is blank.
  var isAfterBlank = false
  /// The list of each item, by the number of the item's container.
  private var lists: [Int: Int] = [:]
  private var count = 0
  private var loose: Set<Int> = []

  /// Whether a container is an item of a list that is not loose.
  func isTight(item: Int) -> Bool { lists[item].map { !loose.contains($0) } ?? false }

  /// Adds a container, in the place of one that ends on the same line.
  ///
  /// - Returns: Whether both are items of the same list.
  mutating func add(_ container: MarkdownScanner.Container, after previous: MarkdownScanner.Container?) -> Bool {
    guard case .item(_, let mark) = container.kind else { return false }
    // Items with different marks belong to different lists.
    if case .item(_, mark)? = previous?.kind, let list = previous.flatMap({ lists[$0.number] }) {
      lists[container.number] = list
      return true
    }
    count += 1
    lists[container.number] = count
    return false
  }

  /// Makes the list of an item loose.
  mutating func loosen(_ container: MarkdownScanner.Container) {
    if let list = lists[container.number] { loose.insert(list) }
  }
}
