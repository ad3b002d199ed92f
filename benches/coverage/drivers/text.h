/* An input as a C string. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns a copy of an input with a NUL byte behind it. */
static inline char *text_of(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text) abort();
    if (size) memcpy(text, data, size);
    text[size] = 0;
    return text;
}
