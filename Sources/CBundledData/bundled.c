#include "CBundledData.h"

static const unsigned char anthropic[] = {
#embed "../../pricing/anthropic.json"
};

static const unsigned char google_gemini_api[] = {
#embed "../../pricing/google-gemini-api.json"
};

static const unsigned char google_vertex[] = {
#embed "../../pricing/google-vertex.json"
};

static const unsigned char on_device[] = {
#embed "../../pricing/on-device.json"
};

static const unsigned char openai[] = {
#embed "../../pricing/openai.json"
};

static const unsigned char digests[] = {
#embed "../../pricing/digests.txt"
};

static const struct tollbook_bundled_file price_books[] = {
    {"anthropic.json", anthropic, sizeof anthropic},
    {"google-gemini-api.json", google_gemini_api, sizeof google_gemini_api},
    {"google-vertex.json", google_vertex, sizeof google_vertex},
    {"on-device.json", on_device, sizeof on_device},
    {"openai.json", openai, sizeof openai},
    {"digests.txt", digests, sizeof digests},
    {NULL, NULL, 0},
};

static const unsigned char daily_tokens[] = {
#embed "../../reports/daily-tokens.sql"
};

static const unsigned char data_quality[] = {
#embed "../../reports/data-quality.sql"
};

static const unsigned char model_versions[] = {
#embed "../../reports/model-versions.sql"
};

static const struct tollbook_bundled_file reports[] = {
    {"daily-tokens", daily_tokens, sizeof daily_tokens},
    {"data-quality", data_quality, sizeof data_quality},
    {"model-versions", model_versions, sizeof model_versions},
    {NULL, NULL, 0},
};

const struct tollbook_bundled_file *tollbook_bundled_price_books(void) { return price_books; }

const struct tollbook_bundled_file *tollbook_bundled_reports(void) { return reports; }
