// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that dependents of Reactive do not fetch the libraries it is compared with.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rxrepl", path: "..", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "BenchKit", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "limit", dependencies: ["BenchKit"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "reactive",
      dependencies: ["BenchKit", .product(name: "Reactive", package: "rxrepl")]),
    .executableTarget(
      name: "opencombine",
      dependencies: ["BenchKit", .product(name: "OpenCombine", package: "OpenCombine")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)

// A copy of the sources of ReactiveSwift, which `run --reactiveswift PATH` makes.
if Context.environment["BENCH_REACTIVESWIFT"] != nil {
  package.targets += [
    .target(name: "ReactiveSwift", path: ".build/ReactiveSwift", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "reactiveswift", dependencies: ["BenchKit", "ReactiveSwift"],
      swiftSettings: [.swiftLanguageMode(.v5), .define("REACTIVESWIFT")]),
  ]
}
