import JSONText

/// The members by which a line of a coding agent's session log is recognised, found in one pass.
///
/// They are looked for apart from those of `DocumentShape`, since only a document that is no API's
/// response is asked for them.
struct SessionShape {
  var message: JSONView?
  var messages: JSONView?
  var payload: JSONView?
  var tokens: JSONView?
  var data: JSONView?
  var sessionID: JSONView?
  var workingFolder: JSONView?
  /// Whether a member names the line, its session, or the message it belongs to.
  var hasLineID = false
  /// Whether it changes what earlier lines of a session said, and says nothing itself.
  var isChange = false
  /// Whether it holds the sums of a whole session, which its messages state one by one.
  var hasSessionTotals = false
  /// Whether it lists sessions or describes an agent: a file that lies beside session logs.
  var isCompanion = false
  private var hasStart = false

  /// Whether it begins a session that is written line by line.
  var isHeader: Bool { hasStart && sessionID != nil && messages == nil }

  init(_ document: JSONView) {
    for (name, value) in document.members where value.kind != .null { take(name, value) }
  }

  /// A name is compared only with those of its length: most lines are long, their members many.
  private mutating func take(_ name: JSONView, _ value: JSONView) {
    switch name.raw.count {
    case 3: if name.equals("cwd") { workingFolder = value }
    case 4:
      if name.equals("data") { data = value }
      if name.equals("uuid") { hasLineID = true }
      if name.equals("$set") { isChange = true }
    case 5:
      guard name.equals("stats") else { return }
      hasSessionTotals = value["models"] != nil || value["total_tokens"] != nil
    case 6: if name.equals("tokens") { tokens = value }
    case 7:
      if name.equals("message") { message = value }
      if name.equals("payload") { payload = value }
      if name.equals("entries") {
        isCompanion = value.elements.contains { $0["sessionId"] != nil }
      }
    case 8:
      if name.equals("messages") { messages = value }
      if name.equals("leafUuid") { hasLineID = true }
    default: takeLonger(name, value)
    }
  }

  private mutating func takeLonger(_ name: JSONView, _ value: JSONView) {
    if name.equals("sessionId") || name.equals("session_id") {
      sessionID = value
      hasLineID = true
    } else if name.equals("messageId") {
      hasLineID = true
    } else if name.equals("startTime") || name.equals("projectHash") {
      hasStart = true
    } else if name.equals("$rewindTo") {
      isChange = true
    } else if name.equals("agentType") {
      isCompanion = true
    }
  }
}
