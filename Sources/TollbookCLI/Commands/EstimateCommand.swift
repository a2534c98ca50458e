import Arguments
import TollbookKit

/// `tollbook estimate`: tokens and cost before sending.
///
/// A text is counted and dropped: it is in no ledger, log or error.
enum EstimateCommand {
  static let declaration = Command(
    "estimate",
    summary: "tokens and cost of a request before it is sent, as a range",
    discussion: [
      "Counts a text's characters by script, and applies the vendors' rules for pictures, sound, "
        + "film and PDF. Every figure is a range, because tokenizers and rules leave one; what is "
        + "not known of a model is not made up. docs/estimate.md says how the bounds were measured.",
      "The text is read, counted and dropped. No ledger is needed.",
    ],
    options: [
      .list(
        "model", placeholder: "MODEL", help: "Models to estimate for, perhaps PROVIDER:MODEL."),
      .list(
        "text", placeholder: "FILE", help: "A text of the prompt; - is standard input.",
        splitsOnComma: false),
      .list("image", placeholder: "WxH", help: "A picture, in pixels: 1024x768."),
      .value("audio", placeholder: "SECONDS", help: "Seconds of sound."),
      .value("video", placeholder: "SECONDS", help: "Seconds of film."),
      .value("pdf", placeholder: "PAGES", help: "Pages of PDF."),
      .value(
        "media-resolution", placeholder: "WORD", help: "The resolution that requests ask for.",
        choices: EstimateInput.resolutions),
      .value(
        "output-tokens", placeholder: "N", help: "Tokens of the answer, thinking included.",
        defaultText: "0"),
      .value("requests", placeholder: "N", help: "How many such requests.", defaultText: "1"),
      .value(
        "service-tier", placeholder: "TIER", help: "How they are served.",
        choices: ServiceTier.allCases.map(\.rawValue), defaultText: "standard"),
      Invocation.valuationOption(default: "now"),
    ] + Invocation.pricingOptions,
    examples: [
      (
        line: "tollbook estimate --text prompt.txt --output-tokens 400 --model gemini-3.8-flash",
        purpose: "A prompt and an answer of 400 tokens."
      ),
      (
        line: "tollbook estimate --image 4032x3024 --model gemini-2.5-flash --requests 10000",
        purpose: "Ten thousand photos."
      ),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.answer(schema: "tollbook.estimate/1") {
      let tollbook = try invocation.tollbook()
      return try tollbook.estimateReport(try input(invocation, tollbook))
    }
    return .done
  }

  private static func input(
    _ invocation: Invocation, _ tollbook: Tollbook
  ) throws -> EstimateInput {
    let parsed = invocation.parsed
    var input = EstimateInput(
      book: tollbook.book, at: try day(invocation, tollbook),
      models: parsed.values("model").map { word in
        let (provider, name) = tollbook.book.sellerAndModel(word)
        return (provider, name)
      })
    guard !input.models.isEmpty else {
      throw TollbookError(
        .usage, "there is no model to estimate for", next: "Name one with --model MODEL.")
    }
    input.text = try text(parsed.values("text"))
    input.images = try parsed.values("image").map { text throws(TollbookError) in
      try size(text)
    }
    input.audioSeconds = try seconds("audio", parsed)
    input.videoSeconds = try seconds("video", parsed)
    input.pdfPages = try count("pdf", parsed, of: "a number of pages", minimum: 0, otherwise: 0)
    input.resolution = parsed.value("media-resolution")
    input.output = try count(
      "output-tokens", parsed, of: "a number of tokens", minimum: 0, otherwise: 0)
    input.requests = try count(
      "requests", parsed, of: "a number of requests", minimum: 1, otherwise: 1)
    input.serviceTier =
      parsed.value("service-tier").flatMap { ServiceTier(rawValue: $0) } ?? .standard
    guard input.hasAnything else {
      throw TollbookError(
        .usage, "there is nothing to estimate",
        next: "Give a prompt with --text FILE, --image WxH, --audio, --video or --pdf.")
    }
    return input
  }

  private static func day(_ invocation: Invocation, _ tollbook: Tollbook) throws -> Day {
    switch try invocation.valuation(today: tollbook.today) {
    case .day(let day): return day
    case .then:
      throw TollbookError(
        .usage, "--valuation then: what has not been sent has no time of its own",
        next: "Say now, or a day such as 2027-01-01.")
    case nil: return tollbook.today
    }
  }

  /// The characters of the files; nil where there is none.
  private static func text(_ paths: [String]) throws -> TextCharacters? {
    var sum: TextCharacters?
    for path in paths {
      let bytes = try Files.read(path == "-" ? "/dev/stdin" : path)
      guard !bytes.contains(0) else {
        throw TollbookError(
          .inputData, "\(path): this is no text",
          next: "Give a text in UTF-8; --image, --audio, --video and --pdf take sizes, not files.")
      }
      var characters = TextCharacters(utf8: bytes)
      if let sum { characters.add(sum) }
      sum = characters
    }
    return sum
  }

  private static func size(_ text: String) throws(TollbookError) -> (width: Int64, height: Int64) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int64($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else {
      throw TollbookError(
        .usage, "--image \(text): this is not a size in pixels",
        next: "Write width and height as 1024x768.")
    }
    return (width, height)
  }

  private static func seconds(
    _ option: String, _ parsed: Parsed
  ) throws(TollbookError) -> DecimalFactor {
    guard let text = parsed.value(option) else { return .zero }
    let seconds = try Numbers.factor(text, option: "--\(option)")
    guard seconds >= .zero else {
      throw TollbookError(
        .usage, "--\(option) \(text): this is less than nothing", next: "Give seconds, such as 90.")
    }
    return seconds
  }

  private static func count(
    _ option: String, _ parsed: Parsed, of what: String, minimum: Int, otherwise: Int64
  ) throws(TollbookError) -> Int64 {
    guard let text = parsed.value(option) else { return otherwise }
    let number = try Numbers.whole(
      text, option: "--\(option)", minimum: minimum, what: what, example: 10)
    guard number <= 1_000_000_000 else {
      throw TollbookError(
        .usage, "--\(option) \(text): this number is too large",
        next: "Give \(what) up to 1000000000.")
    }
    return Int64(number)
  }
}

extension EstimateInput {
  /// Whether there is anything to estimate.
  fileprivate var hasAnything: Bool {
    text != nil || !images.isEmpty || audioSeconds > .zero || videoSeconds > .zero
      || pdfPages > 0 || output > 0
  }
}
