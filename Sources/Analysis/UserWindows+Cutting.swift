import Quantities
import Usage

extension UserWindows {
  /// Cuts a log into windows.
  ///
  /// - Parameters:
  ///   - usage: The log. Its numbers of users and kinds are kept.
  ///   - monthLength: The length of the months that the windows stand for.
  ///   - ranges: The days of each window, newest first, none overlapping.
  ///   - weights: What each weekday weighs.
  ///   - removed: Days that are no part of any window although they lie in one.
  ///   - absent: Days of single users whose usage was left out.
  init(
    _ usage: UserUsage, monthLength: Int, ranges: [Range<Day>], weights: WeekdayWeights,
    removed: DaySet = DaySet(), absent: Set<UserDay> = []
  ) {
    let places = WindowPlaces(ranges: ranges, first: usage.days, removed: removed)
    var cutter = WindowCutter(windows: ranges.count, kinds: usage.kinds)
    for cell in usage.cells {
      guard let window = places.window(of: cell.day) else { continue }
      cutter.add(cell, window: window, counts: usage.counts)
    }
    cutter.endUser()
    // History ends at the first empty window: before a pause it may have been another product.
    let used = cutter.requests.firstIndex(of: 0) ?? ranges.count
    self.monthLength = monthLength
    kinds = usage.kinds
    let (users, entries) = cutter.kept(windows: used)
    let absences = AbsenceFinder(users: users, entries: entries).absences(absent) { day in
      places.window(of: day).map { ($0, weights[usage.days.lowerBound.adding(days: Int(day))]) }
    }
    windows = (0..<used).map { index in
      let days = ranges[index].count { !removed.contains($0) }
      let missed = absences.reduce(0) { $0 + ($1.window == index ? $1.days : 0) }
      return Window(
        days: ranges[index], activeUsers: cutter.activeUsers[index],
        requests: Int(cutter.requests[index]),
        requestsWithoutUser: Int(cutter.requestsWithoutUser[index]),
        activeUserDays: cutter.activeUserDays[index],
        possibleUserDays: cutter.activeUsers[index] * days - missed,
        weight: weights.sum(of: ranges[index], without: removed))
    }
    (self.users, self.entries, self.absences) = (users, entries, absences)
    counts = cutter.counts
  }
}

/// Finds what days that were left out of single users mean for the windows they lie in.
private struct AbsenceFinder {
  let users: [Int32]
  let entries: [UserWindows.Entry]

  /// The absences of users who were active on another day of the window, by user and window.
  ///
  /// - Parameters:
  ///   - absent: Days of users, both by their numbers in the log.
  ///   - place: The window of a day and what the day weighs; nil for days of no window.
  /// - Returns: One for each user and window.
  func absences(
    _ absent: Set<UserDay>, place: (Int32) -> (window: Int, weight: Int64)?
  ) -> [UserWindows.Absence] {
    guard !absent.isEmpty else { return [] }
    let places = Dictionary(uniqueKeysWithValues: users.enumerated().map { ($1, $0) })
    let concerned = Set(absent.compactMap { places[$0.user] })
    var active: Set<[Int]> = []
    for entry in entries where concerned.contains(Int(entry.user)) {
      active.insert([Int(entry.user), Int(entry.window)])
    }
    var sums: [[Int]: (days: Int, weight: Int64)] = [:]
    for one in absent {
      guard let user = places[one.user], let (window, weight) = place(one.day),
        active.contains([user, window])
      else { continue }
      let sum = sums[[user, window], default: (0, 0)]
      sums[[user, window]] = (sum.days + 1, sum.weight + weight)
    }
    return sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, sum in
      UserWindows.Absence(user: key[0], window: key[1], days: sum.days, weight: sum.weight)
    }
  }
}

/// Which window a day of a log lies in.
private struct WindowPlaces {
  private var windows: [Int32]

  init(ranges: [Range<Day>], first days: Range<Day>, removed: DaySet) {
    windows = [Int32](repeating: -1, count: max(0, days.count))
    for (index, range) in ranges.enumerated() {
      for day in range.clamped(to: days) where !removed.contains(day) {
        windows[days.lowerBound.days(until: day)] = Int32(clamping: index)
      }
    }
  }

