import Quantities
import Usage

/// Looking through a loaded book for what may be right, but deserves a second look.
///
/// Each rule is a function of its own, in a file by kind: what the days say (`Check+Days`), holes
/// (`Check+Holes`), context bands (`Check+Bands`), figures (`Check+Proportions`), names
/// (`Check+Names`).
extension PriceBook {
  /// The age beyond which a book is worth a remark: sellers change something every few weeks.
  package static let oldAfterDays = 45

  /// Everything in the book that deserves a second look, in the order of its files.
  ///
  /// - Parameter today: The day to judge dates by; nil to leave out what depends on it.
  /// - Returns: The findings; none for a book without remarks.
  public func check(today: Day?) -> [PriceBookFinding] {
    let locator = BookLocator(files: files)
    return providers.flatMap { provider -> [PriceBookFinding] in
      let check = SellerCheck(book: self, provider: provider, today: today)
      func finding(_ found: Found, about model: String?) -> PriceBookFinding {
        PriceBookFinding(found, about: model, of: provider, in: locator)
      }
      let ofSeller = check.seller().map { finding($0, about: nil) }
      let ofModels = models(of: provider).flatMap { model in
        check.rules.flatMap { $0(model) }.map { finding($0, about: model.name) }
      }
      let ofContracts = contractRemarks(with: provider).map { remark in
        finding(Found(place: remark.place, kind: .contract(remark.finding)), about: remark.model)
      }
      return ofSeller + ofModels + ofContracts
    }
  }
}

/// Something found, its line not yet looked up.
struct Found {
  let place: BookPlace
  /// The field of the object there, from outside in; empty for the object itself.
  var field: [String] = []
  let kind: PriceBookFinding.Kind
}

/// The rules, with what they need to know of the book and of today.
struct SellerCheck {
  let book: PriceBook
  let provider: Provider
  let today: Day?

  /// The rules for one model, in the order in which their findings are shown.
  var rules: [(BookModel) -> [Found]] {
    [
      announcements, ends, undated, tooNew, beginsLate, holes, bands, thresholds, proportions,
      plausibility, corrections,
    ]
  }

  /// The rules for a seller's file as a whole.
  func seller() -> [Found] { age() + aliases() + hidingAliases() }

  /// Whether something stands in a base file, which has to be complete.
  func isBase(_ place: BookPlace) -> Bool { place.file < book.baseFileCount }
}

extension PriceBookFinding {
  /// Line and field are looked up here, so that a book without remarks costs no second reading.
  fileprivate init(
    _ found: Found, about model: String?, of provider: Provider, in locator: BookLocator
  ) {
    let location = locator.location(of: found.place, field: found.field)
    self.init(
      file: locator.files[found.place.file].name, line: location.line, path: location.path,
      provider: provider, model: model, kind: found.kind)
  }
}
