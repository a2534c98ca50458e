import Quantities
import Usage

/// Pictures of another size in prompts.
///
///     image tokens = image tokens × tokens of the new size ÷ tokens of the recorded size
///
/// The log has the tokens of pictures and not their pixels, so the recorded size is said. Where the
/// vendor's pages can be read in two ways both are computed, each with itself (``ImageTokens``), and
/// the result is a range.
struct ImageSize: Hashable, Sendable {
  /// The size of the recorded pictures.
  let from: ImageMeasure
  /// The size that they are sent in.
  let to: ImageMeasure
}

extension ImageSize: LeverRule {
  var setting: String { "pictures in \(to) instead of \(from)" }

  var assumptions: [String] {
    ["every recorded picture was sent in \(from)", "answers stay as long as they are"]
  }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    guard row.sum(Meter.promptImages) > .zero else { return [row] }
    guard let factors = factors(row.series, run) else {
      run.note(.imageRuleUnknown(model: row.series.model ?? "a model"), row.requests)
      return [row]
    }
    // Under one reading nothing may change: it is a range all the same.
    guard factors.contains(where: { $0 != .one }) else { return [row] }
    let factor = run.bound == .fewest ? factors.min() : factors.max()
    var row = row
    row.scale(Meter.promptImages, by: factor ?? .one)
    run.move(row.requests)
    return [row]
  }

  /// The change under each reading.
  private func factors(_ series: UsageSeries, _ run: LeverRun) -> [Exact]? {
    let name = series.model.flatMap { name in
      run.book.resolve(provider: series.provider, model: name, at: run.instant)?.model ?? name
    }
    guard let name, let before = ImageTokens.readings(from, model: name, on: run.instant.dayUTC),
      let after = ImageTokens.readings(to, model: name, on: run.instant.dayUTC)
    else { return nil }
    return zip(after, before).map { Exact($0, over: $1) }
  }
}
