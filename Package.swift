// swift-tools-version: 6.2
import PackageDescription

// The floors of the house, lowest first. An arrow may only point down: Tests/LayeringTests holds
// the `import` lines to this table.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "tollbook",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "TollbookKit", targets: ["TollbookKit"]),
    .executable(name: "tollbook", targets: ["TollbookCLI"]),
  ],
  targets: [
    // Floor 0
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CBundledData"),
    .target(name: "Quantities", swiftSettings: strict),
    .target(name: "JSONText", swiftSettings: strict),
    .target(name: "Arguments", swiftSettings: strict),
    // Floor 1
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
    .target(name: "Usage", dependencies: ["Quantities"], swiftSettings: strict),
    // Floor 2
    .target(
      name: "Pricing", dependencies: ["Usage", "Quantities", "JSONText"], swiftSettings: strict),
    .target(
      name: "Importing", dependencies: ["Usage", "Quantities", "JSONText", "CZlib"],
      swiftSettings: strict),
    // Floor 3
    .target(
      name: "Ledger", dependencies: ["SQLite", "Pricing", "Usage", "Quantities"],
      swiftSettings: strict),
    .target(
      name: "Analysis", dependencies: ["Pricing", "Usage", "Quantities", "JSONText"],
      swiftSettings: strict),
    // Floor 4
    .target(
      name: "Reports", dependencies: ["Analysis", "Pricing", "Usage", "Quantities"],
      swiftSettings: strict),
    // Floor 5
    .target(
      name: "TollbookKit",
      dependencies: [
        "Reports", "Analysis", "Ledger", "Importing", "Pricing", "Usage", "SQLite", "Quantities",
        "JSONText", "CBundledData",
      ], swiftSettings: strict),
    // Floor 6
    .executableTarget(
      name: "TollbookCLI", dependencies: ["TollbookKit", "Arguments"], swiftSettings: strict),
    // Times what `make bench` cannot time from outside; not shipped.
    .executableTarget(
      name: "PricingBenchmark", dependencies: ["TollbookKit"], path: "bench/pricing",
      swiftSettings: strict),
    // Tests
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "QuantitiesTests", dependencies: ["Quantities", "TestSupport"]),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"]),
    .testTarget(name: "ArgumentsTests", dependencies: ["Arguments", "TestSupport"]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"]),
    .testTarget(name: "PricingTests", dependencies: ["Pricing", "TestSupport"]),
    .testTarget(name: "ImportingTests", dependencies: ["Importing", "TestSupport"]),
    .testTarget(
      name: "LedgerTests", dependencies: ["Ledger", "SQLite", "Pricing", "Usage", "TestSupport"]),
    .testTarget(name: "AnalysisTests", dependencies: ["Analysis", "TestSupport"]),
    .testTarget(name: "ReportsTests", dependencies: ["Reports", "TestSupport"]),
    .testTarget(name: "TollbookKitTests", dependencies: ["TollbookKit", "SQLite", "TestSupport"]),
    .testTarget(name: "CommandLineTests", dependencies: ["SQLite", "TestSupport"]),
    .testTarget(name: "DocumentationTests", dependencies: ["TestSupport"]),
    .testTarget(name: "LayeringTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)
