import Usage

/// Tables that are recognised by the names of their columns.
///
/// Gateways and observability tools export them as CSV; their rows are read as the JSON objects of
/// the same tools.
enum KnownTables {
  private struct Known {
    let format: InputFormat
    /// Sets of names, all of which a table has that is one.
    let needs: [[String]]
    /// The columns that are read where they are there; prompts and answers are not among them.
    let reads: [String]
  }

  /// The columns of a table that are read; nil for a table that is not known.
  static func columns(
    of header: TableHeader, _ format: InputFormat?
  ) -> [(index: Int, name: String)]? {
    let names = Set(header.columns)
    for known in all where format == nil || format == known.format {
      guard known.needs.contains(where: { $0.allSatisfy(names.contains) }) else { continue }
      return header.columns.enumerated().filter { known.reads.contains($0.element) }
        .map { (index: $0.offset, name: $0.element) }
    }
    return nil
  }

  private static let all = [
    Known(
      format: .liteLLM, needs: [["request_id", "call_type", "prompt_tokens", "completion_tokens"]],
      reads: LiteLLMFormat.members),
    Known(
      format: .langfuse,
      needs: [
        ["id", "trace_id", "usage_details", "start_time"],
        ["id", "traceId", "usageDetails", "startTime"],
      ],
      reads: LangfuseFormat.members),
    Known(
      format: .helicone, needs: [["request_created_at", "prompt_tokens", "completion_tokens"]],
      reads: HeliconeFormat.members),
  ]
}
