// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "rxrepl",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "Marbles", targets: ["Marbles"]),
    .executable(name: "rxrepl", targets: ["rxrepl"]),
  ],
  traits: [
    .trait(name: "LineEditing", description: "Edit lines with libedit; without it rxrepl reads plain lines."),
    .default(enabledTraits: ["LineEditing"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .target(
      name: "Reactive",
      dependencies: [
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(
      name: "Marbles",
      dependencies: ["Reactive"]),
    .systemLibrary(
      name: "CLibEdit",
      pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(
      name: "CLineEdit",
      dependencies: [.target(name: "CLibEdit", condition: .when(traits: ["LineEditing"]))],
      cSettings: [.define("LINE_EDITING", .when(traits: ["LineEditing"]))],
      linkerSettings: [.linkedLibrary("edit", .when(traits: ["LineEditing"]))]),
    .executableTarget(
      name: "rxrepl",
      dependencies: [
        "Marbles", "CLineEdit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "ReactiveTests", dependencies: ["Reactive"], exclude: ["Examples/README.md"]),
    .testTarget(name: "MarblesTests", dependencies: ["Marbles"], exclude: ["Drawing/Goldens"]),
    .testTarget(name: "rxreplTests", dependencies: ["Marbles", "rxrepl"], exclude: ["BadInputs"]),
  ],
  swiftLanguageModes: [.v6]
)
