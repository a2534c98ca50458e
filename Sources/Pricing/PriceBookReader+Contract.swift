import JSONText
import Quantities
import Usage

/// Reading what an overlay says of a contract.
extension PriceBookReader {
  /// The contract of a file.
  ///
  /// - Parameters:
  ///   - fields: The top of the file.
  ///   - provider: The file's seller.
  ///   - models: The models of the file, read before.
  /// - Returns: The contract; nil where the file's prices are list prices.
  func contract(_ fields: Fields, of provider: Provider, models: [BookModel]) -> Contract? {
    guard let value = fields["contract"] else {
      if fields["discounts"] != nil {
        fields.add(.contract(.discountsWithoutContract), at: "discounts")
      }
      return nil
    }
    guard isOverlay else {
      fields.add(.contract(.inBase), at: "contract")
      return nil
    }
    let head = self.fields(value, known: ["name"])
    head?.require("name")
    let name = head?.text("name") ?? ""
    var mentions = models.map { model in
      Contract.Mention(model: model.name, place: model.place, key: "model")
    }
    let discounts = fields.elements("discounts").compactMap { element in
      discount(element, of: name, with: provider, mentions: &mentions)
    }
    return Contract(
      name: name, provider: provider, discounts: discounts, place: fields.place(of: value),
      mentions: mentions)
  }

  private func discount(
    _ value: JSONValue, of contract: String, with provider: Provider,
    mentions: inout [Contract.Mention]
  ) -> Discount? {
    let keys = ["percent_off", "models", "service_tiers", "meters", "from", "until", "note"]
    guard let fields = fields(value, known: keys) else { return nil }
    fields.require("percent_off")
    let models = names(in: "models", of: fields)
    mentions += (models ?? []).map { Contract.Mention(model: $0.name, place: $0.place) }
    let tiers = names(in: "service_tiers", of: fields)?.compactMap { tier($0.name, at: $0.place) }
    let meters = names(in: "meters", of: fields)
    for meter in meters ?? [] where !Self.tokenMeters.contains(meter.name) {
      problems.add(
        .unknownMeter(
          meter.name, unit: PriceUnit.millionTokens.rawValue, known: Self.tokenMeters),
        at: meter.place)
    }
    guard let percent = percent(fields), let period = fields.period(zone: zone) else { return nil }
    return Discount(
      contract: contract, provider: provider, percentOff: percent, models: models?.map(\.name),
      serviceTiers: tiers, meters: meters?.map(\.name), period: period, note: fields.text("note"),
      place: fields.place)
  }

  private func tier(_ word: String, at place: BookPlace) -> ServiceTier? {
    guard let tier = ServiceTier(rawValue: word) else {
      problems.add(.unknownWord(word, known: ServiceTier.allCases.map(\.rawValue)), at: place)
      return nil
    }
    return tier
  }

  /// The names in a list, each once; nil where the list is missing, which means everything.
  private func names(
    in key: String, of fields: Fields
  ) -> [(name: String, place: BookPlace)]? {
    guard let value = fields[key] else { return nil }
    var names: [(name: String, place: BookPlace)] = []
    for element in fields.elements(key) {
      let place = fields.place(of: element)
      guard let name = element.string, !name.isEmpty else {
        problems.add(.wrongKind(expected: "a text", found: element.kindInWords), at: place)
        continue
      }
      if names.contains(where: { $0.name == name }) {
        problems.add(.contract(.repeated(name)), at: place)
      }
      names.append((name, place))
    }
    // A list that was emptied by hand is more likely a slip than a discount for nothing.
    if value.kind == .array, value.elements.isEmpty {
      fields.add(.contract(.emptyList(key)), at: key)
    }
    return names
  }

  private func percent(_ fields: Fields) -> PercentOff? {
    guard let value = fields["percent_off"] else { return nil }
    if let text = value.string, let percent = PercentOff(decimal: text) { return percent }
    fields.add(mistake(in: value), at: "percent_off")
    return nil
  }

  /// Why a value is not a percentage.
  private func mistake(in value: JSONValue) -> PriceBookProblem.Kind {
    if let number = value.numberText { return .contract(.numberForPercent(number)) }
    guard let text = value.string else {
      return .wrongKind(expected: "a percentage in quotes", found: value.kindInWords)
    }
    // 30 decimals are enough to tell whether a refused text is a number in range at all.
    let scale = 30
    guard DecimalText.parse(text, scale: PercentOff.decimals) == nil,
      let number = DecimalText.parse(text, scale: scale),
      let hundred = DecimalText.parse("100", scale: scale), number > 0, number <= hundred
    else { return .contract(.badPercent(text)) }
    return .contract(.tooPrecise(text))
  }
}
