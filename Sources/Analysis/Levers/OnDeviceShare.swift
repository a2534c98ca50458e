import Usage

/// A share of the requests answered by a model on the user's own device, which nobody bills.
///
///     sent = (1 − share) of every row; the rest is counted under the model on the device
///
/// Which requests fit a device is a matter of each request: `compare --route` looks at them.
struct OnDeviceShare: Hashable, Sendable {
  /// The share of requests.
  let share: DecimalFactor
  /// The model on the device.
  let target: ModelTarget
}

extension OnDeviceShare: LeverRule {
  var setting: String { "\(share.percentText) of requests are answered by \(target.model)" }

  var assumptions: [String] {
    ["requests of every length are as likely to be answered on the device as others"]
  }

  var changesNothing: Bool { share == .zero }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    ModelShare(targets: [(target, share)], lever: .onDevice).changed(row, &run)
  }
}
