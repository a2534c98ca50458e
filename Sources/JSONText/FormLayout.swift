/// Where the values of a text stand among its nodes.
struct FormLayout {
  /// A string that is no key, with its quotes, or a number.
  struct Value {
    let start: Int
    let end: Int
    let isString: Bool
  }

  /// The values in the order of the text.
  private(set) var values: [Value] = []
  /// How many values there are before each node, and in all.
  private var valuesBefore: [Int] = []
  private var isValue: [Bool]

  /// The layout of a text's nodes; nil if it has more values than a form may have.
  ///
  /// Values that are fixed are like braces and keys.
  init?(_ nodes: UnsafeBufferPointer<JSONNode>, fixed: Set<Int>) {
    let isKey = FormLayout.keys(of: nodes)
    isValue = Array(repeating: false, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      valuesBefore.append(values.count)
      guard node.kind == .number || node.kind == .string && !isKey[index],
        !fixed.contains(index)
      else { continue }
      isValue[index] = true
      // A string's node points between its quotes.
      let quote = node.kind == .string ? 1 : 0
      values.append(
        Value(start: node.start - quote, end: node.end + quote, isString: quote == 1))
    }
    valuesBefore.append(values.count)
    guard values.count <= FormMemory.mostValues else { return nil }
  }

  /// Which nodes are the keys of objects.
  private static func keys(of nodes: UnsafeBufferPointer<JSONNode>) -> [Bool] {
    var isKey = Array(repeating: false, count: nodes.count)
    for (index, node) in nodes.enumerated() where node.kind == .object {
      var key = index + 1
      while key < node.next {
        isKey[key] = true
        key = nodes[key + 1].next
      }
    }
    return isKey
  }

  /// A node with its ends as distances from where a value ends, and the number of the shift by which
  /// it is brought to where it stands: twice that of the value that it is, or one more than twice
  /// that of the last value before it.
  func pattern(
    of index: Int, _ nodes: UnsafeBufferPointer<JSONNode>
  ) -> (words: NodeWords, shift: UInt16) {
    let before = valuesBefore[index]
    let until = valuesBefore[nodes[index].next]
    let node = JSONNode(
      kind: nodes[index].kind, hasEscapes: !isValue[index] && nodes[index].hasEscapes,
      start: nodes[index].start - end(ofValue: before),
      end: nodes[index].end - end(ofValue: until), next: nodes[index].next)
    return (NodeWords(node), UInt16(isValue[index] ? 2 * until : 2 * before + 1))
  }

  /// How many values there are before an object or array, and until its end; nil where that is no
  /// difference.
  ///
  /// Its pattern is shifted by what stands before it, and its end then moved to where those within it
  /// end.
  func container(
    _ index: Int, _ nodes: UnsafeBufferPointer<JSONNode>
  ) -> (before: Int16, until: Int16)? {
    let (before, until) = (valuesBefore[index], valuesBefore[nodes[index].next])
    guard !isValue[index], until > before else { return nil }
    return (Int16(before), Int16(until))
  }

  /// Where the value of a number ends, from 1; the text begins where the value 0 would end.
  private func end(ofValue number: Int) -> Int { number == 0 ? 0 : values[number - 1].end }
}
