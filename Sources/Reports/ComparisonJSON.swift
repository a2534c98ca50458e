import Analysis
import Pricing
import Quantities

/// What programs get of a comparison beside its rows, under names that never change.
enum ComparisonJSON {
  /// One object for each day, with everything that the columns leave out.
  static func figures(_ line: ComparisonLine) -> [JSONOutput] {
    line.figures.map { figures in
      .object(
        [
          JSONMember("choice", .string(line.name)),
          JSONMember("parts", .array(line.parts.map(json))),
          JSONMember("on", .string(figures.at.description)),
          JSONMember("cost_usd", ComparisonTable.amount(figures.cost, figures).json),
          JSONMember("month_usd", ComparisonTable.amount(figures.perMonth, figures).json),
          JSONMember("request_usd", ComparisonTable.amount(figures.perRequest, figures).json),
          JSONMember(
            "thousand_mau_usd",
            figures.perThousandMAU.map { ComparisonTable.amount($0, figures).json } ?? .null),
          JSONMember(
            "user_day_usd",
            figures.perUserDay.map { ComparisonTable.amount($0, figures).json } ?? .null),
          JSONMember("ratio", Cell.ratio(figures.ratio).json),
        ] + (figures.list.map(json) ?? []) + [
          JSONMember("unpriced_requests", .integer(figures.unpriced.requests)),
          JSONMember("unpriced_tokens", .integer(figures.unpriced.tokens.value)),
          JSONMember("notes", .array(figures.notes.map { .string($0.description) })),
        ])
    }
  }

  private static func json(_ list: ListFigures) -> [JSONMember] {
    [
      JSONMember(
        "list_cost_usd", ContractColumns.list(list.cost, without: list.unlistedTokens).json),
      JSONMember("list_month_usd", ComparisonTable.perMonth(list).json),
      JSONMember("unlisted_tokens", .integer(list.unlistedTokens.value)),
    ]
  }

  private static func json(_ part: ComparisonLine.Part) -> JSONOutput {
    .object([
      JSONMember("provider", .string(part.provider.name)),
      JSONMember("model", .string(part.model)),
      JSONMember("percent", .string(part.percent?.description)),
      JSONMember("token_ratio", .string(part.tokenRatio.description)),
      JSONMember("ends", .string(part.lifecycle?.day?.description)),
    ])
  }

  /// Who the figures by user are divided by; null where users are not known.
  static func users(_ users: MonthlyUsers?) -> JSONOutput {
    guard let users else { return .null }
    return .object([
      JSONMember("monthly_active_users", .integer(users.sum)),
      JSONMember("months", .integer(users.months)),
      JSONMember("user_days", users.userDays.map { .integer($0) } ?? .null),
      JSONMember("left_out", .integer(users.leftOut)),
    ])
  }
}
