import TestSupport
import Testing

/// `forecast` and `backtest` from the command line: exit codes, refusals, files, and the same bytes.
struct ForecastCommandTests {
  /// Six users, each day one request of reference record R each; times are noon in UTC.
  private func desk(from first: Int, to last: Int, users: Int = 6) throws -> Desk {
    let desk = try Desk()
    var lines = ""
    for day in first...last {
      for user in 0..<users {
        lines += Desk.referenceLine("r\(day)-\(user)", user: "u\(user)")
          .replacing(
            "2026-11-03T09",
            with: day < 32 ? "2026-10-\(day.twoDigits)T12" : "2026-11-\((day - 31).twoDigits)T12")
      }
    }
    try desk.write(lines, to: "log.jsonl")
    try desk.output(["import", "log.jsonl"])
    return desk
  }

  @Test func `a log of six days is refused with a code of its own, in JSON too`() throws {
    let desk = try desk(from: 1, to: 6)
    let run = try desk.run(["forecast", "--as-of", "2026-10-07", "--format", "json"])
    #expect(run.status == 69)
    #expect(run.stderr.contains("6 days of usage are too few"))
    let refusal = try JSONObject(run.stdout).members["refusal"] as? [String: Any]
    #expect(refusal?["code"] as? String == "too-few-days")
    let forced = try desk.json([
      "forecast", "--as-of", "2026-10-07", "--months", "1", "--force",
    ])
    #expect(forced.rows.first?.text("low_80_usd") == nil)
    // 31 × 6 × 0.001457: six days are over, and 25 like them are ahead.
    #expect(forced.rows.first?.text("cost_usd") == "0.271002")
  }

  @Test func `a place that cannot be written to is a reason too, told where it can be`() throws {
    let desk = try desk(from: 1, to: 31)
    for command in ["forecast", "compare gemini-2.5-flash", "whatif"] {
      let words = command.split(separator: " ").map(String.init)
      let run = try desk.run(
        words + ["--as-of", "2026-11-01", "--format", "json", "--output", "nowhere/x.json"])
      #expect(run.status == 73 && run.stderr.contains("nowhere/x.json"), "\(run.stderr)")
      let refusal = try JSONObject(run.stdout).members["refusal"] as? [String: Any]
      #expect(refusal?["code"] as? String == "cannot-create")
    }
  }

  @Test(arguments: [
    ("forecast", 66, "no-input"), ("backtest", 66, "no-input"),
    ("forecast --mau many", 64, "usage"),
    ("backtest --horizon 0", 64, "usage"), ("forecast --level 0", 64, "usage"),
    ("forecast --scenario none.json --mau 5", 66, "no-input"),
    ("forecast --scenario wrong.json --mau 5", 65, "input-data"),
    ("forecast --mau-path wrong.csv", 65, "input-data"),
    ("forecast --as-of 2026-02-30", 64, "usage"),
  ])
  func `whatever the reason, programs that asked in JSON are told`(
    _ command: String, _ status: Int, _ code: String
  ) throws {
    let desk = try Desk()
    try desk.write("{}", to: "wrong.json")
    try desk.write("month,mau\n2026-12,-1\n", to: "wrong.csv")
    let words = command.split(separator: " ").map(String.init)
    let run = try desk.run(words + ["--format", "json"])
    #expect(Int(run.status) == status, "\(run.stderr)")
    let object = try JSONObject(run.stdout).members
    #expect(object["schema"] as? String == "tollbook.\(words[0])/1")
    let refusal = try #require(object["refusal"] as? [String: Any])
    #expect(refusal["code"] as? String == code)
    let reason = try #require(refusal["reason"] as? String)
    #expect(run.stderr.contains(reason))
    #expect((refusal["remedy"] as? String)?.isEmpty == false)
    #expect(try desk.run(words).stdout == "")
  }

