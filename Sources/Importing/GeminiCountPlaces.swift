import JSONText

/// Where all counts of a `usageMetadata` stand, for texts whose lists of details have the same entries
/// and name the same modalities.
struct GeminiCountPlaces {
  /// Where the counts stand that are in no list.
  let places: GeminiUsagePlaces
  private let prompt: [Detail]
  private let cached: [Detail]
  private let output: [Detail]

  /// Where the count of an entry stands.
  private struct Detail {
    let modality: Modality
    let count: JSONView.Place
  }

  /// All places of which a count is read.
  var all: [JSONView.Place] { places.counts + (prompt + cached + output).map(\.count) }

  /// Finds them.
  init(_ metadata: JSONView) {
    func details(_ place: JSONView.Place) -> [Detail] {
      guard let list = metadata.value(at: place) else { return [] }
      return list.elements.compactMap { element in
        let entry = ModalityCounts.Entry(element)
        return entry.count.map { Detail(modality: entry.modality, count: $0.place) }
      }
    }
    places = GeminiUsagePlaces(metadata)
    prompt = details(places.promptDetails)
    cached = details(places.cachedDetails)
    output = details(places.outputDetails)
  }

  /// The counts of a text that stand where they stand in others like it; of one that is none the name
  /// is not said.
  @inline(__always)
  func counts(of view: JSONView) -> SourceCounts {
    var counts = SourceCounts()
    places.readCounts(of: view, into: &counts) { _ in "" }
    read(prompt, of: view, to: &counts.promptByModality, &counts.fault)
    read(cached, of: view, to: &counts.cachedByModality, &counts.fault)
    read(output, of: view, to: &counts.outputByModality, &counts.fault)
    return counts
  }

  @inline(__always)
  private func read(
    _ details: [Detail], of view: JSONView, to counts: inout ModalityCounts,
    _ fault: inout CountFault?
  ) {
    for detail in details {
      guard let value = view.value(at: detail.count) else { continue }
      counts.add(FieldReading.count(value, "", &fault) ?? 0, modality: detail.modality)
    }
  }
}
