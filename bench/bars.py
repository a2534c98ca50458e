"""What was to be reached, and what was."""

from contenders import ratio


class Bars:
    """Prints each bar as it is measured, and keeps the names of those that were missed."""

    def __init__(self):
        self.missed = []
        self.part = ""

    def heading(self, title):
        self.part = title
        print(f"\n## {title}\n", flush=True)

    def show(self, limit, unit, measured, digits=2, note=""):
        reached = measured <= limit
        if not reached:
            self.miss(f"{limit:g} {unit}")
        print(
            f"bar {limit:g} {unit}: {measured:.{digits}f} {'✓' if reached else '✗'}"
            + (f"  ({note})" if note else "")
        )

    def compare(self, limit, ours, theirs):
        note = f"by CPU seconds {ours.cpu / theirs.cpu:.2f}" if theirs.cpu else ""
        self.show(limit, f"× {theirs.name}", ratio(ours, theirs), 3 if limit < 1 else 2, note)

    def same(self, what, expected, found):
        """Nothing here fails, but a figure for wrong work must not be taken for a figure."""
        if expected == found:
            print(f"{what}: {found:,} ✓")
        else:
            self.miss(what)
            print(f"{what}: {found:,} where {expected:,} were expected ✗")

    def miss(self, what):
        self.missed.append(f"{self.part}: {what}")

    def conclude(self):
        print("\n## in all\n")
        print("every bar is reached" if not self.missed else "not reached:")
        for each in self.missed:
            print(f"- {each}")
