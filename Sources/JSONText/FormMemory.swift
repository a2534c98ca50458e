#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The forms of the texts that were read last: everything about them but their strings and numbers.
///
/// A program writes line after line in a handful of forms: the same keys in the same order, the same
/// braces and spaces. A text of a known form need not be parsed again. What stands between its values
/// is compared, eight bytes at a time, with what stood there before; the values are read by the
/// parser's own scanner; and the nodes are those of the first text of that form, moved to where the
/// values now end. Whatever does not fit to the last byte is parsed from its beginning, so a memory
/// can only save time, never change a result.
///
/// Forms share their beginnings: they are the paths of a tree whose edges are the bytes up to a value
/// and the value's kind. Room is fixed: what does not fit any more is not remembered. True, false and
/// null are bytes like braces, so forms that differ in them are different.
///
/// Unsafe pointers are sound here because every read of the text is guarded by its length, every read
/// of the memory follows an index that was written by `learn`.
final class FormMemory {
  /// What follows a run of bytes.
  enum Follower: UInt8 {
    case string, number, end
  }

  /// An edge of the tree: bytes, and what follows them.
  struct Segment {
    var start: UInt32
    var length: UInt32
    var follower: Follower
    /// The next edge from the same place; 0 for none.
    var sibling: Int32 = 0
    /// The first edge from where this one leads; at the end of a text, the number of its form.
    var child: Int32 = 0
  }

  /// The patterns of a form's nodes, and which of them hold others.
  struct Form {
    /// How many nodes a text of the form has; there is a pattern for each that is written.
    var nodes: Int32
    var first: Int32
    var count: Int32
    var firstContainer: Int32
    var containerCount: Int32
  }

  /// An object or array whose end stands behind other values than its beginning does.
  struct Container {
    var node: Int32
    var valuesBefore: Int16
    var valuesUntilEnd: Int16
  }

  static let mostBytes = 1 << 14
  static let mostSegments = 1 << 9
  static let mostPatterns = 1 << 12
  static let mostForms = 64
  static let mostValues = 255

  private let bytes: UnsafeMutablePointer<UInt8>
  private let segments: UnsafeMutablePointer<Segment>
  private let forms: UnsafeMutablePointer<Form>
  private let containers: UnsafeMutablePointer<Container>
  /// Nodes whose ends are distances from where some value ends, and which of the shifts they take.
  private let patterns: UnsafeMutablePointer<NodeWords>
  private let shiftNumbers: UnsafeMutablePointer<UInt16>
  /// The node of which each is the pattern.
  private let targets: UnsafeMutablePointer<UInt16>
  /// Two for each value of the text: what its own node is shifted by, and then those behind it.
  private let shifts: UnsafeMutablePointer<NodeWords>
  private var byteCount = 0
  private var containerCount = 0
  private var patternCount = 0
  private var formCount = 0
  /// The first is the root, from which there are edges but to which none leads.
  private var segmentCount = 1
  private var missesLeft: Int32 = FormMemory.patience

  /// How many more texts may be of unknown form than of a known one, before no more are looked for.
  private static let patience: Int32 = 256
  /// Whether texts count as unknown that begin like no other: to find that out takes next to nothing.
  private let countsStrangers: Bool

  init(countsStrangers: Bool = true) {
    self.countsStrangers = countsStrangers
    // Eight more than are used, since bytes are compared by the word.
    bytes = .allocate(capacity: Self.mostBytes + 8)
    segments = .allocate(capacity: Self.mostSegments)
    forms = .allocate(capacity: Self.mostForms)
    containers = .allocate(capacity: Self.mostPatterns)
    patterns = .allocate(capacity: Self.mostPatterns)
    shiftNumbers = .allocate(capacity: Self.mostPatterns)
    targets = .allocate(capacity: Self.mostPatterns)
    shifts = .allocate(capacity: 2 * Self.mostValues + 2)
    segments[0] = Segment(start: 0, length: 0, follower: .string)
    // Before the first value nothing is shifted.
    shifts[1] = .zero
  }

  deinit {
    bytes.deallocate()
    segments.deallocate()
    forms.deallocate()
    containers.deallocate()
    patterns.deallocate()
    shiftNumbers.deallocate()
    targets.deallocate()
    shifts.deallocate()
  }

