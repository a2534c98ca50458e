import TestSupport
import Testing

/// Holds the sources and Package.swift to the table of floors.
struct LayeringTests {
  @Test func `an arrow of the table points down`() {
    for floor in Floor.table {
      for name in floor.imports {
        let below = Floor.table.first { $0.target == name }
        #expect(below != nil, "\(floor.target) imports \(name), which is not in the table")
        #expect((below?.number ?? .max) < floor.number, "\(floor.target) imports \(name)")
      }
    }
    #expect(Set(Floor.table.map(\.target)).count == Floor.table.count)
  }

  @Test func `every folder of Sources is in the table and every target has its folder`() throws {
    let folders = try Repository.folders(in: "Sources")
    #expect(folders == Floor.table.map(\.target).sorted())
  }

  @Test(arguments: Floor.table)
  func `a target imports what the table grants it`(_ floor: Floor) throws {
    for file in Repository.files(below: "Sources/\(floor.target)", endings: [".swift"]) {
      let granted = floor.imports.union(Floor.toolchain)
      let imports = SwiftCode(of: try Repository.text(file)).imports
      for module in imports where !granted.contains(module) {
        Issue.record("\(file) imports \(module); the table grants \(floor.imports.sorted())")
      }
    }
  }

  @Test func `no source imports Foundation`() throws {
    let files = Repository.files(below: "Sources", endings: [".swift"])
    #expect(!files.isEmpty)
    for file in files {
      let imports = SwiftCode(of: try Repository.text(file)).imports
      #expect(!imports.contains("Foundation"), "\(file): FoundationEssentials is enough")
    }
  }

  @Test func `Package.swift has the dependencies of the table`() throws {
    let manifest = Manifest(parsing: try Repository.text("Package.swift"))
    let shipped = manifest.targets.filter { $0.kind != "testTarget" && $0.path == nil }
    #expect(shipped.map(\.name).sorted() == Floor.table.map(\.target).sorted())
    for floor in Floor.table {
      let declared = shipped.first { $0.name == floor.target }?.dependencies ?? []
      #expect(declared.sorted() == floor.imports.sorted(), "dependencies of \(floor.target)")
    }
  }

  /// SwiftPM leaves a folder that no target names out of the build without a word.
  @Test func `every folder of tests is a target`() throws {
    let manifest = Manifest(parsing: try Repository.text("Package.swift"))
    let tested = Set(manifest.targets.filter { $0.kind == "testTarget" }.map(\.name))
    let folders = try Repository.folders(in: "Tests").filter { $0.hasSuffix("Tests") }
    #expect(Set(folders) == tested)
  }
}
