#ifndef CBUNDLEDDATA_H
#define CBUNDLEDDATA_H
#include <stddef.h>

/// One file of the repository, carried inside the binary.
struct tollbook_bundled_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The price books of pricing/, in a fixed order; ends with an entry whose name is NULL.
const struct tollbook_bundled_file *tollbook_bundled_price_books(void);

/// The definitions of reports/, in order of name; ends with an entry whose name is NULL.
const struct tollbook_bundled_file *tollbook_bundled_reports(void);

#endif
