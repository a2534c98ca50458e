import Testing

/// The reader of Swift text that the layering tests rest on: if it saw nothing, they would all pass.
struct SwiftCodeTests {
  struct ImportCase: Sendable {
    let source: String
    let modules: [String]
  }

  static let importCases = [
    ImportCase(source: "import Usage", modules: ["Usage"]),
    ImportCase(source: "  import\tUsage  // why", modules: ["Usage"]),
    ImportCase(source: "@preconcurrency import Glibc", modules: ["Glibc"]),
    ImportCase(source: "@_spi(Bench) @testable import Ledger", modules: ["Ledger"]),
    ImportCase(source: "package import Quantities", modules: ["Quantities"]),
    ImportCase(source: "@_exported public import Usage", modules: ["Usage"]),
    ImportCase(source: "import struct Foundation.Data", modules: ["Foundation"]),
    ImportCase(source: "import Foundation.NSData", modules: ["Foundation"]),
    ImportCase(source: "import Usage; import Pricing", modules: ["Usage", "Pricing"]),
    ImportCase(source: "#if canImport(Glibc)\nimport Glibc\n#endif", modules: ["Glibc"]),
    ImportCase(source: "import Usage\r\nimport Pricing\r\n", modules: ["Usage", "Pricing"]),
    ImportCase(source: "// import Usage", modules: []),
    ImportCase(source: "/* import A\n/* import B */\nimport C */ import Usage", modules: ["Usage"]),
    ImportCase(
      source: "let a = \"\"\"\nimport Usage\n\"\"\"\nimport Pricing", modules: ["Pricing"]),
    ImportCase(source: "let a = \"/*\"\nimport Usage", modules: ["Usage"]),
    ImportCase(source: "let a = \"\\\"/*\"\nimport Usage", modules: ["Usage"]),
    ImportCase(source: "let a = #\"\\\"#\nimport Usage", modules: ["Usage"]),
    ImportCase(source: "let imported = 1", modules: []),
  ]

  @Test(arguments: importCases)
  func `imports are found however they are written`(_ example: ImportCase) {
    #expect(SwiftCode(of: example.source).imports == example.modules)
  }

  struct WordCase: Sendable {
    let source: String
    let word: String
    let found: Bool
  }

  static let wordCases = [
    WordCase(source: "let now = Date()", word: "Date()", found: true),
    WordCase(source: "let now = Date().addingTimeInterval(1)", word: "Date()", found: true),
    WordCase(source: "let now = UpDate()", word: "Date()", found: false),
    WordCase(
      source: "ProcessInfo.processInfo.environment[\"A\"]", word: "environment", found: true),
    WordCase(source: "let environments = 1, environment = 2", word: "environment", found: true),
    WordCase(source: "let environments = 1", word: "environment", found: false),
    WordCase(source: "/// reads no environment", word: "environment", found: false),
    WordCase(source: "let a = \"the environment\"", word: "environment", found: false),
    WordCase(source: "let a = \"x\\(f(\")\", getenv(b))) y\"", word: "getenv", found: true),
    WordCase(source: "let a = #\"\\(getenv)\"#", word: "getenv", found: false),
    WordCase(source: "let a = #\"\\#(getenv(b))\"#", word: "getenv", found: true),
    WordCase(source: "let a = \"\\(b)\", c = getenv(d)", word: "getenv", found: true),
  ]

  @Test(arguments: wordCases)
  func `a word counts in code only`(_ example: WordCase) {
    #expect(SwiftCode(of: example.source).mentions(example.word) == example.found)
  }

  @Test func `a manifest's targets are read with their dependencies`() {
    let manifest = Manifest(
      parsing: """
        let package = Package(name: "no target", products: [.library(name: "P", targets: ["A"])],
          targets: [
            .systemLibrary(name: "C", providers: [.apt(["libc-dev"])]),
            .target(name: "A"),
            .target(
              name: "B", dependencies: [
                "A", "C",
              ], swiftSettings: strict),
            .testTarget(name: "T", dependencies: ["B"], path: "Tests/T"),
          ])
        """)
    #expect(
      manifest.targets == [
        .init(kind: "target", name: "A", dependencies: [], path: nil),
        .init(kind: "target", name: "B", dependencies: ["A", "C"], path: nil),
        .init(kind: "testTarget", name: "T", dependencies: ["B"], path: "Tests/T"),
        .init(kind: "systemLibrary", name: "C", dependencies: [], path: nil),
      ])
  }
}
