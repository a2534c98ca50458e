import JSONText
import Usage

/// The events of a session of GitHub Copilot's command line
/// (`~/.copilot/session-state/<session>/events.jsonl`).
///
/// Only `session.shutdown` states counts: `data.modelMetrics.<model>.usage`, the sums of the
/// session up to then. A session that was resumed has several such events, each in place of the one
/// before; where a sum has fallen, the counting was begun anew, and both are kept. A piece of a log
/// that does not say which session it is of would count again what an earlier event has counted:
/// its sums are set aside. So a record is a session's use of one model, many requests in one: it is
/// in no context band. `reasoningTokens` are part of `outputTokens`; cache reads and writes are part
/// of `inputTokens` unless they exceed it; how long the cache keeps what was written is not said.
/// `requests.cost` counts premium requests, not money.
struct CopilotFormat {
  /// What the session is known by: its id, or else the time at which it began.
  private var session: RequestKey?
  private var project: String?
  /// The last sums of each model, and how often its counting was begun anew.
  private var models: [RequestKey: (sums: SourceCounts, run: Int64)] = [:]

  /// What an event says.
  enum Outcome {
    case nothing
    /// Sums of a session that nothing names.
    case withoutSession
    case sums([ResponseSnapshot])
  }

  /// Whether a document is an event.
  static func matches(_ shape: DocumentShape, _ session: SessionShape) -> Bool {
    guard session.data?.kind == .object, let type = shape.type?.string else { return false }
    return ["session.", "user.", "assistant.", "tool.", "hook.", "subagent.", "system.", "skill."]
      .contains { type.hasPrefix($0) }
  }

  /// Takes in an event; most say nothing of usage.
  mutating func observe(
    _ shape: DocumentShape, _ event: SessionShape, _ names: inout NameCache
  ) -> Outcome {
    guard let data = event.data else { return .nothing }
    if let id = data["sessionId"], id.isIdentity {
      session = RequestIdentity.key(.copilotSession, id)
    } else if session == nil, shape.type?.equals("session.start") == true,
      let time = shape.rowTime, time.isIdentity
    {
      session = RequestIdentity.key(.copilotSession, time)
    }
    project = SessionProject.name(of: data["context"]?["cwd"], &names) ?? project
    guard shape.type?.equals("session.shutdown") == true, let metrics = data["modelMetrics"] else {
      return .nothing
    }
    var snapshots: [ResponseSnapshot] = []
    for (name, metrics) in metrics.members {
      guard let usage = metrics["usage"], usage.kind == .object else { continue }
      let counts = CopilotFormat.counts(usage)
      var snapshot = ResponseSnapshot()
      snapshot.key = key(of: name, counts)
      snapshot.provider = .githubCopilot
      snapshot.time = FieldReading.instant(shape.rowTime)
      snapshot.reportedModel = FieldReading.modelName(name, &names)
      snapshot.isRewritten = true
      snapshot.flags.insert(.promptIsSum)
      let requests = metrics["requests"]?["count"].flatMap(FieldReading.cutToWhole)
      snapshot.requests = requests.flatMap { 1...1_000_000_000 ~= $0 ? Int($0) : nil } ?? 1
      snapshot.counts = counts
      snapshot.setLabel(Labels.platform, "copilot")
      snapshot.setLabel(SessionProject.label, project)
      snapshots.append(snapshot)
    }
    guard !snapshots.isEmpty else { return .nothing }
    return session == nil ? .withoutSession : .sums(snapshots)
  }

  /// The key of a model's sums in the session.
  private mutating func key(of model: JSONView, _ counts: SourceCounts) -> RequestKey? {
    guard let session else { return nil }
    let name = RequestIdentity.key(.copilotSession, model)
    var run: Int64 = 0
    if let known = models[name] {
      run = known.run + (CopilotFormat.hasFallen(counts, below: known.sums) ? 1 : 0)
    }
    models[name] = (counts, run)
    let key = RequestIdentity.combine(session, name)
    guard run > 0 else { return key }
    return RequestIdentity.combine(key, RequestIdentity.key(.copilotSession, numbers: [run]))
  }

  private static func hasFallen(_ counts: SourceCounts, below known: SourceCounts) -> Bool {
    let fields = [\SourceCounts.prompt, \.output, \.cached, \.thinking]
    return fields.contains { (counts[keyPath: $0] ?? 0) < (known[keyPath: $0] ?? 0) }
      || (counts.cacheWrites?.sum ?? 0) < (known.cacheWrites?.sum ?? 0)
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
      case "cacheWriteTokens":
        counts.cacheWrites = count().map { CacheWriteCounts(unclassified: $0) }
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
