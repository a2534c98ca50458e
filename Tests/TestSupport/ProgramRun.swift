import Foundation
import Testing

/// Runs the built `tollbook` program as a reader's shell would, and waits for its end.
///
/// The environment is bare: nothing of the tester's own is inherited but `PATH`, so that a ledger
/// or price file at home cannot change a result. A program that runs for over two minutes is killed
/// and fails the test.
///
/// - Parameters:
///   - arguments: The words after `tollbook`.
///   - stdin: The text of standard input, through a pipe; nil gives an empty input.
///   - environment: Variables added to the bare environment.
///   - directory: The working directory, the repository's root unless given.
///   - sourceLocation: Where to report a program that does not end.
/// - Returns: The exit status (128 + signal for a program that a signal ended, as in a shell) and
///   both outputs, decoded as UTF-8.
/// - Throws: Where the program could not be started at all.
@discardableResult
package func runTollbook(
  arguments: [String], stdin: String? = nil, environment: [String: String] = [:],
  directory: String = Repository.root, sourceLocation: SourceLocation = #_sourceLocation
) throws -> (status: Int32, stdout: String, stderr: String) {
  let scratch = try temporaryDirectory()
  let process = Process()
  process.executableURL = URL(fileURLWithPath: try tollbookProgram())
  process.arguments = arguments
  process.currentDirectoryURL = URL(fileURLWithPath: directory)
  process.environment = bareEnvironment(home: scratch).merging(environment) { $1 }
  // Files, not pipes, for what the program writes: a full pipe that nobody reads yet would stop it.
  process.standardOutput = try emptyFile(scratch + "/stdout")
  process.standardError = try emptyFile(scratch + "/stderr")
  let input = stdin.map { _ in Pipe() }
  process.standardInput = input ?? FileHandle.nullDevice

  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  try process.run()
  if let stdin, let input { feed(stdin, into: input.fileHandleForWriting) }
  if ended.wait(timeout: .now() + .seconds(120)) == .timedOut {
    kill(process.processIdentifier, SIGKILL)
    ended.wait()
    let command = arguments.joined(separator: " ")
    Issue.record("tollbook \(command) did not end", sourceLocation: sourceLocation)
  }
  let signalled = process.terminationReason == .uncaughtSignal
  return (
    process.terminationStatus + (signalled ? 128 : 0),
    try decoded(scratch + "/stdout"), try decoded(scratch + "/stderr")
  )
}

/// Why the program under test cannot be run.
struct ProgramNotBuilt: Error, CustomStringConvertible {
  let searched: [String]
  var description: String {
    "the tollbook program is not built; searched \(searched.joined(separator: ", ")); "
      + "run: swift build --product tollbook"
  }
}

/// The program that was built with these tests, or the one that `$TOLLBOOK_TEST_PROGRAM` names.
///
/// The test bundle lies in the folder of the products, so its neighbour has the same configuration
/// and scratch path as the tests themselves. On macOS the bundle is a folder and not the running
/// program; the debug product is found from the root there.
package func tollbookProgram() throws -> String {
  if let named = ProcessInfo.processInfo.environment["TOLLBOOK_TEST_PROGRAM"] { return named }
  let bundle = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
  let candidates = [
    bundle.deletingLastPathComponent().appendingPathComponent("tollbook").path,
    Repository.path(".build/debug/tollbook"),
  ]
  for path in candidates where FileManager.default.isExecutableFile(atPath: path) { return path }
  throw ProgramNotBuilt(searched: candidates)
}

/// What a program may expect to find, and nothing that differs from one machine to the next.
private func bareEnvironment(home: String) -> [String: String] {
  [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8",
  ]
}

private func emptyFile(_ path: String) throws -> FileHandle {
  try Data().write(to: URL(fileURLWithPath: path))
  return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
}

private func decoded(_ path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
}

/// Writes from a thread of its own, since the program may start reading late or never.
private func feed(_ text: String, into pipe: FileHandle) {
  // A program that ends before it has read everything must not end the tests with it.
  signal(SIGPIPE, SIG_IGN)
  Thread {
    try? pipe.write(contentsOf: Data(text.utf8))
    try? pipe.close()
  }.start()
}
