import JSONText
import Usage

/// Answers of Amazon Bedrock: Converse, its stream, and rows of the log of model invocations.
///
/// Neither body nor stream names its model, which stands in the request's address: it is taken from
/// a row around the body, from `--model`, or from a folder's name. Where boto3 has left its
/// `ResponseMetadata`, the `RequestId` in it is the request, as it is in the invocation log; else
/// the key is derived from the content. Of a stream only the `metadata` event counts anything.
/// A row of the log (`schemaType: ModelInvocationLog`) states the counts beside the bodies, which
/// may have been left out; where the body is there, its usage is the fuller one. What the counts
/// mean is said in `BedrockUsage`; InvokeModel's bodies are those of the model's maker.
enum BedrockFormat {
  /// Whether a document is an answer of Converse.
  static func matches(_ shape: DocumentShape, _ document: JSONView) -> Bool {
    guard let usage = shape.usage, usage.kind == .object, BedrockUsage.matches(usage) else {
      return false
    }
    return document["stopReason"] != nil || document["output"]?["message"] != nil
  }

  /// An event of a stream of Converse.
  enum Event {
    case start
    case end(metadata: JSONView)
    case middle
  }

  /// The event that a document is, whose only member is its name; nil if it is none.
  static func event(_ document: JSONView) -> Event? {
    var members = document.members
    guard let (name, value) = members.next(), members.next() == nil, value.kind == .object else {
      return nil
    }
    if name.equals("metadata") {
      guard let usage = value["usage"], BedrockUsage.matches(usage) else { return nil }
      return .end(metadata: value)
    }
    if name.equals("messageStart") { return .start }
    let isMiddle =
      name.equals("contentBlockStart") || name.equals("contentBlockDelta")
      || name.equals("contentBlockStop") || name.equals("messageStop")
    return isMiddle ? .middle : nil
  }

  /// Whether a document is the error answer of an AWS service: a message and nothing else.
  static func isError(_ document: JSONView) -> Bool {
    var members = document.members
    guard let (name, value) = members.next(), value.kind == .string else { return false }
    return name.equals("message") && members.next() == nil
  }

  /// What an answer, or the metadata of a stream, says.
  static func snapshot(_ answer: JSONView, _ shape: DocumentShape) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = answer["ResponseMetadata"]?["RequestId"], id.isIdentity {
      snapshot.key = RequestIdentity.key(.bedrockRequest, id)
    }
    if let usage = shape.usage { snapshot.take(BedrockUsage(usage)) }
    snapshot.latencyMilliseconds = answer["metrics"]?["latencyMs"].flatMap(FieldReading.cutToWhole)
    let tier = answer["serviceTier"]
    snapshot.serviceTier = (tier?["type"] ?? tier)?.string.flatMap(ServiceTier.init(vendorWord:))
    snapshot.isFinished = true
    return snapshot
  }

  // MARK: The invocation log

  /// Whether a document is a row of the invocation log.
  static func isInvocation(_ document: JSONView) -> Bool {
    document["schemaType"]?.equals("ModelInvocationLog") == true
  }

  /// What a row of the invocation log says.
  static func invocation(
    _ row: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = shape.requestID, id.isIdentity {
      snapshot.key = RequestIdentity.key(.bedrockRequest, id)
    }
    snapshot.time = FieldReading.instant(shape.rowTime)
    snapshot.requestedModel = modelName(row["modelId"], &names)
    snapshot.provider = .awsBedrock
    snapshot.labels = FieldReading.labels(row["requestMetadata"])
    snapshot.isFinished = true
    snapshot.hasFailed = row["errorCode"] != nil
    let body = row["output"]?["outputBodyJson"]
    if let body, body.kind == .object, let usage = body["usage"], VendorUsage.matches(usage) {
      VendorUsage.read(usage, into: &snapshot)
      if let id = body["id"], id.kind == .string, body["type"]?.equals("message") == true {
        snapshot.key = RequestIdentity.key(.anthropicMessage, id)
      }
    } else {
      takeCounts(of: row, into: &snapshot)
    }
    return snapshot
  }

  /// The counts beside the bodies: the input leaves the cache out, as in `BedrockUsage`.
  private static func takeCounts(of row: JSONView, into snapshot: inout ResponseSnapshot) {
    var counts = SourceCounts()
    counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt]
    let input = row["input"]
    func count(_ value: JSONView?, _ name: String) -> Int64? {
      value.flatMap { FieldReading.count($0, name, &counts.fault) }
    }
    counts.prompt = count(input?["inputTokenCount"], "inputTokenCount")
    counts.cached = count(input?["cacheReadInputTokenCount"], "cacheReadInputTokenCount")
    counts.cacheWrites = count(input?["cacheWriteInputTokenCount"], "cacheWriteInputTokenCount")
      .map { CacheWriteCounts(unclassified: $0) }
    counts.output = count(row["output"]?["outputTokenCount"], "outputTokenCount")
    snapshot.counts = counts
  }

  /// The model without the address of an inference profile, which holds an account's number.
  private static func modelName(_ model: JSONView?, _ names: inout NameCache) -> String? {
    model.flatMap { model in
      names.name(model) { name in
        let last = name.hasPrefix("arn:") ? name.split(separator: "/").last.map(String.init) : name
        return last.flatMap(ModelName.ofResource)
      }
    }
  }
}
