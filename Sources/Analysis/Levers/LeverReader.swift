import JSONText
import Usage

/// Reads the levers of a scenario file.
///
/// One object a lever: which one, the usage it moves, and its settings. Every mistake is named with
/// its line and field, and reading goes on.
struct LeverReader {
  let fields: InputFields

  /// The settings of each lever, beside `lever`, `note` and `where`.
  static let keys: [LeverName: [String]] = [
    .userCap: ["calls_per_day", "paid_share"],
    .responseCache: ["hit_rate", "refresh_hours"],
    .retries: ["attempts_per_success", "recorded_attempts_per_success", "billed_share"],
    .onDevice: ["share", "model"],
    .modelShare: ["to"],
    .history: [
      "keep_turns", "compress_over_tokens", "compressed_share", "turns", "system_tokens",
      "conversation_label",
    ],
    .promptShortening: ["shorter_by"],
    .imageSize: ["from", "to"],
    .outputCap: ["tokens"],
    .contextCache: ["share", "written_share", "storage_hours_per_day", "caches"],
    .serviceTier: ["batch_share", "flex_share"],
  ]

  /// How many hours an answer may be kept: up to a leap year of them.
  static let lives = NumberRange(.aboveZero, upTo: "8784")

  /// The lever; nil where it has a mistake.
  func lever() -> Lever? {
    let known = fields.file.problems.count
    guard fields.value.kind == .object else {
      fields.isObject(known: nil)
      return nil
    }
    guard let name = fields.word("lever", "a lever", of: LeverName.self) else { return nil }
    fields.isObject(known: ["lever", "note", "where"] + (Self.keys[name] ?? []))
    let selection = selection()
    let formula = formula(name, selection)
    guard fields.file.problems.count == known, let formula else { return nil }
    return Lever(formula, on: selection, at: fields.place(of: "lever"))
  }

  private func selection() -> UsageSelection {
    guard let value = fields.field("where") else { return .everything }
    let inner = fields.inner(value, at: fields.path(of: "where"))
    guard inner.isObject(known: UsageSelection.keys) else { return .everything }
    let conditions = UsageSelection.keys.compactMap { key -> UsageSelection.Condition? in
      guard inner.has(key), let text = inner.text(key) else { return nil }
      return UsageSelection.Condition(key: key, value: text)
    }
    return UsageSelection(conditions)
  }

  private func formula(
    _ name: LeverName, _ selection: UsageSelection
  ) -> Lever.Formula? {
    switch name {
    case .userCap: userCap(selection)
    case .responseCache: responseCache(selection)
    case .retries: retries(selection)
    case .onDevice: onDevice()
    case .modelShare: modelShare()
    case .history: history()
    case .promptShortening:
      fields.share("shorter_by").map { .promptShortening(PromptShortening(shorterBy: $0)) }
    case .imageSize: imageSize()
    case .outputCap:
      fields.count("tokens", 1...InputFields.mostTokens).map {
        .outputCap(OutputCap(tokens: $0))
      }
    case .contextCache: contextCache()
    case .serviceTier: serviceTier()
    }
  }

  private func userCap(_ selection: UsageSelection) -> Lever.Formula? {
    let calls = fields.count("calls_per_day", 0...1_000_000)
    let paid = fields.share("paid_share", otherwise: .zero)
    guard let calls, let paid else { return nil }
    return .userCap(UserCap(callsPerDay: calls, paidShare: paid, selection: selection))
  }

  private func responseCache(_ selection: UsageSelection) -> Lever.Formula? {
    let hasLife = fields.has("refresh_hours")
    let hours = hasLife ? fields.number("refresh_hours", Self.lives) : nil
    // An answer with a life serves everything in it, unless a rate is said; a wrong life is one
    // mistake and not two.
    let rate = fields.share("hit_rate", otherwise: hasLife ? .one : nil)
    return rate.map {
      .responseCache(ResponseCache(hitRate: $0, refreshHours: hours, selection: selection))
    }
  }

  private func retries(_ selection: UsageSelection) -> Lever.Formula? {
    let attempts = fields.attempts("attempts_per_success")
    let recorded =
      fields.field("recorded_attempts_per_success") == nil
      ? nil : fields.attempts("recorded_attempts_per_success")
    let billed = fields.share("billed_share", otherwise: .one)
    guard let attempts, let billed else { return nil }
    return .retries(
      Retries(
        attempts: attempts, recorded: recorded, billedShare: billed, selection: selection))
  }

  private func onDevice() -> Lever.Formula? {
    let share = fields.share("share")
    let model = fields.field("model") == nil ? LeverDefaults.deviceModel : fields.text("model")
    guard let share, let model else { return nil }
    let target = ModelTarget(provider: .onDevice, model: model, tokenRatio: .one)
    return .onDevice(OnDeviceShare(share: share, target: target))
  }

