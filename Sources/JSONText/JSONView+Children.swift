/// Walking the members of an object and the elements of an array, without allocating.
extension JSONView {
  /// The members of an object in the order of the text, repeated keys included; none for other
  /// kinds.
  @inlinable public var members: Members { Members(of: self) }

  /// The elements of an array; none for other kinds.
  @inlinable public var elements: Elements { Elements(of: self) }

  /// A value's place among those of its text: six times as small as a view, for those who remember
  /// many.
  public struct Place: Hashable, Sendable {
    @usableFromInline let index: UInt32

    @inlinable
    init(index: Int) { self.index = UInt32(truncatingIfNeeded: index) }

    /// No value's place: that of the root, which nobody has to look for.
    @inlinable public init() { index = 0 }

    /// Whether it is any value's.
    @inlinable public var isSet: Bool { index != 0 }
  }

  /// Where this value stands.
  @inlinable public var place: Place { Place(index: index) }

  /// The value of the same text at a place; nil where that is none.
  @inlinable
  public func value(at place: Place) -> JSONView? {
    place.isSet ? view(Int(place.index)) : nil
  }

  /// The key of the member of the same text whose value stands at a place; nil where that is none.
  @inlinable
  public func key(of place: Place) -> JSONView? {
    place.isSet ? view(Int(place.index) - 1) : nil
  }

  /// The keys and values of an object.
  public struct Members: Sequence, IteratorProtocol {
    @usableFromInline let object: JSONView
    @usableFromInline var key: Int
    @usableFromInline let end: Int

    @inlinable
    init(of object: JSONView) {
      self.object = object
      key = object.index + 1
      end = object.kind == .object ? object.nodes[object.index].next : 0
    }

    /// The next member; nil after the last.
    @inlinable
    public mutating func next() -> (key: JSONView, value: JSONView)? {
      guard key < end else { return nil }
      let name = key
      key = object.nodes[name + 1].next
      return (object.view(name), object.view(name + 1))
    }
  }

  /// The values of an array.
  public struct Elements: Sequence, IteratorProtocol {
    @usableFromInline let array: JSONView
    @usableFromInline var element: Int
    @usableFromInline let end: Int

    @inlinable
    init(of array: JSONView) {
      self.array = array
      element = array.index + 1
      end = array.kind == .array ? array.nodes[array.index].next : 0
    }

    /// The next element; nil after the last.
    @inlinable
    public mutating func next() -> JSONView? {
      guard element < end else { return nil }
      let found = element
      element = array.nodes[found].next
      return array.view(found)
    }
  }
}
