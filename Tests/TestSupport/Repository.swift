import Foundation

/// The checkout that the tests were compiled from.
///
/// Everything a test reads besides its own arguments is found from here, so tests do not depend on
/// the directory they are started in.
package enum Repository {
  /// The repository's folder, without a slash at its end.
  package static let root: String = {
    // This file is Tests/TestSupport/Repository.swift: the root is three steps up.
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 1...3 { folder.deleteLastPathComponent() }
    return folder.path
  }()

  /// The absolute path of a file named from the root.
  package static func path(_ relative: String) -> String { root + "/" + relative }

  /// The text of a file named from the root.
  package static func text(_ relative: String) throws -> String {
    try String(contentsOfFile: path(relative), encoding: .utf8)
  }

  /// The files below a folder whose names end in one of `endings`, from the root, sorted.
  ///
  /// A folder that is not there has no files; tests that would then check nothing say so themselves.
  package static func files(below folder: String, endings: [String]) -> [String] {
    let names = FileManager.default.enumerator(atPath: path(folder))
    var found: [String] = []
    while let name = names?.nextObject() as? String {
      if endings.contains(where: name.hasSuffix) { found.append(folder + "/" + name) }
    }
    return found.sorted()
  }

  /// The names of the folders directly inside a folder, sorted.
  package static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: path(folder + "/" + name), isDirectory: &isFolder) && isFolder.boolValue
    }.sorted()
  }
}
