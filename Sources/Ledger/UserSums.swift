import Quantities
import Usage

/// The usage of each user, row by row, in order of time and then of users as they were first seen.
///
/// Rows are made as they are asked for: as a list those of a million requests would be 300 MB.
package struct UserSums: Sequence {
  let sums: SumTable
  /// The first quarters of an hour of the stretches that were told apart, counted from 1970.
  let starts: [Int64]
  let series: [Int64: UsageSeries]
  package let names: [Int64: String]
  /// Rows that were made already: those of a ledger without users.
  package internal(set) var rows: [RollupRow] = []

  /// How many rows there are.
  package var underestimatedCount: Int { sums.count + rows.count }

  package func makeIterator() -> AnyIterator<RollupRow> {
    var rest = sums.entries.indices.sorted { sums.entries[$0].key < sums.entries[$1].key }[...]
    var made = rows.makeIterator()
    return AnyIterator {
      if let row = made.next() { return row }
      while let index = rest.popFirst() {
        if let row = row(sums.entries[index]) { return row }
      }
      return nil
    }
  }

  private func row(_ entry: SumTable.Entry) -> RollupRow? {
    let (stretch, user) = UserSums.parts(of: entry.key.place)
    return series[entry.key.series].map { series in
      RollupRow(
        slot: Instant(microseconds: starts[stretch] * Instant.slotMicroseconds), series: series,
        contextOver: TokenCount(entry.key.contextOver), requests: Int(entry.requests),
        tokens: sums.tokens(of: entry), user: names[user])
    }
  }

  /// The sums one by one, in the order in which they were met, without a row for each.
  ///
  /// A row is 250 bytes and half a dozen references: of half a million of them most of the time went
  /// into copying what they all have in common.
  ///
  /// - Parameters:
  ///   - head: Makes what the sums of a stretch, series, band and set of meters share, from a row of
  ///     one of them; asked once for each. Nil leaves them out.
  ///   - add: Takes a sum: what it shares, the user's name number or 0 for nobody, the requests, and
  ///     where its tokens lie, one for each meter of it.
  package func forEach<Shared>(
    head: (RollupRow) -> Shared?,
    add: (Shared, _ user: Int64, _ requests: Int64, _ counts: [Int64], _ first: Int) -> Void
  ) {
    var heads: [SumTable.Key: Shared?] = [:]
    for entry in sums.entries {
      let (stretch, user) = UserSums.parts(of: entry.key.place)
      var key = entry.key
      key.place = Int64(stretch)
      if let known = heads[key] {
        if let known { add(known, user, entry.requests, sums.counts, entry.first) }
        continue
      }
      let made = row(entry).flatMap(head)
      heads[key] = .some(made)
      if let made { add(made, user, entry.requests, sums.counts, entry.first) }
    }
  }

  /// A stretch and a user in one number, as the place of a sum; user 0 is nobody.
  static func place(ofStretch stretch: Int, user: Int64) -> Int64 {
    Int64(stretch) << 40 | user
  }

  static func parts(of place: Int64) -> (stretch: Int, user: Int64) {
    (Int(place >> 40), place & (1 << 40 - 1))
  }
}
