import Usage

/// Fewer, or more, attempts until a request succeeds.
///
///     factor = (1 + (attempts − 1) × billed) ÷ (1 + (recorded attempts − 1) × billed)
///
/// Attempts are those for one success, the successful one included; `billed` is the share of failed
/// attempts that the seller charges for. Where the recorded attempts are not given they are taken
/// from the log: requests ÷ requests whose answer came to its end, of a seller's model in all of the
/// usage that the lever moves.
struct Retries: Hashable, Sendable {
  /// Attempts for one success, at least one.
  let attempts: DecimalFactor
  /// Those in the recorded usage; nil to take them from the log.
  let recorded: DecimalFactor?
  /// The share of failed attempts that are billed.
  let billedShare: DecimalFactor
  /// The usage in which attempts are counted: that which the lever moves.
  let selection: UsageSelection
}

extension Retries: LeverRule {
  var setting: String {
    attempts == .one
      ? "every request succeeds at once" : "\(attempts.counted("attempt")) for one success"
  }

  var assumptions: [String] {
    var lines = ["a failed attempt that is billed has as many tokens as one that succeeds"]
    if recorded == nil { lines.append("each answer that was cut was asked for again") }
    if billedShare != .one {
      lines.append("\(billedShare.percentText) of failed attempts are billed")
    }
    return lines
  }

  var changesNothing: Bool { billedShare == .zero }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    if let recorded { return scaled(row, from: Exact(recorded), &run) }
    let evidence = run.evidence
    if !evidence.hasFailures(among: selection) { run.note(.noFailures, row.requests) }
    if let before = evidence.attempts(of: row.origin, among: selection) {
      return scaled(row, from: before, &run)
    }
    guard evidence.hasFailures(among: selection) else {
      // Without a cut answer there may still be asked for more attempts than one.
      return attempts == .one ? [row] : scaled(row, from: .one, &run)
    }
    run.note(.noFinishedAnswer(model: row.series.model ?? "a model without a name"), row.requests)
    return [row]
  }

  private func scaled(_ row: ScaledRow, from before: Exact, _ run: inout LeverRun) -> [ScaledRow] {
    let factor = billed(Exact(attempts)) / billed(before)
    if factor != .one { run.move(row.requests) }
    return [row.scaled(by: factor)]
  }

  private func billed(_ attempts: Exact) -> Exact {
    .one + (attempts - .one) * Exact(billedShare)
  }
}
