import Foundation

/// A program of the system that judges what we generate: a shell, or a reader of manual pages.
///
/// Tests that need one are skipped where it is not installed.
struct Tool {
  private let executable: URL

  init?(_ name: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let candidates = path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(name)") }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { return nil }
    executable = found
  }

  /// What the program writes, errors included, when it is given `input`.
  func run(_ arguments: [String], input: String = "") throws -> (output: String, status: Int32) {
    let process = Process()
    let (stdin, stdout) = (Pipe(), Pipe())
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stdout
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }
}
