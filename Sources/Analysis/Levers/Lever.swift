import Quantities

/// One thing that can be done about a bill: which usage it moves, and how far.
///
/// A value that says what to do; what comes of it depends on the usage (``LeverRun``).
public struct Lever: Hashable, Sendable {
  /// Which lever it is.
  public var name: LeverName { formula.name }
  /// The usage it moves.
  public let selection: UsageSelection
  /// How far, and by what rule.
  let formula: Formula
  /// Where it stands in a scenario's file; nil where it is in none.
  let place: FilePlace?

  /// The settings of each kind of lever; its rule is in a file of its own.
  enum Formula: Hashable, Sendable {
    case userCap(UserCap)
    case responseCache(ResponseCache)
    case retries(Retries)
    case onDevice(OnDeviceShare)
    case modelShare(ModelShare)
    case history(HistoryLimit)
    case promptShortening(PromptShortening)
    case imageSize(ImageSize)
    case outputCap(OutputCap)
    case contextCache(ContextCache)
    case serviceTier(TierShare)
  }

  init(
    _ formula: Formula, on selection: UsageSelection = .everything, at place: FilePlace? = nil
  ) {
    self.formula = formula
    self.selection = selection
    self.place = place
  }

  /// What it does, in a few words: `30 % of requests are answered from a cache`.
  public var setting: String { formula.rule.setting }

  /// What has to be true for its figures to be: one sentence each.
  public var assumptions: [String] { formula.rule.assumptions }

  /// The same, and what has to be true of it beside other levers.
  ///
  /// - Parameter levers: All levers that are moved together.
  /// - Returns: One sentence each.
  package func assumptions(among levers: [Lever]) -> [String] {
    guard case .responseCache(let cache) = formula, cache.refreshHours != nil,
      levers.contains(where: { $0.name == .userCap && $0.selection.meets(selection) })
    else { return assumptions }
    let anew = "under the cap on calls as many answers are made anew as without it"
    return assumptions + ["\(anew): it saves that much at least"]
  }
}

extension Lever {
  /// What tells the lever from others of its name: what it does, and to which usage.
  ///
  /// - Parameter levers: All levers, itself among them.
  /// - Returns: `50 % to gemini-2.5-flash (feature chat)`; nil where no other has its name.
  package func told(among levers: [Lever]) -> String? {
    let others = levers.filter { $0.name == name }
    guard others.count > 1 else { return nil }
    let place = selection == .everything ? "" : " (\(selection))"
    return setting + place
  }
}

/// How a lever changes usage.
protocol LeverRule {
  /// What it does, in a few words.
  var setting: String { get }
  /// What is taken for granted.
  var assumptions: [String] { get }
  /// Whether it leaves everything as it is, whatever the usage.
  var changesNothing: Bool { get }
  /// What becomes of a row; shares of it may go to rows of their own.
  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow]
}

extension LeverRule {
  var changesNothing: Bool { false }
}

extension Lever.Formula {
  var name: LeverName {
    switch self {
    case .userCap: .userCap
    case .responseCache: .responseCache
    case .retries: .retries
    case .onDevice: .onDevice
    case .modelShare: .modelShare
    case .history: .history
    case .promptShortening: .promptShortening
    case .imageSize: .imageSize
    case .outputCap: .outputCap
    case .contextCache: .contextCache
    case .serviceTier: .serviceTier
    }
  }

  var rule: any LeverRule {
    switch self {
    case .userCap(let rule): rule
    case .responseCache(let rule): rule
    case .retries(let rule): rule
    case .onDevice(let rule): rule
    case .modelShare(let rule): rule
    case .history(let rule): rule
    case .promptShortening(let rule): rule
    case .imageSize(let rule): rule
    case .outputCap(let rule): rule
    case .contextCache(let rule): rule
    case .serviceTier(let rule): rule
    }
  }
}

extension DecimalFactor {
  /// `1 hour`, `12.5 hours`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == .one ? "" : "s")" }

  /// A share as percent, without zeros at its end: `12.5 %`.
  var percentText: String {
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: DecimalFactor.scale / 100)
    guard rest != 0 else { return "\(whole) %" }
    var decimals = String(DecimalFactor.scale / 100 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals) %"
  }

  /// What is left of all of it.
  var complement: Exact { Exact.one - Exact(self) }

  /// What is left of all of it, for a share of at most one.
  var remainder: DecimalFactor {
    DecimalFactor(DecimalText.format(Int128(DecimalFactor.scale - millionths), scale: 6)) ?? .zero
  }
}
