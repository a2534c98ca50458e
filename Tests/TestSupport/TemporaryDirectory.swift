import Foundation

/// Folders for one test run: made on demand, removed when the test process ends.
///
/// They live until the end of the process rather than of the test, so that a path may be kept
/// without keeping an object alive beside it.
enum TemporaryDirectories {
  /// The folder of this process, below which every test gets its own.
  static let parent: String = {
    atexit { try? FileManager.default.removeItem(atPath: TemporaryDirectories.path) }
    return path
  }()

  /// Computed from the process alone: a C exit handler cannot carry a value with it.
  private static var path: String {
    URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      .appendingPathComponent("tollbook-tests-\(ProcessInfo.processInfo.processIdentifier)").path
  }
}

/// A new, empty folder that no other test uses.
package func temporaryDirectory() throws -> String {
  let folder = TemporaryDirectories.parent + "/" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  return folder
}
