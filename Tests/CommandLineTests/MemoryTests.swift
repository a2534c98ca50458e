import TestSupport
import Testing

/// Nothing is used after it has been given back.
struct MemoryTests {
  /// Filled with other bytes, what was given back holds no address any more.
  ///
  /// So it is where glibc is asked for it (`man 3 mallopt`, M_PERTURB); elsewhere this is an import
  /// like any other.
  @Test func `an import does not touch memory that it has given back`() throws {
    let desk = try Desk()
    let environment = [
      "MALLOC_PERTURB_": "165", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
    ]
    for command in [["import", Desk.sample], ["import", Desk.sample], ["cost"], ["verify"]] {
      #expect(try desk.run(command, environment: environment).status == 0, "\(command)")
    }
  }
}
