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

  /// A stretch and a user in one number, as the place of a sum; user 0 is nobody.
  static func place(ofStretch stretch: Int, user: Int64) -> Int64 {
    Int64(stretch) << 40 | user
  }

  static func parts(of place: Int64) -> (stretch: Int, user: Int64) {
    (Int(place >> 40), place & (1 << 40 - 1))
  }
}
