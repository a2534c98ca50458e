import JSONText
import Quantities
import Usage

/// Reading what a file says of models: prices, ends, aliases, contradictions.
extension PriceBookReader {
  /// A model with all that is said about it; current words about its end come first.
  func model(_ value: JSONValue, of provider: Provider) -> BookModel? {
    let keys = ["model", "released", "prices", "lifecycle"]
    guard let fields = fields(value, known: keys) else { return nil }
    fields.require("model")
    requireInBase(["prices", "lifecycle"], of: fields)
    guard let name = fields.text("model") else { return nil }
    let lifecycles = fields.elements("lifecycle").compactMap { lifecycle($0, of: name) }
    return BookModel(
      name: name, released: fields.day("released"),
      statements: fields.elements("prices").compactMap { price($0, of: name, by: provider) },
      lifecycles: lifecycles.filter(\.isCurrent) + lifecycles.filter { !$0.isCurrent },
      place: fields.place, hasLifecycles: fields.has("lifecycle"))
  }

  private static let priceKeys = [
    "service_tier", "over_prompt_tokens", "from", "from_between", "until", "per", "amounts",
    "status", "introductory", "known", "until_known", "withdrawn_on", "corrects", "sources",
    "confidence", "note",
  ]

  /// A statement; nil where its unit or period is wrong, since it could then compete with anything.
  private func price(
    _ value: JSONValue, of model: String, by provider: Provider
  ) -> PriceStatement? {
    guard let fields = fields(value, known: Self.priceKeys) else { return nil }
    ["per", "amounts"].forEach(fields.require)
    requireInBase(["service_tier", "status", "sources", "confidence"], of: fields)
    let tier = fields.word("service_tier", of: ServiceTier.self)
    let status = fields.word("status", of: PriceStatement.Status.self) ?? .inForce
    guard let unit = fields.word("per", of: PriceUnit.self), let period = fields.period(zone: zone)
    else { return nil }
    fields.require("until_known", notBefore: "known")
    fields.require("withdrawn_on", notBefore: "known")
    if status != .withdrawn, fields["withdrawn_on"] != nil {
      fields.add(.needsStatus("withdrawn_on", status: "withdrawn"), at: "withdrawn_on")
    }
    let origin = PriceStatement.Origin(
      period: period, amounts: amounts(fields, per: unit), zone: zone, known: fields.day("known"),
      untilKnown: fields.day("until_known"), withdrawnOn: fields.day("withdrawn_on"),
      corrects: fields.statementID("corrects"))
    return PriceStatement(
      provider: provider, model: model, serviceTier: tier ?? .standard,
      overPromptTokens: fields.tokens("over_prompt_tokens") ?? 0,
      fromBetween: fromBetween(fields, from: period.from), unit: unit, status: status,
      isIntroductory: fields.flag("introductory") ?? false, origin: origin,
      sources: sources(fields), confidence: fields.word("confidence") ?? .medium,
      note: fields.text("note"), place: fields.place)
  }

  /// The days between which a price began; the day that the book goes by is one of them.
  private func fromBetween(_ fields: Fields, from: Instant?) -> DaySpan? {
    guard let span = fields.span("from_between") else { return nil }
    guard let from, span.contains(zone.day(of: from)) else {
      let text = fields.text("from") ?? "no day"
      fields.add(.outsideSpan(from: text, span: span.description), at: "from_between")
      return nil
    }
    return span
  }

  private static let lifecycleKeys = [
    "mode", "day", "earliest_only", "status", "superseded_on", "announced", "known", "successor",
    "sources", "confidence", "note",
  ]

