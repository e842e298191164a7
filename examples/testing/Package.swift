// swift-tools-version: 6.1
import PackageDescription

// A package that tests its operators with Marbles. Another package writes
//     .package(url: "…/rxrepl", branch: "main", traits: [])
// Without the traits, which only the command needs, it fetches swift-collections and nothing else.
let package = Package(
  name: "testing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxrepl", path: "../..", traits: [])],
  targets: [
    .target(name: "Search", dependencies: [.product(name: "Reactive", package: "rxrepl")]),
    .testTarget(
      name: "SwiftTestingExamples", dependencies: ["Search", .product(name: "MarblesTesting", package: "rxrepl")]),
    .testTarget(name: "XCTestExamples", dependencies: ["Search", .product(name: "Marbles", package: "rxrepl")]),
  ],
  swiftLanguageModes: [.v6]
)
