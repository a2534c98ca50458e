import Quantities

extension PriceStatement {
  /// When either this statement or the one before it may have held, where its first day is not known.
  ///
  /// From the first day on which it can have begun up to the last one, on which it had begun for sure.
  /// Nil for a statement whose first day is known.
  public var uncertainPeriod: Period? {
    fromBetween.map { span in
      Period(
        from: origin.zone.start(of: span.earliest), until: origin.zone.start(of: span.latest))
    }
  }
}
