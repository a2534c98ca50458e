import JSONText
import Quantities
import Usage

/// A row of any table, or a JSON line of any shape, of which a map says what is what.
///
/// What is included in what is said by the names of the map (`ColumnMap.Field`) and checked like
/// everybody's: more cached than input is set aside. A row is one request, or as many as its
/// `requests` say. With an `id` it is the
/// same request wherever it is read; without one its key is made of its text, and of how many times
/// the same text came before in the same file. Where times count from a beginning that the file
/// does not name, that beginning is part of the key: one trace played twice is two days of usage.
struct MappedRowFormat {
  private let map: ColumnMap
  /// The beginning of times that count from one, where the map names none.
  private let start: Instant?
  private let parser: JSONParser
  private var names = NameCache()
  /// Whether `1.000` may be a thousand, as in tables of countries where a comma begins the fraction.
  var pointsMayGroup = false

  /// What is read: the snapshot, or that the row says that its request failed.
  enum Reading {
    case request(ResponseSnapshot)
    case failed
  }

  init(_ map: ColumnMap, start: Instant?, parser: JSONParser) {
    self.map = map
    self.start = start
    self.parser = parser
  }

  /// Whether a document has any of the counts that the map names.
  func matches(_ document: JSONView) -> Bool {
    map.columns.contains { column in
      column.field.isCount && document.with(column.path, parser) { _ in true } == true
    }
  }

  /// What the row says.
  mutating func read(
    _ document: JSONView, text: UnsafeBufferPointer<UInt8>
  ) throws(DocumentFault) -> Reading {
    let constants = map.constants
    var row = Row()
    row.snapshot.isFinished = true
    row.snapshot.provider = constants.provider
    row.snapshot.requestedModel = constants.model
    row.snapshot.reportedModel = constants.reportedModel
    row.snapshot.serviceTier = constants.serviceTier
    row.snapshot.user = constants.user
    for (name, value) in constants.labels { row.snapshot.setLabel(name, value) }
    for column in map.columns {
      let fault = document.with(column.path, parser) { value -> DocumentFault? in
        guard value.kind != .null else { return nil }
        do throws(DocumentFault) {
          try take(column.field, value, &row)
          return nil
        } catch {
          return error
        }
      }
      if let found = fault ?? nil { throw found }
    }
    return try complete(&row, text: text)
  }

  /// A row as far as it has been read.
  private struct Row {
    var snapshot = ResponseSnapshot()
    var counts = SourceCounts()
    var writes = CacheWriteCounts()
    var hasWrites = false
    var id: RequestIdentity.NotedID?
    var status = RequestStatus.good
    var isTimeRelative = false
  }

  private func complete(
    _ row: inout Row, text: UnsafeBufferPointer<UInt8>
  ) throws(DocumentFault) -> Reading {
    if row.hasWrites { row.counts.cacheWrites = row.writes }
    if map.isCacheBesideInput {
      row.counts.layout.formUnion([.cachedBesidePrompt, .cacheWritesBesidePrompt])
    }
    row.counts.completeCachedText()
    row.snapshot.counts = row.counts
    switch row.status {
    case .good: break
    case .cut: row.snapshot.isCut = true
    case .failed: if !row.counts.hasRealCounts { return .failed }
    }
    row.snapshot.assumeUsualSeller()
    if let id = row.id {
      id.identify(&row.snapshot)
    } else if row.isTimeRelative, let time = row.snapshot.time {
      row.snapshot.contentHash = RequestIdentity.combine(
        RequestIdentity.contentHash(text), RequestKey(high: time.microseconds, low: 0))
    } else {
      row.snapshot.contentHash = RequestIdentity.contentHash(text)
    }
    return .request(row.snapshot)
  }

  private mutating func take(
    _ field: ColumnMap.Field, _ value: JSONView, _ row: inout Row
  ) throws(DocumentFault) {
    switch field {
    case .time:
      let reading = try map.constants.time.reading(value, start: start)
      row.snapshot.time = reading.time
      row.isTimeRelative = reading.isRelative
    case .id:
      if value.isIdentity { row.id = RequestIdentity.NotedID(value, otherwise: .requestID) }
    case .model: row.snapshot.requestedModel = FieldReading.modelName(value, &names)
    case .reportedModel: row.snapshot.reportedModel = FieldReading.modelName(value, &names)
    case .provider:
      guard let word = value.string, let provider = Provider(notedAs: word) else {
        throw .badField("provider", expected: "a seller's name")
      }
      row.snapshot.provider = provider
    case .serviceTier:
      guard let tier = value.string.flatMap(ServiceTier.init(vendorWord:)) else {
        throw .badField("tier", expected: "standard, batch, flex, priority, fast or free")
      }
      row.snapshot.serviceTier = tier
    case .user: row.snapshot.user = value.scalarText
    case .status: row.status = RequestStatus(value)
    case .latency: row.snapshot.latencyMilliseconds = FieldReading.cutToWhole(value)
    case .label(let name): row.snapshot.setLabel(name, value.scalarText)
    default: takeCount(field, value, &row)
    }
  }

  private func takeCount(_ field: ColumnMap.Field, _ value: JSONView, _ row: inout Row) {
    func count(_ name: String) -> Int64? {
      guard !pointsMayGroup || !FieldReading.isGrouped(value) else {
        row.counts.fault = row.counts.fault ?? .grouped(field: name)
        return nil
      }
      return FieldReading.count(value, name, &row.counts.fault)
    }
    switch field {
    case .input: row.counts.prompt = count("input")
    case .cached: row.counts.cached = count("cached")
    case .cacheRead: row.counts.cached = count("cache_read")
    case .output: row.counts.output = count("output")
    case .thinking: row.counts.thinking = count("thinking")
    case .reasoning:
      row.counts.thinking = count("reasoning")
      row.counts.layout.insert(.thinkingInsideOutput)
    case .toolUse: row.counts.toolUse = count("tool_use")
    case .total: row.counts.total = count("total")
    case .requests:
      guard let count = count("requests") else { return }
      row.snapshot.requests = Int(clamping: count)
      // Of a sum of prompts nobody knows how long each was; of none, it is one all the same.
      if count != 1 { row.snapshot.flags.insert(.promptIsSum) }
      row.snapshot.statesZero = count > 0
    case .searches: row.snapshot.searchQueries = Int(clamping: count("searches") ?? 0)
    case .cacheWrite(let kept):
      guard let count = count("cache_write") else { return }
      row.hasWrites = true
      row.writes.add(count, kept)
    case .inputModality(let modality):
      row.counts.promptByModality.add(count("input by modality") ?? 0, modality: modality)
    case .cachedModality(let modality):
      row.counts.cachedByModality.add(count("cached by modality") ?? 0, modality: modality)
    case .outputModality(let modality):
      row.counts.outputByModality.add(count("output by modality") ?? 0, modality: modality)
    default: break
    }
  }
}

extension CacheWriteCounts {
  /// Adds tokens that a cache keeps for a time.
  fileprivate mutating func add(_ tokens: Int64, _ kept: ColumnMap.CacheWriteClass) {
    switch kept {
    case .fiveMinutes: fiveMinutes &+= tokens
    case .thirtyMinutes: thirtyMinutes &+= tokens
    case .oneHour: oneHour &+= tokens
    case .twelveHours: twelveHours &+= tokens
    }
  }
}
