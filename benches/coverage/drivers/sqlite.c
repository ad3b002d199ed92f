/* SQLite: each statement of a text is prepared and stepped in one database in memory. Files are out of reach. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "sqlite3.h"
#include "text.h"

enum { OPERATIONS_PER_TEXT = 500000, OPERATIONS_PER_CALL = 1000, VALUE_BYTES = 1 << 20, HEAP_BYTES = 64 << 20 };

/* Denies whatever opens a file by name: ATTACH (which VACUUM INTO uses too) and the pragmas for folders. */
static int authorize(void *user, int action, const char *first, const char *second, const char *database, const char *trigger) {
    if (action == SQLITE_ATTACH) return first && (!*first || !strcmp(first, ":memory:")) ? SQLITE_OK : SQLITE_DENY;
    if (action == SQLITE_PRAGMA && first && strstr(first, "_directory")) return SQLITE_DENY;
    return SQLITE_OK;
}

static int is_over(void *left) { return --*(int *)left < 0; }

static void run(sqlite3 *db, const char *statement, int length) {
    sqlite3_stmt *prepared = NULL;
    if (sqlite3_prepare_v2(db, statement, length, &prepared, NULL) == SQLITE_OK && prepared) {
        while (sqlite3_step(prepared) == SQLITE_ROW)
            for (int i = 0; i < sqlite3_column_count(prepared); i++) sqlite3_column_text(prepared, i);
    }
    sqlite3_finalize(prepared);
    sqlite3_errmsg(db);
}

/* Splits at each `;` that ends a statement, as SQLite's shell does: one in a string or in a trigger's body does not. */
static void run_all(sqlite3 *db, char *text) {
    char *start = text;
    for (char *at = text; (at = strchr(at, ';'));) {
        char after = *++at;
        *at = 0;
        int complete = sqlite3_complete(start);
        if (complete) run(db, start, (int)(at - start));
        *at = after;
        if (complete) start = at;
    }
    if (*start) run(db, start, -1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sqlite3 *db;
    int left = OPERATIONS_PER_TEXT / OPERATIONS_PER_CALL;
    sqlite3_initialize();
    sqlite3_hard_heap_limit64(HEAP_BYTES);
    if (sqlite3_open(":memory:", &db) == SQLITE_OK) {
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, VALUE_BYTES);
        sqlite3_set_authorizer(db, authorize, NULL);
        sqlite3_progress_handler(db, OPERATIONS_PER_CALL, is_over, &left);
        char *text = text_of(data, size);
        run_all(db, text);
        free(text);
    }
    sqlite3_close(db);
    return 0;
}
