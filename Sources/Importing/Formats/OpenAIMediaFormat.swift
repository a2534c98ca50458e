import JSONText
import Usage

/// Responses of OpenAI's other endpoints that state tokens: embeddings, images, transcriptions,
/// speech; as bodies, and as the last event of a stream.
///
/// Embeddings have only input. Images and speech have only output of their kind, unless details say
/// otherwise. None has an id, so the key is derived from the content; only embeddings name their
/// model. Whisper counts seconds of audio instead, for which there is no meter: such a place is set
/// aside.
enum OpenAIMediaFormat {
  /// Which of them a document is.
  enum Kind {
    case embedding, image, transcript, speech
  }

  /// The kind of a document; nil if it is none of them.
  static func kind(_ shape: DocumentShape, _ document: JSONView) -> Kind? {
    guard shape.usage?.kind == .object else { return nil }
    if let type = shape.type {
      if type.equals("image_generation.completed") || type.equals("image_edit.completed") {
        return .image
      }
      if type.equals("transcript.text.done") { return .transcript }
      return type.equals("speech.audio.done") ? .speech : nil
    }
    if shape.object?.equals("list") == true {
      let first = document["data"]?.elements.first { _ in true }
      return first?["object"]?.equals("embedding") == true ? .embedding : nil
    }
    guard shape.object == nil, shape.id == nil else { return nil }
    if document["text"]?.kind == .string, shape.usage?["type"] != nil { return .transcript }
    let isImages = document["created"] != nil && document["data"]?.kind == .array
    return isImages ? .image : nil
  }

  /// Whether it is measured in something that is not tokens.
  static func isMeasuredOtherwise(_ shape: DocumentShape) -> Bool {
    shape.usage?["type"]?.equals("duration") == true
  }

  /// What the document says.
  static func snapshot(
    _ document: JSONView, _ kind: Kind, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    snapshot.reportedModel = FieldReading.modelName(shape.model, &names)
    snapshot.time =
      FieldReading.instant(seconds: document["created"])
      ?? FieldReading.instant(seconds: document["created_at"])
    if let usage = shape.usage { snapshot.take(OpenAIUsage(usage)) }
    if let output = snapshot.counts.output, snapshot.counts.outputByModality.sum == 0 {
      switch kind {
      case .image: snapshot.counts.outputByModality.image = output
      case .speech: snapshot.counts.outputByModality.audio = output
      case .embedding, .transcript: break
      }
    }
    snapshot.isFinished = true
    snapshot.assumeSeller(otherwise: .openAI)
    return snapshot
  }
}
