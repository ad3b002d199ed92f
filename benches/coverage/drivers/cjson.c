/* cJSON: parse, print in three ways, duplicate, compare; then minify the text. */
#include "cJSON.h"
#include "text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = text_of(data, size);
    const char *end;
    cJSON *value = cJSON_ParseWithOpts(text, &end, 1);
    if (value) {
        cJSON *copy = cJSON_Duplicate(value, 1);
        cJSON_Compare(value, copy, 1);
        free(cJSON_Print(value));
        free(cJSON_PrintUnformatted(value));
        free(cJSON_PrintBuffered(copy, 16, 1));
        cJSON_Delete(copy);
        cJSON_Delete(value);
    }
    cJSON_Minify(text);
    free(text);
    return 0;
}
