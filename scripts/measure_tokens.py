#!/usr/bin/env python3
"""How many tokens a character makes: the measurements behind `tollbook estimate`.

    scripts/measure_tokens.py INPUTS              recorded answers against the bounds that ship
    scripts/measure_tokens.py --encodings FOLDER  weights and deviations of published encodings

INPUTS is a folder of recorded responses; wherever an answer's text and its count stand in one
response, the two are compared. FOLDER holds an unpacked Django wheel: its interface texts are the
same sentences in many languages, and its sources are the code. That part also needs the packages
bpe-openai, anthropic-tokenizer and numpy. Nothing of any text is printed.
"""
import argparse, gettext, glob, json, os, random, re, sys

SWIFT = "Sources/Analysis/Estimate/TokensPerCharacter.swift"
CLASSES = ["latin", "accented", "cyrillic", "arabic", "han", "kana", "hangul", "otherScript",
           "digit", "mark", "symbol"]
RANGES = {  # beyond ASCII; whatever is in none of them is a symbol
    "accented": [(0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x24F), (0x1E00, 0x1EFF)],
    "cyrillic": [(0x400, 0x52F)],
    "arabic": [(0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0xFB50, 0xFDFF),
               (0xFE70, 0xFEFF)],
    "kana": [(0x3040, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)],
    "han": [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)],
    "hangul": [(0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7AF)],
    "otherScript": [(0x370, 0x1FFF)],
}
# The page on media resolution aside, these models count alike; the rest are other tokenizers.
FAMILIES = {"gemini": "gemini", "gpt-4o": "o200k", "gpt-4.1": "o200k", "gpt-5": "o200k",
            "claude": "anthropic"}


def kind(code):
    if code in (9, 10, 13, 32):
        return None
    if code < 128:
        letter = 65 <= code <= 90 or 97 <= code <= 122
        return "digit" if 48 <= code <= 57 else "latin" if letter else "mark"
    for name, ranges in RANGES.items():
        if any(first <= code <= last for first, last in ranges):
            return name
    return "symbol"


def counts(text):
    sums = dict.fromkeys(CLASSES, 0)
    for character in text:
        name = kind(ord(character))
        if name:
            sums[name] += 1
    return sums


def answers_of(value):
    """(model, tokens, text) wherever a whole answer of text stands beside its count."""
    if isinstance(value, list):
        for element in value:
            yield from answers_of(element)
    if not isinstance(value, dict):
        return
    for element in value.values():
        yield from answers_of(element)
    usage = value.get("usageMetadata")
    if isinstance(usage, dict) and len(value.get("candidates") or []) == 1:
        parts = value["candidates"][0].get("content", {}).get("parts", [])
        if all(set(part) <= {"text", "thought", "thoughtSignature"} for part in parts):
            text = "".join(part.get("text", "") for part in parts if not part.get("thought"))
            yield value.get("modelVersion"), usage.get("candidatesTokenCount"), text
    usage = value.get("usage")
    if not isinstance(usage, dict):
        return
    if value.get("type") == "message" and isinstance(value.get("content"), list):
        if all(part.get("type") == "text" for part in value["content"]):
            text = "".join(part["text"] for part in value["content"])
            yield value.get("model"), usage.get("output_tokens"), text
    if len(value.get("choices") or []) == 1:
        message = value["choices"][0].get("message") or {}
        if isinstance(message.get("content"), str) and not message.get("tool_calls"):
            hidden = (usage.get("completion_tokens_details") or {}).get("reasoning_tokens") or 0
            yield value.get("model"), (usage.get("completion_tokens") or 0) - hidden, \
                message["content"]


def documents(folder):
    for path in sorted(glob.glob(folder + "/**/*", recursive=True)):
        # Chunks of a stream hold parts of an answer, replies of a test's stand-in invented counts.
        if os.path.isdir(path) or "2-sse" in path or "gemini-cli" in path:
            continue
        text = open(path, encoding="utf-8", errors="replace").read()
        try:
            yield path, json.loads(text)
        except ValueError:
            for line in text.splitlines():
                try:
                    yield path, json.loads(line)
                except ValueError:
                    pass


def shipped():
    """The bounds in the Swift source: {family: {class: (least, most)}}."""
    source = open(SWIFT, encoding="utf-8").read()
    tables = re.findall(r"static let (\w+): \[CharacterClass: Bounds\] = \[(.*?)\n  \]", source,
                        re.S)
    pattern = r"\.(\w+): Bounds\(least: (\d+), most: (\d+)\)"
    return {name: {c: (int(a), int(b)) for c, a, b in re.findall(pattern, body)}
            for name, body in tables}