  func window(of day: Int32) -> Int? {
    let window = windows[Int(day)]
    return window < 0 ? nil : Int(window)
  }
}

/// Sums cells, which come by user, into entries by user, window and kind.
private struct WindowCutter {
  private let widths: [Int]
  private let kinds: Int
  private(set) var requests: [Int64]
  private(set) var requestsWithoutUser: [Int64]
  private(set) var activeUsers: [Int]
  private(set) var activeUserDays: [Int]
  private(set) var counts: [Int64] = []
  private var entries: [UserWindows.Entry] = []
  private var users: [Int32] = []
  private var user = UserUsage.Cell.nobody
  /// The sums of the user at hand by window and kind: a table, as half a million cells go through it.
  private var sums: [(requests: Int64, first: Int)]
  /// The places of the table that are in use.
  private var used: [Int] = []
  private var latestDay: Int32 = -1
  private var isActive: [Bool]

  init(windows: Int, kinds: [UsageKind]) {
    widths = kinds.map(\.meters.nonzeroBitCount)
    self.kinds = kinds.count
    sums = [(requests: Int64, first: Int)](repeating: (0, -1), count: windows * kinds.count)
    requests = [Int64](repeating: 0, count: windows)
    requestsWithoutUser = requests
    activeUsers = [Int](repeating: 0, count: windows)
    activeUserDays = activeUsers
    isActive = [Bool](repeating: false, count: windows)
  }

  mutating func add(_ cell: UserUsage.Cell, window: Int, counts source: [Int64]) {
    if cell.user != user { endUser() }
    user = cell.user
    requests[window] += cell.requests
    if cell.user < 0 {
      requestsWithoutUser[window] += cell.requests
    } else {
      isActive[window] = true
      if cell.day != latestDay { activeUserDays[window] += 1 }
      latestDay = cell.day
    }
    let width = widths[Int(cell.kind)]
    let key = window * kinds + Int(cell.kind)
    if sums[key].first < 0 {
      sums[key].first = counts.count
      used.append(key)
      for _ in 0..<width { counts.append(0) }
    }
    sums[key].requests += cell.requests
    let first = sums[key].first
    for meter in 0..<width { counts[first + meter] += source[cell.firstCount + meter] }
  }

  /// Closes the user at hand; cells of one user lie side by side.
  mutating func endUser() {
    guard !used.isEmpty else { return }
    let place = user < 0 ? UserUsage.Cell.nobody : Int32(clamping: users.count)
    if user >= 0 { users.append(user) }
    for key in used.sorted() {
      entries.append(
        UserWindows.Entry(
          user: place, window: Int32(clamping: key / kinds), kind: Int32(clamping: key % kinds),
          requests: sums[key].requests, firstCount: sums[key].first))
      sums[key] = (0, -1)
    }
    used.removeAll(keepingCapacity: true)
    for window in isActive.indices where isActive[window] {
      activeUsers[window] += 1
      isActive[window] = false
    }
    latestDay = -1
  }

  /// What lies in the newest windows, with the users who were active in them numbered anew.
  func kept(windows: Int) -> (users: [Int32], entries: [UserWindows.Entry]) {
    guard windows < requests.count else { return (users, entries) }
    let left = entries.filter { $0.window < windows }
    var numbers = [Int32](repeating: -1, count: users.count)
    var kept: [Int32] = []
    for entry in left where entry.user >= 0 && numbers[Int(entry.user)] < 0 {
      numbers[Int(entry.user)] = Int32(clamping: kept.count)
      kept.append(users[Int(entry.user)])
    }
    let renumbered = left.map { entry in
      UserWindows.Entry(
        user: entry.user < 0 ? entry.user : numbers[Int(entry.user)], window: entry.window,
        kind: entry.kind, requests: entry.requests, firstCount: entry.firstCount)
    }
    return (kept, renumbered)
  }
}
