"""Runs the tollbook program under test: imports into a throw-away ledger, and reads costs back.

Everything goes through the command line and its JSON, as a user's script would: what is compared is
what the program prints, not what some inner function returns.
"""

import json
import os
import subprocess
from decimal import Decimal


class ProgramFailed(Exception):
    """The program ended with a status that the check did not expect."""


class Engine:
    """One build of the program, and a folder for its ledgers."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        # The reader's own settings must not reach the program: neither prices nor a time zone.
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("TOLLBOOK_")
        }
        self.environment["TZ"] = "UTC"
        self.ledgers = 0

    def import_log(self, path, *options):
        """Reads a log into a new ledger; returns the ledger and the counts of the import."""
        self.ledgers += 1
        ledger = os.path.join(self.folder, f"{self.ledgers}.db")
        # 65 says that nothing in the file could be read, which for an error body is right.
        counts = self._json((0, 65), "import", "--db", ledger, *options, path)
        return ledger, counts

    def costs(self, ledger, by):
        """What each group cost: its key → the exact amount, or None where a token is unpriced."""
        report = self._json((0,), "cost", "--db", ledger, "--by", by)
        name = by.removeprefix("label:")
        return {
            row[name]: None if row["unpriced_tokens"] else Decimal(row["cost_usd"])
            for row in report["rows"]
        }

    def _json(self, statuses, *arguments):
        command = [self.program, *arguments, "--format", "json"]
        done = subprocess.run(
            command, capture_output=True, text=True, env=self.environment, check=False
        )
        if done.returncode not in statuses:
            raise ProgramFailed(f"{' '.join(command)}\n{done.stderr.strip()}")
        return json.loads(done.stdout) if done.stdout.strip() else {}