  /// Whether texts are so unlike each other that looking for their forms only takes time.
  var isHopeless: Bool { missesLeft <= 0 }

  // MARK: Recognising

  /// Writes the nodes of a text of known form, and gives their number and that of the form; nil, and
  /// nothing that matters is written, for any other text.
  func recognize(
    _ base: UnsafePointer<UInt8>, count: Int, into storage: UnsafeMutableBufferPointer<JSONNode>
  ) -> (nodes: Int, form: Int)? {
    var scanner = Scanner(base: base, count: count)
    var edge = Int(segments[0].child)
    var values = 0
    while edge != 0 {
      let start = scanner.position
      let segment = segments + edge
      guard stands(segment, at: base + start, of: count - start),
        let hasEscapes = passValue(segment, &scanner)
      else {
        scanner.move(to: start)
        edge = Int(segment.pointee.sibling)
        continue
      }
      edge = Int(segment.pointee.child)
      if segment.pointee.follower == .end {
        missesLeft = min(missesLeft + 1, FormMemory.patience)
        return write(forms[edge], into: storage).map { ($0, edge) }
      }
      values += 1
      let end = UInt32(truncatingIfNeeded: scanner.position)
      let before = shifts[2 &* values &- 1].end
      shifts[2 &* values] = NodeWords(startBy: before, endBy: end, hasEscapes: hasEscapes)
      shifts[2 &* values &+ 1] = NodeWords(startBy: end, endBy: end, hasEscapes: false)
    }
    if countsStrangers || values > 0 { missesLeft -= 1 }
    return nil
  }

  /// Whether a segment's bytes stand at a place from which on there are `room` bytes.
  @inline(__always)
  private func stands(
    _ segment: UnsafePointer<Segment>, at place: UnsafePointer<UInt8>, of room: Int
  ) -> Bool {
    let length = Int(segment.pointee.length)
    guard length <= room else { return false }
    let mine = UnsafeRawPointer(bytes + Int(segment.pointee.start))
    let others = UnsafeRawPointer(place)
    guard length >= 8 else { return memcmp(mine, others, length) == 0 }
    var offset = 0
    let last = length &- 8
    while offset &+ 32 <= last {
      var differences = word(mine, offset) ^ word(others, offset)
      differences |= word(mine, offset &+ 8) ^ word(others, offset &+ 8)
      differences |= word(mine, offset &+ 16) ^ word(others, offset &+ 16)
      differences |= word(mine, offset &+ 24) ^ word(others, offset &+ 24)
      guard differences == 0 else { return false }
      offset &+= 32
    }
    while offset < last {
      guard word(mine, offset) == word(others, offset) else { return false }
      offset &+= 8
    }
    // The last word overlaps the one before it.
    return word(mine, last) == word(others, last)
  }

  @inline(__always)
  private func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Passes over a segment's bytes and the value behind them, and says whether that has escapes; nil
  /// where another value stands there.
  @inline(__always)
  private func passValue(_ segment: UnsafePointer<Segment>, _ scanner: inout Scanner) -> Bool? {
    let place = scanner.position &+ Int(segment.pointee.length)
    switch segment.pointee.follower {
    case .string:
      // The opening quote is the segment's last byte.
      scanner.move(to: place &- 1)
      return try? scanner.skipString()
    case .number:
      scanner.move(to: place)
      guard !scanner.isAtEnd, (try? scanner.skipNumber()) != nil else { return nil }
      return false
    case .end:
      scanner.move(to: place)
      return scanner.isAtEnd ? false : nil
    }
  }

  @inline(__always)
  private func write(
    _ form: Form, into storage: UnsafeMutableBufferPointer<JSONNode>
  ) -> Int? {
    guard Int(form.nodes) <= storage.count, let nodes = storage.baseAddress else { return nil }
    for index in Int(form.first)..<Int(form.first &+ form.count) {
      (nodes + Int(targets[index])).write(patterns[index] &+ shifts[Int(shiftNumbers[index])])
    }
    for index in Int(form.firstContainer)..<Int(form.firstContainer &+ form.containerCount) {
      let container = containers[index]
      let behind = shifts[2 &* Int(container.valuesUntilEnd) &+ 1].end
      let before = shifts[2 &* Int(container.valuesBefore) &+ 1].end
      nodes[Int(container.node)].moveEnd(by: behind &- before)
    }
    return Int(form.nodes)
  }
}