def compare(folder):
    bounds = shipped()
    seen = set()
    results = {}
    for path, document in documents(folder):
        for model, tokens, text in answers_of(document):
            family = next((f for start, f in FAMILIES.items() if (model or "").startswith(start)),
                          None)
            # Fixtures are shortened by hand at times: an answer of a tenth of its count is one.
            if not family or not tokens or not text or text in seen or "redacted" in text[:12]:
                continue
            if len(text) / tokens < 0.6:
                continue
            seen.add(text)
            sums = counts(text)
            least = sum(sums[c] * bounds[family][c][0] for c in CLASSES) // 1000 - 2
            most = -(-sum(sums[c] * bounds[family][c][1] for c in CLASSES) // 1000) + 6
            inside = max(1, least) <= tokens <= most
            results.setdefault(family, []).append((len(text), tokens, inside, path, least, most))
    for family, rows in sorted(results.items()):
        inside = sum(row[2] for row in rows)
        characters = sum(row[0] for row in rows)
        print(f"{family}: {inside} of {len(rows)} answers inside, {characters} characters")
        for length, tokens, ok, path, least, most in rows:
            if not ok:
                name = os.path.basename(path)
                print(f"  outside: {tokens} tokens, {least} to {most} said, {length} characters,"
                      f" {name}")


def pieces(folder, length=600):
    """(what, text) of one length: interface texts by language, then code."""
    languages = ("ja zh_Hans zh_Hant ko ru uk bg ar fa he hi th el de fr es it pt tr vi pl nl sv fi"
                 " cs hu id").split()
    for language in languages:
        texts = []
        pattern = f"{folder}/django/**/locale/{language}/LC_MESSAGES/*.mo"
        for path in sorted(glob.glob(pattern, recursive=True)):
            with open(path, "rb") as file:
                catalog = gettext.GNUTranslations(file)._catalog
            texts += [v for k, v in catalog.items() if k and isinstance(v, str) and len(v) > 15]
        random.Random(1).shuffle(texts)
        text = "\n".join(texts)[:40000]
        for start in range(0, len(text) - length, length):
            yield language, text[start:start + length]
    for path in sorted(glob.glob(folder + "/django/**/*.py", recursive=True))[:300]:
        if "locale" in path:
            continue
        text = open(path, encoding="utf-8", errors="replace").read()[:6000]
        for start in range(0, len(text) - length, 2 * length):
            yield "code", text[start:start + length]


def fit(folder):
    import bpe_openai, numpy
    from anthropic_tokenizer import encode as claude
    encoders = {name: bpe_openai.get_encoding(name + "_base").encode
                for name in ("o200k", "cl100k")}
    encoders["claude"] = claude
    texts = list(pieces(folder))
    features = numpy.array([[counts(text)[c] for c in CLASSES] for _, text in texts], float)
    for name, encode in encoders.items():
        tokens = numpy.array([len(encode(text)) for _, text in texts], float)
        scaled = features / tokens[:, None]
        square, right = scaled.T @ scaled, scaled.T @ numpy.ones(len(texts))
        weights = numpy.zeros(len(CLASSES))
        for _ in range(5000):  # least squares of relative errors, no weight below zero
            for i in range(len(CLASSES)):
                if square[i, i]:
                    step = (right[i] - square[i] @ weights) / square[i, i]
                    weights[i] = max(0, weights[i] + step)
        ratio = tokens / (features @ weights)
        print(name, {c: round(1000 * w) for c, w in zip(CLASSES, weights)})
        print("  counted / fitted, 2.5 to 97.5 %:", numpy.percentile(ratio, [2.5, 97.5]).round(2))
        table = shipped().get("anthropic" if name == "claude" else name)
        least = features @ [table[c][0] / 1000 for c in CLASSES] - 2
        most = features @ [table[c][1] / 1000 for c in CLASSES] + 6
        inside = (least <= tokens) & (tokens <= most)
        print(f"  inside the bounds that ship: {100 * inside.mean():.1f} % of {len(texts)}")
        for what in sorted({what for what, _ in texts}):
            own = ratio[[w == what for w, _ in texts]]
            held = 100 * inside[[w == what for w, _ in texts]].mean()
            print(f"    {what}: {numpy.percentile(own, [5, 95]).round(2)}, {len(own)} pieces,"
                  f" {held:.0f} % inside")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="?")
    parser.add_argument("--encodings", metavar="FOLDER")
    arguments = parser.parse_args()
    if arguments.inputs:
        compare(arguments.inputs)
    if arguments.encodings:
        fit(arguments.encodings)
    if not arguments.inputs and not arguments.encodings:
        parser.print_usage(sys.stderr)
        sys.exit(64)
