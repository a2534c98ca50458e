import Arguments
import TollbookKit

/// `tollbook import`: reads logs into the ledger.
enum ImportCommand {
  static let declaration = Command(
    "import",
    summary: "read usage logs into the ledger",
    discussion: [
      "Reads files, folders with everything below them, and standard input (-). What a file is "
        + "shows in its content, line by line where lines differ; .gz files and UTF-16 are read "
        + "as they are. Every request is kept once, however often and in however many files it is "
        + "read.",
      "What cannot be understood is set aside with its place and reason, and the import goes on. "
        + "Only counts, times, names and labels are kept; prompts and answers never are.",
      "Tables (CSV, TSV) and JSON lines of any shape are read with a map of their columns: --map "
        + "'time=TIMESTAMP,model:=gpt-4,input=ContextTokens,output=GeneratedTokens'. A field takes "
        + "a column (=) or one value for all rows (:=); docs/formats.md lists the fields. --map-as "
        + "keeps the map in the ledger, and --map NAME uses it.",
      "A response that names no model takes --model, else the name of its folder or file where "
        + "that is a model's. One that states no time takes --at, else the second in its response "
        + "id, else a date in the file's name, else the file's modification time.",
    ],
    operands: [
      Operand("PATH", help: "Files or folders; - is standard input.", minimum: 1, maximum: nil)
    ],
    options: [
      .value(
        "input-format", placeholder: "FORMAT", help: "Read everything as this.",
        choices: InputFormat.allCases.map(\.rawValue), defaultText: "by content"),
      .value("provider", placeholder: "NAME", help: "The seller of every request."),
      .value("model", placeholder: "NAME", help: "The model of requests that name none."),
      .value("at", placeholder: "TIME", help: "The time of requests that state none."),
      .value(
        "service-tier", placeholder: "TIER", help: "The tier of every request.",
        choices: ServiceTier.allCases.map(\.rawValue)),
      .list(
        "label", short: "l", placeholder: "NAME=VALUE",
        help: "A label for every request, such as feature=chat.", splitsOnComma: false),
      .value(
        "user-field", placeholder: "KEY[.KEY…]",
        help: "Where a line's user stands, such as request.labels.uid."),
      .value(
        "map", placeholder: "MAP",
        help: "What the columns of tables and members of JSON lines mean, or a kept map's name."),
      .value("map-as", placeholder: "NAME", help: "Keep the map under a name."),
      .flag("hash-users", help: "Keep keyed hashes of users instead of their names."),
      .flag("input-excludes-cache", help: "The logs leave cached tokens out of the prompt count."),
      .flag("strict", help: "Exit with 65 if anything was set aside."),
      .flag("dry-run", short: "n", help: "Say what would be imported, and change nothing."),
      .flag("follow", help: "Go on importing what is new until interrupted."),
      .value(
        "interval", placeholder: "SECONDS", help: "How often --follow looks for what is new.",
        defaultText: "2"),
    ] + Invocation.questionOptions,
    examples: [
      (line: "tollbook import logs/", purpose: "Everything below a folder."),
      (
        line: "tollbook import --label feature=chat --model gemini-2.5-flash responses.jsonl",
        purpose: "Responses that name neither feature nor model."
      ),
      (line: "zcat old.gz | tollbook import -", purpose: "Standard input."),
      (
        line: "tollbook import --map 'time=At,model=Model,input=In,output=Out' --map-as bill m.csv",
        purpose: "A table, with a map that --map bill uses next month."
      ),
      (line: "tollbook import --follow logs/", purpose: "A folder that others write to."),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    // A trial leaves no trace, not even an empty folder.
    let tollbook = try invocation.tollbook(makesFolder: !invocation.parsed.flag("dry-run"))
    let options = try options(invocation, tollbook)
    // A value that cannot be is a mistake, also where nobody would look at it.
    let interval = try FollowedImport.interval(invocation.parsed)
    if invocation.parsed.flag("follow") {
      return try FollowedImport(invocation, tollbook, options, interval).run()
    }
    let display = ProgressDisplay(invocation.surroundings)
    let summary = try tollbook.importLogs(
      invocation.parsed.operands, options: options,
      hashUsers: invocation.parsed.flag("hash-users"),
      isTrial: invocation.parsed.flag("dry-run"),
      progress: display.map { display in { display.show($0) } })
    display?.clear()
    let failure = summary.failure(invocation.parsed.operands)
    // Where a program reads the counts, it gets them whatever they say; people get one clear error.
    if failure == nil || invocation.isForPrograms { try invocation.write(summary.report) }
    if let failure { throw failure }
    if let name = invocation.parsed.value("map-as"), let map = options.columns,
      !invocation.parsed.flag("dry-run")
    {
      // A map that read nothing is not worth keeping.
      if let earlier = try tollbook.keepColumnMap(map, as: name) {
        ErrorText.note("\(name) was \(earlier) before", invocation.surroundings)
      }
    }
    guard invocation.parsed.flag("strict"), !summary.isClean else { return .done }
    throw TollbookError(
      .inputData, "not everything could be read, and --strict was given",
      next: "What could be read is in the ledger; the rest is listed above.")
  }

  private static func options(
    _ invocation: Invocation, _ tollbook: Tollbook
  ) throws -> ImportOptions {
    let parsed = invocation.parsed
    var options = ImportOptions()
    options.format = parsed.value("input-format").flatMap(InputFormat.init(rawValue:))
    options.serviceTier = parsed.value("service-tier").flatMap(ServiceTier.init(rawValue:))
    options.model = parsed.value("model")
    options.inputExcludesCache = parsed.flag("input-excludes-cache")
    options.userField = parsed.value("user-field")?.split(separator: ".").map(String.init) ?? []
    options.columns = try columnMap(invocation, tollbook)
    if let name = parsed.value("provider") {
      guard let provider = Provider(name) else {
        throw TollbookError(
          .usage, "--provider \(name): this cannot be a seller's name",
          next: "The built-in book knows "
            + tollbook.book.providers.map(\.name).joined(separator: ", ") + ".")
      }
      options.provider = provider
    }
    if let text = parsed.value("at") {
      guard let time = Instant(iso8601: text) ?? Day(text).map({ tollbook.zone.start(of: $0) })
      else {
        throw TollbookError(
          .usage, "--at \(text): there is no such day or time",
          next: "Write 2026-11-30 or 2026-11-30T12:00:00Z.")
      }
      options.time = time
    }
    for text in parsed.values("label") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw TollbookError(
          .usage, "--label \(text): a label has a name and a value",
          next: "Write it as --label feature=chat.")
      }
      options.labels[LabelNames.canonical(String(parts[0]))] = String(parts[1])
    }
    return options
  }

  /// The map of `--map`, with what was said beside it if it is to be kept.
  private static func columnMap(
    _ invocation: Invocation, _ tollbook: Tollbook
  ) throws -> ColumnMap? {
    let parsed = invocation.parsed
    guard let text = parsed.value("map") else {
      guard parsed.value("map-as") == nil else {
        throw TollbookError(
          .usage, "--map-as keeps a map, and there is none",
          next: "Write it out with --map 'time=TIMESTAMP,model=Model,input=ContextTokens,…'.")
      }
      return nil
    }
    guard let name = parsed.value("map-as") else { return try tollbook.columnMap(text) }
    try Tollbook.checkMapName(name)
    let map = try tollbook.columnMap(text)
    // What is kept must read the next table in the same way, without the options of today.
    var whole = map.description
    if parsed.flag("input-excludes-cache"), !map.says("input_excludes_cache") {
      whole += ",input_excludes_cache:=yes"
    }
    if let zone = parsed.value("tz"), !map.says("time_zone") { whole += ",time_zone:=\(zone)" }
    return try tollbook.columnMap(whole)
  }
}