  /// What is said about a model's end; left out, `earliest_only` is false, a firm day.
  private func lifecycle(_ value: JSONValue, of model: String) -> Lifecycle? {
    guard let fields = fields(value, known: Self.lifecycleKeys) else { return nil }
    // "No day" is a statement too, and has to be made: "day": null.
    if !fields.has("day") { fields.require("day") }
    fields.require("mode")
    requireInBase(["earliest_only", "status", "sources", "confidence"], of: fields)
    let isCurrent = fields.word("status", of: LifecycleStatus.self) != .superseded
    fields.require("superseded_on", notBefore: fields["known"] == nil ? "announced" : "known")
    if isCurrent, fields["superseded_on"] != nil {
      fields.add(.needsStatus("superseded_on", status: "superseded"), at: "superseded_on")
    }
    guard let mode = fields.word("mode", of: Lifecycle.Mode.self) else { return nil }
    let successor = fields.text("successor")
    if mode == .reroute, successor == nil { fields.add(.noSuccessor(model: model), at: "mode") }
    let day = fields.day("day")
    let announced = fields.day("announced")
    return Lifecycle(
      mode: mode, day: day, takesEffect: day.map(zone.start),
      isEarliestOnly: fields.flag("earliest_only") ?? false, isCurrent: isCurrent,
      supersededOn: fields.day("superseded_on"), announced: announced,
      known: fields.day("known") ?? announced, successor: successor, sources: sources(fields),
      confidence: fields.word("confidence") ?? .medium, note: fields.text("note"),
      place: fields.place)
  }

  private static let aliasKeys = [
    "name", "model", "from", "until", "known", "sources", "confidence", "note",
  ]

  /// A dated alias; whether its model exists is asked when all files have been read.
  func alias(_ value: JSONValue) -> ModelAlias? {
    guard let fields = fields(value, known: Self.aliasKeys) else { return nil }
    ["name", "model"].forEach(fields.require)
    requireInBase(["sources", "confidence"], of: fields)
    guard let name = fields.text("name"), let model = fields.text("model"),
      let period = fields.period(zone: zone)
    else { return nil }
    return ModelAlias(
      name: name, model: model, period: period,
      known: fields.day("known") ?? period.from.map(zone.day), sources: sources(fields),
      confidence: fields.word("confidence") ?? .medium, note: fields.text("note"),
      place: fields.place)
  }

  /// Sources that contradict each other; whether the model exists is asked later.
  func conflict(_ value: JSONValue, of provider: Provider) -> PriceConflict? {
    let keys = ["model", "about", "readings", "chosen", "why"]
    guard let fields = fields(value, known: keys) else { return nil }
    ["model", "about", "readings", "why"].forEach(fields.require)
    // "None of them" has to be said: "chosen": null.
    if !fields.has("chosen") { fields.require("chosen") }
    let readings = fields.elements("readings").compactMap(reading)
    if readings.count < 2, fields["readings"]?.elements.count ?? 2 < 2 {
      fields.add(.oneReading, at: "readings")
    }
    var chosen: Int?
    if let value = fields["chosen"] {
      chosen = value.int64.flatMap { Int(exactly: $0) }.flatMap { index in
        readings.indices.contains(index) ? index : nil
      }
      let found = value.numberText ?? value.kindInWords
      if chosen == nil { fields.add(.noSuchReading(found, count: readings.count), at: "chosen") }
    }
    guard let model = fields.text("model"), let about = fields.text("about"),
      let why = fields.text("why")
    else { return nil }
    return PriceConflict(
      provider: provider, model: model, about: about, readings: readings, chosen: chosen,
      why: why, place: fields.place)
  }

  private func reading(_ value: JSONValue) -> PriceConflict.Reading? {
    guard let fields = fields(value, known: ["value", "sources", "note"]) else { return nil }
    fields.require("value")
    requireInBase(["sources"], of: fields)
    guard let text = fields.text("value") else { return nil }
    return PriceConflict.Reading(value: text, sources: sources(fields), note: fields.text("note"))
  }

  /// The ids that a statement cites, each of which its file has to list.
  private func sources(_ fields: Fields) -> [String] {
    let ids = fields.texts("sources")
    guard let knownSources else { return ids }
    for id in ids where !knownSources.contains(id) {
      fields.add(.unknownSource(id, known: knownSources), at: "sources")
    }
    return ids
  }
}

/// Whether a lifecycle statement is what the seller says now.
private enum LifecycleStatus: String, CaseIterable {
  case current
  case superseded
}
