import Analysis

extension Report {
  /// Why there is no answer: a member `refusal` with a code that never changes.
  ///
  /// - Parameters:
  ///   - code: The name by which programs know it.
  ///   - reason: What is wrong, in one line.
  ///   - remedy: What to do about it.
  ///   - schema: The schema of the answer that there would have been.
  /// - Returns: A report without rows.
  package static func refusal(
    code: String, reason: String, remedy: String, schema: String
  ) -> Report {
    Report(
      schema: schema, title: "No answer", notes: [reason, remedy],
      extras: [
        JSONMember(
          "refusal",
          .object([
            JSONMember("code", .string(code)), JSONMember("reason", .string(reason)),
            JSONMember("remedy", .string(remedy)),
          ]))
      ])
  }

  /// Why there is no forecast.
  package static func refusal(_ refusal: ForecastRefusal, schema: String) -> Report {
    .refusal(
      code: refusal.code, reason: refusal.explanation, remedy: refusal.remedy, schema: schema)
  }
}
