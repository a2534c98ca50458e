import Analysis

extension Report {
  /// Why a log does not support an answer: a member `refusal` with a code that never changes.
  package static func refusal(_ refusal: ForecastRefusal, schema: String) -> Report {
    Report(
      schema: schema, title: "No answer", notes: [refusal.explanation, refusal.remedy],
      extras: [
        JSONMember(
          "refusal",
          .object([
            JSONMember("code", .string(refusal.code)),
            JSONMember("reason", .string(refusal.explanation)),
            JSONMember("remedy", .string(refusal.remedy)),
          ]))
      ])
  }
}
