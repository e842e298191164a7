import Foundation
import Testing

/// The programs that build the site.
private enum SiteTools {
  static let areInstalled = ["cmark-gfm", "python3"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
}

/// The static site of the documentation.
@Suite(.enabled(if: SiteTools.areInstalled, "cmark-gfm or python3 is missing; Scripts/setup site installs them"))
struct SiteTests {
  /// Builds the site in a temporary folder.
  private func site() throws -> (folder: TemporaryFolder, outcome: Program.Outcome) {
    let folder = try TemporaryFolder()
    let outcome = try Program(folder: folder.path).run(
      shell: "exec \"$@\"", [Package.root + "/Site/build", "site", Program.path])
    return (folder, outcome)
  }

  @Test func everyPageExistsAndEveryLinkWorks() throws {
    let (folder, outcome) = try site()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let documents = Package.files(in: Package.root + "/Documentation", endingIn: ".md")
    let pages = Package.files(in: folder.path + "/site", endingIn: ".html")
    let operators = pages.filter { $0.contains("/Documentation/Operators/") }
    #expect(operators.count > 70)
    #expect(pages.count == documents.count + 1 + operators.count)
    let overview = try String(contentsOfFile: folder.path + "/site/Documentation/Operators.html", encoding: .utf8)
    #expect(overview.contains("href=\"Operators/combineLatest.html\""))
    for page in pages {
      let text = try String(contentsOfFile: page, encoding: .utf8)
      for match in text.matches(of: /(?:src|href)="([^"#]+)[^"]*"/) where !match.1.contains(":") {
        let path = URL(fileURLWithPath: page).deletingLastPathComponent().path + "/" + match.1
        #expect(FileManager.default.fileExists(atPath: path), "\(page): \(match.1)")
      }
    }
  }

  @Test func pagesHaveNoExternalResources() throws {
    let (folder, _) = try site()
    for page in Package.files(in: folder.path + "/site", endingIn: ".html") {
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(text.contains(#"<meta name="viewport""#), "\(page)")
      #expect(text.firstMatch(of: /src="[a-z]+:|<link[^>]*href="[a-z]+:|<script|<iframe|@import/) == nil, "\(page)")
    }
    let style = try String(contentsOfFile: folder.path + "/site/site.css", encoding: .utf8)
    #expect(style.contains("prefers-color-scheme: dark"))
    #expect(!style.contains("url("))
  }

  @Test func sameBuildHasTheSameOutput() throws {
    let folders = [try site().folder, try site().folder]
    let outcome = try Program().run(shell: "diff -r \"$1/site\" \"$2/site\"", folders.map(\.path))
    #expect(outcome.end == .status(0), "\(outcome.output)")
  }
}
