/// Slots for snapshots, which stand at addresses of their own, from the oldest to the newest.
///
/// A snapshot is half a kilobyte with a dozen references in it. Here it is written where it will
/// stand, changed there, and read there when it leaves: moved about in arrays of optionals it was
/// copied six times, which took longer than parsing its line.
final class SnapshotRing {
  private let slots: UnsafeMutablePointer<ResponseSnapshot>
  private let size: Int
  /// How many snapshots may stay; one more is there between its coming and the oldest one's going.
  private let capacity: Int
  /// The slot of the oldest snapshot.
  private(set) var oldest = 0
  private(set) var count = 0
  private var hasDraft = false

  init(capacity: Int) {
    self.capacity = capacity
    size = capacity + 1
    // Untouched until it is used: most of a hundred thousand small files hold few responses.
    slots = .allocate(capacity: size)
  }

  deinit {
    removeAll { _ in }
    dropDraft()
    slots.deallocate()
  }

  /// Whether the oldest snapshot has to leave before there is room for another.
  @inline(__always)
  var isOverfull: Bool { count > capacity }

  /// The slot of the draft, and of the newest snapshot once it is admitted.
  @inline(__always)
  var draftSlot: Int { oldest + count < size ? oldest + count : oldest + count - size }

  /// Begins a snapshot beyond the newest one, for which there has to be room.
  ///
  /// There it stays a draft, at this address, until it is admitted, taken or dropped.
  @inline(__always)
  func newDraft() -> UnsafeMutablePointer<ResponseSnapshot> {
    dropDraft()
    // Sound: the slot is none of the `count` that are initialized.
    (slots + draftSlot).initialize(to: ResponseSnapshot())
    hasDraft = true
    return slots + draftSlot
  }

  /// Makes a snapshot the draft.
  func draft(_ snapshot: consuming ResponseSnapshot) {
    dropDraft()
    guard !isOverfull else { return }
    // Sound: as above.
    (slots + draftSlot).initialize(to: snapshot)
    hasDraft = true
  }

  /// Looks at the draft, which has to be there, or changes it.
  @inline(__always)
  func withDraft<Result>(_ body: (inout ResponseSnapshot) -> Result) -> Result {
    body(&slots[draftSlot])
  }

  /// Makes the draft the newest snapshot.
  @inline(__always)
  func admitDraft() {
    guard hasDraft else { return }
    hasDraft = false
    count += 1
  }

  /// Moves the draft, which has to be there, out of the ring.
  func takeDraft() -> ResponseSnapshot {
    hasDraft = false
    // Sound: a draft is initialized, and is one no more.
    return (slots + draftSlot).move()
  }

  /// Forgets the draft.
  func dropDraft() {
    guard hasDraft else { return }
    hasDraft = false
    // Sound: as above.
    (slots + draftSlot).deinitialize(count: 1)
  }

  /// Looks at what stands in a slot, or changes it.
  @inline(__always)
  func change<Result>(_ slot: Int, _ body: (inout ResponseSnapshot) throws -> Result) rethrows
    -> Result
  {
    // Sound: the caller knows the slot from a snapshot that was admitted and has not left.
    try body(&slots[slot])
  }

  /// Whether any snapshot is of a kind; looks at each once.
  func contains(where matches: (borrowing ResponseSnapshot) -> Bool) -> Bool {
    (0..<count).contains { matches(slots[(oldest + $0) % size]) }
  }

  /// Looks at the oldest snapshot for the last time.
  @inline(__always)
  func removeOldest(_ body: (inout ResponseSnapshot) -> Void) {
    guard count > 0 else { return }
    body(&slots[oldest])
    // Sound: it is initialized, and not counted any more.
    (slots + oldest).deinitialize(count: 1)
    oldest = oldest + 1 < size ? oldest + 1 : 0
    count -= 1
  }

  /// Empties the ring from the oldest snapshot to the newest.
  func removeAll(_ body: (inout ResponseSnapshot) -> Void) {
    while count > 0 { removeOldest(body) }
  }
}