extension FormMemory {
  // MARK: Learning

  /// Remembers the form of a text from its nodes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - nodes: All of its nodes.
  ///   - fixed: Which of its values belong to its form: a text that says something else there has
  ///     another one.
  ///   - needed: Which nodes are written when it is recognized, all of them values; nil for all.
  ///     The root is then written as a null, so that nobody comes from it to what is not there.
  /// - Returns: The number of the form; nil where there is no room for it.
  func learn(
    _ text: UnsafeBufferPointer<UInt8>, _ nodes: UnsafeBufferPointer<JSONNode>,
    fixed: Set<Int> = [], needed: [Int]? = nil
  ) -> Int? {
    let written = needed?.count ?? nodes.count
    guard formCount < FormMemory.mostForms - 1, nodes.count <= FormMemory.mostPatterns,
      patternCount + written < FormMemory.mostPatterns,
      let layout = FormLayout(nodes, fixed: fixed)
    else { return nil }
    var place = 0
    var edge = 0
    for value in layout.values {
      // The opening quote belongs to what stands before a string.
      let end = value.isString ? value.start + 1 : value.start
      guard let next = self.edge(from: edge, text[place..<end], value.isString ? .string : .number)
      else { return nil }
      edge = next
      place = value.end
    }
    guard let last = self.edge(from: edge, text[place...], .end) else { return nil }
    guard segments[last].child == 0 else { return Int(segments[last].child) }
    formCount += 1
    forms[formCount] = addPatterns(layout, nodes, needed)
    segments[last].child = Int32(formCount)
    return formCount
  }

  private func addPatterns(
    _ layout: FormLayout, _ nodes: UnsafeBufferPointer<JSONNode>, _ needed: [Int]?
  ) -> Form {
    var form = Form(
      nodes: Int32(nodes.count), first: Int32(patternCount), count: 0,
      firstContainer: Int32(containerCount), containerCount: 0)
    if needed != nil {
      let nothing = JSONNode(kind: .null, start: 0, end: 0, next: 1)
      addPattern((NodeWords(nothing), 1), of: 0, to: &form)
    }
    for index in needed ?? Array(nodes.indices) {
      addPattern(layout.pattern(of: index, nodes), of: index, to: &form)
      guard needed == nil, let ends = layout.container(index, nodes) else { continue }
      containers[containerCount] = Container(
        node: Int32(index), valuesBefore: ends.before, valuesUntilEnd: ends.until)
      containerCount += 1
      form.containerCount += 1
    }
    return form
  }

  private func addPattern(
    _ pattern: (words: NodeWords, shift: UInt16), of node: Int, to form: inout Form
  ) {
    patterns[patternCount] = pattern.words
    shiftNumbers[patternCount] = pattern.shift
    targets[patternCount] = UInt16(node)
    patternCount += 1
    form.count += 1
  }

  /// The edge with some bytes from where another leads, which is added where there is none; nil
  /// where there is no room.
  private func edge(
    from parent: Int, _ literal: Slice<UnsafeBufferPointer<UInt8>>, _ follower: Follower
  ) -> Int? {
    var last = 0
    var edge = Int(segments[parent].child)
    while edge != 0 {
      let known = segments[edge]
      let start = bytes + Int(known.start)
      if known.follower == follower,
        UnsafeBufferPointer(start: start, count: Int(known.length)).elementsEqual(literal)
      {
        return edge
      }
      last = edge
      edge = Int(known.sibling)
    }
    guard segmentCount < FormMemory.mostSegments, byteCount + literal.count <= FormMemory.mostBytes
    else { return nil }
    segments[segmentCount] = Segment(
      start: UInt32(byteCount), length: UInt32(literal.count), follower: follower)
    for byte in literal {
      bytes[byteCount] = byte
      byteCount += 1
    }
    if last == 0 {
      segments[parent].child = Int32(segmentCount)
    } else {
      segments[last].sibling = Int32(segmentCount)
    }
    segmentCount += 1
    return segmentCount - 1
  }
}
