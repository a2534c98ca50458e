"""The sellers: where each one's prices are, how its responses count, what the package calls it.

A usage object holds one meter, and beside it the prompt that a context band needs. It is the
seller's own, so that the package's extraction reads it as well as the program's import does. What
runs on the device has no second opinion: the package speaks of sellers only.
"""

from dataclasses import dataclass
from typing import Callable

from .package import Package

# Enough tokens that a rate of six decimals per million still shows in whole digits.
TOKENS = 1000


def gemini_usage(meter, prompt, tier):
    """The usage metadata as the Gemini API would send it."""
    if meter.endswith("_input") and meter != "tool_use_input":
        return gemini_input(meter, prompt or TOKENS)
    usage = gemini_input("text_input", prompt) if prompt else {}
    if meter == "tool_use_input":
        usage["toolUsePromptTokenCount"] = TOKENS
    elif meter == "thinking":
        usage["thoughtsTokenCount"] = TOKENS
    else:
        usage["candidatesTokenCount"] = TOKENS
        modality = meter.removesuffix("_output").upper()
        usage["candidatesTokensDetails"] = [{"modality": modality, "tokenCount": TOKENS}]
    return usage


def gemini_input(meter, tokens):
    modality = meter.removeprefix("cached_").removesuffix("_input").upper()
    details = [{"modality": modality, "tokenCount": tokens}]
    usage = {"promptTokenCount": tokens, "promptTokensDetails": details}
    if meter.startswith("cached_"):
        usage |= {"cachedContentTokenCount": tokens, "cacheTokensDetails": details}
    return usage


def openai_usage(meter, prompt, tier):
    """The usage of a Responses answer: what is read from a cache or written to it is input too."""
    if meter in ("text_output", "thinking"):
        reasoning = TOKENS if meter == "thinking" else 0
        return {
            "input_tokens": prompt,
            "output_tokens": TOKENS,
            "output_tokens_details": {"reasoning_tokens": reasoning},
        }
    tokens = prompt or TOKENS
    details = {}
    if meter == "cached_text_input":
        details["cached_tokens"] = tokens
    if meter == "cache_write_30m":
        details["cache_write_tokens"] = tokens
    return {"input_tokens": tokens, "input_tokens_details": details, "output_tokens": 0}


def anthropic_usage(meter, prompt, tier):
    """The usage of a message: what is read from a cache or written to it is beside the input."""
    usage = {
        "input_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation_input_tokens": 0,
        "output_tokens": 0,
    }
    tokens = prompt or TOKENS
    if meter in ("text_output", "thinking"):
        usage |= {"input_tokens": prompt, "output_tokens": TOKENS}
        if meter == "thinking":
            usage["output_tokens_details"] = {"thinking_tokens": TOKENS}
    elif meter == "text_input":
        usage["input_tokens"] = tokens
    elif meter == "cached_text_input":
        usage["cache_read_input_tokens"] = tokens
    else:
        kept = meter.removeprefix("cache_write_")
        usage["cache_creation_input_tokens"] = tokens
        usage["cache_creation"] = {f"ephemeral_{kept}_input_tokens": tokens}
    if tier == "fast":
        usage["speed"] = "fast"
    return usage


@dataclass(frozen=True)
class Seller:
    """One price file and what its figures are compared with."""

    # The name in the price book and in usage lines; the file is called like it.
    name: str
    # The member of a response that holds the usage, and of the one that names the model.
    usage_member: str
    model_member: str
    usage: Callable
    package: Package


GOOGLE = Package(
    provider="google",
    flavor="default",
    contexts={
        "standard": None,
        "batch": {"processing": "batch"},
        "flex": {"service_tier": "flex"},
        "priority": {"service_tier": "priority"},
    },
    rate_keys={
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
    },
    fees={"google_search": "web_searches_kcount"},
)

GEMINI = Seller("google-gemini-api", "usageMetadata", "modelVersion", gemini_usage, GOOGLE)

SELLERS = (
    GEMINI,
    Seller("google-vertex", "usageMetadata", "modelVersion", gemini_usage, GOOGLE),
    Seller("openai", "usage", "model", openai_usage, Package(
        provider="openai",
        flavor="responses",
        contexts=GOOGLE.contexts,
        rate_keys={
            "text_input": ("input_mtok",),
            "cached_text_input": ("cache_read_mtok",),
            "cache_write_30m": ("cache_write_mtok",),
            "text_output": ("output_mtok",),
            "thinking": ("output_mtok",),
        },
        fees={"web_search": "web_searches_kcount", "file_search": "storage_searches_kcount"},
    )),
    Seller("anthropic", "usage", "model", anthropic_usage, Package(
        provider="anthropic",
        flavor="default",
        contexts={
            "standard": None,
            "batch": {"processing": "batch"},
            "fast": {"speed": "fast"},
        },
        rate_keys={
            "text_input": ("input_mtok",),
            "cached_text_input": ("cache_read_mtok",),
            "cache_write_5m": ("cache_write_mtok",),
            "cache_write_1h": ("cache_write_1h_mtok",),
            "text_output": ("output_mtok",),
            "thinking": ("output_mtok",),
        },
        fees={"web_search": "web_searches_kcount"},
    )),
)