  @Test func `an empty ledger, and a plan without its first month, are no exception`() throws {
    let desk = try Desk()
    try desk.write("", to: "none.jsonl")
    _ = try desk.run(["import", "none.jsonl"])
    for command in ["forecast", "backtest"] {
      let run = try desk.run([command, "--format", "json"])
      #expect(run.status == 66)
      let refusal = try JSONObject(run.stdout).members["refusal"] as? [String: Any]
      #expect(refusal?["code"] as? String == "no-usage")
    }
    let used = try self.desk(from: 1, to: 31)
    try used.write("month,mau\n2027-01,5\n", to: "late.csv")
    let run = try used.run([
      "forecast", "--as-of", "2026-11-01", "--mau-path", "late.csv", "--format", "json",
    ])
    #expect(run.status == 65)
    #expect(
      run.stderr.hasPrefix("tollbook: error: late.csv: no number of users is given for 2026-11"))
    let refusal = try JSONObject(run.stdout).members["refusal"] as? [String: Any]
    #expect(refusal?["code"] as? String == "no-mau")
  }

  @Test func `a plan has a fixed fee as well, and whole months`() throws {
    let desk = try Desk()
    try desk.write(
      """
      {"schema": "tollbook.scenario/1", "features": [{"name": "chat", "model": "gemini-2.5-flash",
      "calls_per_active_user_per_day": "3", "input_tokens": 600, "output_tokens": 400}]}
      """, to: "plan.json")
    let plan = try desk.json([
      "forecast", "--scenario", "plan.json", "--mau", "8000", "--fixed-fee", "99.5", "--months",
      "1", "--as-of", "2026-10-02",
    ])
    // 8,000 × 3 × 30 requests of 1,180 millionths, and 99.50; October has begun.
    #expect(plan.rows.first?.text("month") == "2026-11")
    #expect(plan.rows.first?.text("cost_usd") == "949.1")
    #expect(plan.rows.first?.text("rest_usd") == "849.6")
    let flags = plan.members["flags"] as? [[String: Any]]
    #expect(flags?.contains { $0["code"] as? String == "begins-later" } == true)
  }

  @Test func `the same question gives the same bytes, whatever time zone the machine is in`() throws
  {
    let desk = try desk(from: 1, to: 61)
    let question = ["forecast", "--as-of", "2026-12-01", "--mau", "500", "--format", "json"]
    let once = try desk.run(question)
    #expect(once.status == 0)
    for zone in ["UTC", "Asia/Tokyo", "America/St_Johns"] {
      #expect(try desk.run(question, environment: ["TZ": zone]).stdout == once.stdout)
    }
  }

  @Test func `users come from a file by month`() throws {
    let desk = try desk(from: 1, to: 61)
    try desk.write("month,mau\n2026-12,12\n2027-02,18\n", to: "users.csv")
    let forecast = try desk.json([
      "forecast", "--as-of", "2026-12-01", "--months", "3", "--mau-path", "users.csv",
    ])
    #expect(try forecast.rows.map { try $0.number("mau") } == [12, 12, 18])
    try desk.write("month,mau\n2026-12,twelve\n", to: "bad.csv")
    let run = try desk.run(["forecast", "--mau-path", "bad.csv"])
    #expect(run.status == 65)
    #expect(
      run.stderr.hasPrefix("tollbook: error: bad.csv:2: mau: \"twelve\" is not a number of users\n")
    )
  }

  @Test func `levels, constants and exclusions are what was asked for`() throws {
    let desk = try desk(from: 1, to: 61)
    let forecast = try desk.json([
      "forecast", "--as-of", "2026-12-01", "--months", "1", "--level", "50,90", "--constant",
      "drift=0.1", "--exclude", "user=u0", "--gap", "2026-11-03..2026-11-04",
    ])
    #expect(forecast.rows.first?.text("low_50_usd") != nil)
    #expect(forecast.rows.first?.text("low_80_usd") == nil)
    let constants = forecast.members["constants"] as? [String: Any]
    #expect(constants?["drift"] as? String == "0.1")
    // Five users are left, each as on any day: 31 × 5 × 0.001457.
    #expect(forecast.rows.first?.text("cost_usd") == "0.225835")
  }

  @Test(arguments: [
    ("forecast --level 100", "a range of 100 percent cannot be given"),
    ("forecast --level none", "--level none: this is not a whole number"),
    ("forecast --base 2", "--base"), ("forecast --population other", "--population"),
    ("forecast --exclude 2026-11-05..2026-11-03", "these are not days"),
    ("forecast --gap yesterday", "these are not days"),
    ("forecast --constant drft=1", "there is no such constant"),
    ("forecast --constant kept_windows=0.5", "cannot have that value"),
    ("forecast --fixed-fee -5", "this is not an amount of US dollars from 0 to a billion"),
    ("forecast --scale 1000000000.1", "this number is too large"),
    ("forecast --scale 1.0000001", "more than six decimals"),
    ("forecast --mau 1000000000001", "this number is too large"),
    ("forecast --mau-sd -1", "below zero"),
    ("forecast --mau 5 --mau-path users.csv", "--mau-path does not go with --mau"),
    ("backtest --horizon 0", "--horizon 0: this is less than 1"),
  ])
  func `what cannot be is refused with its name`(_ command: String, _ words: String) throws {
    let desk = try desk(from: 1, to: 8)
    let run = try desk.run(command.split(separator: " ").map(String.init))
    #expect(run.status == 64, "\(run.stderr)")
    #expect(run.stderr.contains(words), "\(run.stderr)")
  }

  /// A file of the kind that a command takes, with a mistake in it.
  private static let wrong = #"{"schema": "tollbook.scenario/2", "levers": [{"lever": "magic"}]}"#

  @Test(arguments: [
    ("compare", 64, "usage", "tollbook.comparison/1"),
    ("compare no-such-model", 64, "usage", "tollbook.comparison/1"),
    ("compare gemini-2.5-pro --until 2020-01-01", 66, "no-input", "tollbook.comparison/1"),
    ("compare gemini-2.5-pro --scenario wrong.json", 65, "input-data", "tollbook.comparison/1"),
    ("compare gemini-2.5-pro --db none.db", 66, "no-input", "tollbook.comparison/1"),
    ("compare gemini-2.5-pro --as-of 9999-12-31", 64, "usage", "tollbook.comparison/1"),
    ("whatif --valuation then", 64, "usage", "tollbook.whatif/1"),
    ("whatif --scenario wrong.json", 65, "input-data", "tollbook.whatif/1"),
    ("whatif --db none.db", 66, "no-input", "tollbook.whatif/1"),
    ("estimate --audio 5", 64, "usage", "tollbook.estimate/1"),
    ("estimate --model no-such-model --audio 5", 64, "usage", "tollbook.estimate/1"),
    ("estimate --model gemini-2.5-pro --text none.txt", 66, "no-input", "tollbook.estimate/1"),
    ("retirements --db none.db", 66, "no-input", "tollbook.retirements/1"),
    ("forecast --as-of 9999-12-01 --months 2", 64, "horizon-too-late", "tollbook.forecast/1"),
    (
      "forecast --as-of 2026-12-01 --exclude 2026-10-01..2026-11-30", 69, "nothing-left",
      "tollbook.forecast/1"
    ),
    (
      "backtest --as-of 2026-12-01 --exclude 2026-10-01..2026-11-30", 69, "nothing-left",
      "tollbook.backtest/1"
    ),
  ])
  func `programs are told why there is no answer, and people too`(
    _ command: String, _ status: Int, _ code: String, _ schema: String
  ) throws {
    let desk = try desk(from: 1, to: 61)
    try desk.write(Self.wrong, to: "wrong.json")
    let run = try desk.run(command.split(separator: " ").map(String.init) + ["-f", "json"])
    #expect(run.status == Int32(status), "\(run.stderr)")
    let members = try JSONObject(run.stdout).members
    #expect(members["schema"] as? String == schema)
    let refusal = try #require(members["refusal"] as? [String: Any])
    #expect(refusal["code"] as? String == code)
    let reason = try #require(refusal["reason"] as? String)
    #expect(run.stderr.contains(reason) && (refusal["remedy"] as? String)?.hasSuffix(".") == true)
    // In other formats nothing is in the place of the answer.
    #expect(try desk.run(command.split(separator: " ").map(String.init)).stdout.isEmpty)
  }

  @Test func `a backtest of two months tries the second`() throws {
    let desk = try desk(from: 1, to: 61)
    let backtest = try desk.json(["backtest", "--as-of", "2026-12-01"])
    try #require(backtest.rows.count == 1)
    // 30 × 6 × 0.001457.
    #expect(backtest.rows[0].text("actual_usd") == "0.26226")
    #expect(backtest.rows[0].text("forecast_usd") == "0.26226")
    let young = try self.desk(from: 1, to: 20)
    let run = try young.run(["backtest", "--as-of", "2026-10-21"])
    #expect(run.status == 69)
    #expect(run.stderr.contains("no past month"))
  }

  @Test func `explained in plain words`() throws {
    let desk = try desk(from: 1, to: 61)
    let text = try desk.output(["forecast", "--as-of", "2026-12-01", "--explain"])
    #expect(text.contains("what an average active user cost lately"))
  }
}

extension Int {
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
