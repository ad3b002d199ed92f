/* jv, the JSON values of jq: parse a stream of values, then print each one plain and indented with sorted keys. */
#define _GNU_SOURCE
#include "jv.h"
#include "text.h"

/* jq's util.c has this function, beside many that need the rest of jq. */
const void *_jq_memmem(const void *text, size_t bytes, const void *part, size_t part_bytes) {
    return memmem(text, bytes, part, part_bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct jv_parser *parser = jv_parser_new(0);
    jv_parser_set_buf(parser, (const char *)data, (int)size, 0);
    for (;;) {
        jv value = jv_parser_next(parser);
        if (!jv_is_valid(value)) {
            jv_free(value);
            break;
        }
        jv_free(jv_dump_string(jv_copy(value), 0));
        jv_free(jv_dump_string(value, JV_PRINT_PRETTY | JV_PRINT_SORTED | JV_PRINT_ASCII | JV_PRINT_INDENT_FLAGS(2)));
    }
    jv_parser_free(parser);
    return 0;
}
