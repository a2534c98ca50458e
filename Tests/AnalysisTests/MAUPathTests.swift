import Analysis
import Quantities
import Testing

/// Users by month, read from a file.
@Suite struct MAUPathTests {
  @Test func `a file gives a number a month`() throws {
    let plan = try MAUPath.plan(
      "\u{FEFF}month,mau\r\n2026-12, 100\r\n\r\n2027-02,250\r\n", file: "p")
    let months = try ["2026-12", "2027-02"].map { try #require(Month($0)) }
    #expect(plan == .path([months[0]: 100, months[1]: 250]))
  }

  @Test(arguments: [
    "Month,MAU\n2026-12,100\n2027-02,250\n",
    "\"month\",\"mau\"\n\"2026-12\",\"100\"\n\"2027-02\",\"250\"\n",
    "\u{FEFF}\"MONTH\" , \"Mau\"\r\n 2026-12 , \" 100 \"\r\n2027-02,250",
    "month,mau\r2027-02,250\r\r2026-12,100\r",
  ])
  func `what spreadsheets write is read as well`(_ text: String) throws {
    let months = try ["2026-12", "2027-02"].map { try #require(Month($0)) }
    #expect(try MAUPath.plan(text, file: "p") == .path([months[0]: 100, months[1]: 250]))
  }

  @Test(arguments: [
    ("", 1, "no month"), ("month,mau\n", 1, "no month"), ("2026-12,5\n", 1, "header"),
    ("month,mau\n2026-13,5\n", 2, "month: \"2026-13\" is not a month"),
    ("month,mau\n0000-01,5\n", 2, "month: \"0000-01\" is not a month"),
    ("month,mau\n2026-12,-5\n", 2, "mau: \"-5\" is not a number"),
    ("month;mau\n2026-12;5\n", 1, "month,mau is missing: the line is month;mau"),
    ("mau,month\n5,2026-12\n", 1, "header"), ("month,mau,x\n2026-12,5,1\n", 1, "header"),
    ("month,mau\n2026-12,\"5\n", 2, "a quote is not closed"),
    ("month,mau\n2026-12,\"1,000\"\n", 2, "mau: \"1,000\" is not a number"),
    ("month,mau\n2026-12,1,000\n", 2, "3 fields"), ("month,mau\n2026-12\n", 2, "1 field"),
    ("month,mau\n2026-12,5\n2026-12,6\n", 3, "already"),
    ("month,mau\n2026-12,99999999999999999999\n", 2, "users are too many"),
    ("month,mau\n2026-12,1000000000001\n", 2, "users are too many"),
  ])
  func `what is wrong is named with its line and a remedy`(
    _ text: String, _ line: Int, _ words: String
  ) throws {
    let problem = #expect(throws: MAUPath.Problem.self) { try MAUPath.plan(text, file: "p.csv") }
    #expect(problem?.line == line)
    #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "none")")
    #expect(problem?.remedy.last == ".")
  }
}
