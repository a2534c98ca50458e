import Foundation
import Testing

/// A file system of a few megabytes, for tests of what happens when it is full or cannot be written.
///
/// It lives in memory and needs root and Linux. It is unmounted with `remove()`, which a test calls
/// in a `defer`.
package struct SmallDisk {
  /// Where it is mounted.
  package let folder: String

  /// A new disk; nil where none can be mounted, which a line on standard error says.
  ///
  /// As root in CI that is a failure: there it can be mounted, and a test that is always left out
  /// looks like one that passes.
  package init?(mebibytes: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    folder = try temporaryDirectory()
    guard SmallDisk.run("mount", ["-t", "tmpfs", "-o", "size=\(mebibytes)m", "tmpfs", folder])
    else {
      let remedy = "a small tmpfs cannot be mounted here; run the tests as root to include it"
      if Inputs.isContinuousIntegration, geteuid() == 0 {
        Issue.record("\(remedy)", sourceLocation: sourceLocation)
      } else {
        let test = Test.current?.name ?? "a test"
        FileHandle.standardError.write(Data("SKIPPED \(test): \(remedy)\n".utf8))
      }
      return nil
    }
  }

  /// Mounts it anew with other options, such as `size=64m` or `ro`; the files stay.
  package func change(_ options: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      SmallDisk.run("mount", ["-o", "remount,\(options)", folder]), sourceLocation: sourceLocation)
  }

  /// Unmounts it, and everything on it is gone.
  package func remove() {
    _ = SmallDisk.run("umount", ["-l", folder])
  }

  private static func run(_ tool: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
