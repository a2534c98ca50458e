import Pricing
import Quantities
import Usage

/// `tollbook prices import`: what was taken over from somebody else's table, and what was not.
extension Report {
  /// The sellers of a table and what became of their prices, as `tollbook.price-import/1`.
  ///
  /// Everything that did not become a price is listed, model by model and key by key: what our words
  /// cannot express, and what is not believed. Silence would look like a complete table.
  ///
  /// - Parameters:
  ///   - overlays: The price files made of the table, with the place where each was written.
  ///   - table: The table's file.
  ///   - kind: Whose table it is.
  ///   - scope: The book that figures were judged by.
  ///   - notes: What has to be said beside it.
  /// - Returns: One row a seller.
  package static func priceImport(
    _ overlays: [(overlay: PriceTable.Overlay, path: String?)], from table: String,
    kind: PriceTableKind, scope: ReportScope, notes: [String] = []
  ) -> Report {
    let remarks = overlays.flatMap(\.overlay.remarks)
    let severalSellers = overlays.count > 1
    func list(_ key: String, _ title: String, _ remarks: [TableRemark], none: String) -> Section {
      Section(
        key: key,
        report: Report(
          title: title, columns: remarkColumns(severalSellers), rows: remarks.map(\.cells),
          notes: remarks.isEmpty ? [none] : []))
    }
    return Report(
      schema: "tollbook.price-import/1", title: "Taken over from \(table) (\(kind.rawValue))",
      columns: [
        Column("provider", "provider", .label), Column("models", "models"),
        Column("new_models", "not in the book"), Column("prices", "prices"),
        Column("refused", "refused"), Column("not_expressed", "not expressed"),
        Column(
          "file", "file", .label, isShown: severalSellers && overlays.contains { $0.path != nil }),
      ],
      rows: overlays.map { overlay, path in
        let refused = overlay.remarks.count(where: \.isRefusal)
        return [
          .text(overlay.provider.name), .count(overlay.modelCount), .count(overlay.newModelCount),
          .count(overlay.priceCount), .count(refused), .count(overlay.remarks.count - refused),
          .text(path),
        ]
      },
      scope: scope, notes: notes,
      sections: [
        list("refused", "Refused", remarks.filter(\.isRefusal), none: "nothing was refused"),
        list(
          "not_expressed", "Not expressed", remarks.filter { !$0.isRefusal },
          none: "everything could be expressed"),
      ])
  }

  private static func remarkColumns(_ severalSellers: Bool) -> [Column] {
    [
      Column("provider", "provider", .label, isShown: severalSellers),
      Column("model", "model", .label), Column("key", "in the table", .label),
      Column("figure", "figure", .label), Column("why", "why", .prose),
      Column("reason", "reason", .label, isShown: false),
    ]
  }
}

extension TableRemark {
  fileprivate var cells: [Cell] {
    [
      .text(provider.name), .text(model), .text(key), .text(text), .text(explanation),
      .code(code),
    ]
  }
}
