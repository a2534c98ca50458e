import Usage

/// What the events of streams leave unsaid: which response they belong to.
///
/// Documents of an event stream share a group; in a log of events, one a line, the last stream that
/// began is the one that goes on. Kept for a bounded number of streams.
struct OpenStreams {
  /// A message of Anthropic's that has begun.
  struct Message {
    let key: RequestKey?
    let model: String?
    /// Whether a reason for its end was given.
    var isFinished = false
  }

  private var messages: [Int: Message] = [:]
  /// The keys of streams whose chunks have ids of their own, until they end.
  private var unreliable: [Int: RequestKey] = [:]
  /// Streams of which a response was seen, and streams of which only the middle was.
  private var withResponse: Set<Int> = []
  private var headless: Set<Int> = []
  /// Converse streams that began and have not stated their usage.
  private var conversing: Set<Int> = []
  /// The model of a Realtime session, which its responses do not name.
  var sessionModel: String?
  /// Whether an end was seen of a message that did not begin here.
  var sawOrphan = false
  /// Streams that ended, or were forgotten, before they stated any usage.
  private var endedWithoutUsage = 0

  private static let capacity = 4096

  /// Whether no stream was seen.
  var isUntouched: Bool {
    messages.isEmpty && unreliable.isEmpty && withResponse.isEmpty && headless.isEmpty
      && conversing.isEmpty && sessionModel == nil && endedWithoutUsage == 0 && !sawOrphan
  }

  /// Whether nothing that comes next is understood by what came before.
  var areAtEnd: Bool {
    messages.isEmpty && unreliable.isEmpty && conversing.isEmpty && headless.isEmpty
      && sessionModel == nil
  }

  /// The message that goes on in a group.
  func message(in group: DocumentGroup?) -> Message? { messages[group?.number ?? 0] }

  /// Notes the message that goes on in a group; nil when it has ended.
  mutating func setMessage(_ message: Message?, in group: DocumentGroup?) {
    if messages.count >= OpenStreams.capacity { messages.removeAll() }
    messages[group?.number ?? 0] = message
  }

  /// Notes that the message that goes on in a group has said why it ends.
  mutating func finishMessage(in group: DocumentGroup?) {
    messages[group?.number ?? 0]?.isFinished = true
  }

  /// Gives a chunk, whose id is not that of its response, the key of the first one.
  mutating func adopt(_ chunk: inout ResponseSnapshot, in group: DocumentGroup?) {
    let number = group?.number ?? 0
    chunk.key = unreliable[number] ?? chunk.key
    if unreliable.count >= OpenStreams.capacity { unreliable.removeAll() }
    unreliable[number] = chunk.isFinished ? nil : chunk.key
  }

  /// Notes an event that brings a response.
  mutating func sawResponse(in group: DocumentGroup?) {
    if withResponse.count >= OpenStreams.capacity { withResponse.removeAll() }
    withResponse.insert(group?.number ?? 0)
    headless.remove(group?.number ?? 0)
  }

  /// Notes an event between those that bring a response.
  mutating func sawMiddle(in group: DocumentGroup?) {
    let number = group?.number ?? 0
    guard !withResponse.contains(number) else { return }
    if headless.count >= OpenStreams.capacity { flush() }
    headless.insert(number)
  }

  /// Notes that a stream of Converse begins.
  mutating func beginConversation(in group: DocumentGroup?) {
    if conversing.count >= OpenStreams.capacity { flush() }
    if !conversing.insert(group?.number ?? 0).inserted { endedWithoutUsage += 1 }
  }

  /// Notes that a stream of Converse has stated its usage.
  mutating func endConversation(in group: DocumentGroup?) {
    conversing.remove(group?.number ?? 0)
  }

  /// How many streams never stated any usage, of all that were noted since the last call.
  mutating func takeEndedWithoutUsage() -> Int {
    flush()
    defer { endedWithoutUsage = 0 }
    return endedWithoutUsage
  }

  private mutating func flush() {
    endedWithoutUsage += headless.count + conversing.count
    headless.removeAll()
    conversing.removeAll()
  }
}
