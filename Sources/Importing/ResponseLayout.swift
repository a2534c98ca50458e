import JSONText

/// Where in responses of one form stands what differs between them, and what decides what they are.
///
/// In a candidate nothing but the reason for its end is looked at, unless it was grounded; in the usage
/// nothing but counts is free to differ. Every other text and number of a document decides, whether
/// anybody looks at it or not.
struct ResponseLayout {
  let id: JSONView.Place
  let time: JSONView.Place
  let counts: GeminiCountPlaces
  /// Where the user stands, if anywhere.
  private(set) var user = JSONView.Place()
  /// The values that decide.
  private(set) var deciding: [JSONView.Place] = []

  /// Longer ones would take much room to remember.
  private static let longestText = 200

  /// The values of a response that are looked at where those that decide are known.
  var needed: [JSONView.Place] { [id, time, user] + counts.all }

  /// The layout of a response; nil where it has no id, time or counts, was grounded, has a user that
  /// means something else, too, or a long text decides.
  init?(_ document: JSONView, userField: [String]) {
    let shape = DocumentShape(document)
    guard let id = shape.responseID, id.kind == .string, let time = shape.createTime,
      let metadata = shape.usageMetadata, metadata.kind == .object
    else { return nil }
    self.id = id.place
    self.time = time.place
    counts = GeminiCountPlaces(metadata)
    if !userField.isEmpty, let user = document.value(at: userField) {
      let isOwn = userField.count == 1 ? !shape.knows(user) : !isRead(userField[0], of: document)
      guard isOwn, user.kind == .string || user.kind == .number else { return nil }
      self.user = user.place
    }
    for (_, value) in document.members {
      if value.place == shape.candidates?.place {
        guard addReasons(of: value) else { return nil }
      } else {
        add(value, isUsage: value.place == metadata.place)
      }
    }
    for place in deciding {
      guard let raw = document.value(at: place)?.raw, raw.count <= ResponseLayout.longestText else {
        return nil
      }
    }
  }

  /// Whether somebody reads on in the member of a name.
  private func isRead(_ name: String, of document: JSONView) -> Bool {
    guard let member = document.value(at: [name]) else { return false }
    return DocumentShape(document).readsInside(member)
  }

  /// The reasons for the ends of candidates; false where one was grounded, and queries count.
  private mutating func addReasons(of candidates: JSONView) -> Bool {
    for candidate in candidates.elements {
      for (name, value) in candidate.members {
        if name.equals("groundingMetadata") || name.equals("grounding_metadata") { return false }
        if name.equals("finishReason") || name.equals("finish_reason") {
          add(value, isUsage: false)
        }
      }
    }
    return true
  }

  /// Every text and number in a value that is not free to differ.
  private mutating func add(_ value: JSONView, isUsage: Bool) {
    switch value.kind {
    case .object:
      for (name, inner) in value.members where !(isUsage && isTokenCount(name, inner)) {
        add(inner, isUsage: isUsage)
      }
    case .array:
      for inner in value.elements { add(inner, isUsage: isUsage) }
    case .string, .number:
      let isFree =
        [id, time, user].contains(value.place) || counts.places.counts.contains(value.place)
      if !isFree { deciding.append(value.place) }
    // Of another word it would be another form.
    case .bool, .null: break
    }
  }

  /// Whether a member is a count in a list of details.
  private func isTokenCount(_ name: JSONView, _ value: JSONView) -> Bool {
    value.kind == .number && ModalityCounts.isCount(name)
  }
}
