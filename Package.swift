// swift-tools-version: 6.1
import PackageDescription

// The Makefile passes the commit and the version of Swift, which `rxrepl --version` shows.
let versions: [CSetting] = ["RXREPL_COMMIT", "RXREPL_SWIFT"].compactMap { name in
  Context.environment[name].flatMap { $0.isEmpty ? nil : .define(name, to: $0) }
}

// The test targets to build: those in this list, all including those that need other packages ("all"), or, without the
// variable, all that need no other package. `Scripts/test` sets it.
let tests = Context.environment["RXREPL_TESTS"]

// Whether `make` builds the program. It sets this variable.
let isMake = Context.environment["RXREPL_SWIFT"] != nil

let package = Package(
  name: "rxrepl",
  // As low as `Synchronization` allows, which the core needs. `PlatformTests` reads the sources for newer interfaces.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveRecorder", targets: ["ReactiveRecorder"]),
    .library(name: "ReactiveFoundation", targets: ["ReactiveFoundation"]),
    .library(name: "ReactiveSwiftCompatibility", targets: ["ReactiveSwiftCompatibility"]),
    .library(name: "Marbles", targets: ["Marbles"]),
    .library(name: "MarblesTesting", targets: ["MarblesTesting"]),
    .executable(name: "rxrepl", targets: ["rxrepl"]),
    .plugin(name: "MarblesPlugin", targets: ["MarblesPlugin"]),
  ],
  traits: [
    .trait(name: "LineEditing", description: "Edit lines with libedit. Without it, rxrepl reads plain lines."),
    // A package that uses only the libraries writes `traits: []`, and does not fetch what the command needs.
    .trait(name: "Command", description: "The command rxrepl, which needs swift-argument-parser."),
    .trait(name: "Server", description: "Serve pages with swift-nio. Without it, there is no `rxrepl serve`."),
    .default(enabledTraits: ["LineEditing", "Command", "Server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .target(
      name: "Reactive",
      dependencies: [
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(name: "JSONWriting"),
    .target(name: "ReactiveRecorder", dependencies: ["JSONWriting", "Reactive"]),
    .target(name: "ReactiveFoundation", dependencies: ["Reactive"]),
    .target(name: "ReactiveSwiftCompatibility", dependencies: ["Reactive", "ReactiveFoundation"]),
    .target(name: "MarbleLanguage", dependencies: ["Reactive"]),
    .target(name: "MarbleEvaluation", dependencies: ["MarbleLanguage", "Reactive"]),
    .target(name: "MarbleDrawing", dependencies: ["JSONWriting", "MarbleEvaluation", "MarbleLanguage"]),
    .target(name: "MarbleSearch", dependencies: ["MarbleEvaluation", "MarbleLanguage", "Reactive"]),
    .target(name: "MarbleReasons", dependencies: ["MarbleEvaluation", "MarbleLanguage", "Reactive"]),
    .target(
      name: "Marbles",
      dependencies: [
        "MarbleDrawing", "MarbleEvaluation", "MarbleLanguage", "MarbleReasons", "MarbleSearch", "Reactive",
        "ReactiveRecorder",
      ]),
    .target(name: "MarblesTesting", dependencies: ["Marbles"]),
    .target(name: "EmbeddedFiles", exclude: ["Exercises", "Page", "Tutorial"]),
    .target(name: "MarbleSession", dependencies: ["EmbeddedFiles", "Marbles", "MarbleLanguage"]),
    .target(name: "MarbleTools", dependencies: ["Marbles", "MarbleLanguage", "MarbleSession"]),
    .target(name: "MarbleImporting", dependencies: ["Marbles", "MarbleLanguage", "MarbleSession"]),
    .target(
      name: "MarbleLanguageServer", dependencies: ["Marbles", "MarbleLanguage", "MarbleSession", "MarbleTools"]),
    .target(
      name: "MarblePage",
      dependencies: ["EmbeddedFiles", "Marbles", "MarbleLanguage", "MarbleSession", "MarbleTools"]),
    .target(
      name: "MarbleServer",
      dependencies: [
        "MarblePage",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
      ]),
    .systemLibrary(
      name: "CLibEdit",
      pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(
      name: "CLineEdit",
      dependencies: [.target(name: "CLibEdit", condition: .when(traits: ["LineEditing"]))],
      cSettings: [.define("LINE_EDITING", .when(traits: ["LineEditing"]))] + versions,
      linkerSettings: [.linkedLibrary("edit", .when(traits: ["LineEditing"]))]),
    .target(
      name: "MarbleTerminal", dependencies: ["CLineEdit", "MarbleLanguage", "Marbles", "MarbleSession"]),
    .executableTarget(
      name: "rxrepl",
      dependencies: [
        "MarbleLanguage", "Marbles", "MarbleSession", "MarbleTools", "MarbleImporting", "MarbleLanguageServer",
        "MarblePage", "MarbleServer", "MarbleTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
      ]),
    // It needs no package but swift-collections, so it is built fast.
    .executableTarget(name: "rxrepl-basic", dependencies: ["MarbleTerminal"]),
    .plugin(
      name: "MarblesPlugin",
      capability: .command(
        intent: .custom(verb: "marbles", description: "Writes the drawings of marble fences into doc comments."),
        permissions: [.writeToPackageDirectory(reason: "To write drawings below the marble fences of doc comments.")]),
      dependencies: ["rxrepl"]),
    // It uses modules that are not products, so it cannot be in the package of the other benchmarks.
    .executableTarget(
      name: "marble-benchmarks", dependencies: ["MarbleLanguage", "Marbles", "MarbleSession", "MarbleTools"],
      path: "Benchmarks/marbles"),
    .executableTarget(
      name: "search-benchmarks", dependencies: ["MarbleLanguage", "Marbles"], path: "Benchmarks/search"),
    .executableTarget(name: "recorder-benchmarks", dependencies: ["Marbles"], path: "Benchmarks/recorder"),
    .executableTarget(
      name: "insight-benchmarks", dependencies: ["MarbleLanguage", "Marbles", "MarbleSession", "MarbleTools"],
      path: "Benchmarks/insight"),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "ReactiveTests", dependencies: ["Reactive"], exclude: ["Examples/README.md"]),
    .testTarget(name: "ReactiveFoundationTests", dependencies: ["Reactive", "ReactiveFoundation"]),
    // In the language mode of the applications that move.
    .testTarget(
      name: "ReactiveSwiftCompatibilityTests", dependencies: ["ReactiveSwiftCompatibility"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "TestSupport", dependencies: ["MarbleLanguage", "Marbles", "MarbleSession"], path: "Tests/Support"),
    .testTarget(name: "MarbleLanguageTests", dependencies: ["MarbleLanguage", "TestSupport"]),
    .testTarget(
      name: "MarblesTests", dependencies: ["MarbleLanguage", "Marbles", "MarbleSession", "MarbleTools", "TestSupport"],
      exclude: ["Drawing/Goldens"]),
    .testTarget(
      name: "MarbleToolsTests",
      dependencies: ["MarbleLanguage", "Marbles", "MarbleSession", "MarbleTools", "TestSupport"],
      exclude: ["Documentation/Goldens", "Documentation/Sessions"]),
    .testTarget(
      name: "MarbleImportingTests",
      dependencies: ["MarbleImporting", "MarbleLanguage", "Marbles", "MarbleSession", "TestSupport"]),
    .testTarget(
      name: "MarbleLanguageServerTests",
      dependencies: [
        "MarbleLanguage", "MarbleLanguageServer", "Marbles", "MarbleSession", "MarbleTools", "TestSupport",
      ]),
    .testTarget(
      name: "MarblePageTests",
      dependencies: [
        "MarblePage", "MarbleServer", "Marbles", "MarbleSession", "MarbleTools", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
      ]),
    .testTarget(
      name: "rxreplTests",
      dependencies: [
        "MarbleLanguage", "Marbles", "MarbleSession", "MarbleTerminal", "MarbleTools", "rxrepl", "rxrepl-basic",
      ],
      exclude: [
        "BadInputs", "LanguageServer/hanging.sh", "LanguageServer/neovim.lua", "LanguageServer/vscode.js",
        "Questions.txt", "Recorders/Programs",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Optimizing these modules takes a fifth of the time of `make`, but they only run for milliseconds. LLVM still optimizes
// them. The language server is not among them, because it reads all bytes of a document after each key.
let briefly = [
  "Marbles", "MarbleSession", "MarbleTools", "MarbleImporting", "MarbleTerminal", "MarblePage", "MarbleServer",
  "rxrepl",
]
for target in package.targets where isMake && briefly.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-Xfrontend", "-disable-sil-perf-optzns"])]
}

// `Scripts/engine` builds the module that answers pages in the browser, and sets this variable.
if Context.environment["RXREPL_ENGINE"] != nil {
  package.targets.append(.executableTarget(name: "marble-engine", dependencies: ["MarbleImporting", "MarblePage"]))
  // What a page does not need.
  let unused = [
    "Reactive": ["Bindings/ObservableProperty.swift", "Bindings/Observing.swift", "Sequences/AsyncValues.swift"],
    "ReactiveRecorder": ["Platform", "Recorder", "RecordedSequence", "RecordedStreams", "TraceWriter"].map {
      "\($0).swift"
    },
    "Marbles": ["Tasks", "Testing", "Recorder/RecordedDiagram.swift", "Recorder/Recorder+Diagram.swift"],
    "MarbleSession": ["Documents"],
    "MarbleTools": ["Documents", "Editing"],
  ]
  for target in package.targets { target.exclude += unused[target.name] ?? [] }
}

switch tests {
case nil: break
case "all":
  // A package of its own could not share the build of the libraries.
  package.dependencies.append(.package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"))
  package.targets += [
    .testTarget(
      name: "AsyncTests",
      dependencies: ["Marbles", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    .target(name: "Search", dependencies: ["Reactive"], path: "examples/testing/Sources/Search"),
    .testTarget(
      name: "SwiftTestingExamples", dependencies: ["Search", "MarblesTesting"],
      path: "examples/testing/Tests/SwiftTestingExamples"),
    .testTarget(
      name: "XCTestExamples", dependencies: ["Search", "Marbles"], path: "examples/testing/Tests/XCTestExamples"),
  ]
  // Everything is compiled only once, so it need not be incremental.
  let whole = ["-wmo", "-disable-batch-mode", "-num-threads", "2"]
  for target in package.targets {
    switch target.name {
    // The tests spend most of their time in these modules.
    case "Reactive", "MarbleLanguage", "MarbleEvaluation", "MarbleSearch", "MarblePage":
      target.swiftSettings = [.unsafeFlags(["-O", "-assert-config", "Debug"] + whole)]
    case _ where target.type == .test:
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(whole + ["-no-emit-module-separately-wmo"])]
    default: break
    }
  }
case let names?:
  let names = names.split(separator: ",").map(String.init)
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
