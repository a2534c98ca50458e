"""The requests of real log files, read a second time without the program under test.

The shape of each file comes from the collection's own index, which was made independently of both
sides. Reading is kept as plain as the shape allows: find the responses, and take of each the last
usage snapshot that carries a count.
"""

import json
import os
import re
from dataclasses import dataclass
from datetime import datetime

from .differences import Difference
from .sellers import GEMINI

# Rows of these shapes were served as batch, which the rows themselves do not say.
BATCH_SHAPES = {"gemini-batch-jsonl", "gemini-batch-operation", "vertex-batch-jsonl"}

# Responses that name no model or state no time are given these on both sides.
MODEL = "gemini-2.5-flash"
AT = "2026-11-15T12:00:00Z"

# Interactions name their counts differently, and the package has no extraction for them.
INTERACTION_FIELDS = {
    "total_input_tokens": "promptTokenCount",
    "total_cached_tokens": "cachedContentTokenCount",
    "total_output_tokens": "candidatesTokenCount",
    "total_thought_tokens": "thoughtsTokenCount",
    "total_tool_use_tokens": "toolUsePromptTokenCount",
    "total_tokens": "totalTokenCount",
    "input_tokens_by_modality": "promptTokensDetails",
    "cached_tokens_by_modality": "cacheTokensDetails",
    "output_tokens_by_modality": "candidatesTokensDetails",
    "tool_use_tokens_by_modality": "toolUsePromptTokensDetails",
}


@dataclass
class Request:
    """One billed request of a file."""

    usage: dict
    model: str
    at: datetime

    def response(self, model):
        """What the package reads."""
        return {GEMINI.usage_member: self.usage, GEMINI.model_member: model}


def requests(path, shape):
    """The requests of a file that carry usage; each a response that came in one or more chunks."""
    with open(path, "rb") as file:
        data = file.read()
    text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    found = READERS[shape](text) if shape in READERS else []
    return [request for request in map(request_of, found) if request]


def documents(text):
    """The JSON documents of a text, one after the other, up to where it stops being JSON."""
    decoder, place, found = json.JSONDecoder(), 0, []
    while text[place:].strip():
        place += len(text[place:]) - len(text[place:].lstrip())
        try:
            document, place = decoder.raw_decode(text, place)
        except ValueError:
            break
        found.append(document)
    return found


def events(text):
    """The documents in the data fields of server-sent events."""
    for block in re.split(r"\n\n+", re.sub(r"\r\n?", "\n", text)):
        fields = [line[5:].removeprefix(" ") for line in block.split("\n") if line[:5] == "data:"]
        yield from documents("\n".join(fields))


def flattened(values):
    return [each for value in values for each in (value if isinstance(value, list) else [value])]


def recorded(text):
    """Responses that a client recorded, one call a line; counting tokens is not a billed call."""
    for call in documents(text):
        if call.get("method") != "countTokens":
            yield flattened([call.get("response") or []])


def interaction(chunks):
    """An interaction's last state, renamed to the fields of a response."""
    states = [chunk.get("interaction", chunk) for chunk in chunks]
    usage = {}
    for state in states:
        for name, value in (state.get("usage") or {}).items():
            if name in INTERACTION_FIELDS:
                usage[INTERACTION_FIELDS[name]] = renamed_details(value)
    last = states[-1]
    created = next((state["created"] for state in states if "created" in state), None)
    return [{"usageMetadata": usage, "modelVersion": last.get("model"), "createTime": created}]


def renamed_details(value):
    if not isinstance(value, list):
        return value
    return [
        {"modality": each["modality"].upper(), "tokenCount": each["tokens"]} for each in value
    ]


def camel_case(value):
    """Snake-case names, as some logs and the SDK write them, in the API's own spelling."""
    if isinstance(value, list):
        return [camel_case(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        re.sub(r"_([a-z])", lambda match: match[1].upper(), name): camel_case(each)
        for name, each in value.items()
    }


def logged(text):
    """The response inside a request-response log's event."""
    for event in documents(text):
        yield [camel_case(event["gcp"]["vertexai"]["prompt_response_logs"]["full_response"])]


def inlined(text):
    for operation in documents(text):
        for row in operation["response"]["inlinedResponses"]["inlinedResponses"]:
            yield [row["response"]]


# Each reader gives responses; a response is its chunks in order.
READERS = {
    "gemini-unary": lambda text: [[each] for each in flattened(documents(text))],
    "gemini-sse": lambda text: [flattened(events(text))],
    "gemini-chunk-array": lambda text: [flattened(documents(text))],
    "gemini-chunks-jsonl": lambda text: [documents(text)],
    "gemini-cli-responses": recorded,
    "gemini-interactions-unary": lambda text: [interaction([each]) for each in documents(text)],
    "gemini-interactions-chunks": lambda text: [interaction(documents(text))],
    "gemini-batch-jsonl": lambda text: [[row["response"]] for row in documents(text)],
    "gemini-batch-operation": inlined,
    "vertex-batch-jsonl": lambda text: [[row["response"]] for row in documents(text)],
    "vertex-reqresp-log": logged,
}


def request_of(chunks):
    """One request, or None where no chunk carries a count."""
    chunks = [chunk for chunk in chunks if isinstance(chunk, dict)]
    usages = [chunk["usageMetadata"] for chunk in chunks if counted(chunk.get("usageMetadata"))]
    if not usages:
        return None
    names = [chunk["modelVersion"] for chunk in chunks if chunk.get("modelVersion")]
    times = [chunk["createTime"] for chunk in chunks if chunk.get("createTime")]
    return Request(
        usage=usages[-1],
        model=names[-1] if names else MODEL,
        at=datetime.fromisoformat(times[-1] if times else AT))


def counted(usage):
    return any(isinstance(value, int) and value > 0 for value in (usage or {}).values())


def compare(engine, path, shape, totals):
    """Compares one file; gives for each of its models the number of requests, and a difference."""
    found = requests(path, shape)
    if len(found) != totals["requests"]:
        raise ValueError(f"{path}: {len(found)} requests were found here, not {totals['requests']}")
    tiers = ("batch", "standard") if shape in BATCH_SHAPES else ("standard",)
    return [
        outcome for tier in tiers for outcome in compare_as(engine, path, shape, found, tier)
    ]


def compare_as(engine, path, shape, found, tier):
    """As one service tier. (model, number of requests, difference or None) for each model known."""
    options = ["--provider", "google-gemini-api", "--model", MODEL, "--at", AT]
    if shape in BATCH_SHAPES:
        options += ["--service-tier", tier]
    ledger, _ = engine.import_log(path, *options)
    costs = engine.costs(ledger, "model")
    for name in sorted({each.model for each in found}):
        asked = [each for each in found if each.model == name]
        if not all(GEMINI.package.knows_tier(name, each.at, tier) for each in asked):
            continue
        theirs = sum(
            GEMINI.package.price(each.response(name), each.at, tier) for each in asked)
        ours = costs.get(name)
        difference = None
        if ours != theirs:
            difference = Difference(
                seller=GEMINI.name, model=name, tier=tier, at=asked[-1].at, book=ours,
                package=theirs, shape=shape, place=f" in {os.path.basename(path)}")
        yield name, len(asked), difference
