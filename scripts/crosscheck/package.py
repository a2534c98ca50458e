"""What the package genai-prices charges for one request to a seller.

Its own extraction reads the usage, its own table prices it. This module only asks, and says which
questions the package can answer: a rate that it does not have (a batch rate before its first batch
row, a cached rate of a model without one) is no second opinion.
"""

from dataclasses import dataclass, field
from datetime import datetime, timezone

import genai_prices
from genai_prices import data_snapshot


def version():
    return genai_prices.__version__


@dataclass(frozen=True)
class Package:
    """The part of the package that speaks of one seller."""

    # The package's name of the seller, and of the shape of its responses.
    provider: str
    flavor: str
    # How the package selects the rates of a service tier; the standard tier needs no context.
    contexts: dict = field(hash=False)
    # Meter → the keys under which the package has a rate for it: its own, else that of its family.
    rate_keys: dict = field(hash=False)
    # Names of fees in the price book → the package's.
    fees: dict = field(default_factory=dict, hash=False)

    def model(self, name):
        """The package's entry for a model of this seller, or None."""
        snapshot = data_snapshot.get_snapshot()
        provider = next(each for each in snapshot.providers if each.id == self.provider)
        # Without the other providers, which it would ask for models that this one resells.
        return provider.find_model(name)

    def price(self, response, at, tier="standard"):
        """The exact price of a response with its usage, or None where the model is not known."""
        extracted = genai_prices.extract_usage(
            response, provider_id=self.provider, api_flavor=self.flavor)
        if extracted.model is None:
            return None
        calculation = extracted.calc_price(
            genai_request_timestamp=at, price_context=self.contexts[tier])
        return calculation.total_price

    def edges(self, name):
        """The instants at which the package's rates of a model change."""
        entry = self.model(name)
        if entry is None:
            return set()
        rows = list(entry.prices) if isinstance(entry.prices, list) else []
        rows += entry.price_variants or []
        days = {getattr(row.constraint, "start_date", None) for row in rows} - {None}
        return {datetime(day.year, day.month, day.day, tzinfo=timezone.utc) for day in days}

    def knows_tier(self, name, at, tier):
        """Whether the package has rates for this tier then; else it gives the standard ones."""
        entry = self.model(name)
        if entry is None or tier == "standard":
            return entry is not None
        return any(
            variant.when == self.contexts[tier]
            and (variant.constraint is None or variant.constraint.active(at))
            for variant in entry.price_variants or []
        )

    def knows_meter(self, name, at, tier, meter):
        """Whether one of the rates then is for this meter or its family."""
        rates = self.model(name).get_prices(at, self.contexts[tier])
        return any(getattr(rates, key, None) is not None for key in self.rate_keys[meter])

    def long_context(self, name, at, tier):
        """The prompt lengths above which the package has other rates."""
        rates = self.model(name).get_prices(at, self.contexts[tier])
        tiered = [rate for rate in vars(rates).values() if hasattr(rate, "tiers")]
        return {step.start for rate in tiered for step in rate.tiers}

    def fee(self, name, at, fee):
        """The package's price of a thousand of something that is no token, or None."""
        entry = self.model(name)
        return entry and getattr(entry.get_prices(at, None), self.fees[fee], None)
