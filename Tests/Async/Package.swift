// swift-tools-version: 6.2
import PackageDescription

// The tests that need swift-async-algorithms. A package of their own, so that a package that depends on Marbles does
// not fetch it.
let package = Package(
  name: "async-tests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rxrepl", path: "../..", traits: []),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .testTarget(
      name: "AsyncTests",
      dependencies: [
        .product(name: "Marbles", package: "rxrepl"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
