import Usage

/// Records of one reading whose keys are hashes, kept back until there are many.
///
/// Hashes lie all over the table: of a thousand, sorted, each has a page to itself, which has to be
/// read and written again. Of thirty thousand some share one: a million such records went in three
/// times as fast.
struct GatheredRecords {
  private(set) var batch = UsageBatch()
  private(set) var reading: Int64 = 0

  /// So many are kept back, some nine megabytes.
  private static let most = 1 << 15

  /// Whether there are enough to be written.
  var isFull: Bool { batch.rows.count >= Self.most }

  /// Whether a batch is better kept back than written: keys without a time are negative.
  static func suit(_ batch: UsageBatch) -> Bool {
    batch.rows.count < most && batch.rows.first.map { $0.key.high < 0 } ?? false
  }

  /// Keeps the records of a batch back.
  mutating func take(_ batch: UsageBatch, reading: Int64) {
    self.reading = reading
    self.batch.append(contentsOf: batch)
  }

  /// Forgets them and keeps their room.
  mutating func removeAll() { batch.removeAll() }
}
