import Foundation
import SQLite
import TestSupport
import Testing

/// One thing that a user can get wrong, and what the program answers.
struct WrongInput: CustomTestStringConvertible {
  /// The words after `tollbook`.
  let command: String
  /// The exit code.
  let status: Int32
  /// The first line, after `tollbook: error: `.
  let message: String
  /// What one of the lines after it says about the next step.
  let next: String

  init(_ command: String, _ status: Int32, _ message: String, next: String) {
    self.command = command
    self.status = status
    self.message = message
    self.next = next
  }

  var testDescription: String { "tollbook \(command)" }

  /// What is wrong with the input of an import, or with its place.
  static let imports = [
    WrongInput("import", 64, "missing operand PATH", next: "tollbook import --help"),
    WrongInput(
      "import papers/notes.txt --output papers/notes.txt", 64,
      "--output papers/notes.txt: this command reads papers/notes.txt, which is the same file",
      next: "Choose another file for the result."),
    WrongInput(
      "import papers --db :memory:", 64, "--db :memory:: this is no file's name to SQLite",
      next: "can be written ./:memory:"),
    WrongInput(
      "import papers --interval 0", 64, "--interval 0: this is less than 1",
      next: "Give a number of seconds of 1 or more"),
    WrongInput(
      "import missing.jsonl", 66, "missing.jsonl: no such file or directory",
      next: "Name a file, a folder, or - for standard input."),
    WrongInput(
      "import hollow", 66, "hollow: no files here", next: "Name the folder that holds the logs"),
    WrongInput(
      "import papers", 66, "papers: no logs among the 2 files here",
      next: "tollbook import papers/notes.txt"),
    WrongInput(
      "import papers/photo.bin", 65, "papers/photo.bin:1: this is not a text file",
      next: "tollbook import --help"),
    WrongInput(
      "import papers/notes.txt", 65, "papers/notes.txt:1: this is not JSON",
      next: "tollbook import --help"),
    WrongInput(
      "import other.json", 65, "other.json:1: JSON, but no usage of a kind that is known",
      next: "tollbook import --help"),
    WrongInput("import empty.jsonl", 65, "empty.jsonl: there is nothing in it", next: "Name the"),
    WrongInput("import -", 65, "-: there is nothing in it", next: "- is standard input"),
    WrongInput(
      "import half.jsonl", 65, "half.jsonl:1: the text ends inside a value",
      next: "tollbook import --help"),
    WrongInput(
      "import log.jsonl --db theirs.db", 65,
      "theirs.db: this SQLite file belongs to another program",
      next: "It was left as it is."),
    WrongInput(
      "import log.jsonl --db papers/notes.txt", 65,
      "papers/notes.txt: this is not a ledger, nor any SQLite file", next: "--db PATH"),
    WrongInput(
      "import log.jsonl --db /dev/null", 73,
      "/dev/null: this is a device or a pipe, and a ledger is a file", next: "--db tollbook.db"),
    WrongInput(
      "status --db /dev/zero", 65,
      "/dev/zero: this is a device or a pipe, and a ledger is a file", next: "--db tollbook.db"),
    WrongInput(
      "import log.jsonl --db papers", 73, "papers: this is a folder, and a ledger is a file",
      next: "--db papers/tollbook.db"),
    WrongInput(
      "import log.jsonl --db nowhere/ledger.db", 73,
      "nowhere/ledger.db: the ledger cannot be opened or made there (unable to open database file)",
      next: "mkdir -p"),
    WrongInput(
      "import log.jsonl --db log.jsonl/ledger.db", 73,
      "log.jsonl/ledger.db: the ledger cannot be opened or made there "
        + "(unable to open database file)", next: "--db PATH"),
    WrongInput("import log.jsonl --db=", 64, "--db is empty", next: "leave the option out"),
    WrongInput(
      "import log.jsonl --at 2026-02-30", 64, "--at 2026-02-30: there is no such day or time",
      next: "Write 2026-11-30"),
    WrongInput(
      "import log.jsonl --label chat", 64, "--label chat: a label has a name and a value",
      next: "--label feature=chat"),
    WrongInput(
      "import log.jsonl --provider Google", 64,
      "--provider Google: this cannot be a seller's name", next: "google-gemini-api"),
    WrongInput(
      "import log.jsonl --service-tier gold", 64, "--service-tier cannot be gold",
      next: "choose standard, batch"),
    WrongInput(
      "import log.jsonl --input-format geminy", 64,
      "--input-format cannot be geminy; did you mean gemini?", next: "choose gemini"),
  ]

