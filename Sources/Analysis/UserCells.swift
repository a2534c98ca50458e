import Usage

/// Usage by user, day and kind, collected in any order.
///
/// Rows of a million requests come in the order of their keys, each of another user. They are kept
/// as they come, one after the other in one array, and put in order by counting: a table that finds
/// the sum of each would wait for memory at each row. Once there are many, those of one user, day
/// and kind are joined, so that memory grows with the sums and not with the requests.
struct UserCells {
  /// What is collected: for each row its user and day, its kind, its requests and then its tokens,
  /// one for each meter of its kind.
  private var words: [Int64] = []
  /// How many rows there are.
  private(set) var count = 0
  /// How many tokens there are at most.
  var tokenCount: Int { words.count - count * Self.header }
  /// How many meters each kind has, by its number.
  private var widths: [Int] = []
  /// At how many words what belongs together is joined.
  private var most: Int
  private let joinsFrom: Int

  /// A collection that joins rows for the first time when it has so many words: 64 MB.
  init(joinsFrom: Int = 1 << 23) {
    self.joinsFrom = joinsFrom
    most = joinsFrom
  }

  /// A sum, and where its tokens are in the list that is handed out with it.
  struct Sum {
    let user: Int32
    let day: Int32
    let kind: Int32
    var requests: Int64
  }

  /// How many words come before a row's tokens.
  private static let header = 3

  /// Makes room for so many rows at once, at least for the first that are joined.
  mutating func reserve(_ rows: Int) {
    // Most have three or four meters.
    words.reserveCapacity(min(rows * (Self.header + 4), joinsFrom))
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - user: Whose it is; below zero for nobody's.
  ///   - day: Its day.
  ///   - kind: Its kind, which has to have exactly the meters of its tokens.
  ///   - requests: Its requests.
  ///   - tokens: Its tokens.
  mutating func add(user: Int32, day: Int32, kind: Int32, requests: Int64, tokens: MeteredTokens) {
    if words.count >= most { join() }
    while widths.count <= Int(kind) { widths.append(0) }
    widths[Int(kind)] = tokens.mask.nonzeroBitCount
    count += 1
    words.append(Int64(user) << 32 | Int64(day))
    words.append(Int64(kind))
    words.append(requests)
    for meter in tokens.usedIndices { words.append(tokens[at: meter]) }
  }

  private mutating func join() {
    var joined: [Int64] = []
    count = 0
    let same = { (number: Int32) in number }
    forEach(users: highestUser + 1, user: same, kind: same) { sum, tokens in
      joined.append(Int64(sum.user) << 32 | Int64(sum.day))
      joined.append(Int64(sum.kind))
      joined.append(sum.requests)
      joined += tokens
      count += 1
    }
    words = joined
    // Where little could be joined it is not tried at each row from now on.
    most = max(joinsFrom, 2 * words.count)
  }

  private var highestUser: Int {
    var highest: Int64 = -1
    var place = 0
    while place < words.count {
      highest = max(highest, words[place] >> 32)
      place += size(at: place)
    }
    return Int(highest)
  }

  private func size(at place: Int) -> Int { Self.header + widths[Int(words[place + 1])] }

  /// Hands out the sums, in the order of users, days and kinds.
  ///
  /// - Parameters:
  ///   - users: How many users there are.
  ///   - user: The number that a user is given from here on, below `users`; not asked for nobody.
  ///   - kind: The number that a kind is given.
  ///   - body: Takes a sum and its tokens, one for each meter of its kind.
  func forEach(
    users: Int, user: (Int32) -> Int32, kind: (Int32) -> Int32,
    _ body: (Sum, ArraySlice<Int64>) -> Void
  ) {
    let (rows, ends) = byUser(users, user)
    var order: [(key: Int64, place: Int)] = []
    var tokens = [Int64](repeating: 0, count: Meter.all.count)
    var start = 0
    for (number, end) in ends.enumerated() {
      order.removeAll(keepingCapacity: true)
      while start < end {
        let day = rows[start] & 0xFFFF_FFFF
        order.append((day << 32 | Int64(kind(Int32(rows[start + 1]))), start))
        start += Self.header + widths[Int(rows[start + 1])]
      }
      order.sort { $0.key < $1.key }
      var index = 0
      while index < order.count {
        let key = order[index].key
        var sum = Sum(
          user: Int32(number - 1), day: Int32(key >> 32), kind: Int32(key & 0xFFFF_FFFF),
          requests: 0)
        let width = widths[Int(rows[order[index].place + 1])]
        for meter in 0..<width { tokens[meter] = 0 }
        while index < order.count, order[index].key == key {
          let place = order[index].place
          sum.requests += rows[place + 2]
          for meter in 0..<width { tokens[meter] += rows[place + Self.header + meter] }
          index += 1
        }
        body(sum, tokens[..<width])
      }
    }
  }

  /// The rows by user, nobody's first, and where each user's end.
  private func byUser(_ users: Int, _ user: (Int32) -> Int32) -> (rows: [Int64], ends: [Int]) {
    func number(at place: Int) -> Int {
      let former = words[place] >> 32
      return former < 0 ? 0 : Int(user(Int32(former))) + 1
    }
    var ends = [Int](repeating: 0, count: users + 2)
    var place = 0
    while place < words.count {
      let size = size(at: place)
      ends[number(at: place) + 1] += size
      place += size
    }
    for index in 1..<ends.count { ends[index] += ends[index - 1] }
    // Every word is written once: each row has a place of its own among those of its user.
    let rows = [Int64](unsafeUninitializedCapacity: words.count) { rows, count in
      place = 0
      while place < words.count {
        let size = size(at: place)
        let number = number(at: place)
        let first = ends[number]
        for offset in 0..<size {
          rows.initializeElement(at: first + offset, to: words[place + offset])
        }
        // From where the user's rows begin this moves to where they end.
        ends[number] = first + size
        place += size
      }
      count = words.count
    }
    return (rows, ends.dropLast())
  }
}
