/// What only a scenario can have wrong.
public enum ScenarioMistake: Hashable, Sendable {
  /// There is no feature at all.
  case noFeatures
  /// A feature with images that does not say how many tokens one is.
  case imagesWithoutTokens
  /// A part of a prompt is to come from a cache, and there is no prompt.
  case cacheWithoutPrompt
  /// Less than one attempt for a success.
  case belowOne(String)
  /// Shares that add up to more than all there is, in percent.
  case sharesOverOne(String)
  /// Two levers that would save the same twice.
  case leverTwice(LeverName, firstLine: Int)
}

extension ScenarioMistake {
  /// What is wrong, in one line, lower case.
  var explanation: String {
    switch self {
    case .noFeatures: "a scenario without a single feature"
    case .imagesWithoutTokens: "images without the number of tokens of one"
    case .cacheWithoutPrompt: "a share of the prompt is cached, and there are no input_tokens"
    case .belowOne(let text): "\(text) attempts are fewer than one for a success"
    case .sharesOverOne(let percent): "the shares add up to \(percent) %, more than there is"
    case .leverTwice(let name, let line):
      "\(name.rawValue) twice for the same usage: what the one in line \(line) saves would be "
        + "counted again"
    }
  }

  /// What to do about it, in one line.
  var remedy: String {
    switch self {
    case .noFeatures: "Add an object with at least a name, a model, calls and tokens."
    case .imagesWithoutTokens:
      "Add \"tokens_per_image\": 258 for a small image or each tile on Gemini 2, up to 1120 on 3."
    case .cacheWithoutPrompt: "Write the tokens of a prompt, or leave cached_share out."
    case .belowOne: "Count the attempt that succeeds: 1.2 is one failure in five requests."
    case .leverTwice: "Give one of them, or \"where\"s that exclude each other."
    case .sharesOverOne: "Lower them until they add up to 1 at most."
    }
  }
}
