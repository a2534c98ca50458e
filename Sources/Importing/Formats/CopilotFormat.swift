import JSONText
import Usage

/// The events of a session of GitHub Copilot's command line
/// (`~/.copilot/session-state/<session>/events.jsonl`).
///
/// Only `session.shutdown` states counts: `data.modelMetrics.<model>.usage`, the sums of the
/// session up to then. A session that was resumed has several such events; each replaces the one
/// before (they are cumulative). So a record is a session's use of one model, many requests in one:
/// it is in no context band. `reasoningTokens` are part of `outputTokens`; cache reads and writes
/// are part of `inputTokens` unless they exceed it; how long the cache keeps what was written is
/// not said, five minutes are taken. `requests.cost` counts premium requests, not money.
struct CopilotFormat {
  /// What the session is known by: its id, or else the time of its first event.
  private var session: RequestKey?

  /// Whether a document is an event.
  static func matches(_ shape: DocumentShape, _ session: SessionShape) -> Bool {
    guard session.data?.kind == .object, let type = shape.type?.string else { return false }
    return ["session.", "user.", "assistant.", "tool.", "hook.", "subagent.", "system.", "skill."]
      .contains { type.hasPrefix($0) }
  }

  /// The models' sums that an event states; empty for most events.
  mutating func observe(
    _ shape: DocumentShape, _ event: SessionShape, _ names: inout NameCache
  ) -> [ResponseSnapshot] {
    guard let data = event.data else { return [] }
    if let id = data["sessionId"], id.isIdentity {
      session = RequestIdentity.key(.copilotSession, id)
    } else if session == nil, let time = shape.rowTime, time.isIdentity {
      session = RequestIdentity.key(.copilotSession, time)
    }
    guard shape.type?.equals("session.shutdown") == true, let models = data["modelMetrics"] else {
      return []
    }
    var snapshots: [ResponseSnapshot] = []
    for (name, metrics) in models.members {
      guard let usage = metrics["usage"], usage.kind == .object else { continue }
      var snapshot = ResponseSnapshot()
      if let session {
        snapshot.key = RequestIdentity.combine(session, RequestIdentity.key(.copilotSession, name))
      }
      snapshot.provider = .githubCopilot
      snapshot.time = FieldReading.instant(shape.rowTime)
      snapshot.reportedModel = FieldReading.modelName(name, &names)
      snapshot.isRewritten = true
      snapshot.flags.insert(.promptIsSum)
      let requests = metrics["requests"]?["count"]?.int64
      snapshot.requests = requests.flatMap { 1...1_000_000_000 ~= $0 ? Int($0) : nil } ?? 1
      snapshot.counts = CopilotFormat.counts(usage)
      snapshot.setLabel(Labels.platform, "copilot")
      snapshots.append(snapshot)
    }
    return snapshots
  }

  private static func counts(_ usage: JSONView) -> SourceCounts {
    var counts = SourceCounts()
    counts.layout = [.thinkingInsideOutput]
    for (name, value) in usage.members {
      func count() -> Int64? { FieldReading.count(value, name.string ?? "", &counts.fault) }
      switch name.string {
      case "inputTokens": counts.prompt = count()
      case "outputTokens": counts.output = count()
      case "cacheReadTokens": counts.cached = count()
      case "cacheWriteTokens": counts.cacheWrites = count().map { CacheWriteCounts(fiveMinutes: $0) }
      case "reasoningTokens": counts.thinking = count()
      default: break
      }
    }
    let cache = (counts.cached ?? 0) + (counts.cacheWrites?.sum ?? 0)
    if cache > counts.prompt ?? 0 {
      counts.layout.formUnion([.cachedBesidePrompt, .cacheWritesBesidePrompt])
    }
    return counts
  }
}