  /// What is wrong with a question.
  static let questions = [
    WrongInput(
      "cost --db new.db", 66, "new.db: there is no ledger yet", next: "tollbook import PATH"),
    WrongInput(
      "cost --db empty.jsonl", 66, "empty.jsonl: there is no ledger yet",
      next: "tollbook import PATH"),
    WrongInput(
      "verify --db theirs.db", 65, "theirs.db: this SQLite file belongs to another program",
      next: "It was left as it is."),
    WrongInput(
      "status --db papers", 65, "papers: this is a folder, and a ledger is a file", next: "--db"),
    WrongInput(
      "usage --since 2026-02-29", 64, "--since 2026-02-29: there is no such day or time",
      next: "2026-11-30"),
    WrongInput(
      "usage --since 2026-11-01T12:07:00Z", 64,
      "--since 2026-11-01T12:07:00Z: usage is kept by quarters of an hour",
      next: "2026-11-01T12:00:00Z"),
    WrongInput(
      "usage --since 2026-11-30 --until 2026-11-30", 64,
      "--until 2026-11-30 is not after --since 2026-11-30", next: "does not include"),
    WrongInput(
      "usage --month 2026-13", 64, "--month 2026-13: this is not a month", next: "2026-11"),
    WrongInput(
      "usage --month 2026-11 --since 2026-11-01", 64,
      "--month does not go with --since or --until", next: "Give the month alone"),
    WrongInput(
      "usage --by colour", 64, "--by colour: usage cannot be grouped by this", next: "Choose from"),
    WrongInput(
      "usage --tz Mars/Phobos", 64,
      "--tz Mars/Phobos: no time zone is named \"Mars/Phobos\" in "
        + "/usr/share/zoneinfo or /var/db/timezone/zoneinfo", next: "Europe/Berlin"),
    WrongInput(
      "usage --tz ../../etc/passwd", 64,
      "--tz ../../etc/passwd: not a time zone name: \"../../etc/passwd\"", next: "Europe/Berlin"),
    WrongInput(
      "cost --format xml", 64, "--format cannot be xml; did you mean html?",
      next: "choose table, markdown, csv, json or html"),
    WrongInput(
      "cost --as-of yesterday", 64, "--as-of yesterday: there is no such day", next: "2026-11-30"),
    WrongInput(
      "cost --valuation 2026-11-31", 64,
      "--valuation 2026-11-31: this is neither then, nor now, nor a day", next: "2026-11-30"),
    WrongInput(
      "cost --book nix", 64,
      "--book nix: no price book of this version or digest is kept in the ledger",
      next: "bundled; or name a file or folder"),
    WrongInput(
      "cost --book hollow", 66, "--book hollow: no price file in this folder",
      next: "Name a folder of JSON files"),
    WrongInput(
      "cost --book other.json", 78, "other.json:1: name: the key name is not known here",
      next: "Known here"),
    WrongInput(
      "cost --book-as-of yesterday", 64, "--book-as-of yesterday: there is no such day",
      next: "2026-11-30"),
    WrongInput(
      "cost --output nowhere/cost.txt", 73, "nowhere/cost.txt: no such file or directory",
      next: "Make the folder"),
    WrongInput(
      "cost --output papers", 73, "papers: this is a folder", next: "--output FILE"),
    WrongInput(
      "cost --prices missing.json", 66, "missing.json: no such file or directory",
      next: "Check the name"),
    WrongInput(
      "report overvew", 64, "overvew: there is no such report", next: "Choose from overview"),
    WrongInput(
      "cost --sinse 2026-11-01", 64, "unknown option --sinse; did you mean --since?",
      next: "tollbook cost --help"),
    WrongInput("cots", 64, "unknown command cots; did you mean cost?", next: "tollbook --help"),
    WrongInput(
      "cost november", 64, "unexpected operand november; tollbook cost takes none",
      next: "tollbook cost --help"),
  ]

