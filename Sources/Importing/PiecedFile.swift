/// An open file that is read in pieces.
package struct PiecedFile: Sendable {
  let source: FileSource
  let plan: PiecePlan
  let facts: SourceFacts

  /// A file, how it is cut, and what is known of it.
  package init(_ source: FileSource, _ plan: PiecePlan, facts: SourceFacts) {
    self.source = source
    self.plan = plan
    self.facts = facts
  }
}
