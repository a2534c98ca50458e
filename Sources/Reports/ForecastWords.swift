import Analysis
import Quantities

/// What a forecast says about itself in plain words.
enum ForecastWords {
  /// What the width of the range is made of, the largest part first, and what would narrow it.
  static func width(_ forecast: Forecast) -> String? {
    guard let month = forecast.months.first(where: { $0.range?.variance != nil }),
      let parts = month.range?.variance, parts.total > 0
    else { return nil }
    // Parts that round to nothing are left out; equals keep the order of the method.
    let shares = parts.named.map { part in
      (name: part.name, percent: Int((part.value / parts.total * 100).rounded()))
    }.filter { $0.percent > 0 }.enumerated().sorted {
      ($1.element.percent, $0.offset) < ($0.element.percent, $1.offset)
    }
    let words = shares.map { "\($0.element.percent) % \(reason($0.element.name, month))" }
    guard let largest = shares.first?.element.name else { return nil }
    return "the width of the range: \(words.joined(separator: "; ")); \(advice(largest))"
  }

  private static func reason(_ part: String, _ month: ForecastMonth) -> String {
    switch part {
    case "sampling":
      "only "
        + Phrase.counted(Int((month.evidence?.meanUsers ?? 0).rounded()), "user", "was", "were")
        + " seen"
    case "churn": "users leave and others come"
    case "common": "months differ for all users alike"
    case "drift": "it is months ahead"
    case "users": "the number of users is not certain"
    case "accumulation": "the log is shorter than a month"
    default: "the volume changes from month to month"
    }
  }

  private static func advice(_ part: String) -> String {
    switch part {
    case "sampling": "the usage of more users would narrow it most"
    case "churn": "more users, or a longer log, would narrow it most"
    case "common": "more months of log would narrow it most"
    case "drift": "looking less far ahead would narrow it most"
    case "users": "saying the users with --mau would narrow it most"
    case "accumulation": "a whole month of log would narrow it most"
    default: "user ids in the log would narrow it most"
    }
  }

  /// How the method did on this very log, beside what practice calls good.
  static func accuracy(_ forecast: Forecast) -> String? {
    guard let accuracy = forecast.accuracy else { return nil }
    let tenths = Int((accuracy.error * 1000).rounded())
    let windows =
      accuracy.windows == 1
      ? "the newest window" : "the newest \(Phrase.counted(accuracy.windows, "window"))"
    return
      "one month ahead, given the users, this log's own past was \(tenths / 10).\(tenths % 10) % "
      + "off over \(windows); 20, 15 and 12 % are the FinOps marks of crawl, walk and run"
  }

  /// The method, for people who were not there when it was designed.
  static func explanation(_ forecast: Forecast) -> [String] {
    guard !forecast.basis.windows.isEmpty else {
      return [
        "how this was made: the requests of the plan for each user and day, at each future day's "
          + "price, times the users, times the days of the month"
      ]
    }
    let pooled = forecast.basis.windows.filter(\.isPooled)
    let most = Dictionary(grouping: pooled, by: \.monthLength).values.map(\.count).max() ?? 1
    return [
      "how this was made: what an average active user cost lately, priced anew at each future day's "
        + "price, times how many active users there will be, times the days of that month",
      "lately: the newest \(most == 1 ? "stretch" : "\(most) stretches") of exactly as many days as "
        + "the month has, a weekday counting for what it usually is",
      "the range adds up what may differ: only some users were seen; users are replaced; months "
        + "differ; the further ahead, the more; and, where you gave no number, the users change",
      "not in the range: users unlike today's, new features, a switch of models that nobody "
        + "announced, prices that the price book does not know",
    ]
  }
}
