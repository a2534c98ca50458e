/// A fixed number of slots for snapshots, which stand at addresses of their own.
///
/// A snapshot is half a kilobyte with a dozen references in it. Here it is moved in once, changed
/// where it stands, and moved out once; in an array of optionals it was copied on every way, which
/// took as long as parsing its line. Room is taken on first use: most of a hundred thousand small
/// files hold a handful of responses.
final class SnapshotRing {
  private var slots: UnsafeMutablePointer<ResponseSnapshot>?
  private let capacity: Int
  /// The slot that is filled next; when all are, it is the one that was filled first.
  private(set) var next = 0
  /// Whether every slot is filled.
  private(set) var isFull = false

  init(capacity: Int) { self.capacity = capacity }

  deinit {
    // Sound: the filled slots are initialized, and no others.
    slots?.deinitialize(count: isFull ? capacity : next)
    slots?.deallocate()
  }

  /// Whether no slot is filled.
  var isEmpty: Bool { !isFull && next == 0 }

  /// Fills the next slot; what stood in it is added to `leaving`.
  @inline(__always)
  func add(_ snapshot: consuming ResponseSnapshot, leaving: inout [ResponseSnapshot]) {
    if slots == nil { slots = .allocate(capacity: capacity) }
    guard let place = slots.map({ $0 + next }) else { return }
    // Sound: `next` is below `capacity`, and its slot is initialized if all of them are.
    if isFull { leaving.append(place.move()) }
    place.initialize(to: snapshot)
    next += 1
    if next == capacity {
      next = 0
      isFull = true
    }
  }

  /// Changes what stands in a slot that is filled.
  @discardableResult
  func change<Result>(_ slot: Int, _ body: (inout ResponseSnapshot) -> Result) -> Result? {
    guard slot < (isFull ? capacity : next), let slots else { return nil }
    // Sound: the slot is initialized.
    return body(&slots[slot])
  }

  /// Empties every slot, in the order in which they were filled.
  func removeAll(into leaving: inout [ResponseSnapshot]) {
    guard let slots else { return }
    let count = isFull ? capacity : next
    let first = isFull ? next : 0
    // Sound: each of the filled slots is moved out of once.
    for offset in 0..<count { leaving.append((slots + (first + offset) % capacity).move()) }
    next = 0
    isFull = false
  }
}
