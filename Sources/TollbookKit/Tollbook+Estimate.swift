import Analysis
import Pricing
import Quantities
import Reports

extension Tollbook {
  /// What a request would cost before it is sent, as a report of schema `tollbook.estimate/1`.
  package func estimateReport(_ input: EstimateInput) throws -> Report {
    do throws(EstimateRefusal) {
      let scope = ReportScope(zone: zone, prices: prices(.day(input.at)))
      return .estimate(try Estimate(input), scope: scope)
    } catch {
      switch error {
      case .unknownModel(let name, let provider):
        throw TollbookError(
          .usage,
          provider.map { "\(name) is not in the prices of \($0)" }
            ?? "no seller of the price book has \(name)",
          next: "`tollbook prices list` has the names; --prices FILE adds a model.")
      case .outOfRange:
        throw TollbookError(
          .usage, "the figures are beyond what can be counted", next: "Ask for fewer requests.")
      }
    }
  }
}
