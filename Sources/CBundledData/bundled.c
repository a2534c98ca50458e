#include "CBundledData.h"

static const unsigned char google_gemini_api[] = {
#embed "../../pricing/google-gemini-api.json"
};

static const struct tollbook_bundled_file price_books[] = {
    {"google-gemini-api.json", google_gemini_api, sizeof google_gemini_api},
    {NULL, NULL, 0},
};

const struct tollbook_bundled_file *tollbook_bundled_price_books(void) { return price_books; }
