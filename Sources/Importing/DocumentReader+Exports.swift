import JSONText
import Usage

/// What gateways and observability tools export: LiteLLM, Langfuse, Helicone.
extension DocumentReader {
  mutating func readLiteLLM(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard accepts(.liteLLM), LiteLLMFormat.matches(document, shape) else { return nil }
    var names = names
    let row = withUsageObject(document) { usage in
      LiteLLMFormat.row(document, usage: usage, &names)
    }
    self.names = names
    switch row {
    case .request(let snapshot): observe(snapshot, source.whole, user: document)
    case .answeredFromCache: counts.notUsage += 1
    case .failed: counts.errorBodies += 1
    }
    return .recognized
  }

  /// Hands the usage object of a spend log to a closure; its metadata may stand there as text.
  private func withUsageObject<Result>(
    _ document: JSONView, _ body: (JSONView?) -> Result
  ) -> Result {
    for name in ["usage_object", "additional_usage_values"] {
      let path = ColumnPath("metadata.\(name)")
      let result = document.with(path, isNested ? nil : nestedParser) { usage -> Result? in
        usage.members.contains { _ in true } ? body(usage) : nil
      }
      if case .some(.some(let result)) = result { return result }
    }
    return body(nil)
  }

  mutating func readHelicone(
    _ document: JSONView, _ source: Source
  ) -> Recognition? {
    guard accepts(.helicone), HeliconeFormat.matches(document) else { return nil }
    if let snapshot = HeliconeFormat.snapshot(document, &names) {
      observe(snapshot, source.whole, user: document)
    } else {
      counts.notUsage += 1
    }
    return .recognized
  }

  mutating func readLangfuse(
    _ document: JSONView, _ source: Source
  ) -> Recognition? {
    guard accepts(.langfuse) else { return nil }
    if LangfuseFormat.isObservation(document) {
      readObservation(document, user: nil, source)
      return .recognized
    }
    guard let found = LangfuseFormat.observations(document) else { return nil }
    // Some exports list them twice, the second time without what instrumentations sent.
    var seen: Set<RequestKey> = []
    for list in found.lists {
      for observation in list.elements {
        guard let key = LangfuseFormat.key(observation), seen.insert(key).inserted else { continue }
        readObservation(observation, user: found.user, source)
      }
    }
    return .recognized
  }

  private mutating func readObservation(
    _ observation: JSONView, user: String?, _ source: Source
  ) {
    guard let key = LangfuseFormat.key(observation) else { return }
    let parent = LangfuseFormat.parentKey(observation)
    guard let usage = usage(of: observation), usage.saySomething else {
      observeSpan(key, parent: parent, nil)
      if isMeasuredOtherwise(observation) {
        setAsideUnit(source)
      } else {
        countWithoutUsage(observation)
      }
      return
    }
    var snapshot = LangfuseFormat.snapshot(observation, &names)
    snapshot.counts = usage
    snapshot.place = source.place
    if let user = self.user(of: observation) ?? user { snapshot.user = snapshot.user ?? user }
    let parser = isNested ? nil : nestedParser
    _ = observation.with(ColumnPath("metadata.attributes"), parser) { attributes in
      LangfuseFormat.complete(&snapshot, withAttributes: attributes)
    }
    snapshot.assumeUsualSeller()
    snapshot.identify(asSpan: key)
    observeSpan(key, parent: parent, snapshot)
  }

  /// Whether its usage is counted in another unit than tokens.
  private func isMeasuredOtherwise(_ observation: JSONView) -> Bool {
    guard let usage = observation["usage"], usage.kind == .object else { return false }
    return LangfuseFormat.isMeasuredOtherwise(usage)
  }

  /// The counts of an observation, whose details a table holds as text.
  private func usage(of observation: JSONView) -> SourceCounts? {
    let details = observation["usageDetails"] ?? observation["usage_details"]
    guard let usage = details ?? observation["usage"] else { return nil }
    if usage.kind == .object { return LangfuseFormat.counts(usage) }
    guard !isNested, let text = usage.nestedText else { return nil }
    return text.withUnsafeBufferPointer { text -> SourceCounts? in
      guard (try? nestedParser.parse(text)) != nil else { return nil }
      return nestedParser.withRoot(of: text, LangfuseFormat.counts)
    }
  }

  private mutating func countWithoutUsage(_ observation: JSONView) {
    guard let type = observation["type"]?.string, ["GENERATION", "EMBEDDING"].contains(type) else {
      return
    }
    if observation["level"]?.equals("ERROR") == true {
      counts.errorBodies += 1
    } else {
      counts.withoutUsage += 1
    }
  }
}
