import JSONText
import Usage

/// A chat completion, or a chunk of one, of OpenAI or of anyone who speaks its API; and the older
/// text completion.
///
/// The id (`chatcmpl-…`) is the request. In a stream the usage stands in the last chunk, with an
/// empty list of choices, if `stream_options.include_usage` asked for it; some send a running total
/// in every chunk. The last one counts. Groq sends it under `x_groq` as well; the chunks of its
/// compound models have each an id of their own, and the last has that of no request (`stub`): they
/// are one response from the first chunk to the one that ends it. What the counts mean is said in
/// `OpenAIUsage`.
///
/// Who sold it, as far as the body shows: Azure filters content (`prompt_filter_results`,
/// `content_filter_results`), Groq sends `x_groq`, OpenRouter's ids begin with `gen-`, Cerebras
/// sends `time_info`, Ollama's fingerprint is `fp_ollama`; and see `OpenAIUsage`. Otherwise the
/// usual seller of the model is assumed: Google's endpoint is told by Gemini and Gemma models.
enum ChatCompletionFormat {
  /// Whether a document looks like one.
  static func matches(_ shape: DocumentShape, _ document: JSONView) -> Bool {
    if let object = shape.object, object.kind == .string {
      if object.equals("chat.completion") || object.equals("chat.completion.chunk")
        || object.equals("text_completion")
      {
        return true
      }
    }
    // Some servers leave the kind out, or empty.
    guard shape.model != nil, shape.object?.raw.isEmpty != false else { return false }
    return document["choices"]?.kind == .array
  }

  /// Whether a document is what Azure sends before the first chunk: how it judged the prompt.
  static func isPreamble(_ shape: DocumentShape, _ document: JSONView) -> Bool {
    guard shape.usage == nil, document["prompt_filter_results"] != nil else { return false }
    return document["choices"]?.elements.contains { _ in true } == false
  }

  /// Whether the id of a chunk is not that of its response.
  static func hasUnreliableID(_ snapshot: ResponseSnapshot, _ shape: DocumentShape) -> Bool {
    guard shape.object?.equals("chat.completion.chunk") == true else { return false }
    return snapshot.reportedModel.map {
      $0.hasPrefix("groq/compound") || $0.hasPrefix("compound")
    } ?? false
  }

  /// What the document says.
  static func snapshot(
    _ document: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = shape.id, id.kind == .string, !id.raw.isEmpty {
      snapshot.key = RequestIdentity.key(.openAIStyle, id)
      if id.raw.starts(with: "gen-".utf8) { snapshot.know(.openRouter) }
    }
    var choices: JSONView?
    var groqUsage: JSONView?
    for (name, value) in document.members where value.kind != .null {
      if name.equals("choices") {
        choices = value
      } else if name.equals("created") {
        snapshot.time = FieldReading.instant(seconds: value)
      } else if name.equals("x_groq") {
        snapshot.know(.groq)
        groqUsage = value["usage"]
      } else {
        takeSeller(name, value, into: &snapshot)
      }
    }
    if let choices { takeChoices(choices, into: &snapshot) }
    snapshot.reportedModel = modelName(shape.model, snapshot.provider, &names)
    snapshot.serviceTier = shape.serviceTier?.string.flatMap(ServiceTier.init(vendorWord:))
    if let usage = shape.usage ?? groqUsage, usage.kind == .object {
      snapshot.take(OpenAIUsage(usage))
    }
    snapshot.assumeSeller(otherwise: .openAI)
    snapshot.isErrorIfCut = true
    return snapshot
  }

  /// The model without Google's path; a gateway's `vendor/model` is its own name for the model.
  private static func modelName(
    _ model: JSONView?, _ seller: Provider?, _ names: inout NameCache
  ) -> String? {
    guard seller == .openRouter else { return FieldReading.modelName(model, &names) }
    return model.flatMap { names.name($0, ModelName.plain) }
  }

  /// Members that only one seller sends.
  private static func takeSeller(
    _ name: JSONView, _ value: JSONView, into snapshot: inout ResponseSnapshot
  ) {
    if name.equals("prompt_filter_results") {
      snapshot.know(.azureOpenAI)
    } else if name.equals("time_info") {
      snapshot.know(.cerebras)
    } else if name.equals("system_fingerprint"), value.equals("fp_ollama") {
      snapshot.know(.ollama)
    }
  }

  private static func takeChoices(_ choices: JSONView, into snapshot: inout ResponseSnapshot) {
    var hasChoice = false
    for choice in choices.elements {
      hasChoice = true
      for (name, value) in choice.members where value.kind != .null {
        if name.equals("finish_reason") {
          snapshot.isFinished = true
        } else if name.equals("content_filter_results") {
          snapshot.know(.azureOpenAI)
        }
      }
    }
    snapshot.isOpenChunk = hasChoice && !snapshot.isFinished
  }
}
