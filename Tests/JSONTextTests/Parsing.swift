@testable import JSONText

/// Parses a text; nil where it is JSON, else what is wrong with it.
func fault(_ bytes: [UInt8], depthLimit: Int = 512, nodeLimit: Int = .max) -> JSONError? {
  let parser = JSONParser(depthLimit: depthLimit, nodeLimit: nodeLimit)
  return bytes.withUnsafeBufferPointer { text in
    do throws(JSONError) {
      try parser.parse(text)
      return nil
    } catch {
      return error
    }
  }
}

/// Parses a text; nil where it is JSON, else what is wrong with it.
func fault(_ text: String) -> JSONError? { fault(Array(text.utf8)) }

/// Hands the root of a text to a closure; nil where the text is not JSON.
func view<Result>(_ text: String, _ body: (JSONView) -> Result) -> Result? {
  view(Array(text.utf8), body)
}

/// Hands the root of a text to a closure; nil where the text is not JSON.
func view<Result>(_ bytes: [UInt8], _ body: (JSONView) -> Result) -> Result? {
  let parser = JSONParser()
  return bytes.withUnsafeBufferPointer { text in
    do throws(JSONError) {
      return try JSONView.withRoot(of: text, parser: parser, body)
    } catch {
      return nil
    }
  }
}
