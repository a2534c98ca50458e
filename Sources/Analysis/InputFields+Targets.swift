/// Models that usage moves to, in a list of a person's.
extension InputFields {
  /// Notes a model that stands in its list already: whoever writes it twice means one of the shares,
  /// or both, and nobody could tell which.
  func refuseSecond(_ target: ModelTarget, among earlier: [ModelTarget]) {
    guard earlier.contains(where: { $0.model == target.model && $0.provider == target.provider })
    else { return }
    add(.field(.modelTwice(target.model)), at: "model")
  }
}
