import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The pages for users of other libraries, compared with the catalog.
@Suite struct ComingFromTests {
  /// A row of a page's table of names.
  struct Row: CustomStringConvertible {
    let theirs: [String]
    let ours: [String]
    let remark: String
    let description: String

    /// Whether the name means something else in this project.
    ///
    /// In that case the remark states it.
    var isFalseFriend: Bool { remark.hasPrefix("False friend") }

    /// Reads a row.
    ///
    /// Fails if the row does not have three columns.
    init?(_ line: String) {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count == 3 else { return nil }
      theirs = names(in: columns[0])
      ours = names(in: columns[1])
      remark = columns[2]
      description = line
    }
  }

  static let libraries = ["RxJS", "RxSwift", "Combine", "ReactiveSwift", "ReactiveKit", "ObjectiveC"]

  /// Returns the rows of the table below `## Names`.
  private static func rows(of library: String) throws -> [Row] {
    let page = packageRoot.appendingPathComponent("Documentation/ComingFrom/\(library).md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let heading = try #require(lines.firstIndex(of: "## Names"))
    let table = lines[(heading + 1)...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    #expect(table.first == "| theirs | here | |")
    return try table.dropFirst(2).map { line in
      try #require(Row(line), "\(library): \(line)")
    }
  }

  /// Returns the sentence about the names that are the same.
  private static func sameNames(of library: String) throws -> String {
    let page = packageRoot.appendingPathComponent("Documentation/ComingFrom/\(library).md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    return try #require(lines.first { $0.hasPrefix("These have the same names: ") })
  }

  @Test(arguments: libraries) func pageListsEnoughNames(of library: String) throws {
    let rows = try Self.rows(of: library)
    #expect(rows.count >= 25)
    for row in rows { #expect(!row.theirs.isEmpty, "\(row)") }
  }

  /// The sentence above the table and its second column contain operators under their own names.
  ///
  /// The column may also contain `no counterpart`.
  @Test(arguments: libraries) func namedOperatorsExist(by library: String) throws {
    let operators = Set(Catalog.standard.names)
    for name in names(in: try Self.sameNames(of: library)) { #expect(operators.contains(name), "\(name)") }
    for row in try Self.rows(of: library) {
      #expect(row.ours.isEmpty == row.description.contains("| no counterpart |"), "\(row)")
      for name in row.ours { #expect(operators.contains(name), "\(row)") }
    }
  }

  /// A name that works in this project is an operator of its row, unless the row is a false friend.
  @Test(arguments: libraries) func namesThatWorkMeanWhatThePageStates(of library: String) throws {
    for row in try Self.rows(of: library) {
      let meanings = row.theirs.compactMap { Catalog.standard[$0]?.name }
      if row.isFalseFriend {
        #expect(meanings.contains { !row.ours.contains($0) }, "\(row)")
      } else {
        for meaning in meanings { #expect(row.ours.contains(meaning), "\(row)") }
      }
    }
  }
}

/// Returns the names between backticks, without their arguments.
///
/// Of a selector in Objective-C, it returns the first part: `timeout` of `timeout:onScheduler:`.
private func names(in column: String) -> [String] {
  column.components(separatedBy: "`").enumerated()
    .filter { index, _ in index % 2 == 1 }
    .map { _, text in String(text.prefix { $0 != "(" && $0 != ":" }) }
}
