import Quantities
import Usage

/// The fingerprint of a book: files that say the same have equal ones, however they are written.
///
/// It covers what can change a figure, on whatever day somebody asks what was known (statements,
/// aliases, ends, contracts), and leaves out what cannot (notes, sources, the order of rows), so
/// that a corrected remark does not look like another price.
extension PriceBook {
  /// SHA-256 over the normal forms of its files, in hexadecimal.
  ///
  /// Base files stand side by side, overlays in their order. It is computed at each call, so whoever
  /// needs it often should keep it.
  public var digest: String {
    let base = contents[..<baseFileCount].map { "base \($0.digest)" }.sorted()
    let overlays = contents[baseFileCount...].indices.filter { !leftOut.contains($0) }.map {
      "overlay \(contents[$0].digest)"
    }
    let lines = base + overlays + (knownOn.map { ["known on \($0)"] } ?? [])
    return SHA256.hexDigest(of: Array(lines.joined(separator: "\n").utf8))
  }

  /// The digests of its base files, one line a seller: what `pricing/digests.txt` holds.
  package var digestsOfBaseFiles: String {
    contents[..<baseFileCount].compactMap { file in
      file.content.map { "\($0.digest) \($0.provider)\n" }
    }.sorted().joined()
  }
}

extension BookFile {
  /// SHA-256 over the normal form of the file, in hexadecimal.
  var digest: String { SHA256.hexDigest(of: Array(normalForm.utf8)) }

  /// One line a fact, in an order of its own.
  var normalForm: String {
    var lines: [String] = []
    for model in models {
      lines.append("model \(model.name) \(model.released.orDash)")
      lines += model.statements.compactMap(\.normalForm)
      lines += model.lifecycles.compactMap { $0.normalForm(of: model.name) }
      if model.hasLifecycles, model.lifecycles.isEmpty { lines.append("no end \(model.name)") }
    }
    lines += aliases.map { alias in
      "alias \(alias.name) \(alias.period) \(alias.model) \(alias.known.orDash)"
    }
    lines += contract?.normalForm ?? []
    return "seller \(provider) \(asOf.orDash)\n" + lines.sorted().joined(separator: "\n")
  }
}

extension PriceStatement {
  /// Everything about it that can change a figure; nil for one that counts on no day.
  fileprivate var normalForm: String? {
    guard status != .withdrawn || withdrawnOn != nil else { return nil }
    var line = "price "
    line += model
    for word in [
      serviceTier.rawValue, overPromptTokens.description, origin.period.description,
      unit.rawValue, status.rawValue, isIntroductory ? "introductory" : "-", knownSince.orDash,
      untilKnown.orDash, withdrawnOn.orDash,
    ] {
      line += " "
      line += word
    }
    // Families are spread over their meters, since "input" and its six meters say the same.
    guard unit == .millionTokens else {
      return line
        + amounts.map { " \($0.name)=\($0.price.map { String($0.picodollars) } ?? "?")" }
        .sorted().joined()
    }
    for meter in Meter.all {
      line += " "
      if let price = price(of: meter) {
        line += String(price.picodollars)
      } else {
        line += speaks(of: meter) ? "?" : "-"
      }
    }
    return line
  }
}

extension Lifecycle {
  /// Everything about it that can change a figure; nil for one that counts on no day.
  fileprivate func normalForm(of model: String) -> String? {
    guard isCurrent || supersededOn != nil else { return nil }
    let start = takesEffect?.description ?? "-"
    return "end \(model) \(mode.rawValue) \(start) \(successor ?? "-") \(known.orDash) "
      + "\(isCurrent ? "current" : "until") \(supersededOn.orDash)"
  }
}

extension Contract {
  /// Its name is part of it, since results say under which contract they hold.
  fileprivate var normalForm: [String] {
    ["contract \(name)"]
      + discounts.map { discount in
        let tiers = discount.serviceTiers?.map(\.rawValue)
        let scope = [discount.models, tiers].map { $0?.sorted().joined(separator: " ") ?? "*" }
        return "discount \(discount.period) \(discount.percentOff.millionths) "
          + "\(discount.meterMask) \(scope.joined(separator: " / "))"
      }
  }
}

extension Day? {
  fileprivate var orDash: String { self?.description ?? "-" }
}
