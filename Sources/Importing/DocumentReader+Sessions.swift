import JSONText
import Usage

/// The session logs of coding agents.
///
/// Most of their lines say nothing about usage: prompts, tool runs, titles. They are known as what
/// they are and counted, not set aside, in a source that has shown which agent's log it is.
extension DocumentReader {
  /// What is known of a source that is a session log.
  struct SessionState {
    var codex = CodexFormat()
    var copilot = CopilotFormat()
    /// Whether a line has shown that the source is one.
    var isSessionLog = false
  }

  /// Reads a line of a session log, or a whole session; nil if the document is neither.
  mutating func readSession(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard options.format?.isSessionLog != false else { return nil }
    let session = SessionShape(document)
    guard
      readClaudeCode(document, shape, session, source) || readCodex(shape, session, source)
        || readGeminiCLI(document, shape, session, source) || readCopilot(shape, session, source)
    else { return nil }
    sessions.isSessionLog = true
    // Running totals and what an agent's other lines mean are known from the lines before.
    spansDocuments = true
    return .recognized
  }

  /// Whether a document that is nothing else is a line of a session log, or a file beside one, that
  /// says nothing about usage.
  mutating func readSessionLine(_ document: JSONView, _ shape: DocumentShape) -> Bool {
    guard options.format?.isSessionLog != false else { return false }
    let session = SessionShape(document)
    let isLine = shape.type?.kind == .string && (session.hasLineID || sessions.isSessionLog)
    guard isLine || session.isHeader || session.isChange || session.isCompanion else {
      return false
    }
    sessions.isSessionLog = true
    counts.notUsage += 1
    return true
  }

  private mutating func readClaudeCode(
    _ document: JSONView, _ shape: DocumentShape, _ session: SessionShape, _ source: Source
  ) -> Bool {
    guard accepts(.claudeCode) else { return false }
    if ClaudeCodeFormat.isResult(shape, session) {
      counts.notUsage += 1
      return true
    }
    guard let entry = ClaudeCodeFormat.entry(document, shape, session) else { return false }
    if entry.isSynthetic {
      counts.notUsage += 1
    } else {
      for snapshot in ClaudeCodeFormat.snapshots(entry, session, &names) {
        observeCopy(snapshot, source, user: document)
      }
    }
    return true
  }

  private mutating func readCodex(
    _ shape: DocumentShape, _ session: SessionShape, _ source: Source
  ) -> Bool {
    guard accepts(.codex), let payload = CodexFormat.payload(shape, session) else { return false }
    switch sessions.codex.observe(payload, shape, &names) {
    case .nothing: counts.notUsage += 1
    case .repeated: counts.repeated += 1
    case .withoutBase:
      setAside(
        source, code: QuarantinedPlace.runningTotal,
        "a running total, and how much of it is this request's stands in another file")
    case .request(let snapshot, let unexplained):
      if unexplained != 0 {
        counts.residuals += 1
        counts.residualTokens += unexplained
      }
      observeCopy(snapshot, source, user: payload)
    }
    return true
  }

  private mutating func readGeminiCLI(
    _ document: JSONView, _ shape: DocumentShape, _ session: SessionShape, _ source: Source
  ) -> Bool {
    guard accepts(.geminiCLI) else { return false }
    if session.hasSessionTotals {
      counts.notUsage += 1
      return true
    }
    if GeminiCLIFormat.isAnswer(shape.type, id: shape.id, tokens: session.tokens) {
      observeCopy(GeminiCLIFormat.snapshot(document, &names), source, user: document)
      return true
    }
    guard let messages = GeminiCLIFormat.messages(session) else { return false }
    var hasAnswers = false
    for message in messages.elements
    where GeminiCLIFormat.isAnswer(message["type"], id: message["id"], tokens: message["tokens"]) {
      hasAnswers = true
      let inner = Source(text: message.raw, place: source.place, group: nil)
      observeCopy(GeminiCLIFormat.snapshot(message, &names), inner, user: document)
    }
    if !hasAnswers { counts.notUsage += 1 }
    return true
  }

  private mutating func readCopilot(
    _ shape: DocumentShape, _ session: SessionShape, _ source: Source
  ) -> Bool {
    guard accepts(.copilot), CopilotFormat.matches(shape, session), let data = session.data else {
      return false
    }
    switch sessions.copilot.observe(shape, session, &names) {
    case .nothing: counts.notUsage += 1
    case .withoutSession:
      setAside(
        source, code: QuarantinedPlace.runningTotal,
        "sums of a session that began in another file, which may have counted them")
    case .sums(let snapshots):
      for snapshot in snapshots { observeCopy(snapshot, source, user: data) }
    }
    return true
  }

  /// Takes in one of the copies that a log writes of a response.
  ///
  /// A copy with a count that cannot be is set aside by itself: the others are as good as before.
  mutating func observeCopy(
    _ snapshot: consuming ResponseSnapshot, _ source: Source, user document: JSONView
  ) {
    if let fault = snapshot.counts.fault {
      setAside(source, code: fault.code, fault.explanation)
    } else {
      observe(snapshot, source.whole, user: document)
    }
  }
}
