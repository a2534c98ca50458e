import Analysis
import Quantities
import Usage

/// The columns that count requests and tokens, the same in `usage` and `cost`.
///
/// They are the names that `tollbook.usage/1` promises. Cached and written tokens are part of the
/// input; input, tool use, output and thinking add up to the total.
enum TokenColumns {
  /// The columns; those that are zero throughout are left to JSON and CSV.
  static func columns(for total: UsageGroup, isShown: Bool) -> [Column] {
    figures(of: total).map { figure in
      let isNeeded = isShown && (figure.tokens != 0 || figure.isAlwaysShown)
      return Column(figure.key, figure.title, isShown: isNeeded)
    }
  }

  static func cells(of group: UsageGroup) -> [Cell] {
    figures(of: group).map { .count($0.tokens) }
  }

  private struct Figure {
    let key: String
    let title: String
    let tokens: TokenCount
    var isAlwaysShown = false
  }

  private static func figures(of group: UsageGroup) -> [Figure] {
    let tokens = group.tokens
    return [
      Figure(key: "input_tokens", title: "input", tokens: tokens.prompt, isAlwaysShown: true),
      Figure(key: "cached_tokens", title: "of it cached", tokens: tokens.cached),
      Figure(key: "cache_write_tokens", title: "of it cache writes", tokens: tokens.cacheWrites),
      Figure(key: "tool_use_tokens", title: "tool use", tokens: tokens.toolUse),
      Figure(key: "output_tokens", title: "output", tokens: tokens.output, isAlwaysShown: true),
      Figure(key: "thinking_tokens", title: "thinking", tokens: tokens.thinking),
    ]
  }
}
