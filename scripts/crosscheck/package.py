"""What the package genai-prices charges for one request of the Gemini API.

Its own extraction reads the usage, its own table prices it. This module only asks, and says which
questions the package can answer: a rate that it does not have (a batch rate before its first batch
row, a cached rate of a model without one) is no second opinion.
"""

from datetime import datetime, timezone

import genai_prices
from genai_prices import data_snapshot

PROVIDER = "google"

# How the package selects the rates of a service tier; the standard tier needs no context.
CONTEXTS = {
    "standard": None,
    "batch": {"processing": "batch"},
    "flex": {"service_tier": "flex"},
    "priority": {"service_tier": "priority"},
}

# The keys under which the package has a rate for a meter: its own, else that of its family.
RATE_KEYS = {
    "text_input": ("input_text_mtok", "input_mtok"),
    "image_input": ("input_image_mtok", "input_mtok"),
    "video_input": ("input_video_mtok", "input_mtok"),
    "audio_input": ("input_audio_mtok", "input_mtok"),
    "document_input": ("input_image_mtok", "input_mtok"),
    "tool_use_input": ("input_mtok",),
    "cached_text_input": ("cache_read_mtok",),
    "cached_image_input": ("cache_read_mtok",),
    "cached_video_input": ("cache_read_mtok",),
    "cached_audio_input": ("cache_audio_read_mtok", "cache_read_mtok"),
    "cached_document_input": ("cache_read_mtok",),
    "text_output": ("output_mtok",),
    "image_output": ("output_image_mtok", "output_mtok"),
    "audio_output": ("output_audio_mtok", "output_mtok"),
    "video_output": ("output_video_mtok", "output_mtok"),
    "thinking": ("output_mtok",),
}


def version():
    return genai_prices.__version__


def model(name):
    """The package's entry for a model of the Gemini API, or None."""
    snapshot = data_snapshot.get_snapshot()
    provider = next(each for each in snapshot.providers if each.id == PROVIDER)
    # Without the other providers, which it would ask for models that Google resells.
    return provider.find_model(name)


def price(usage, name, at, tier="standard"):
    """The exact price of one request's usage metadata, or None where the model is not known."""
    response = {"usageMetadata": usage, "modelVersion": name}
    extracted = genai_prices.extract_usage(response, provider_id=PROVIDER)
    if extracted.model is None:
        return None
    calculation = extracted.calc_price(
        genai_request_timestamp=at, price_context=CONTEXTS[tier]
    )
    return calculation.total_price


def edges(name):
    """The instants at which the package's rates of a model change."""
    entry = model(name)
    if entry is None:
        return set()
    rows = list(entry.prices) if isinstance(entry.prices, list) else []
    rows += entry.price_variants or []
    days = {getattr(row.constraint, "start_date", None) for row in rows} - {None}
    return {datetime(day.year, day.month, day.day, tzinfo=timezone.utc) for day in days}


def knows_tier(name, at, tier):
    """Whether the package has rates for this tier then; else it would answer with the standard."""
    entry = model(name)
    if entry is None or tier == "standard":
        return entry is not None
    return any(
        variant.when == CONTEXTS[tier]
        and (variant.constraint is None or variant.constraint.active(at))
        for variant in entry.price_variants or []
    )


def knows_meter(name, at, tier, meter):
    """Whether one of the rates then is for this meter or its family."""
    rates = model(name).get_prices(at, CONTEXTS[tier])
    return any(getattr(rates, key, None) is not None for key in RATE_KEYS[meter])


def long_context(name, at, tier):
    """The prompt lengths above which the package has other rates."""
    rates = model(name).get_prices(at, CONTEXTS[tier])
    tiered = [rate for rate in vars(rates).values() if hasattr(rate, "tiers")]
    return {step.start for rate in tiered for step in rate.tiers}
