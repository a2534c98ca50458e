#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads and writes whole small files, with errors that say what to do.
public enum Files {
  /// The largest price book, scenario or list that is read into memory.
  private static let largest = 64 << 20

  /// A file's bytes.
  public static func read(_ path: String) throws(TollbookError) -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw TollbookError(
        .noInput, "\(path): \(reason(errno))", next: "Check the name of the file.")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      bytes.append(contentsOf: chunk.prefix(count))
      guard bytes.count <= largest else {
        throw TollbookError(
          .inputData, "\(path): more than \(largest >> 20) MiB", next: "This is the wrong file.")
      }
      if count < chunk.count { break }
    }
    guard ferror(file) == 0 else {
      throw TollbookError(
        .noInput, "\(path): \(reason(errno))", next: "Name a file that can be read.")
    }
    return bytes
  }

  /// Whether there is anything at a path.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether there is a file at a path, and not a pipe, which would be waited for.
  static func isPlainFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is a folder at a path.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, in order, those left out that begin with a dot.
  ///
  /// - Returns: nil, with `errno` set, where the folder cannot be listed.
  static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The path of a name in a folder.
  static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// What tells a file from every other on this machine; nil if there is none, or it is a device.
  public static func identity(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes a text beside its place and renames it there: a reader sees all of it or nothing.
  ///
  /// A device, a pipe or a link stays what it is: renaming would put a file in its place.
  public static func write(_ text: String, to path: String) throws(TollbookError) {
    var status = stat()
    let kind = lstat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    guard kind != S_IFDIR else {
      throw TollbookError(
        .cannotCreate, "\(path): this is a folder", next: "Name a file in it with --output FILE.")
    }
    let place = kind == S_IFREG ? "\(path).\(getpid()).part" : path
    guard let file = fopen(place, "wb") else {
      throw TollbookError(
        .cannotCreate, "\(path): \(reason(errno))",
        next: "Make the folder, or choose another place with --output FILE.")
    }
    let bytes = Array(text.utf8)
    let written = fwrite(bytes, 1, bytes.count, file)
    let isFlushed = fflush(file) == 0
    let isClosed = fclose(file) == 0
    let isWhole = written == bytes.count && isFlushed && isClosed
    guard isWhole, place == path || rename(place, path) == 0 else {
      let code = errno
      if place != path { unlink(place) }
      throw TollbookError(
        .cannotCreate, "\(path): \(reason(code))",
        next: "Free some space, or choose another place with --output FILE.")
    }
  }

  /// Makes a folder and those above it, as far as they are missing.
  public static func makeFolder(_ path: String) throws(TollbookError) {
    var current = ""
    for part in path.split(separator: "/") {
      current += "/" + part
      if mkdir(current, 0o755) != 0, errno != EEXIST {
        throw TollbookError(
          .cannotCreate, "\(current): \(reason(errno))",
          next: "Name another place for the ledger with --db PATH.")
      }
    }
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }
}
