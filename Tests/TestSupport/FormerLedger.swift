/// SQL that gives a ledger of today the tables of an earlier version.
package enum FormerLedger {
  /// Takes back m011 and m012, for counts that fit into their bits: one column for each meter.
  ///
  /// To be followed by what takes back earlier migrations, and by a `user_version` below 11.
  package static let unpacked = """
    CREATE TABLE former_records AS
    SELECT key_high, key_low, occurred_at, kind_id, line, counts & 262143 AS text_input,
      counts >> 18 & 262143 AS cached_text_input, counts >> 36 & 16383 AS text_output,
      counts >> 50 AS thinking, user_id, rest
    FROM records;
    CREATE TABLE former_rollup AS SELECT * FROM usage_rollup;
    CREATE TABLE former_spans AS SELECT * FROM usage_rollup_spans;
    DROP VIEW usage;
    DROP VIEW usage_records;
    DROP VIEW usage_rollup;
    DROP VIEW usage_rollup_spans;
    DROP TABLE records;
    DROP TABLE slot_sums;
    DROP TABLE span_sums;
    ALTER TABLE former_records RENAME TO records;
    ALTER TABLE former_rollup RENAME TO usage_rollup;
    ALTER TABLE former_spans RENAME TO usage_rollup_spans;
    CREATE INDEX incomplete_records ON records (occurred_at) WHERE kind_id < 0;
    CREATE VIEW usage_records AS SELECT * FROM records;
    CREATE VIEW usage AS SELECT * FROM records;

    """
}
