/// The settings that `whatif` takes where no scenario says others: each is printed with its result.
///
/// They are round numbers that an app can reach, not promises; docs/levers.md says why each.
enum LeverDefaults {
  /// The model on a device that is counted where none is named.
  static let deviceModel = "apple-foundation-model"
  /// What a summary keeps of a history.
  static let summaryShare = DecimalFactor("0.2") ?? .zero
  private static let tenth = DecimalFactor("0.1") ?? .zero
  private static let fifth = DecimalFactor("0.2") ?? .zero
  private static let quarter = DecimalFactor("0.25") ?? .zero
  private static let half = DecimalFactor("0.5") ?? .zero

  /// One lever of each name, in the order in which they act.
  ///
  /// - Parameter cheaper: The cheapest model in use; nil where there is no other.
  /// - Returns: The levers; without `model_share` where there is no other model.
  static func all(cheaper: ModelTarget?) -> [Lever] {
    LeverName.allCases.compactMap { lever($0, cheaper: cheaper).map { Lever($0) } }
  }

  private static func lever(_ name: LeverName, cheaper: ModelTarget?) -> Lever.Formula? {
    switch name {
    case .userCap:
      .userCap(UserCap(callsPerDay: 20, paidShare: tenth, selection: .everything))
    case .responseCache:
      .responseCache(ResponseCache(hitRate: fifth, refreshHours: nil, selection: .everything))
    case .retries:
      .retries(
        Retries(attempts: .one, recorded: nil, billedShare: .one, selection: .everything))
    case .onDevice:
      .onDevice(
        OnDeviceShare(
          share: fifth,
          target: ModelTarget(provider: .onDevice, model: deviceModel, tokenRatio: .one)))
    case .modelShare: cheaper.map { .modelShare(ModelShare(targets: [($0, half)])) }
    case .history:
      .history(HistoryLimit(limit: .keepTurns(4), turns: nil, systemTokens: 0, label: nil))
    case .promptShortening: .promptShortening(PromptShortening(shorterBy: fifth))
    case .imageSize:
      .imageSize(ImageSize(from: .resolution(.high), to: .resolution(.medium)))
    case .outputCap: .outputCap(OutputCap(tokens: 1024))
    case .contextCache:
      .contextCache(
        ContextCache(
          share: half, writtenShare: tenth,
          storageHoursPerDay: DecimalFactor(exactly: 24) ?? .zero, caches: 1))
    case .serviceTier: .serviceTier(TierShare(batchShare: quarter, flexShare: .zero))
    }
  }
}