  private func modelShare() -> Lever.Formula? {
    guard let list = fields.array("to", of: "models with shares") else { return nil }
    var targets: [(ModelTarget, DecimalFactor)] = []
    for (index, value) in list.enumerated() {
      let part = fields.inner(value, at: "\(fields.path(of: "to"))[\(index)]")
      guard let target = part.modelTarget() else { continue }
      part.refuseSecond(target.0, among: targets.map(\.0))
      targets.append(target)
    }
    let sum = targets.reduce(Exact.zero) { $0 + Exact($1.1) }
    if sum > .one {
      fields.add(.scenario(.sharesOverOne(ExactRatio(sum).percent(toPlaces: 1))), at: "to")
    }
    return .modelShare(ModelShare(targets: targets))
  }

  private func history() -> Lever.Formula? {
    let turns =
      fields.field("turns") == nil ? nil : fields.count("turns", 1...HistoryLimit.mostTurns)
    let system = fields.count("system_tokens", 0...InputFields.mostTokens, otherwise: 0)
    let label = fields.field("conversation_label") == nil ? nil : fields.text("conversation_label")
    guard let limit = historyLimit(), let system else { return nil }
    return .history(
      HistoryLimit(limit: limit, turns: turns, systemTokens: system, label: label))
  }

  private func historyLimit() -> HistoryLimit.Limit? {
    let compresses = fields.field("compress_over_tokens") != nil
    guard (fields.field("keep_turns") != nil) != compresses else {
      fields.add(.field(.oneOfTwo("keep_turns", "compress_over_tokens")), at: "lever")
      return nil
    }
    guard compresses else {
      if fields.field("compressed_share") != nil {
        fields.add(.field(.needsOther("compress_over_tokens")), at: "compressed_share")
      }
      return fields.count("keep_turns", 0...HistoryLimit.mostTurns).map { .keepTurns($0) }
    }
    let over = fields.count("compress_over_tokens", 1...InputFields.mostTokens)
    let share = fields.share("compressed_share", otherwise: LeverDefaults.summaryShare)
    guard let over, let share else { return nil }
    return .compress(over: over, to: share)
  }

  private func imageSize() -> Lever.Formula? {
    let from = measure("from")
    let to = measure("to")
    guard let from, let to else { return nil }
    return .imageSize(ImageSize(from: from, to: to))
  }

  private func measure(_ name: String) -> ImageMeasure? {
    guard let value = fields.field(name) else {
      fields.addMissing(name)
      return nil
    }
    return fields.inner(value, at: fields.path(of: name)).imageMeasure()
  }

  private func contextCache() -> Lever.Formula? {
    let share = fields.share("share")
    let written = fields.share("written_share", otherwise: .zero)
    let hours = fields.number(
      "storage_hours_per_day", NumberRange(upTo: "24"), otherwise: .zero)
    let caches = fields.count("caches", 1...1_000_000, otherwise: 1)
    guard let share, let written, let hours, let caches else { return nil }
    return .contextCache(
      ContextCache(share: share, writtenShare: written, storageHoursPerDay: hours, caches: caches))
  }

  private func serviceTier() -> Lever.Formula? {
    let batch = fields.share("batch_share", otherwise: .zero)
    let flex = fields.share("flex_share", otherwise: .zero)
    guard let batch, let flex else { return nil }
    let sum = Exact(batch) + Exact(flex)
    if sum > .one {
      fields.add(.scenario(.sharesOverOne(ExactRatio(sum).percent(toPlaces: 1))), at: "lever")
    }
    return .serviceTier(TierShare(batchShare: batch, flexShare: flex))
  }
}

extension InputFields {
  /// Attempts for one success: one at least.
  fileprivate func attempts(_ name: String) -> DecimalFactor? {
    number(name, NumberRange(.one, upTo: "100"))
  }

  /// A model that usage moves to, and the share that does.
  fileprivate func modelTarget() -> (ModelTarget, DecimalFactor)? {
    guard isObject(known: ["model", "provider", "share", "token_ratio"]) else { return nil }
    let model = text("model")
    let provider = field("provider") == nil ? nil : provider()
    let share = share("share")
    let ratio = number("token_ratio", NumberRange(.aboveZero, upTo: "1000"), otherwise: .one)
    guard let model, let share, let ratio else { return nil }
    return (ModelTarget(provider: provider, model: model, tokenRatio: ratio), share)
  }

  /// The size of a picture.
  fileprivate func imageMeasure() -> ImageMeasure? {
    guard isObject(known: ["width", "height", "resolution"]) else { return nil }
    guard field("resolution") != nil else {
      let width = count("width", 1...1_000_000)
      let height = count("height", 1...1_000_000)
      guard let width, let height else { return nil }
      return .pixels(width: width, height: height)
    }
    if field("width") != nil || field("height") != nil {
      add(.field(.oneOfTwo("resolution", "width")), at: "resolution")
    }
    return word("resolution", "a resolution", of: MediaResolution.self).map { .resolution($0) }
  }
}