  /// What is wrong with a look ahead, or with the prices.
  static let outlooks = [
    WrongInput("forecast --mau -5", 64, "--mau -5: this is less than 0", next: "0 or more"),
    WrongInput(
      "forecast --mau abc", 64, "--mau abc: this is not a whole number", next: "--mau 8000"),
    WrongInput(
      "forecast --mau 99999999999999999999", 64,
      "--mau 99999999999999999999: this number is too large", next: "monthly active users"),
    WrongInput("forecast --mau", 64, "--mau needs a value N", next: "tollbook forecast --help"),
    WrongInput(
      "forecast --level abc", 64, "--level abc: this is not a whole number", next: "--level 80."),
    WrongInput(
      "estimate --model gemini-2.5-flash --pdf 1.5", 64, "--pdf 1.5: this is not a whole number",
      next: "--pdf 10."),
    WrongInput(
      "forecast --level 0", 64, "--level 0: this is less than 1",
      next: "a percentage below 100 of 1 or more, such as --level 80."),
    WrongInput("forecast --months 0", 64, "--months 0: this is less than 1", next: "1 or more"),
    WrongInput(
      "forecast --months 100000", 64, "100,000 months cannot be forecast", next: "1 to 120"),
    WrongInput(
      "forecast --mau-growth fast", 64, "--mau-growth fast: this is not a decimal number",
      next: "0.05"),
    WrongInput(
      "forecast --mau 9 --scale 2", 64, "--scale does not go with --mau or --mau-growth",
      next: "how many"),
    WrongInput(
      "forecast --from 2026-11-01", 64, "--from needs --until", next: "Give both ends"),
    WrongInput(
      "forecast --until 2026-11-01", 64, "--until needs --from", next: "Give both ends"),
    WrongInput(
      "forecast --from 2026-11-02 --until 2026-11-01", 64,
      "--until 2026-11-01 is not after --from 2026-11-02", next: "do not include"),
    WrongInput(
      "forecast --from 2026-11-31 --until 2026-12-01", 64,
      "--from 2026-11-31: there is no such day", next: "2026-11-30"),
    WrongInput(
      "forecast --token-ratio gemini-3.8-flash", 64,
      "--token-ratio gemini-3.8-flash: a name, = and a number belong here", next: "=1.2"),
    WrongInput(
      "forecast --token-ratio gemini-3.8-flsh=1.2", 64,
      "a token ratio is given for gemini-3.8-flsh, which no seller of the price book has",
      next: "tollbook prices list"),
    WrongInput(
      "forecast --valuation tomorrow", 64,
      "--valuation tomorrow: this is neither then, nor now, nor a day", next: "2026-11-30"),
    WrongInput(
      "compare gemini-3.8-flash --valuation always", 64,
      "--valuation always: this is neither then, nor now, nor a day", next: "2026-11-30"),
    WrongInput(
      "forecast --scenario plan.json --mau 5 --from 2026-11-01", 64,
      "--from does not go with --scenario", next: "leave it out"),
    WrongInput(
      "forecast --scenario missing.json --mau 5", 66, "missing.json: no such file or directory",
      next: "Check the name"),
    WrongInput("compare", 64, "there is nothing to compare with", next: "tollbook compare"),
    WrongInput(
      "compare gemini-9", 64, "no model of the price book is called gemini-9",
      next: "tollbook prices list"),
    WrongInput(
      "compare --mix gemini-2.5-flash", 64,
      "--mix gemini-2.5-flash: a name, = and a number belong here", next: "=80"),
    WrongInput(
      "compare gemini-3.8-flash --on 2027-02-29", 64, "--on 2027-02-29: there is no such day",
      next: "2026-11-30"),
    WrongInput(
      "retirements --within soon", 64, "--within soon: this is not a number of days", next: "90d"),
    WrongInput(
      "retirements --last -1", 64, "--last -1: this is not a number of days", next: "--last 90d"),
    WrongInput(
      "prices show gemini-9", 64, "gemini-9: the price book knows no such model",
      next: "tollbook prices list"),
    WrongInput(
      "prices show gemini-2.5-flash --on 2026-02-30", 64, "--on 2026-02-30: there is no such day",
      next: "2026-11-30"),
    WrongInput(
      "prices show gemini-9 --on 2026-12-24", 64, "gemini-9: the price book knows no such model",
      next: "tollbook prices list"),
    WrongInput(
      "prices history gemini-9", 64, "gemini-9: the price book knows no such model",
      next: "tollbook prices list"),
    WrongInput("prices diff", 64, "missing operand OLD", next: "tollbook prices diff --help"),
    WrongInput(
      "prices diff nix", 64, "nix: no price book of this version or digest is kept in the ledger",
      next: "bundled"),
    WrongInput(
      "prices check --frozen missing.txt", 66, "missing.txt: no such file or directory",
      next: "Check the name"),
    WrongInput(
      "prices check --frozen papers/notes.txt", 78,
      "papers/notes.txt:1: not a frozen statement, or its id does not follow from its words",
      next: "Restore the line"),
    WrongInput(
      "prices list --provider acme", 64, "--provider acme: the book has no such seller",
      next: "google-gemini-api"),
    WrongInput(
      "prices", 64,
      "tollbook prices needs a command: list, show, history, diff, check, import or compare",
      next: "tollbook prices --help"),
  ]
}
