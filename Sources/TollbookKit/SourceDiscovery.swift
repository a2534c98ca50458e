import Importing
import Quantities

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that will be read, or standard input.
struct DiscoveredSource {
  /// The path as it is shown: as given, or found below a folder that was given.
  let path: String
  let size: Int64
  let modifiedAt: Instant
  /// When the file's inode was changed: by a rename too, or by a copy that keeps the other time.
  let changedAt: Instant
  /// Whether somebody named this very file; files found in a folder may be anything.
  let isNamed: Bool

  var isStandardInput: Bool { path == SourceDiscovery.standardInput }

  /// What its name and its time say of what is in it.
  var facts: SourceFacts { SourceFacts(path: path, modifiedAt: modifiedAt) }

  /// The path by which the ledger knows the file, wherever the program is run.
  ///
  /// Asked of the system when it is needed: kept for each of 100,000 files, it would be most of what
  /// the program holds.
  var canonicalPath: String { isStandardInput ? path : SourceDiscovery.canonicalPath(path) }

  /// Standard input.
  static func standardInput(at time: Instant) -> DiscoveredSource {
    DiscoveredSource(
      path: SourceDiscovery.standardInput, size: 0, modifiedAt: time, changedAt: time, isNamed: true
    )
  }
}

/// Finds the files that paths stand for: files themselves, and every file below a folder.
///
/// Names that begin with a dot are passed over below a folder, as are sockets and pipes; links are
/// followed, each folder once. Files come in order of name, so that an import is the same each time.
struct SourceDiscovery {
  /// What stands for standard input.
  static let standardInput = "-"

  private(set) var sources: [DiscoveredSource] = []
  /// Folders that could not be listed, with the system's reason.
  private(set) var unreadable: [(path: String, reason: String)] = []
  private var visited: Set<FileIdentity> = []

  private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// Finds everything below the paths; a path that is not there is an error before anything is read.
  init(_ paths: [String], now: Instant) throws(TollbookError) {
    for path in paths {
      if path == SourceDiscovery.standardInput {
        sources.append(.standardInput(at: now))
        continue
      }
      guard let status = SourceDiscovery.status(path) else {
        throw TollbookError(
          .noInput, "\(path): \(String(cString: strerror(errno)).lowercased())",
          next: "Name a file, a folder, or - for standard input.")
      }
      add(path, status, isNamed: true)
    }
    guard !sources.isEmpty || !unreadable.isEmpty else {
      throw TollbookError(
        .noInput, "\(paths.joined(separator: ", ")): no files here",
        next: "Name the folder that holds the logs; names that begin with a dot are passed over.")
    }
  }

  private mutating func add(_ path: String, _ status: stat, isNamed: Bool) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      let identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      if visited.insert(identity).inserted { addFolder(path) }
    case S_IFREG: sources.append(SourceDiscovery.source(path, status, isNamed: isNamed))
    // A pipe that somebody names is read like standard input; one in a folder is not waited for.
    case S_IFIFO where isNamed, S_IFCHR where isNamed:
      sources.append(SourceDiscovery.source(path, status, isNamed: true))
    default: break
    }
  }

  private mutating func addFolder(_ path: String) {
    guard let names = Files.names(in: path) else {
      unreadable.append((path, String(cString: strerror(errno)).lowercased()))
      return
    }
    for name in names {
      let child = Files.path(of: name, in: path)
      if let status = SourceDiscovery.status(child) {
        add(child, status, isNamed: false)
      } else {
        // A dangling link, or a name that is not UTF-8: it must not vanish.
        unreadable.append((child, String(cString: strerror(errno)).lowercased()))
      }
    }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func source(_ path: String, _ status: stat, isNamed: Bool) -> DiscoveredSource {
    #if canImport(Glibc)
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #else
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #endif
    return DiscoveredSource(
      path: path, size: Int64(status.st_size), modifiedAt: instant(modified),
      changedAt: instant(changed), isNamed: isNamed)
  }

  /// A path without links and detours; itself where there is nothing (any more).
  static func canonicalPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func instant(_ time: timespec) -> Instant {
    Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
