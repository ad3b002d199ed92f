#pragma GCC visibility push(default)
typedef int wchar_t;
typedef unsigned long size_t;
int atoi (const char *);
long atol (const char *);
long long atoll (const char *);
double atof (const char *);
float strtof (const char *restrict, char **restrict);
double strtod (const char *restrict, char **restrict);
long double strtold (const char *restrict, char **restrict);
long strtol (const char *restrict, char **restrict, int);
unsigned long strtoul (const char *restrict, char **restrict, int);
long long strtoll (const char *restrict, char **restrict, int);
unsigned long long strtoull (const char *restrict, char **restrict, int);
int rand (void);
void srand (unsigned);
void *malloc (size_t);
void *calloc (size_t, size_t);
void *realloc (void *, size_t);
void free (void *);
void *aligned_alloc(size_t, size_t);
_Noreturn void abort (void);
int atexit (void (*) (void));
_Noreturn void exit (int);
_Noreturn void _Exit (int);
int at_quick_exit (void (*) (void));
_Noreturn void quick_exit (int);
char *getenv (const char *);
int system (const char *);
void *bsearch (const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort (void *, size_t, size_t, int (*)(const void *, const void *));
int abs (int);
long labs (long);
long long llabs (long long);
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
div_t div (int, int);
ldiv_t ldiv (long, long);
lldiv_t lldiv (long long, long long);
int mblen (const char *, size_t);
int mbtowc (wchar_t *restrict, const char *restrict, size_t);
int wctomb (char *, wchar_t);
size_t mbstowcs (wchar_t *restrict, const char *restrict, size_t);
size_t wcstombs (char *restrict, const wchar_t *restrict, size_t);
size_t __ctype_get_mb_cur_max(void);
int posix_memalign (void **, size_t, size_t);
int setenv (const char *, const char *, int);
int unsetenv (const char *);
int mkstemp (char *);
int mkostemp (char *, int);
char *mkdtemp (char *);
int getsubopt (char **, char *const *, char **);
int rand_r (unsigned *);
char *realpath (const char *restrict, char *restrict);
long int random (void);
void srandom (unsigned int);
char *initstate (unsigned int, char *, size_t);
char *setstate (char *);
int putenv (char *);
int posix_openpt (int);
int grantpt (int);
int unlockpt (int);
char *ptsname (int);
char *l64a (long);
long a64l (const char *);
void setkey (const char *);
double drand48 (void);
double erand48 (unsigned short [3]);
long int lrand48 (void);
long int nrand48 (unsigned short [3]);
long mrand48 (void);
long jrand48 (unsigned short [3]);
void srand48 (long);
unsigned short *seed48 (unsigned short [3]);
void lcong48 (unsigned short [7]);
void *alloca(size_t);
char *mktemp (char *);
int mkstemps (char *, int);
int mkostemps (char *, int, int);
void *valloc (size_t);
void *memalign(size_t, size_t);
int getloadavg(double *, int);
int clearenv(void);
void *reallocarray (void *, size_t, size_t);
void qsort_r (void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
typedef unsigned long uintptr_t;
typedef long intptr_t;
typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long int64_t;
typedef signed long intmax_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef unsigned long uintmax_t;
typedef int8_t int_fast8_t;
typedef int64_t int_fast64_t;
typedef int8_t int_least8_t;
typedef int16_t int_least16_t;
typedef int32_t int_least32_t;
typedef int64_t int_least64_t;
typedef uint8_t uint_fast8_t;
typedef uint64_t uint_fast64_t;
typedef uint8_t uint_least8_t;
typedef uint16_t uint_least16_t;
typedef uint32_t uint_least32_t;
typedef uint64_t uint_least64_t;
typedef int32_t int_fast16_t;
typedef int32_t int_fast32_t;
typedef uint32_t uint_fast16_t;
typedef uint32_t uint_fast32_t;
typedef uint16_t TSStateId;
typedef uint16_t TSSymbol;
typedef uint16_t TSFieldId;
typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSQuery TSQuery;
typedef struct TSQueryCursor TSQueryCursor;
typedef struct TSLookaheadIterator TSLookaheadIterator;
typedef uint32_t (*TSDecodeFunction)(
  const uint8_t *string,
  uint32_t length,
  int32_t *code_point
);
typedef TSDecodeFunction DecodeFunction;
typedef enum TSInputEncoding {
  TSInputEncodingUTF8,
  TSInputEncodingUTF16LE,
  TSInputEncodingUTF16BE,
  TSInputEncodingCustom
} TSInputEncoding;
typedef enum TSSymbolType {
  TSSymbolTypeRegular,
  TSSymbolTypeAnonymous,
  TSSymbolTypeSupertype,
  TSSymbolTypeAuxiliary,
} TSSymbolType;
typedef struct TSPoint {
  uint32_t row;
  uint32_t column;
} TSPoint;
typedef struct TSRange {
  TSPoint start_point;
  TSPoint end_point;
  uint32_t start_byte;
  uint32_t end_byte;
} TSRange;
typedef struct TSInput {
  void *payload;
  const char *(*read)(void *payload, uint32_t byte_index, TSPoint position, uint32_t *bytes_read);
  TSInputEncoding encoding;
  TSDecodeFunction decode;
} TSInput;
typedef struct TSParseState {
  void *payload;
  uint32_t current_byte_offset;
  _Bool has_error;
} TSParseState;
typedef struct TSParseOptions {
  void *payload;
  _Bool (*progress_callback)(TSParseState *state);
} TSParseOptions;
typedef enum TSLogType {
  TSLogTypeParse,
  TSLogTypeLex,
} TSLogType;
typedef struct TSLogger {
  void *payload;
  void (*log)(void *payload, TSLogType log_type, const char *buffer);
} TSLogger;
typedef struct TSInputEdit {
  uint32_t start_byte;
  uint32_t old_end_byte;
  uint32_t new_end_byte;
  TSPoint start_point;
  TSPoint old_end_point;
  TSPoint new_end_point;
} TSInputEdit;
typedef struct TSNode {
  uint32_t context[4];
  const void *id;
  const TSTree *tree;
} TSNode;
typedef struct TSTreeCursor {
  const void *tree;
  const void *id;
  uint32_t context[3];
} TSTreeCursor;
typedef struct TSQueryCapture {
  TSNode node;
  uint32_t index;
} TSQueryCapture;
typedef enum TSQuantifier {
  TSQuantifierZero = 0,
  TSQuantifierZeroOrOne,
  TSQuantifierZeroOrMore,
  TSQuantifierOne,
  TSQuantifierOneOrMore,
} TSQuantifier;
typedef struct TSQueryMatch {
  uint32_t id;
  uint16_t pattern_index;
  uint16_t capture_count;
  const TSQueryCapture *captures;
} TSQueryMatch;
typedef enum TSQueryPredicateStepType {
  TSQueryPredicateStepTypeDone,
  TSQueryPredicateStepTypeCapture,
  TSQueryPredicateStepTypeString,
} TSQueryPredicateStepType;
typedef struct TSQueryPredicateStep {
  TSQueryPredicateStepType type;
  uint32_t value_id;
} TSQueryPredicateStep;
typedef enum TSQueryError {
  TSQueryErrorNone = 0,
  TSQueryErrorSyntax,
  TSQueryErrorNodeType,
  TSQueryErrorField,
  TSQueryErrorCapture,
  TSQueryErrorStructure,
  TSQueryErrorLanguage,
} TSQueryError;
typedef struct TSQueryCursorState {
  void *payload;
  uint32_t current_byte_offset;
} TSQueryCursorState;
typedef struct TSQueryCursorOptions {
  void *payload;
  _Bool (*progress_callback)(TSQueryCursorState *state);
} TSQueryCursorOptions;
typedef struct TSLanguageMetadata {
  uint8_t major_version;
  uint8_t minor_version;
  uint8_t patch_version;
} TSLanguageMetadata;
TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *self);
const TSLanguage *ts_parser_language(const TSParser *self);
_Bool ts_parser_set_language(TSParser *self, const TSLanguage *language);
_Bool ts_parser_set_included_ranges(
  TSParser *self,
  const TSRange *ranges,
  uint32_t count
);
const TSRange *ts_parser_included_ranges(
  const TSParser *self,
  uint32_t *count
);
TSTree *ts_parser_parse(
  TSParser *self,
  const TSTree *old_tree,
  TSInput input
);
TSTree* ts_parser_parse_with_options(
  TSParser *self,
  const TSTree *old_tree,
  TSInput input,
  TSParseOptions parse_options
);
TSTree *ts_parser_parse_string(
  TSParser *self,
  const TSTree *old_tree,
  const char *string,
  uint32_t length
);
TSTree *ts_parser_parse_string_encoding(
  TSParser *self,
  const TSTree *old_tree,
  const char *string,
  uint32_t length,
  TSInputEncoding encoding
);
void ts_parser_reset(TSParser *self);
void ts_parser_set_logger(TSParser *self, TSLogger logger);
TSLogger ts_parser_logger(const TSParser *self);
void ts_parser_print_dot_graphs(TSParser *self, int fd);
TSTree *ts_tree_copy(const TSTree *self);
void ts_tree_delete(TSTree *self);
TSNode ts_tree_root_node(const TSTree *self);
TSNode ts_tree_root_node_with_offset(
  const TSTree *self,
  uint32_t offset_bytes,
  TSPoint offset_extent
);
const TSLanguage *ts_tree_language(const TSTree *self);
TSRange *ts_tree_included_ranges(const TSTree *self, uint32_t *length);
void ts_tree_edit(TSTree *self, const TSInputEdit *edit);
TSRange *ts_tree_get_changed_ranges(
  const TSTree *old_tree,
  const TSTree *new_tree,
  uint32_t *length
);
void ts_tree_print_dot_graph(const TSTree *self, int file_descriptor);
const char *ts_node_type(TSNode self);
TSSymbol ts_node_symbol(TSNode self);
const TSLanguage *ts_node_language(TSNode self);
const char *ts_node_grammar_type(TSNode self);
TSSymbol ts_node_grammar_symbol(TSNode self);
uint32_t ts_node_start_byte(TSNode self);
TSPoint ts_node_start_point(TSNode self);
uint32_t ts_node_end_byte(TSNode self);
TSPoint ts_node_end_point(TSNode self);
char *ts_node_string(TSNode self);
_Bool ts_node_is_null(TSNode self);
_Bool ts_node_is_named(TSNode self);
_Bool ts_node_is_missing(TSNode self);
_Bool ts_node_is_extra(TSNode self);
_Bool ts_node_has_changes(TSNode self);
_Bool ts_node_has_error(TSNode self);
_Bool ts_node_is_error(TSNode self);
TSStateId ts_node_parse_state(TSNode self);
TSStateId ts_node_next_parse_state(TSNode self);
TSNode ts_node_parent(TSNode self);
TSNode ts_node_child_with_descendant(TSNode self, TSNode descendant);
TSNode ts_node_child(TSNode self, uint32_t child_index);
const char *ts_node_field_name_for_child(TSNode self, uint32_t child_index);
const char *ts_node_field_name_for_named_child(TSNode self, uint32_t named_child_index);
uint32_t ts_node_child_count(TSNode self);
TSNode ts_node_named_child(TSNode self, uint32_t child_index);
uint32_t ts_node_named_child_count(TSNode self);
TSNode ts_node_child_by_field_name(
  TSNode self,
  const char *name,
  uint32_t name_length
);
TSNode ts_node_child_by_field_id(TSNode self, TSFieldId field_id);
TSNode ts_node_next_sibling(TSNode self);
TSNode ts_node_prev_sibling(TSNode self);
TSNode ts_node_next_named_sibling(TSNode self);
TSNode ts_node_prev_named_sibling(TSNode self);
TSNode ts_node_first_child_for_byte(TSNode self, uint32_t byte);
TSNode ts_node_first_named_child_for_byte(TSNode self, uint32_t byte);
uint32_t ts_node_descendant_count(TSNode self);
TSNode ts_node_descendant_for_byte_range(TSNode self, uint32_t start, uint32_t end);
TSNode ts_node_descendant_for_point_range(TSNode self, TSPoint start, TSPoint end);
TSNode ts_node_named_descendant_for_byte_range(TSNode self, uint32_t start, uint32_t end);
TSNode ts_node_named_descendant_for_point_range(TSNode self, TSPoint start, TSPoint end);
void ts_node_edit(TSNode *self, const TSInputEdit *edit);
_Bool ts_node_eq(TSNode self, TSNode other);
void ts_point_edit(TSPoint *point, uint32_t *point_byte, const TSInputEdit *edit);
void ts_range_edit(TSRange *range, const TSInputEdit *edit);
TSTreeCursor ts_tree_cursor_new(TSNode node);
void ts_tree_cursor_delete(TSTreeCursor *self);
void ts_tree_cursor_reset(TSTreeCursor *self, TSNode node);
void ts_tree_cursor_reset_to(TSTreeCursor *dst, const TSTreeCursor *src);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
const char *ts_tree_cursor_current_field_name(const TSTreeCursor *self);
TSFieldId ts_tree_cursor_current_field_id(const TSTreeCursor *self);
_Bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
_Bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
_Bool ts_tree_cursor_goto_previous_sibling(TSTreeCursor *self);
_Bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);
_Bool ts_tree_cursor_goto_last_child(TSTreeCursor *self);
void ts_tree_cursor_goto_descendant(TSTreeCursor *self, uint32_t goal_descendant_index);
uint32_t ts_tree_cursor_current_descendant_index(const TSTreeCursor *self);
uint32_t ts_tree_cursor_current_depth(const TSTreeCursor *self);
int64_t ts_tree_cursor_goto_first_child_for_byte(TSTreeCursor *self, uint32_t goal_byte);
int64_t ts_tree_cursor_goto_first_child_for_point(TSTreeCursor *self, TSPoint goal_point);
TSTreeCursor ts_tree_cursor_copy(const TSTreeCursor *cursor);
TSQuery *ts_query_new(
  const TSLanguage *language,
  const char *source,
  uint32_t source_len,
  uint32_t *error_offset,
  TSQueryError *error_type
);
void ts_query_delete(TSQuery *self);
uint32_t ts_query_pattern_count(const TSQuery *self);
uint32_t ts_query_capture_count(const TSQuery *self);
uint32_t ts_query_string_count(const TSQuery *self);
uint32_t ts_query_start_byte_for_pattern(const TSQuery *self, uint32_t pattern_index);
uint32_t ts_query_end_byte_for_pattern(const TSQuery *self, uint32_t pattern_index);
const TSQueryPredicateStep *ts_query_predicates_for_pattern(
  const TSQuery *self,
  uint32_t pattern_index,
  uint32_t *step_count
);
_Bool ts_query_is_pattern_rooted(const TSQuery *self, uint32_t pattern_index);
_Bool ts_query_is_pattern_non_local(const TSQuery *self, uint32_t pattern_index);
_Bool ts_query_is_pattern_guaranteed_at_step(const TSQuery *self, uint32_t byte_offset);
const char *ts_query_capture_name_for_id(
  const TSQuery *self,
  uint32_t index,
  uint32_t *length
);
TSQuantifier ts_query_capture_quantifier_for_id(
  const TSQuery *self,
  uint32_t pattern_index,
  uint32_t capture_index
);
const char *ts_query_string_value_for_id(
  const TSQuery *self,
  uint32_t index,
  uint32_t *length
);
void ts_query_disable_capture(TSQuery *self, const char *name, uint32_t length);
void ts_query_disable_pattern(TSQuery *self, uint32_t pattern_index);
TSQueryCursor *ts_query_cursor_new(void);
void ts_query_cursor_delete(TSQueryCursor *self);
void ts_query_cursor_exec(TSQueryCursor *self, const TSQuery *query, TSNode node);
void ts_query_cursor_exec_with_options(
  TSQueryCursor *self,
  const TSQuery *query,
  TSNode node,
  const TSQueryCursorOptions *query_options
);
_Bool ts_query_cursor_did_exceed_match_limit(const TSQueryCursor *self);
uint32_t ts_query_cursor_match_limit(const TSQueryCursor *self);
void ts_query_cursor_set_match_limit(TSQueryCursor *self, uint32_t limit);
_Bool ts_query_cursor_set_byte_range(TSQueryCursor *self, uint32_t start_byte, uint32_t end_byte);
_Bool ts_query_cursor_set_point_range(TSQueryCursor *self, TSPoint start_point, TSPoint end_point);
_Bool ts_query_cursor_set_containing_byte_range(TSQueryCursor *self, uint32_t start_byte, uint32_t end_byte);
_Bool ts_query_cursor_set_containing_point_range(TSQueryCursor *self, TSPoint start_point, TSPoint end_point);
_Bool ts_query_cursor_next_match(TSQueryCursor *self, TSQueryMatch *match);
void ts_query_cursor_remove_match(TSQueryCursor *self, uint32_t match_id);
_Bool ts_query_cursor_next_capture(
  TSQueryCursor *self,
  TSQueryMatch *match,
  uint32_t *capture_index
);
void ts_query_cursor_set_max_start_depth(TSQueryCursor *self, uint32_t max_start_depth);
const TSLanguage *ts_language_copy(const TSLanguage *self);
void ts_language_delete(const TSLanguage *self);
uint32_t ts_language_symbol_count(const TSLanguage *self);
uint32_t ts_language_state_count(const TSLanguage *self);
TSSymbol ts_language_symbol_for_name(
  const TSLanguage *self,
  const char *string,
  uint32_t length,
  _Bool is_named
);
uint32_t ts_language_field_count(const TSLanguage *self);
const char *ts_language_field_name_for_id(const TSLanguage *self, TSFieldId id);
TSFieldId ts_language_field_id_for_name(const TSLanguage *self, const char *name, uint32_t name_length);
const TSSymbol *ts_language_supertypes(const TSLanguage *self, uint32_t *length);
const TSSymbol *ts_language_subtypes(
  const TSLanguage *self,
  TSSymbol supertype,
  uint32_t *length
);
const char *ts_language_symbol_name(const TSLanguage *self, TSSymbol symbol);
TSSymbolType ts_language_symbol_type(const TSLanguage *self, TSSymbol symbol);
uint32_t ts_language_abi_version(const TSLanguage *self);
const TSLanguageMetadata *ts_language_metadata(const TSLanguage *self);
TSStateId ts_language_next_state(const TSLanguage *self, TSStateId state, TSSymbol symbol);
const char *ts_language_name(const TSLanguage *self);
TSLookaheadIterator *ts_lookahead_iterator_new(const TSLanguage *self, TSStateId state);
void ts_lookahead_iterator_delete(TSLookaheadIterator *self);
_Bool ts_lookahead_iterator_reset_state(TSLookaheadIterator *self, TSStateId state);
_Bool ts_lookahead_iterator_reset(TSLookaheadIterator *self, const TSLanguage *language, TSStateId state);
const TSLanguage *ts_lookahead_iterator_language(const TSLookaheadIterator *self);
_Bool ts_lookahead_iterator_next(TSLookaheadIterator *self);
TSSymbol ts_lookahead_iterator_current_symbol(const TSLookaheadIterator *self);
const char *ts_lookahead_iterator_current_symbol_name(const TSLookaheadIterator *self);
typedef struct wasm_engine_t TSWasmEngine;
typedef struct TSWasmStore TSWasmStore;
typedef enum {
  TSWasmErrorKindNone = 0,
  TSWasmErrorKindParse,
  TSWasmErrorKindCompile,
  TSWasmErrorKindInstantiate,
  TSWasmErrorKindAllocate,
} TSWasmErrorKind;
typedef struct {
  TSWasmErrorKind kind;
  char *message;
} TSWasmError;
TSWasmStore *ts_wasm_store_new(
  TSWasmEngine *engine,
  TSWasmError *error
);
void ts_wasm_store_delete(TSWasmStore *);
const TSLanguage *ts_wasm_store_load_language(
  TSWasmStore *,
  const char *name,
  const char *wasm,
  uint32_t wasm_len,
  TSWasmError *error
);
size_t ts_wasm_store_language_count(const TSWasmStore *);
_Bool ts_language_is_wasm(const TSLanguage *);
void ts_parser_set_wasm_store(TSParser *, TSWasmStore *);
TSWasmStore *ts_parser_take_wasm_store(TSParser *);
void ts_set_allocator(
  void *(*new_malloc)(size_t),
 void *(*new_calloc)(size_t, size_t),
 void *(*new_realloc)(void *, size_t),
 void (*new_free)(void *)
);
#pragma GCC visibility pop
typedef long ssize_t;
typedef long off_t;
typedef struct _IO_FILE FILE;
typedef __builtin_va_list va_list;
typedef __builtin_va_list __isoc_va_list;
typedef union _G_fpos64_t {
 char __opaque[16];
 long long __lldata;
 double __align;
} fpos_t;
extern FILE *const stdin;
extern FILE *const stdout;
extern FILE *const stderr;
FILE *fopen(const char *restrict, const char *restrict);
FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
int fclose(FILE *);
int remove(const char *);
int rename(const char *, const char *);
int feof(FILE *);
int ferror(FILE *);
int fflush(FILE *);
void clearerr(FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int fgetpos(FILE *restrict, fpos_t *restrict);
int fsetpos(FILE *, const fpos_t *);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);
int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int ungetc(int, FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
char *fgets(char *restrict, int, FILE *restrict);
int fputs(const char *restrict, FILE *restrict);
int puts(const char *);
int printf(const char *restrict, ...);
int fprintf(FILE *restrict, const char *restrict, ...);
int sprintf(char *restrict, const char *restrict, ...);
int snprintf(char *restrict, size_t, const char *restrict, ...);
int vprintf(const char *restrict, __isoc_va_list);
int vfprintf(FILE *restrict, const char *restrict, __isoc_va_list);
int vsprintf(char *restrict, const char *restrict, __isoc_va_list);
int vsnprintf(char *restrict, size_t, const char *restrict, __isoc_va_list);
int scanf(const char *restrict, ...);
int fscanf(FILE *restrict, const char *restrict, ...);
int sscanf(const char *restrict, const char *restrict, ...);
int vscanf(const char *restrict, __isoc_va_list);
int vfscanf(FILE *restrict, const char *restrict, __isoc_va_list);
int vsscanf(const char *restrict, const char *restrict, __isoc_va_list);
void perror(const char *);
int setvbuf(FILE *restrict, char *restrict, int, size_t);
void setbuf(FILE *restrict, char *restrict);
char *tmpnam(char *);
FILE *tmpfile(void);
FILE *fmemopen(void *restrict, size_t, const char *restrict);
FILE *open_memstream(char **, size_t *);
FILE *fdopen(int, const char *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
int fileno(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
int dprintf(int, const char *restrict, ...);
int vdprintf(int, const char *restrict, __isoc_va_list);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);
ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
int renameat(int, const char *, int, const char *);
char *ctermid(char *);
char *tempnam(const char *, const char *);
char *cuserid(char *);
void setlinebuf(FILE *);
void setbuffer(FILE *, char *, size_t);
int fgetc_unlocked(FILE *);
int fputc_unlocked(int, FILE *);
int fflush_unlocked(FILE *);
size_t fread_unlocked(void *, size_t, size_t, FILE *);
size_t fwrite_unlocked(const void *, size_t, size_t, FILE *);
void clearerr_unlocked(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
int fileno_unlocked(FILE *);
int getw(FILE *);
int putw(int, FILE *);
char *fgetln(FILE *, size_t *);
int asprintf(char **, const char *, ...);
int vasprintf(char **, const char *, __isoc_va_list);
__attribute__((visibility("default"))) extern void *(*ts_current_malloc)(size_t size);
__attribute__((visibility("default"))) extern void *(*ts_current_calloc)(size_t count, size_t size);
__attribute__((visibility("default"))) extern void *(*ts_current_realloc)(void *ptr, size_t size);
__attribute__((visibility("default"))) extern void (*ts_current_free)(void *ptr);
typedef struct __locale_struct * locale_t;
void *memcpy (void *restrict, const void *restrict, size_t);
void *memmove (void *, const void *, size_t);
void *memset (void *, int, size_t);
int memcmp (const void *, const void *, size_t);
void *memchr (const void *, int, size_t);
char *strcpy (char *restrict, const char *restrict);
char *strncpy (char *restrict, const char *restrict, size_t);
char *strcat (char *restrict, const char *restrict);
char *strncat (char *restrict, const char *restrict, size_t);
int strcmp (const char *, const char *);
int strncmp (const char *, const char *, size_t);
int strcoll (const char *, const char *);
size_t strxfrm (char *restrict, const char *restrict, size_t);
char *strchr (const char *, int);
char *strrchr (const char *, int);
size_t strcspn (const char *, const char *);
size_t strspn (const char *, const char *);
char *strpbrk (const char *, const char *);
char *strstr (const char *, const char *);
char *strtok (char *restrict, const char *restrict);
size_t strlen (const char *);
char *strerror (int);
int bcmp (const void *, const void *, size_t);
void bcopy (const void *, void *, size_t);
void bzero (void *, size_t);
char *index (const char *, int);
char *rindex (const char *, int);
int ffs (int);
int ffsl (long);
int ffsll (long long);
int strcasecmp (const char *, const char *);
int strncasecmp (const char *, const char *, size_t);
int strcasecmp_l (const char *, const char *, locale_t);
int strncasecmp_l (const char *, const char *, size_t, locale_t);
char *strtok_r (char *restrict, const char *restrict, char **restrict);
int strerror_r (int, char *, size_t);
char *stpcpy(char *restrict, const char *restrict);
char *stpncpy(char *restrict, const char *restrict, size_t);
size_t strnlen (const char *, size_t);
char *strdup (const char *);
char *strndup (const char *, size_t);
char *strsignal(int);
char *strerror_l (int, locale_t);
int strcoll_l (const char *, const char *, locale_t);
size_t strxfrm_l (char *restrict, const char *restrict, size_t, locale_t);
void *memccpy (void *restrict, const void *restrict, int, size_t);
char *strsep(char **, const char *);
size_t strlcat (char *, const char *, size_t);
size_t strlcpy (char *, const char *, size_t);
void explicit_bzero (void *, size_t);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
static inline void _array__erase(void* self_contents, uint32_t *size,
                                size_t element_size, uint32_t index) {
  ((void)(index < *size));
  char *contents = (char *)self_contents;
  memmove(contents + index * element_size, contents + (index + 1) * element_size,
          (*size - index - 1) * element_size);
  (*size)--;
}
static inline void *_array__reserve(void *contents, uint32_t *capacity,
                                  size_t element_size, uint32_t new_capacity) {
  void *new_contents = contents;
  if (new_capacity > *capacity) {
    if (contents) {
      new_contents = ts_current_realloc(contents, new_capacity * element_size);
    } else {
      new_contents = ts_current_malloc(new_capacity * element_size);
    }
    *capacity = new_capacity;
  }
  return new_contents;
}
static inline void *_array__assign(void* self_contents, uint32_t *self_size, uint32_t *self_capacity,
                                 const void *other_contents, uint32_t other_size, size_t element_size) {
  void *new_contents = _array__reserve(self_contents, self_capacity, element_size, other_size);
  *self_size = other_size;
  memcpy(new_contents, other_contents, *self_size * element_size);
  return new_contents;
}
static inline void _array__swap(uint32_t *self_size, uint32_t *self_capacity,
                               uint32_t *other_size, uint32_t *other_capacity) {
  uint32_t tmp_size = *self_size;
  uint32_t tmp_capacity = *self_capacity;
  *self_size = *other_size;
  *self_capacity = *other_capacity;
  *other_size = tmp_size;
  *other_capacity = tmp_capacity;
}
static inline void *_array__grow(void *contents, uint32_t size, uint32_t *capacity,
                               uint32_t count, size_t element_size) {
  void *new_contents = contents;
  uint32_t new_size = size + count;
  if (new_size > *capacity) {
    uint32_t new_capacity = *capacity * 2;
    if (new_capacity < 8) new_capacity = 8;
    if (new_capacity < new_size) new_capacity = new_size;
    new_contents = _array__reserve(contents, capacity, element_size, new_capacity);
  }
  return new_contents;
}
static inline void *_array__splice(void *self_contents, uint32_t *size, uint32_t *capacity,
                                 size_t element_size,
                                 uint32_t index, uint32_t old_count,
                                 uint32_t new_count, const void *elements) {
  uint32_t new_size = *size + new_count - old_count;
  uint32_t old_end = index + old_count;
  uint32_t new_end = index + new_count;
  ((void)(old_end <= *size));
  void *new_contents = _array__reserve(self_contents, capacity, element_size, new_size);
  char *contents = (char *)new_contents;
  if (*size > old_end) {
    memmove(
      contents + new_end * element_size,
      contents + old_end * element_size,
      (*size - old_end) * element_size
    );
  }
  if (new_count > 0) {
    if (elements) {
      memcpy(
        (contents + index * element_size),
        elements,
        new_count * element_size
      );
    } else {
      memset(
        (contents + index * element_size),
        0,
        new_count * element_size
      );
    }
  }
  *size += new_count - old_count;
  return new_contents;
}
#pragma GCC diagnostic pop
static inline TSPoint point__new(unsigned row, unsigned column) {
  TSPoint result = {row, column};
  return result;
}
static inline TSPoint point_add(TSPoint a, TSPoint b) {
  if (b.row > 0)
    return point__new(a.row + b.row, b.column);
  else
    return point__new(a.row, a.column + b.column);
}
static inline TSPoint point_sub(TSPoint a, TSPoint b) {
  if (a.row > b.row)
    return point__new(a.row - b.row, a.column);
  else
    return point__new(0, (a.column >= b.column) ? a.column - b.column : 0);
}
static inline _Bool point_lte(TSPoint a, TSPoint b) {
  return (a.row < b.row) || (a.row == b.row && a.column <= b.column);
}
static inline _Bool point_lt(TSPoint a, TSPoint b) {
  return (a.row < b.row) || (a.row == b.row && a.column < b.column);
}
static inline _Bool point_gt(TSPoint a, TSPoint b) {
  return (a.row > b.row) || (a.row == b.row && a.column > b.column);
}
static inline _Bool point_gte(TSPoint a, TSPoint b) {
  return (a.row > b.row) || (a.row == b.row && a.column >= b.column);
}
static inline _Bool point_eq(TSPoint a, TSPoint b) {
  return a.row == b.row && a.column == b.column;
}
typedef struct {
  uint32_t bytes;
  TSPoint extent;
} Length;
static const Length LENGTH_UNDEFINED = {0, {0, 1}};
static const Length LENGTH_MAX = {(0xffffffffu), {(0xffffffffu), (0xffffffffu)}};
static inline _Bool length_is_undefined(Length length) {
  return length.bytes == 0 && length.extent.column != 0;
}
static inline Length length_min(Length len1, Length len2) {
  return (len1.bytes < len2.bytes) ? len1 : len2;
}
static inline Length length_add(Length len1, Length len2) {
  Length result;
  result.bytes = len1.bytes + len2.bytes;
  result.extent = point_add(len1.extent, len2.extent);
  return result;
}
static inline Length length_sub(Length len1, Length len2) {
  Length result;
  result.bytes = (len1.bytes >= len2.bytes) ? len1.bytes - len2.bytes : 0;
  result.extent = point_sub(len1.extent, len2.extent);
  return result;
}
static inline Length length_zero(void) {
  Length result = {0, {0, 0}};
  return result;
}
static inline Length length_saturating_sub(Length len1, Length len2) {
  if (len1.bytes > len2.bytes) {
    return length_sub(len1, len2);
  } else {
    return length_zero();
  }
}
typedef struct {
  TSFieldId field_id;
  uint8_t child_index;
  _Bool inherited;
} TSFieldMapEntry;
typedef struct {
  uint16_t index;
  uint16_t length;
} TSMapSlice;
typedef struct {
  _Bool visible;
  _Bool named;
  _Bool supertype;
} TSSymbolMetadata;
typedef struct TSLexer TSLexer;
struct TSLexer {
  int32_t lookahead;
  TSSymbol result_symbol;
  void (*advance)(TSLexer *, _Bool);
  void (*mark_end)(TSLexer *);
  uint32_t (*get_column)(TSLexer *);
  _Bool (*is_at_included_range_start)(const TSLexer *);
  _Bool (*eof)(const TSLexer *);
  void (*log)(const TSLexer *, const char *, ...);
};
typedef enum {
  TSParseActionTypeShift,
  TSParseActionTypeReduce,
  TSParseActionTypeAccept,
  TSParseActionTypeRecover,
} TSParseActionType;
typedef union {
  struct {
    uint8_t type;
    TSStateId state;
    _Bool extra;
    _Bool repetition;
  } shift;
  struct {
    uint8_t type;
    uint8_t child_count;
    TSSymbol symbol;
    int16_t dynamic_precedence;
    uint16_t production_id;
  } reduce;
  uint8_t type;
} TSParseAction;
typedef struct {
  uint16_t lex_state;
  uint16_t external_lex_state;
} TSLexMode;
typedef struct {
  uint16_t lex_state;
  uint16_t external_lex_state;
  uint16_t reserved_word_set_id;
} TSLexerMode;
typedef union {
  TSParseAction action;
  struct {
    uint8_t count;
    _Bool reusable;
  } entry;
} TSParseActionEntry;
typedef struct {
  int32_t start;
  int32_t end;
} TSCharacterRange;
struct TSLanguage {
  uint32_t abi_version;
  uint32_t symbol_count;
  uint32_t alias_count;
  uint32_t token_count;
  uint32_t external_token_count;
  uint32_t state_count;
  uint32_t large_state_count;
  uint32_t production_id_count;
  uint32_t field_count;
  uint16_t max_alias_sequence_length;
  const uint16_t *parse_table;
  const uint16_t *small_parse_table;
  const uint32_t *small_parse_table_map;
  const TSParseActionEntry *parse_actions;
  const char * const *symbol_names;
  const char * const *field_names;
  const TSMapSlice *field_map_slices;
  const TSFieldMapEntry *field_map_entries;
  const TSSymbolMetadata *symbol_metadata;
  const TSSymbol *public_symbol_map;
  const uint16_t *alias_map;
  const TSSymbol *alias_sequences;
  const TSLexerMode *lex_modes;
  _Bool (*lex_fn)(TSLexer *, TSStateId);
  _Bool (*keyword_lex_fn)(TSLexer *, TSStateId);
  TSSymbol keyword_capture_token;
  struct {
    const _Bool *states;
    const TSSymbol *symbol_map;
    void *(*create)(void);
    void (*destroy)(void *);
    _Bool (*scan)(void *, TSLexer *, const _Bool *symbol_whitelist);
    unsigned (*serialize)(void *, char *);
    void (*deserialize)(void *, const char *, unsigned);
  } external_scanner;
  const TSStateId *primary_state_ids;
  const char *name;
  const TSSymbol *reserved_words;
  uint16_t max_reserved_word_set_size;
  uint32_t supertype_count;
  const TSSymbol *supertype_symbols;
  const TSMapSlice *supertype_map_slices;
  const TSSymbol *supertype_map_entries;
  TSLanguageMetadata metadata;
};
static inline _Bool set_contains(const TSCharacterRange *ranges, uint32_t len, int32_t lookahead) {
  uint32_t index = 0;
  uint32_t size = len - index;
  while (size > 1) {
    uint32_t half_size = size / 2;
    uint32_t mid_index = index + half_size;
    const TSCharacterRange *range = &ranges[mid_index];
    if (lookahead >= range->start && lookahead <= range->end) {
      return 1;
    } else if (lookahead > range->end) {
      index = mid_index;
    }
    size -= half_size;
  }
  const TSCharacterRange *range = &ranges[index];
  return (lookahead >= range->start && lookahead <= range->end);
}
typedef struct {
  union {
    char *long_data;
    char short_data[24];
  };
  uint32_t length;
} ExternalScannerState;
typedef struct SubtreeInlineData SubtreeInlineData;
struct SubtreeInlineData {
  _Bool is_inline : 1;
  _Bool visible : 1; _Bool named : 1; _Bool extra : 1; _Bool has_changes : 1; _Bool is_missing : 1; _Bool is_keyword : 1;
  uint8_t symbol;
  uint16_t parse_state;
  uint8_t padding_columns; uint8_t padding_rows : 4; uint8_t lookahead_bytes : 4; uint8_t padding_bytes; uint8_t size_bytes;
};
typedef struct {
  volatile uint32_t ref_count;
  Length padding;
  Length size;
  uint32_t lookahead_bytes;
  uint32_t error_cost;
  uint32_t child_count;
  TSSymbol symbol;
  TSStateId parse_state;
  _Bool visible : 1;
  _Bool named : 1;
  _Bool extra : 1;
  _Bool fragile_left : 1;
  _Bool fragile_right : 1;
  _Bool has_changes : 1;
  _Bool has_external_tokens : 1;
  _Bool has_external_scanner_state_change : 1;
  _Bool depends_on_column: 1;
  _Bool is_missing : 1;
  _Bool is_keyword : 1;
  union {
    struct {
      uint32_t visible_child_count;
      uint32_t named_child_count;
      uint32_t visible_descendant_count;
      int32_t dynamic_precedence;
      uint16_t repeat_depth;
      uint16_t production_id;
      struct {
        TSSymbol symbol;
        TSStateId parse_state;
      } first_leaf;
    };
    ExternalScannerState external_scanner_state;
    int32_t lookahead_char;
  };
} SubtreeHeapData;
typedef union {
  SubtreeInlineData data;
  const SubtreeHeapData *ptr;
} Subtree;
typedef union {
  SubtreeInlineData data;
  SubtreeHeapData *ptr;
} MutableSubtree;
typedef struct { Subtree *contents; uint32_t size; uint32_t capacity; } SubtreeArray;
typedef struct { MutableSubtree *contents; uint32_t size; uint32_t capacity; } MutableSubtreeArray;
typedef struct {
  MutableSubtreeArray free_trees;
  MutableSubtreeArray tree_stack;
} SubtreePool;
void ts_external_scanner_state_init(ExternalScannerState *self, const char *data, unsigned length);
const char *ts_external_scanner_state_data(const ExternalScannerState *self);
_Bool ts_external_scanner_state_eq(const ExternalScannerState *self, const char *buffer, unsigned length);
void ts_external_scanner_state_delete(ExternalScannerState *self);
void ts_subtree_array_copy(SubtreeArray self, SubtreeArray *dest);
void ts_subtree_array_clear(SubtreePool *pool, SubtreeArray *self);
void ts_subtree_array_delete(SubtreePool *pool, SubtreeArray *self);
void ts_subtree_array_remove_trailing_extras(SubtreeArray *self, SubtreeArray *destination);
void ts_subtree_array_reverse(SubtreeArray *self);
SubtreePool ts_subtree_pool_new(uint32_t capacity);
void ts_subtree_pool_delete(SubtreePool *self);
Subtree ts_subtree_new_leaf(
  SubtreePool *pool, TSSymbol symbol, Length padding, Length size,
  uint32_t lookahead_bytes, TSStateId parse_state,
  _Bool has_external_tokens, _Bool depends_on_column,
  _Bool is_keyword, const TSLanguage *language
);
Subtree ts_subtree_new_error(
  SubtreePool *pool, int32_t lookahead_char, Length padding, Length size,
  uint32_t bytes_scanned, TSStateId parse_state, const TSLanguage *language
);
MutableSubtree ts_subtree_new_node(
  TSSymbol symbol,
  SubtreeArray *chiildren,
  unsigned production_id,
  const TSLanguage *language
);
Subtree ts_subtree_new_error_node(
  SubtreeArray *children,
  _Bool extra,
  const TSLanguage * language
);
Subtree ts_subtree_new_missing_leaf(
  SubtreePool *pool,
  TSSymbol symbol,
  Length padding,
  uint32_t lookahead_bytes,
  const TSLanguage *language
);
MutableSubtree ts_subtree_make_mut(SubtreePool *pool, Subtree self);
void ts_subtree_retain(Subtree self);
void ts_subtree_release(SubtreePool *pool, Subtree self);
int ts_subtree_compare(Subtree left, Subtree right, SubtreePool *pool);
void ts_subtree_set_symbol(MutableSubtree *self, TSSymbol symbol, const TSLanguage *language);
void ts_subtree_compress(MutableSubtree self, unsigned count, const TSLanguage *language, MutableSubtreeArray *stack);
void ts_subtree_summarize_children(MutableSubtree self, const TSLanguage *language);
Subtree ts_subtree_edit(Subtree self, const TSInputEdit *edit, SubtreePool *pool);
char *ts_subtree_string(Subtree self, TSSymbol alias_symbol, _Bool alias_is_named, const TSLanguage *language, _Bool include_all);
void ts_subtree_print_dot_graph(Subtree self, const TSLanguage *language, FILE *f);
Subtree ts_subtree_last_external_token(Subtree tree);
const ExternalScannerState *ts_subtree_external_scanner_state(Subtree self);
_Bool ts_subtree_external_scanner_state_eq(Subtree self, Subtree other);
static inline TSSymbol ts_subtree_symbol(Subtree self) { return ((self).data.is_inline ? (self).data.symbol : (self).ptr->symbol); }
static inline _Bool ts_subtree_visible(Subtree self) { return ((self).data.is_inline ? (self).data.visible : (self).ptr->visible); }
static inline _Bool ts_subtree_named(Subtree self) { return ((self).data.is_inline ? (self).data.named : (self).ptr->named); }
static inline _Bool ts_subtree_extra(Subtree self) { return ((self).data.is_inline ? (self).data.extra : (self).ptr->extra); }
static inline _Bool ts_subtree_has_changes(Subtree self) { return ((self).data.is_inline ? (self).data.has_changes : (self).ptr->has_changes); }
static inline _Bool ts_subtree_missing(Subtree self) { return ((self).data.is_inline ? (self).data.is_missing : (self).ptr->is_missing); }
static inline _Bool ts_subtree_is_keyword(Subtree self) { return ((self).data.is_inline ? (self).data.is_keyword : (self).ptr->is_keyword); }
static inline TSStateId ts_subtree_parse_state(Subtree self) { return ((self).data.is_inline ? (self).data.parse_state : (self).ptr->parse_state); }
static inline uint32_t ts_subtree_lookahead_bytes(Subtree self) { return ((self).data.is_inline ? (self).data.lookahead_bytes : (self).ptr->lookahead_bytes); }
static inline size_t ts_subtree_alloc_size(uint32_t child_count) {
  return child_count * sizeof(Subtree) + sizeof(SubtreeHeapData);
}
static inline void ts_subtree_set_extra(MutableSubtree *self, _Bool is_extra) {
  if (self->data.is_inline) {
    self->data.extra = is_extra;
  } else {
    self->ptr->extra = is_extra;
  }
}
static inline TSSymbol ts_subtree_leaf_symbol(Subtree self) {
  if (self.data.is_inline) return self.data.symbol;
  if (self.ptr->child_count == 0) return self.ptr->symbol;
  return self.ptr->first_leaf.symbol;
}
static inline TSStateId ts_subtree_leaf_parse_state(Subtree self) {
  if (self.data.is_inline) return self.data.parse_state;
  if (self.ptr->child_count == 0) return self.ptr->parse_state;
  return self.ptr->first_leaf.parse_state;
}
static inline Length ts_subtree_padding(Subtree self) {
  if (self.data.is_inline) {
    Length result = {self.data.padding_bytes, {self.data.padding_rows, self.data.padding_columns}};
    return result;
  } else {
    return self.ptr->padding;
  }
}
static inline Length ts_subtree_size(Subtree self) {
  if (self.data.is_inline) {
    Length result = {self.data.size_bytes, {0, self.data.size_bytes}};
    return result;
  } else {
    return self.ptr->size;
  }
}
static inline Length ts_subtree_total_size(Subtree self) {
  return length_add(ts_subtree_padding(self), ts_subtree_size(self));
}
static inline uint32_t ts_subtree_total_bytes(Subtree self) {
  return ts_subtree_total_size(self).bytes;
}
static inline uint32_t ts_subtree_child_count(Subtree self) {
  return self.data.is_inline ? 0 : self.ptr->child_count;
}
static inline uint32_t ts_subtree_repeat_depth(Subtree self) {
  return self.data.is_inline ? 0 : self.ptr->repeat_depth;
}
static inline uint32_t ts_subtree_is_repetition(Subtree self) {
  return self.data.is_inline
    ? 0
    : !self.ptr->named && !self.ptr->visible && self.ptr->child_count != 0;
}
static inline uint32_t ts_subtree_visible_descendant_count(Subtree self) {
  return (self.data.is_inline || self.ptr->child_count == 0)
    ? 0
    : self.ptr->visible_descendant_count;
}
static inline uint32_t ts_subtree_visible_child_count(Subtree self) {
  if (ts_subtree_child_count(self) > 0) {
    return self.ptr->visible_child_count;
  } else {
    return 0;
  }
}
static inline uint32_t ts_subtree_error_cost(Subtree self) {
  if (ts_subtree_missing(self)) {
    return 110 + 500;
  } else {
    return self.data.is_inline ? 0 : self.ptr->error_cost;
  }
}
static inline int32_t ts_subtree_dynamic_precedence(Subtree self) {
  return (self.data.is_inline || self.ptr->child_count == 0) ? 0 : self.ptr->dynamic_precedence;
}
static inline uint16_t ts_subtree_production_id(Subtree self) {
  if (ts_subtree_child_count(self) > 0) {
    return self.ptr->production_id;
  } else {
    return 0;
  }
}
static inline _Bool ts_subtree_fragile_left(Subtree self) {
  return self.data.is_inline ? 0 : self.ptr->fragile_left;
}
static inline _Bool ts_subtree_fragile_right(Subtree self) {
  return self.data.is_inline ? 0 : self.ptr->fragile_right;
}
static inline _Bool ts_subtree_has_external_tokens(Subtree self) {
  return self.data.is_inline ? 0 : self.ptr->has_external_tokens;
}
static inline _Bool ts_subtree_has_external_scanner_state_change(Subtree self) {
  return self.data.is_inline ? 0 : self.ptr->has_external_scanner_state_change;
}
static inline _Bool ts_subtree_depends_on_column(Subtree self) {
  return self.data.is_inline ? 0 : self.ptr->depends_on_column;
}
static inline _Bool ts_subtree_is_fragile(Subtree self) {
  return self.data.is_inline ? 0 : (self.ptr->fragile_left || self.ptr->fragile_right);
}
static inline _Bool ts_subtree_is_error(Subtree self) {
  return ts_subtree_symbol(self) == ((TSSymbol)-1);
}
static inline _Bool ts_subtree_is_eof(Subtree self) {
  return ts_subtree_symbol(self) == 0;
}
static inline Subtree ts_subtree_from_mut(MutableSubtree self) {
  Subtree result;
  result.data = self.data;
  return result;
}
static inline MutableSubtree ts_subtree_to_mut_unsafe(Subtree self) {
  MutableSubtree result;
  result.data = self.data;
  return result;
}
typedef struct {
  const TSParseAction *actions;
  uint32_t action_count;
  _Bool is_reusable;
} TableEntry;
typedef struct {
  const TSLanguage *language;
  const uint16_t *data;
  const uint16_t *group_end;
  TSStateId state;
  uint16_t table_value;
  uint16_t section_index;
  uint16_t group_count;
  _Bool is_small_state;
  const TSParseAction *actions;
  TSSymbol symbol;
  TSStateId next_state;
  uint16_t action_count;
} LookaheadIterator;
void ts_language_table_entry(const TSLanguage *self, TSStateId state, TSSymbol symbol, TableEntry *result);
TSLexerMode ts_language_lex_mode_for_state(const TSLanguage *self, TSStateId state);
_Bool ts_language_is_reserved_word(const TSLanguage *self, TSStateId state, TSSymbol symbol);
TSSymbolMetadata ts_language_symbol_metadata(const TSLanguage *self, TSSymbol symbol);
TSSymbol ts_language_public_symbol(const TSLanguage *self, TSSymbol symbol);
static inline const TSParseAction *ts_language_actions(
  const TSLanguage *self,
  TSStateId state,
  TSSymbol symbol,
  uint32_t *count
) {
  TableEntry entry;
  ts_language_table_entry(self, state, symbol, &entry);
  *count = entry.action_count;
  return entry.actions;
}
static inline _Bool ts_language_has_reduce_action(
  const TSLanguage *self,
  TSStateId state,
  TSSymbol symbol
) {
  TableEntry entry;
  ts_language_table_entry(self, state, symbol, &entry);
  return entry.action_count > 0 && entry.actions[0].type == TSParseActionTypeReduce;
}
static inline uint16_t ts_language_lookup(
  const TSLanguage *self,
  TSStateId state,
  TSSymbol symbol
) {
  if (state >= self->large_state_count) {
    uint32_t index = self->small_parse_table_map[state - self->large_state_count];
    const uint16_t *data = &self->small_parse_table[index];
    uint16_t group_count = *(data++);
    for (unsigned i = 0; i < group_count; i++) {
      uint16_t section_value = *(data++);
      uint16_t symbol_count = *(data++);
      for (unsigned j = 0; j < symbol_count; j++) {
        if (*(data++) == symbol) return section_value;
      }
    }
    return 0;
  } else {
    return self->parse_table[state * self->symbol_count + symbol];
  }
}
static inline _Bool ts_language_has_actions(
  const TSLanguage *self,
  TSStateId state,
  TSSymbol symbol
) {
  return ts_language_lookup(self, state, symbol) != 0;
}
static inline LookaheadIterator ts_language_lookaheads(
  const TSLanguage *self,
  TSStateId state
) {
  _Bool is_small_state = state >= self->large_state_count;
  const uint16_t *data;
  const uint16_t *group_end = ((void*)0);
  uint16_t group_count = 0;
  if (is_small_state) {
    uint32_t index = self->small_parse_table_map[state - self->large_state_count];
    data = &self->small_parse_table[index];
    group_end = data + 1;
    group_count = *data;
  } else {
    data = &self->parse_table[state * self->symbol_count] - 1;
  }
  return (LookaheadIterator) {
    .language = self,
    .data = data,
    .group_end = group_end,
    .group_count = group_count,
    .is_small_state = is_small_state,
    .symbol = (0xffff),
    .next_state = 0,
  };
}
static inline _Bool ts_lookahead_iterator__next(LookaheadIterator *self) {
  if (self->is_small_state) {
    self->data++;
    if (self->data == self->group_end) {
      if (self->group_count == 0) return 0;
      self->group_count--;
      self->table_value = *(self->data++);
      unsigned symbol_count = *(self->data++);
      self->group_end = self->data + symbol_count;
      self->symbol = *self->data;
    } else {
      self->symbol = *self->data;
      return 1;
    }
  }
  else {
    do {
      self->data++;
      self->symbol++;
      if (self->symbol >= self->language->symbol_count) return 0;
      self->table_value = *self->data;
    } while (!self->table_value);
  }
  if (self->symbol < self->language->token_count) {
    const TSParseActionEntry *entry = &self->language->parse_actions[self->table_value];
    self->action_count = entry->entry.count;
    self->actions = (const TSParseAction *)(entry + 1);
    self->next_state = 0;
  } else {
    self->action_count = 0;
    self->next_state = self->table_value;
  }
  return 1;
}
static inline _Bool ts_language_state_is_primary(
  const TSLanguage *self,
  TSStateId state
) {
  if (self->abi_version >= 14) {
    return state == self->primary_state_ids[state];
  } else {
    return 1;
  }
}
static inline const _Bool *ts_language_enabled_external_tokens(
  const TSLanguage *self,
  unsigned external_scanner_state
) {
  if (external_scanner_state == 0) {
    return ((void*)0);
  } else {
    return self->external_scanner.states + self->external_token_count * external_scanner_state;
  }
}
static inline const TSSymbol *ts_language_alias_sequence(
  const TSLanguage *self,
  uint32_t production_id
) {
  return production_id ?
    &self->alias_sequences[production_id * self->max_alias_sequence_length] :
    ((void*)0);
}
static inline TSSymbol ts_language_alias_at(
  const TSLanguage *self,
  uint32_t production_id,
  uint32_t child_index
) {
  return production_id ?
    self->alias_sequences[production_id * self->max_alias_sequence_length + child_index] :
    0;
}
static inline void ts_language_field_map(
  const TSLanguage *self,
  uint32_t production_id,
  const TSFieldMapEntry **start,
  const TSFieldMapEntry **end
) {
  if (self->field_count == 0) {
    *start = ((void*)0);
    *end = ((void*)0);
    return;
  }
  TSMapSlice slice = self->field_map_slices[production_id];
  *start = &self->field_map_entries[slice.index];
  *end = &self->field_map_entries[slice.index] + slice.length;
}
static inline void ts_language_aliases_for_symbol(
  const TSLanguage *self,
  TSSymbol original_symbol,
  const TSSymbol **start,
  const TSSymbol **end
) {
  *start = &self->public_symbol_map[original_symbol];
  *end = *start + 1;
  unsigned idx = 0;
  for (;;) {
    TSSymbol symbol = self->alias_map[idx++];
    if (symbol == 0 || symbol > original_symbol) break;
    uint16_t count = self->alias_map[idx++];
    if (symbol == original_symbol) {
      *start = &self->alias_map[idx];
      *end = &self->alias_map[idx + count];
      break;
    }
    idx += count;
  }
}
static inline void ts_language_write_symbol_as_dot_string(
  const TSLanguage *self,
  FILE *f,
  TSSymbol symbol
) {
  const char *name = ts_language_symbol_name(self, symbol);
  for (const char *chr = name; *chr; chr++) {
    switch (*chr) {
      case '"':
      case '\\':
        fputc('\\', f);
        fputc(*chr, f);
        break;
      case '\n':
        fputs("\\n", f);
        break;
      case '\t':
        fputs("\\t", f);
        break;
      default:
        fputc(*chr, f);
        break;
    }
  }
}
typedef struct {
  const Subtree *subtree;
  Length position;
  uint32_t child_index;
  uint32_t structural_child_index;
  uint32_t descendant_index;
} TreeCursorEntry;
typedef struct {
  const TSTree *tree;
  struct { TreeCursorEntry *contents; uint32_t size; uint32_t capacity; } stack;
  TSSymbol root_alias_symbol;
} TreeCursor;
typedef enum {
  TreeCursorStepNone,
  TreeCursorStepHidden,
  TreeCursorStepVisible,
} TreeCursorStep;
void ts_tree_cursor_init(TreeCursor *self, TSNode node);
void ts_tree_cursor_current_status(
  const TSTreeCursor *_self,
  TSFieldId *field_id,
  _Bool *has_later_siblings,
  _Bool *has_later_named_siblings,
  _Bool *can_have_later_siblings_with_this_field,
  TSSymbol *supertypes,
  unsigned *supertype_count
);
TreeCursorStep ts_tree_cursor_goto_first_child_internal(TSTreeCursor *_self);
TreeCursorStep ts_tree_cursor_goto_next_sibling_internal(TSTreeCursor *_self);
static inline Subtree ts_tree_cursor_current_subtree(const TSTreeCursor *_self) {
  const TreeCursor *self = (const TreeCursor *)_self;
  TreeCursorEntry *last_entry = (((void)((uint32_t)((&self->stack)->size - 1) < (&self->stack)->size)), &(&self->stack)->contents[(&self->stack)->size - 1]);
  return *last_entry->subtree;
}
TSNode ts_tree_cursor_parent_node(const TSTreeCursor *_self);
typedef struct { long long __ll; long double __ld; } max_align_t;
typedef long ptrdiff_t;
typedef int8_t UBool;
    typedef uint16_t UChar;
    typedef short unsigned int OldUChar;
typedef int32_t UChar32;
extern UChar32
utf8_nextCharSafeBody(const uint8_t *s, int32_t *pi, int32_t length, UChar32 c, UBool strict);
extern int32_t
utf8_appendCharSafeBody(uint8_t *s, int32_t i, int32_t length, UChar32 c, UBool *pIsError);
extern UChar32
utf8_prevCharSafeBody(const uint8_t *s, int32_t start, int32_t *pi, UChar32 c, UBool strict);
extern int32_t
utf8_back1SafeBody(const uint8_t *s, int32_t start, int32_t i);
static inline uint16_t __bswap16(uint16_t __x)
{
 return __x<<8 | __x>>8;
}
static inline uint32_t __bswap32(uint32_t __x)
{
 return __x>>24 | __x>>8&0xff00 | __x<<8&0xff0000 | __x<<24;
}
static inline uint64_t __bswap64(uint64_t __x)
{
 return __bswap32(__x)+0ULL<<32 | __bswap32(__x>>32);
}
static const int32_t TS_DECODE_ERROR = (-1);
static inline uint32_t ts_decode_utf8(
  const uint8_t *string,
  uint32_t length,
  int32_t *code_point
) {
  uint32_t i = 0;
  do { (*code_point)=(uint8_t)(string)[(i)++]; if(!(((*code_point)&0x80)==0)) { uint8_t __t = 0; if((i)!=(length) && ((*code_point)>=0xe0 ? ((*code_point)<0xf0 ? "\x20\x30\x30\x30\x30\x30\x30\x30\x30\x30\x30\x30\x30\x10\x30\x30"[(*code_point)&=0xf]&(1<<((__t=(string)[i])>>5)) && (__t&=0x3f, 1) : ((*code_point)-=0xf0)<=4 && "\x00\x00\x00\x00\x00\x00\x00\x00\x1E\x0F\x0F\x0F\x00\x00\x00\x00"[(__t=(string)[i])>>4]&(1<<(*code_point)) && ((*code_point)=((*code_point)<<6)|(__t&0x3f), ++(i)!=(length)) && (__t=(string)[i]-0x80)<=0x3f) && ((*code_point)=((*code_point)<<6)|__t, ++(i)!=(length)) : (*code_point)>=0xc2 && ((*code_point)&=0x1f, 1)) && (__t=(string)[i]-0x80)<=0x3f && ((*code_point)=((*code_point)<<6)|__t, ++(i), 1)) { } else { (*code_point)=((-1)); } } } while (0);
  return i;
}
static inline uint32_t ts_decode_utf16_le(
  const uint8_t *string,
  uint32_t length,
  int32_t *code_point
) {
  if (length < 2) {
    *code_point = TS_DECODE_ERROR;
    return length;
  }
  uint32_t i = 0;
  do { (*code_point)=(uint16_t)((((uint16_t *)string))[(i)++]); if((((*code_point)&0xfffffc00)==0xd800)) { uint16_t __c2; if((i)!=(length / 2) && (((__c2=(((uint16_t *)string))[(i)])&0xfffffc00)==0xdc00)) { ++(i); (*code_point)=(((UChar32)((*code_point))<<10UL)+(UChar32)(__c2)-((0xd800<<10UL)+0xdc00-0x10000)); } } } while (0);
  return i * 2;
}
static inline uint32_t ts_decode_utf16_be(
  const uint8_t *string,
  uint32_t length,
  int32_t *code_point
) {
  if (length < 2) {
    *code_point = TS_DECODE_ERROR;
    return length;
  }
  uint32_t i = 0;
  do { (*code_point)=__bswap16((((uint16_t *)string))[(i)++]); if((((*code_point)&0xfffffc00)==0xd800)) { uint16_t __c2; if((i)!=(length / 2) && (((__c2=(((uint16_t *)string))[(i)])&0xfffffc00)==0xdc00)) { ++(i); (*code_point)=(((UChar32)((*code_point))<<10UL)+(UChar32)(__c2)-((0xd800<<10UL)+0xdc00-0x10000)); } } } while (0);
  return i * 2;
}
typedef unsigned wint_t;
typedef unsigned long wctype_t;
typedef const int * wctrans_t;
int iswalnum(wint_t);
int iswalpha(wint_t);
int iswblank(wint_t);
int iswcntrl(wint_t);
int iswdigit(wint_t);
int iswgraph(wint_t);
int iswlower(wint_t);
int iswprint(wint_t);
int iswpunct(wint_t);
int iswspace(wint_t);
int iswupper(wint_t);
int iswxdigit(wint_t);
int iswctype(wint_t, wctype_t);
wint_t towctrans(wint_t, wctrans_t);
wint_t towlower(wint_t);
wint_t towupper(wint_t);
wctrans_t wctrans(const char *);
wctype_t wctype(const char *);
int iswalnum_l(wint_t, locale_t);
int iswalpha_l(wint_t, locale_t);
int iswblank_l(wint_t, locale_t);
int iswcntrl_l(wint_t, locale_t);
int iswdigit_l(wint_t, locale_t);
int iswgraph_l(wint_t, locale_t);
int iswlower_l(wint_t, locale_t);
int iswprint_l(wint_t, locale_t);
int iswpunct_l(wint_t, locale_t);
int iswspace_l(wint_t, locale_t);
int iswupper_l(wint_t, locale_t);
int iswxdigit_l(wint_t, locale_t);
int iswctype_l(wint_t, wctype_t, locale_t);
wint_t towlower_l(wint_t, locale_t);
wint_t towupper_l(wint_t, locale_t);
wint_t towctrans_l(wint_t, wctrans_t, locale_t);
wctrans_t wctrans_l(const char *, locale_t);
wctype_t wctype_l(const char *, locale_t);
typedef struct {
  const char *input;
  const char *start;
  const char *end;
  int32_t next;
  uint8_t next_size;
} Stream;
typedef struct {
  TSSymbol symbol;
  TSSymbol supertype_symbol;
  TSFieldId field;
  uint16_t capture_ids[3];
  uint16_t depth;
  uint16_t alternative_index;
  uint16_t negated_field_list_id;
  _Bool is_named: 1;
  _Bool is_immediate: 1;
  _Bool is_last_child: 1;
  _Bool is_pass_through: 1;
  _Bool is_dead_end: 1;
  _Bool is_inside_alternation: 1;
  _Bool contains_captures: 1;
  _Bool root_pattern_guaranteed: 1;
  _Bool parent_pattern_guaranteed: 1;
  _Bool is_missing: 1;
  _Bool alternative_is_skip: 1;
} QueryStep;
typedef struct {
  uint32_t offset;
  uint32_t length;
} Slice;
typedef struct {
  struct { char *contents; uint32_t size; uint32_t capacity; } characters;
  struct { Slice *contents; uint32_t size; uint32_t capacity; } slices;
} SymbolTable;
typedef struct { uint8_t *contents; uint32_t size; uint32_t capacity; } CaptureQuantifiers;
typedef struct {
  uint16_t step_index;
  uint16_t pattern_index;
  _Bool is_rooted;
} PatternEntry;
typedef struct {
  Slice steps;
  Slice predicate_steps;
  uint32_t start_byte;
  uint32_t end_byte;
  _Bool is_non_local;
} QueryPattern;
typedef struct {
  uint32_t byte_offset;
  uint16_t step_index;
} StepOffset;
typedef struct {
  uint32_t id;
  uint32_t capture_list_id;
  uint32_t heap_insert_order;
  uint16_t start_depth;
  uint16_t step_index;
  uint16_t pattern_index;
  uint16_t consumed_capture_count: 12;
  _Bool seeking_immediate_match: 1;
  _Bool has_in_progress_alternatives: 1;
  _Bool dead: 1;
  _Bool needs_parent: 1;
  _Bool skipped_quantifier: 1;
} QueryState;
typedef struct { QueryState *contents; uint32_t size; uint32_t capacity; } QueryStateList;
typedef struct { TSQueryCapture *contents; uint32_t size; uint32_t capacity; } CaptureList;
typedef struct {
  struct { CaptureList *contents; uint32_t size; uint32_t capacity; } list;
  CaptureList empty_list;
  uint32_t max_capture_list_count;
  uint32_t free_capture_list_count;
} CaptureListPool;
typedef struct {
  TSStateId parse_state;
  TSSymbol parent_symbol;
  uint16_t child_index;
  TSFieldId field_id: 15;
  _Bool done: 1;
} AnalysisStateEntry;
typedef struct {
  AnalysisStateEntry stack[8];
  uint16_t depth;
  uint16_t step_index;
  TSSymbol root_symbol;
} AnalysisState;
typedef struct { AnalysisState * *contents; uint32_t size; uint32_t capacity; } AnalysisStateSet;
typedef struct {
  AnalysisStateSet states;
  AnalysisStateSet next_states;
  AnalysisStateSet deeper_states;
  AnalysisStateSet state_pool;
  struct { uint16_t *contents; uint32_t size; uint32_t capacity; } final_step_indices;
  struct { TSSymbol *contents; uint32_t size; uint32_t capacity; } finished_parent_symbols;
  _Bool did_abort;
} QueryAnalysis;
typedef struct {
  TSStateId state;
  uint16_t production_id;
  uint8_t child_index: 7;
  _Bool done: 1;
} AnalysisSubgraphNode;
typedef struct {
  TSSymbol symbol;
  struct { TSStateId *contents; uint32_t size; uint32_t capacity; } start_states;
  struct { AnalysisSubgraphNode *contents; uint32_t size; uint32_t capacity; } nodes;
} AnalysisSubgraph;
typedef struct { AnalysisSubgraph *contents; uint32_t size; uint32_t capacity; } AnalysisSubgraphArray;
typedef struct {
  TSStateId *contents;
} StatePredecessorMap;
struct TSQuery {
  SymbolTable captures;
  SymbolTable predicate_values;
  struct { CaptureQuantifiers *contents; uint32_t size; uint32_t capacity; } capture_quantifiers;
  struct { QueryStep *contents; uint32_t size; uint32_t capacity; } steps;
  struct { PatternEntry *contents; uint32_t size; uint32_t capacity; } pattern_map;
  struct { TSQueryPredicateStep *contents; uint32_t size; uint32_t capacity; } predicate_steps;
  struct { QueryPattern *contents; uint32_t size; uint32_t capacity; } patterns;
  struct { StepOffset *contents; uint32_t size; uint32_t capacity; } step_offsets;
  struct { TSFieldId *contents; uint32_t size; uint32_t capacity; } negated_fields;
  struct { char *contents; uint32_t size; uint32_t capacity; } string_buffer;
  struct { TSSymbol *contents; uint32_t size; uint32_t capacity; } repeat_symbols_with_rootless_patterns;
  const TSLanguage *language;
  uint16_t wildcard_root_pattern_count;
};
struct TSQueryCursor {
  const TSQuery *query;
  TSTreeCursor cursor;
  QueryStateList states;
  QueryStateList finished_states;
  uint32_t finished_states_heap_size;
  CaptureListPool capture_list_pool;
  uint32_t depth;
  uint32_t max_start_depth;
  TSRange included_range;
  TSRange containing_range;
  uint32_t next_state_id;
  uint32_t next_finished_state_id;
  const TSQueryCursorOptions *query_options;
  TSQueryCursorState query_state;
  unsigned operation_count;
  _Bool on_visible_node;
  _Bool ascending;
  _Bool halted;
  _Bool did_exceed_match_limit;
};
static const TSQueryError PARENT_DONE = -1;
static const uint16_t PATTERN_DONE_MARKER = (0xffff);
static const uint16_t NONE = (0xffff);
static const uint32_t CAPTURE_LIST_NONE = (0xffffffffu);
static const TSSymbol WILDCARD_SYMBOL = 0;
static const unsigned OP_COUNT_PER_QUERY_CALLBACK_CHECK = 100;
static _Bool stream_advance(Stream *self) {
  self->input += self->next_size;
  if (self->input < self->end) {
    uint32_t size = ts_decode_utf8(
      (const uint8_t *)self->input,
      (uint32_t)(self->end - self->input),
      &self->next
    );
    if (size > 0) {
      self->next_size = size;
      return 1;
    }
  } else {
    self->next_size = 0;
    self->next = '\0';
  }
  return 0;
}
static void stream_reset(Stream *self, const char *input) {
  self->input = input;
  self->next_size = 0;
  stream_advance(self);
}
static Stream stream_new(const char *string, uint32_t length) {
  Stream self = {
    .next = 0,
    .input = string,
    .start = string,
    .end = string + length,
  };
  stream_advance(&self);
  return self;
}
static void stream_skip_whitespace(Stream *self) {
  for (;;) {
    if (iswspace(self->next)) {
      stream_advance(self);
    } else if (self->next == ';') {
      stream_advance(self);
      while (self->next && self->next != '\n') {
        if (!stream_advance(self)) break;
      }
    } else {
      break;
    }
  }
}
static _Bool stream_is_ident_start(Stream *self) {
  return iswalnum(self->next) || self->next == '_' || self->next == '-';
}
static void stream_scan_identifier(Stream *stream) {
  do {
    stream_advance(stream);
  } while (
    iswalnum(stream->next) ||
    stream->next == '_' ||
    stream->next == '-' ||
    stream->next == '.'
  );
}
static uint32_t stream_offset(Stream *self) {
  return (uint32_t)(self->input - self->start);
}
static CaptureListPool capture_list_pool_new(void) {
  return (CaptureListPool) {
    .list = { ((void*)0), 0, 0 },
    .empty_list = { ((void*)0), 0, 0 },
    .max_capture_list_count = (0xffffffffu),
    .free_capture_list_count = 0,
  };
}
static void capture_list_pool_reset(CaptureListPool *self) {
  for (uint32_t i = 0; i < self->list.size; i++) {
    (((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i])->size = (0xffffffffu);
  }
  self->free_capture_list_count = self->list.size;
}
static void capture_list_pool_delete(CaptureListPool *self) {
  for (uint32_t i = 0; i < self->list.size; i++) {
    do { if (((((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i]))->contents) ts_current_free(((((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i]))->contents); ((((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i]))->contents = ((void*)0); ((((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i]))->size = 0; ((((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i]))->capacity = 0; } while (0);
  }
  do { if ((&self->list)->contents) ts_current_free((&self->list)->contents); (&self->list)->contents = ((void*)0); (&self->list)->size = 0; (&self->list)->capacity = 0; } while (0);
}
static const CaptureList *capture_list_pool_get(const CaptureListPool *self, uint32_t id) {
  if (id >= self->list.size) return &self->empty_list;
  return (((void)((uint32_t)(id) < (&self->list)->size)), &(&self->list)->contents[id]);
}
static CaptureList *capture_list_pool_get_mut(CaptureListPool *self, uint32_t id) {
  ((void)(id < self->list.size));
  return (((void)((uint32_t)(id) < (&self->list)->size)), &(&self->list)->contents[id]);
}
static _Bool capture_list_pool_is_empty(const CaptureListPool *self) {
  return self->free_capture_list_count == 0 && self->list.size >= self->max_capture_list_count;
}
static uint32_t capture_list_pool_acquire(CaptureListPool *self) {
  if (self->free_capture_list_count > 0) {
    for (uint32_t i = 0; i < self->list.size; i++) {
      if ((((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i])->size == (0xffffffffu)) {
        (((((void)((uint32_t)(i) < (&self->list)->size)), &(&self->list)->contents[i]))->size = 0);
        self->free_capture_list_count--;
        return i;
      }
    }
  }
  uint32_t i = self->list.size;
  if (i >= self->max_capture_list_count) {
    return CAPTURE_LIST_NONE;
  }
  CaptureList list;
  ((&list)->size = 0, (&list)->capacity = 0, (&list)->contents = ((void*)0));
  do { (&self->list)->contents = (_array__grow( (void *)(&self->list)->contents, (&self->list)->size, &(&self->list)->capacity, 1, (sizeof *(&self->list)->contents) )); (&self->list)->contents[(&self->list)->size++] = (list); } while(0);
  return i;
}
static void capture_list_pool_release(CaptureListPool *self, uint32_t id) {
  if (id >= self->list.size) return;
  (((void)((uint32_t)(id) < (&self->list)->size)), &(&self->list)->contents[id])->size = (0xffffffffu);
  self->free_capture_list_count++;
}
static void finished_state_swap(QueryStateList *states, uint32_t a, uint32_t b) {
  QueryState tmp = *(((void)((uint32_t)(a) < (states)->size)), &(states)->contents[a]);
  *(((void)((uint32_t)(a) < (states)->size)), &(states)->contents[a]) = *(((void)((uint32_t)(b) < (states)->size)), &(states)->contents[b]);
  *(((void)((uint32_t)(b) < (states)->size)), &(states)->contents[b]) = tmp;
}
static inline _Bool finished_state_precedes(
  const QueryState *a,
  const QueryState *b,
  const CaptureListPool *pool
) {
  const CaptureList *a_caps = capture_list_pool_get(pool, a->capture_list_id);
  const CaptureList *b_caps = capture_list_pool_get(pool, b->capture_list_id);
  if (a->consumed_capture_count >= a_caps->size) return 0;
  if (b->consumed_capture_count >= b_caps->size) return 1;
  uint32_t a_byte = ts_node_start_byte(a_caps->contents[a->consumed_capture_count].node);
  uint32_t b_byte = ts_node_start_byte(b_caps->contents[b->consumed_capture_count].node);
  if (a_byte != b_byte) return a_byte < b_byte;
  if (a->pattern_index != b->pattern_index) return a->pattern_index < b->pattern_index;
  return a->heap_insert_order < b->heap_insert_order;
}
static void finished_state_sift_down(
  QueryStateList *states,
  uint32_t index,
  const CaptureListPool *pool
) {
  uint32_t size = states->size;
  while (1) {
    uint32_t smallest = index;
    uint32_t left = 2 * index + 1;
    uint32_t right = 2 * index + 2;
    if (left < size && finished_state_precedes(
      (((void)((uint32_t)(left) < (states)->size)), &(states)->contents[left]),
      (((void)((uint32_t)(smallest) < (states)->size)), &(states)->contents[smallest]),
      pool
    )) {
      smallest = left;
    }
    if (right < size && finished_state_precedes(
      (((void)((uint32_t)(right) < (states)->size)), &(states)->contents[right]),
      (((void)((uint32_t)(smallest) < (states)->size)), &(states)->contents[smallest]),
      pool
    )) {
      smallest = right;
    }
    if (smallest == index) break;
    finished_state_swap(states, index, smallest);
    index = smallest;
  }
}
static void finished_state_sift_up(
  QueryStateList *states,
  uint32_t index,
  const CaptureListPool *pool
) {
  while (index > 0) {
    uint32_t parent = (index - 1) / 2;
    if (finished_state_precedes(
      (((void)((uint32_t)(index) < (states)->size)), &(states)->contents[index]),
      (((void)((uint32_t)(parent) < (states)->size)), &(states)->contents[parent]),
      pool
    )) {
      finished_state_swap(states, index, parent);
      index = parent;
    } else {
      break;
    }
  }
}
static inline void finished_state_pop(QueryStateList *states, const CaptureListPool *pool) {
  if (states->size > 1) *(((void)((uint32_t)(0) < (states)->size)), &(states)->contents[0]) = *(((void)((uint32_t)((states)->size - 1) < (states)->size)), &(states)->contents[(states)->size - 1]);
  states->size--;
  if (states->size > 0) finished_state_sift_down(states, 0, pool);
}
static void finished_state_erase(
  QueryStateList *states,
  uint32_t index,
  const CaptureListPool *pool
) {
  if (index == states->size - 1) {
    states->size--;
    return;
  }
  *(((void)((uint32_t)(index) < (states)->size)), &(states)->contents[index]) = *(((void)((uint32_t)((states)->size - 1) < (states)->size)), &(states)->contents[(states)->size - 1]);
  states->size--;
  if (index > 0 && finished_state_precedes(
    (((void)((uint32_t)(index) < (states)->size)), &(states)->contents[index]),
    (((void)((uint32_t)((index - 1) / 2) < (states)->size)), &(states)->contents[(index - 1) / 2]),
    pool
  )) {
    finished_state_sift_up(states, index, pool);
  } else {
    finished_state_sift_down(states, index, pool);
  }
}
static void ts_query_cursor__push_finished_state(
  TSQueryCursor *self,
  QueryState *state
) {
  state->heap_insert_order = self->next_finished_state_id++;
  do { (&self->finished_states)->contents = (_array__grow( (void *)(&self->finished_states)->contents, (&self->finished_states)->size, &(&self->finished_states)->capacity, 1, (sizeof *(&self->finished_states)->contents) )); (&self->finished_states)->contents[(&self->finished_states)->size++] = (*state); } while(0);
}
static void ts_query_cursor__heapify_finished_states(TSQueryCursor *self) {
  while (self->finished_states_heap_size < self->finished_states.size) {
    finished_state_sift_up(
      &self->finished_states,
      self->finished_states_heap_size,
      &self->capture_list_pool
    );
    self->finished_states_heap_size++;
  }
}
static TSQuantifier quantifier_mul(
  TSQuantifier left,
  TSQuantifier right
) {
  switch (left)
  {
    case TSQuantifierZero:
      return TSQuantifierZero;
    case TSQuantifierZeroOrOne:
      switch (right) {
        case TSQuantifierZero:
          return TSQuantifierZero;
        case TSQuantifierZeroOrOne:
        case TSQuantifierOne:
          return TSQuantifierZeroOrOne;
        case TSQuantifierZeroOrMore:
        case TSQuantifierOneOrMore:
          return TSQuantifierZeroOrMore;
      };
      break;
    case TSQuantifierZeroOrMore:
      switch (right) {
        case TSQuantifierZero:
          return TSQuantifierZero;
        case TSQuantifierZeroOrOne:
        case TSQuantifierZeroOrMore:
        case TSQuantifierOne:
        case TSQuantifierOneOrMore:
          return TSQuantifierZeroOrMore;
      };
      break;
    case TSQuantifierOne:
      return right;
    case TSQuantifierOneOrMore:
      switch (right) {
        case TSQuantifierZero:
          return TSQuantifierZero;
        case TSQuantifierZeroOrOne:
        case TSQuantifierZeroOrMore:
          return TSQuantifierZeroOrMore;
        case TSQuantifierOne:
        case TSQuantifierOneOrMore:
          return TSQuantifierOneOrMore;
      };
      break;
  }
  return TSQuantifierZero;
}
static TSQuantifier quantifier_join(
  TSQuantifier left,
  TSQuantifier right
) {
  switch (left)
  {
    case TSQuantifierZero:
      switch (right) {
        case TSQuantifierZero:
          return TSQuantifierZero;
        case TSQuantifierZeroOrOne:
        case TSQuantifierOne:
          return TSQuantifierZeroOrOne;
        case TSQuantifierZeroOrMore:
        case TSQuantifierOneOrMore:
          return TSQuantifierZeroOrMore;
      };
      break;
    case TSQuantifierZeroOrOne:
      switch (right) {
        case TSQuantifierZero:
        case TSQuantifierZeroOrOne:
        case TSQuantifierOne:
          return TSQuantifierZeroOrOne;
          break;
        case TSQuantifierZeroOrMore:
        case TSQuantifierOneOrMore:
          return TSQuantifierZeroOrMore;
          break;
      };
      break;
    case TSQuantifierZeroOrMore:
      return TSQuantifierZeroOrMore;
    case TSQuantifierOne:
      switch (right) {
        case TSQuantifierZero:
        case TSQuantifierZeroOrOne:
          return TSQuantifierZeroOrOne;
        case TSQuantifierZeroOrMore:
          return TSQuantifierZeroOrMore;
        case TSQuantifierOne:
          return TSQuantifierOne;
        case TSQuantifierOneOrMore:
          return TSQuantifierOneOrMore;
      };
      break;
    case TSQuantifierOneOrMore:
      switch (right) {
        case TSQuantifierZero:
        case TSQuantifierZeroOrOne:
        case TSQuantifierZeroOrMore:
          return TSQuantifierZeroOrMore;
        case TSQuantifierOne:
        case TSQuantifierOneOrMore:
          return TSQuantifierOneOrMore;
      };
      break;
  }
  return TSQuantifierZero;
}
static TSQuantifier quantifier_add(
  TSQuantifier left,
  TSQuantifier right
) {
  switch (left)
  {
    case TSQuantifierZero:
      return right;
    case TSQuantifierZeroOrOne:
      switch (right) {
        case TSQuantifierZero:
          return TSQuantifierZeroOrOne;
        case TSQuantifierZeroOrOne:
        case TSQuantifierZeroOrMore:
          return TSQuantifierZeroOrMore;
        case TSQuantifierOne:
        case TSQuantifierOneOrMore:
          return TSQuantifierOneOrMore;
      };
      break;
    case TSQuantifierZeroOrMore:
      switch (right) {
        case TSQuantifierZero:
          return TSQuantifierZeroOrMore;
        case TSQuantifierZeroOrOne:
        case TSQuantifierZeroOrMore:
          return TSQuantifierZeroOrMore;
        case TSQuantifierOne:
        case TSQuantifierOneOrMore:
          return TSQuantifierOneOrMore;
      };
      break;
    case TSQuantifierOne:
      switch (right) {
        case TSQuantifierZero:
          return TSQuantifierOne;
        case TSQuantifierZeroOrOne:
        case TSQuantifierZeroOrMore:
        case TSQuantifierOne:
        case TSQuantifierOneOrMore:
          return TSQuantifierOneOrMore;
      };
      break;
    case TSQuantifierOneOrMore:
      return TSQuantifierOneOrMore;
  }
  return TSQuantifierZero;
}
static CaptureQuantifiers capture_quantifiers_new(void) {
  return (CaptureQuantifiers) { ((void*)0), 0, 0 };
}
static void capture_quantifiers_delete(
  CaptureQuantifiers *self
) {
  do { if ((self)->contents) ts_current_free((self)->contents); (self)->contents = ((void*)0); (self)->size = 0; (self)->capacity = 0; } while (0);
}
static void capture_quantifiers_clear(
  CaptureQuantifiers *self
) {
  ((self)->size = 0);
}
static void capture_quantifiers_replace(
  CaptureQuantifiers *self,
  CaptureQuantifiers *quantifiers
) {
  ((self)->size = 0);
  (((self))->contents = (_array__splice( (void*)((self))->contents, &((self))->size, &((self))->capacity, (sizeof *((self))->contents), ((self))->size, 0, (quantifiers)->size, (quantifiers)->contents )));
}
static TSQuantifier capture_quantifier_for_id(
  const CaptureQuantifiers *self,
  uint16_t id
) {
  return (self->size <= id) ? TSQuantifierZero : (TSQuantifier) *(((void)((uint32_t)(id) < (self)->size)), &(self)->contents[id]);
}
static void capture_quantifiers_add_for_id(
  CaptureQuantifiers *self,
  uint16_t id,
  TSQuantifier quantifier
) {
  if (self->size <= id) {
    do { if ((id + 1 - self->size) == 0) break; (self)->contents = (_array__grow( (self)->contents, (self)->size, &(self)->capacity, id + 1 - self->size, (sizeof *(self)->contents) )); memset((self)->contents + (self)->size, 0, (id + 1 - self->size) * (sizeof *(self)->contents)); (self)->size += (id + 1 - self->size); } while (0);
  }
  uint8_t *own_quantifier = (((void)((uint32_t)(id) < (self)->size)), &(self)->contents[id]);
  *own_quantifier = (uint8_t) quantifier_add((TSQuantifier) *own_quantifier, quantifier);
}
static void capture_quantifiers_add_all(
  CaptureQuantifiers *self,
  CaptureQuantifiers *quantifiers
) {
  if (self->size < quantifiers->size) {
    do { if ((quantifiers->size - self->size) == 0) break; (self)->contents = (_array__grow( (self)->contents, (self)->size, &(self)->capacity, quantifiers->size - self->size, (sizeof *(self)->contents) )); memset((self)->contents + (self)->size, 0, (quantifiers->size - self->size) * (sizeof *(self)->contents)); (self)->size += (quantifiers->size - self->size); } while (0);
  }
  for (uint16_t id = 0; id < (uint16_t)quantifiers->size; id++) {
    uint8_t *quantifier = (((void)((uint32_t)(id) < (quantifiers)->size)), &(quantifiers)->contents[id]);
    uint8_t *own_quantifier = (((void)((uint32_t)(id) < (self)->size)), &(self)->contents[id]);
    *own_quantifier = (uint8_t) quantifier_add((TSQuantifier) *own_quantifier, (TSQuantifier) *quantifier);
  }
}
static void capture_quantifiers_mul(
  CaptureQuantifiers *self,
  TSQuantifier quantifier
) {
  for (uint16_t id = 0; id < (uint16_t)self->size; id++) {
    uint8_t *own_quantifier = (((void)((uint32_t)(id) < (self)->size)), &(self)->contents[id]);
    *own_quantifier = (uint8_t) quantifier_mul((TSQuantifier) *own_quantifier, quantifier);
  }
}
static void capture_quantifiers_join_all(
  CaptureQuantifiers *self,
  CaptureQuantifiers *quantifiers
) {
  if (self->size < quantifiers->size) {
    do { if ((quantifiers->size - self->size) == 0) break; (self)->contents = (_array__grow( (self)->contents, (self)->size, &(self)->capacity, quantifiers->size - self->size, (sizeof *(self)->contents) )); memset((self)->contents + (self)->size, 0, (quantifiers->size - self->size) * (sizeof *(self)->contents)); (self)->size += (quantifiers->size - self->size); } while (0);
  }
  for (uint32_t id = 0; id < quantifiers->size; id++) {
    uint8_t *quantifier = (((void)((uint32_t)(id) < (quantifiers)->size)), &(quantifiers)->contents[id]);
    uint8_t *own_quantifier = (((void)((uint32_t)(id) < (self)->size)), &(self)->contents[id]);
    *own_quantifier = (uint8_t) quantifier_join((TSQuantifier) *own_quantifier, (TSQuantifier) *quantifier);
  }
  for (uint32_t id = quantifiers->size; id < self->size; id++) {
    uint8_t *own_quantifier = (((void)((uint32_t)(id) < (self)->size)), &(self)->contents[id]);
    *own_quantifier = (uint8_t) quantifier_join((TSQuantifier) *own_quantifier, TSQuantifierZero);
  }
}
static SymbolTable symbol_table_new(void) {
  return (SymbolTable) {
    .characters = { ((void*)0), 0, 0 },
    .slices = { ((void*)0), 0, 0 },
  };
}
static void symbol_table_delete(SymbolTable *self) {
  do { if ((&self->characters)->contents) ts_current_free((&self->characters)->contents); (&self->characters)->contents = ((void*)0); (&self->characters)->size = 0; (&self->characters)->capacity = 0; } while (0);
  do { if ((&self->slices)->contents) ts_current_free((&self->slices)->contents); (&self->slices)->contents = ((void*)0); (&self->slices)->size = 0; (&self->slices)->capacity = 0; } while (0);
}
static int symbol_table_id_for_name(
  const SymbolTable *self,
  const char *name,
  uint32_t length
) {
  for (unsigned i = 0; i < self->slices.size; i++) {
    Slice slice = *(((void)((uint32_t)(i) < (&self->slices)->size)), &(&self->slices)->contents[i]);
    if (
      slice.length == length &&
      !strncmp((((void)((uint32_t)(slice.offset) < (&self->characters)->size)), &(&self->characters)->contents[slice.offset]), name, length)
    ) return i;
  }
  return -1;
}
static const char *symbol_table_name_for_id(
  const SymbolTable *self,
  uint16_t id,
  uint32_t *length
) {
  Slice slice = *((((void)((uint32_t)(id) < (&self->slices)->size)), &(&self->slices)->contents[id]));
  *length = slice.length;
  return (((void)((uint32_t)(slice.offset) < (&self->characters)->size)), &(&self->characters)->contents[slice.offset]);
}
static uint16_t symbol_table_insert_name(
  SymbolTable *self,
  const char *name,
  uint32_t length
) {
  int id = symbol_table_id_for_name(self, name, length);
  if (id >= 0) return (uint16_t)id;
  Slice slice = {
    .offset = self->characters.size,
    .length = length,
  };
  do { if ((length + 1) == 0) break; (&self->characters)->contents = (_array__grow( (&self->characters)->contents, (&self->characters)->size, &(&self->characters)->capacity, length + 1, (sizeof *(&self->characters)->contents) )); memset((&self->characters)->contents + (&self->characters)->size, 0, (length + 1) * (sizeof *(&self->characters)->contents)); (&self->characters)->size += (length + 1); } while (0);
  memcpy((((void)((uint32_t)(slice.offset) < (&self->characters)->size)), &(&self->characters)->contents[slice.offset]), name, length);
  *(((void)((uint32_t)(self->characters.size - 1) < (&self->characters)->size)), &(&self->characters)->contents[self->characters.size - 1]) = 0;
  do { (&self->slices)->contents = (_array__grow( (void *)(&self->slices)->contents, (&self->slices)->size, &(&self->slices)->capacity, 1, (sizeof *(&self->slices)->contents) )); (&self->slices)->contents[(&self->slices)->size++] = (slice); } while(0);
  return self->slices.size - 1;
}
static QueryStep query_step__new(
  TSSymbol symbol,
  uint16_t depth,
  _Bool is_immediate
) {
  QueryStep step = {
    .symbol = symbol,
    .depth = depth,
    .alternative_index = NONE,
    .is_immediate = is_immediate,
  };
  for (unsigned i = 0; i < 3; i++) {
    step.capture_ids[i] = NONE;
  }
  return step;
}
static void query_step__add_capture(QueryStep *self, uint16_t capture_id) {
  for (unsigned i = 0; i < 3; i++) {
    if (self->capture_ids[i] == NONE) {
      self->capture_ids[i] = capture_id;
      break;
    }
  }
}
static void query_step__remove_capture(QueryStep *self, uint16_t capture_id) {
  for (unsigned i = 0; i < 3; i++) {
    if (self->capture_ids[i] == capture_id) {
      self->capture_ids[i] = NONE;
      while (i + 1 < 3) {
        if (self->capture_ids[i + 1] == NONE) break;
        self->capture_ids[i] = self->capture_ids[i + 1];
        self->capture_ids[i + 1] = NONE;
        i++;
      }
      break;
    }
  }
}
static inline StatePredecessorMap state_predecessor_map_new(
  const TSLanguage *language
) {
  return (StatePredecessorMap) {
    .contents = ts_current_calloc(
      (size_t)language->state_count * (256 + 1),
      sizeof(TSStateId)
    ),
  };
}
static inline void state_predecessor_map_delete(StatePredecessorMap *self) {
  ts_current_free(self->contents);
}
static inline void state_predecessor_map_add(
  StatePredecessorMap *self,
  TSStateId state,
  TSStateId predecessor
) {
  size_t index = (size_t)state * (256 + 1);
  TSStateId *count = &self->contents[index];
  if (
    *count == 0 ||
    (*count < 256 && self->contents[index + *count] != predecessor)
  ) {
    (*count)++;
    self->contents[index + *count] = predecessor;
  }
}
static inline const TSStateId *state_predecessor_map_get(
  const StatePredecessorMap *self,
  TSStateId state,
  unsigned *count
) {
  size_t index = (size_t)state * (256 + 1);
  *count = self->contents[index];
  return &self->contents[index + 1];
}
static unsigned analysis_state__recursion_depth(const AnalysisState *self) {
  unsigned result = 0;
  for (unsigned i = 0; i < self->depth; i++) {
    TSSymbol symbol = self->stack[i].parent_symbol;
    for (unsigned j = 0; j < i; j++) {
      if (self->stack[j].parent_symbol == symbol) {
        result++;
        break;
      }
    }
  }
  return result;
}
static inline int analysis_state__compare(
  AnalysisState *const *self,
  AnalysisState *const *other
) {
  if ((*self)->depth < (*other)->depth) return 1;
  for (unsigned i = 0; i < (*self)->depth; i++) {
    if (i >= (*other)->depth) return -1;
    AnalysisStateEntry s1 = (*self)->stack[i];
    AnalysisStateEntry s2 = (*other)->stack[i];
    if (s1.child_index < s2.child_index) return -1;
    if (s1.child_index > s2.child_index) return 1;
    if (s1.parent_symbol < s2.parent_symbol) return -1;
    if (s1.parent_symbol > s2.parent_symbol) return 1;
    if (s1.parse_state < s2.parse_state) return -1;
    if (s1.parse_state > s2.parse_state) return 1;
    if (s1.field_id < s2.field_id) return -1;
    if (s1.field_id > s2.field_id) return 1;
  }
  if ((*self)->step_index < (*other)->step_index) return -1;
  if ((*self)->step_index > (*other)->step_index) return 1;
  return 0;
}
static inline AnalysisStateEntry *analysis_state__top(AnalysisState *self) {
  if (self->depth == 0) {
    return &self->stack[0];
  }
  return &self->stack[self->depth - 1];
}
static inline _Bool analysis_state__has_supertype(AnalysisState *self, TSSymbol symbol) {
  for (unsigned i = 0; i < self->depth; i++) {
    if (self->stack[i].parent_symbol == symbol) return 1;
  }
  return 0;
}
static inline AnalysisState *analysis_state_pool__clone_or_reuse(
  AnalysisStateSet *self,
  AnalysisState *borrowed_item
) {
  AnalysisState *new_item;
  if (self->size) {
    new_item = ((self)->contents[--(self)->size]);
  } else {
    new_item = ts_current_malloc(sizeof(AnalysisState));
  }
  *new_item = *borrowed_item;
  return new_item;
}
static inline void analysis_state_set__insert_sorted(
  AnalysisStateSet *self,
  AnalysisStateSet *pool,
  AnalysisState *borrowed_item
) {
  unsigned index, exists;
  do { *(&index) = 0; *(&exists) = 0; uint32_t size = (self)->size - *(&index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&index) + half_size; comparison = analysis_state__compare(&((self)->contents[mid_index] ), (&borrowed_item)); if (comparison <= 0) *(&index) = mid_index; size -= half_size; } comparison = analysis_state__compare(&((self)->contents[*(&index)] ), (&borrowed_item)); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&index) += 1; } while (0);
  if (!exists) {
    AnalysisState *new_item = analysis_state_pool__clone_or_reuse(pool, borrowed_item);
    ((self)->contents = (_array__splice( (void *)(self)->contents, &(self)->size, &(self)->capacity, (sizeof *(self)->contents), index, 0, 1, &(new_item) )));
  }
}
static inline void analysis_state_set__push(
  AnalysisStateSet *self,
  AnalysisStateSet *pool,
  AnalysisState *borrowed_item
) {
  AnalysisState *new_item = analysis_state_pool__clone_or_reuse(pool, borrowed_item);
  do { (self)->contents = (_array__grow( (void *)(self)->contents, (self)->size, &(self)->capacity, 1, (sizeof *(self)->contents) )); (self)->contents[(self)->size++] = (new_item); } while(0);
}
static inline void analysis_state_set__clear(AnalysisStateSet *self, AnalysisStateSet *pool) {
  (((pool))->contents = (_array__splice( (void*)((pool))->contents, &((pool))->size, &((pool))->capacity, (sizeof *((pool))->contents), ((pool))->size, 0, (self)->size, (self)->contents )));
  ((self)->size = 0);
}
static inline void analysis_state_set__delete(AnalysisStateSet *self) {
  for (unsigned i = 0; i < self->size; i++) {
    ts_current_free(self->contents[i]);
  }
  do { if ((self)->contents) ts_current_free((self)->contents); (self)->contents = ((void*)0); (self)->size = 0; (self)->capacity = 0; } while (0);
}
static inline QueryAnalysis query_analysis__new(void) {
  return (QueryAnalysis) {
    .states = { ((void*)0), 0, 0 },
    .next_states = { ((void*)0), 0, 0 },
    .deeper_states = { ((void*)0), 0, 0 },
    .state_pool = { ((void*)0), 0, 0 },
    .final_step_indices = { ((void*)0), 0, 0 },
    .finished_parent_symbols = { ((void*)0), 0, 0 },
    .did_abort = 0,
  };
}
static inline void query_analysis__delete(QueryAnalysis *self) {
  analysis_state_set__delete(&self->states);
  analysis_state_set__delete(&self->next_states);
  analysis_state_set__delete(&self->deeper_states);
  analysis_state_set__delete(&self->state_pool);
  do { if ((&self->final_step_indices)->contents) ts_current_free((&self->final_step_indices)->contents); (&self->final_step_indices)->contents = ((void*)0); (&self->final_step_indices)->size = 0; (&self->final_step_indices)->capacity = 0; } while (0);
  do { if ((&self->finished_parent_symbols)->contents) ts_current_free((&self->finished_parent_symbols)->contents); (&self->finished_parent_symbols)->contents = ((void*)0); (&self->finished_parent_symbols)->size = 0; (&self->finished_parent_symbols)->capacity = 0; } while (0);
}
static inline int analysis_subgraph_node__compare(const AnalysisSubgraphNode *self, const AnalysisSubgraphNode *other) {
  if (self->state < other->state) return -1;
  if (self->state > other->state) return 1;
  if (self->child_index < other->child_index) return -1;
  if (self->child_index > other->child_index) return 1;
  if (self->done < other->done) return -1;
  if (self->done > other->done) return 1;
  if (self->production_id < other->production_id) return -1;
  if (self->production_id > other->production_id) return 1;
  return 0;
}
static inline _Bool ts_query__pattern_map_search(
  const TSQuery *self,
  TSSymbol needle,
  uint32_t *result
) {
  uint32_t base_index = self->wildcard_root_pattern_count;
  uint32_t size = self->pattern_map.size - base_index;
  if (size == 0) {
    *result = base_index;
    return 0;
  }
  while (size > 1) {
    uint32_t half_size = size / 2;
    uint32_t mid_index = base_index + half_size;
    TSSymbol mid_symbol = (((void)((uint32_t)((((void)((uint32_t)(mid_index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[mid_index])->step_index) < (&self->steps)->size)), &(&self->steps)->contents[(((void)((uint32_t)(mid_index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[mid_index])->step_index])->symbol;
    if (needle > mid_symbol) base_index = mid_index;
    size -= half_size;
  }
  TSSymbol symbol = (((void)((uint32_t)((((void)((uint32_t)(base_index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[base_index])->step_index) < (&self->steps)->size)), &(&self->steps)->contents[(((void)((uint32_t)(base_index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[base_index])->step_index])->symbol;
  if (needle > symbol) {
    base_index++;
    if (base_index < self->pattern_map.size) {
      symbol = (((void)((uint32_t)((((void)((uint32_t)(base_index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[base_index])->step_index) < (&self->steps)->size)), &(&self->steps)->contents[(((void)((uint32_t)(base_index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[base_index])->step_index])->symbol;
    }
  }
  *result = base_index;
  return needle == symbol;
}
static inline void ts_query__pattern_map_insert(
  TSQuery *self,
  TSSymbol symbol,
  PatternEntry new_entry
) {
  uint32_t index;
  ts_query__pattern_map_search(self, symbol, &index);
  while (index < self->pattern_map.size) {
    PatternEntry *entry = (((void)((uint32_t)(index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[index]);
    if (
      (((void)((uint32_t)(entry->step_index) < (&self->steps)->size)), &(&self->steps)->contents[entry->step_index])->symbol == symbol &&
      entry->pattern_index < new_entry.pattern_index
    ) {
      index++;
    } else {
      break;
    }
  }
  ((&self->pattern_map)->contents = (_array__splice( (void *)(&self->pattern_map)->contents, &(&self->pattern_map)->size, &(&self->pattern_map)->capacity, (sizeof *(&self->pattern_map)->contents), index, 0, 1, &(new_entry) )));
}
static void ts_query__perform_analysis(
  TSQuery *self,
  const AnalysisSubgraphArray *subgraphs,
  QueryAnalysis *analysis
) {
  unsigned recursion_depth_limit = 0;
  unsigned prev_final_step_count = 0;
  ((&analysis->final_step_indices)->size = 0);
  ((&analysis->finished_parent_symbols)->size = 0);
  for (unsigned iteration = 0;; iteration++) {
    if (iteration == 256) {
      analysis->did_abort = 1;
      break;
    }
    if (analysis->states.size == 0) {
      if (
        analysis->deeper_states.size > 0 &&
        analysis->final_step_indices.size > prev_final_step_count
      ) {
        prev_final_step_count = analysis->final_step_indices.size;
        recursion_depth_limit++;
        AnalysisStateSet _states = analysis->states;
        analysis->states = analysis->deeper_states;
        analysis->deeper_states = _states;
        continue;
      }
      break;
    }
    analysis_state_set__clear(&analysis->next_states, &analysis->state_pool);
    for (unsigned j = 0; j < analysis->states.size; j++) {
      AnalysisState * const state = *(((void)((uint32_t)(j) < (&analysis->states)->size)), &(&analysis->states)->contents[j]);
      if (analysis->next_states.size > 0) {
        int comparison = analysis_state__compare(
          &state,
          (((void)((uint32_t)((&analysis->next_states)->size - 1) < (&analysis->next_states)->size)), &(&analysis->next_states)->contents[(&analysis->next_states)->size - 1])
        );
        if (comparison == 0) {
          analysis_state_set__insert_sorted(&analysis->next_states, &analysis->state_pool, state);
          continue;
        } else if (comparison > 0) {
          while (j < analysis->states.size) {
            analysis_state_set__push(
              &analysis->next_states,
              &analysis->state_pool,
              *(((void)((uint32_t)(j) < (&analysis->states)->size)), &(&analysis->states)->contents[j])
            );
            j++;
          }
          break;
        }
      }
      const TSStateId parse_state = analysis_state__top(state)->parse_state;
      const TSSymbol parent_symbol = analysis_state__top(state)->parent_symbol;
      const TSFieldId parent_field_id = analysis_state__top(state)->field_id;
      const unsigned child_index = analysis_state__top(state)->child_index;
      const QueryStep * const step = (((void)((uint32_t)(state->step_index) < (&self->steps)->size)), &(&self->steps)->contents[state->step_index]);
      unsigned subgraph_index, exists;
      do { *(&subgraph_index) = 0; *(&exists) = 0; uint32_t size = (subgraphs)->size - *(&subgraph_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&subgraph_index) + half_size; comparison = ((int)*(&((subgraphs)->contents[mid_index] .symbol)) - (int)((parent_symbol))); if (comparison <= 0) *(&subgraph_index) = mid_index; size -= half_size; } comparison = ((int)*(&((subgraphs)->contents[*(&subgraph_index)] .symbol)) - (int)((parent_symbol))); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&subgraph_index) += 1; } while (0);
      if (!exists) continue;
      const AnalysisSubgraph *subgraph = (((void)((uint32_t)(subgraph_index) < (subgraphs)->size)), &(subgraphs)->contents[subgraph_index]);
      LookaheadIterator lookahead_iterator = ts_language_lookaheads(self->language, parse_state);
      while (ts_lookahead_iterator__next(&lookahead_iterator)) {
        TSSymbol sym = lookahead_iterator.symbol;
        AnalysisSubgraphNode successor = {
          .state = parse_state,
          .child_index = child_index,
        };
        if (lookahead_iterator.action_count) {
          const TSParseAction *action = &lookahead_iterator.actions[lookahead_iterator.action_count - 1];
          if (action->type == TSParseActionTypeShift) {
            if (!action->shift.extra) {
              successor.state = action->shift.state;
              successor.child_index++;
            }
          } else {
            continue;
          }
        } else if (lookahead_iterator.next_state != 0) {
          successor.state = lookahead_iterator.next_state;
          successor.child_index++;
        } else {
          continue;
        }
        unsigned node_index;
        do { *(&node_index) = 0; *(&exists) = 0; uint32_t size = (&subgraph->nodes)->size - *(&node_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&node_index) + half_size; comparison = analysis_subgraph_node__compare(&((&subgraph->nodes)->contents[mid_index] ), (&successor)); if (comparison <= 0) *(&node_index) = mid_index; size -= half_size; } comparison = analysis_subgraph_node__compare(&((&subgraph->nodes)->contents[*(&node_index)] ), (&successor)); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&node_index) += 1; } while (0);
        while (node_index < subgraph->nodes.size) {
          AnalysisSubgraphNode *node = (((void)((uint32_t)(node_index) < (&subgraph->nodes)->size)), &(&subgraph->nodes)->contents[node_index]);
          node_index++;
          if (node->state != successor.state || node->child_index != successor.child_index) break;
          TSSymbol alias = ts_language_alias_at(self->language, node->production_id, child_index);
          TSSymbol visible_symbol = alias
            ? alias
            : self->language->symbol_metadata[sym].visible
              ? self->language->public_symbol_map[sym]
              : 0;
          TSFieldId field_id = parent_field_id;
          if (!field_id) {
            const TSFieldMapEntry *field_map, *field_map_end;
            ts_language_field_map(self->language, node->production_id, &field_map, &field_map_end);
            for (; field_map != field_map_end; field_map++) {
              if (!field_map->inherited && field_map->child_index == child_index) {
                field_id = field_map->field_id;
                break;
              }
            }
          }
          AnalysisState next_state = *state;
          AnalysisStateEntry *next_state_top = analysis_state__top(&next_state);
          next_state_top->child_index = successor.child_index;
          next_state_top->parse_state = successor.state;
          if (node->done) next_state_top->done = 1;
          _Bool does_match = 0;
          if (step->symbol == ((TSSymbol)-1)) {
            does_match = 1;
          } else if (visible_symbol) {
            does_match = 1;
            if (step->symbol == WILDCARD_SYMBOL) {
              if (
                step->is_named &&
                !self->language->symbol_metadata[visible_symbol].named
              ) does_match = 0;
            } else if (step->symbol != visible_symbol) {
              does_match = 0;
            }
            if (step->field && step->field != field_id) {
              does_match = 0;
            }
            if (
              step->supertype_symbol &&
              !analysis_state__has_supertype(state, step->supertype_symbol)
            ) does_match = 0;
          }
          else if (sym >= self->language->token_count) {
            if (!next_state_top->done) {
              if (next_state.depth + 1 >= 8) {
                analysis->did_abort = 1;
                continue;
              }
              next_state.depth++;
              next_state_top = analysis_state__top(&next_state);
            }
            *next_state_top = (AnalysisStateEntry) {
              .parse_state = parse_state,
              .parent_symbol = sym,
              .child_index = 0,
              .field_id = field_id,
              .done = 0,
            };
            if (analysis_state__recursion_depth(&next_state) > recursion_depth_limit) {
              analysis_state_set__insert_sorted(
                &analysis->deeper_states,
                &analysis->state_pool,
                &next_state
              );
              continue;
            }
          }
          while (next_state.depth > 0 && next_state_top->done) {
            next_state.depth--;
            next_state_top = analysis_state__top(&next_state);
          }
          const QueryStep *next_step = step;
          if (does_match) {
            for (;;) {
              next_state.step_index++;
              next_step = (((void)((uint32_t)(next_state.step_index) < (&self->steps)->size)), &(&self->steps)->contents[next_state.step_index]);
              if (
                next_step->depth == PATTERN_DONE_MARKER ||
                next_step->depth <= step->depth
              ) break;
            }
          } else if (successor.state == parse_state) {
            continue;
          }
          for (;;) {
            if (next_step->is_pass_through) {
              next_state.step_index++;
              next_step++;
              continue;
            }
            if (!next_step->is_dead_end) {
              _Bool did_finish_pattern = (((void)((uint32_t)(next_state.step_index) < (&self->steps)->size)), &(&self->steps)->contents[next_state.step_index])->depth != step->depth;
              if (did_finish_pattern) {
                do { unsigned _index, _exists; do { *(&_index) = 0; *(&_exists) = 0; uint32_t size = (&analysis->finished_parent_symbols)->size - *(&_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&_index) + half_size; comparison = ((int)*(&((&analysis->finished_parent_symbols)->contents[mid_index] )) - (int)(((state->root_symbol)))); if (comparison <= 0) *(&_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&analysis->finished_parent_symbols)->contents[*(&_index)] )) - (int)(((state->root_symbol)))); if (comparison == 0) *(&_exists) = 1; else if (comparison < 0) *(&_index) += 1; } while (0); if (!_exists) ((&analysis->finished_parent_symbols)->contents = (_array__splice( (void *)(&analysis->finished_parent_symbols)->contents, &(&analysis->finished_parent_symbols)->size, &(&analysis->finished_parent_symbols)->capacity, (sizeof *(&analysis->finished_parent_symbols)->contents), _index, 0, 1, &(state->root_symbol) ))); } while (0);
              } else if (next_state.depth == 0) {
                do { unsigned _index, _exists; do { *(&_index) = 0; *(&_exists) = 0; uint32_t size = (&analysis->final_step_indices)->size - *(&_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&_index) + half_size; comparison = ((int)*(&((&analysis->final_step_indices)->contents[mid_index] )) - (int)(((next_state.step_index)))); if (comparison <= 0) *(&_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&analysis->final_step_indices)->contents[*(&_index)] )) - (int)(((next_state.step_index)))); if (comparison == 0) *(&_exists) = 1; else if (comparison < 0) *(&_index) += 1; } while (0); if (!_exists) ((&analysis->final_step_indices)->contents = (_array__splice( (void *)(&analysis->final_step_indices)->contents, &(&analysis->final_step_indices)->size, &(&analysis->final_step_indices)->capacity, (sizeof *(&analysis->final_step_indices)->contents), _index, 0, 1, &(next_state.step_index) ))); } while (0);
              } else {
                analysis_state_set__insert_sorted(&analysis->next_states, &analysis->state_pool, &next_state);
              }
            }
            if (
              does_match &&
              next_step->alternative_index != NONE &&
              next_step->alternative_index > next_state.step_index
            ) {
              next_state.step_index = next_step->alternative_index;
              next_step = (((void)((uint32_t)(next_state.step_index) < (&self->steps)->size)), &(&self->steps)->contents[next_state.step_index]);
            } else {
              break;
            }
          }
        }
      }
    }
    AnalysisStateSet _states = analysis->states;
    analysis->states = analysis->next_states;
    analysis->next_states = _states;
  }
}
static _Bool ts_query__analyze_patterns(TSQuery *self, unsigned *error_offset) {
  struct { uint16_t *contents; uint32_t size; uint32_t capacity; } non_rooted_pattern_start_steps = { ((void*)0), 0, 0 };
  for (unsigned i = 0; i < self->pattern_map.size; i++) {
    PatternEntry *pattern = (((void)((uint32_t)(i) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[i]);
    if (!pattern->is_rooted) {
      QueryStep *step = (((void)((uint32_t)(pattern->step_index) < (&self->steps)->size)), &(&self->steps)->contents[pattern->step_index]);
      if (step->symbol != WILDCARD_SYMBOL) {
        do { (&non_rooted_pattern_start_steps)->contents = (_array__grow( (void *)(&non_rooted_pattern_start_steps)->contents, (&non_rooted_pattern_start_steps)->size, &(&non_rooted_pattern_start_steps)->capacity, 1, (sizeof *(&non_rooted_pattern_start_steps)->contents) )); (&non_rooted_pattern_start_steps)->contents[(&non_rooted_pattern_start_steps)->size++] = (i); } while(0);
      }
    }
  }
  struct { uint32_t *contents; uint32_t size; uint32_t capacity; } parent_step_indices = { ((void*)0), 0, 0 };
  _Bool all_patterns_are_valid = 1;
  for (unsigned i = 0; i < self->steps.size; i++) {
    QueryStep *step = (((void)((uint32_t)(i) < (&self->steps)->size)), &(&self->steps)->contents[i]);
    if (step->depth == PATTERN_DONE_MARKER) {
      step->parent_pattern_guaranteed = 1;
      step->root_pattern_guaranteed = 1;
      continue;
    }
    _Bool has_children = 0;
    _Bool is_wildcard = step->symbol == WILDCARD_SYMBOL;
    step->contains_captures = step->capture_ids[0] != NONE;
    for (unsigned j = i + 1; j < self->steps.size; j++) {
      QueryStep *next_step = (((void)((uint32_t)(j) < (&self->steps)->size)), &(&self->steps)->contents[j]);
      if (
        next_step->depth == PATTERN_DONE_MARKER ||
        next_step->depth <= step->depth
      ) break;
      if (next_step->capture_ids[0] != NONE) {
        step->contains_captures = 1;
      }
      if (!is_wildcard) {
        next_step->root_pattern_guaranteed = 1;
        next_step->parent_pattern_guaranteed = 1;
      }
      has_children = 1;
    }
    if (has_children) {
      if (!is_wildcard) {
        do { (&parent_step_indices)->contents = (_array__grow( (void *)(&parent_step_indices)->contents, (&parent_step_indices)->size, &(&parent_step_indices)->capacity, 1, (sizeof *(&parent_step_indices)->contents) )); (&parent_step_indices)->contents[(&parent_step_indices)->size++] = (i); } while(0);
      } else if (step->supertype_symbol && self->language->abi_version >= 15) {
        uint32_t subtype_length;
        const TSSymbol *subtypes = ts_language_subtypes(
          self->language,
          step->supertype_symbol,
          &subtype_length
        );
        for (unsigned j = i + 1; j < self->steps.size; j++) {
          QueryStep *child_step = (((void)((uint32_t)(j) < (&self->steps)->size)), &(&self->steps)->contents[j]);
          if (child_step->depth == PATTERN_DONE_MARKER || child_step->depth <= step->depth) {
            break;
          }
          if (child_step->depth == step->depth + 1 && child_step->symbol != WILDCARD_SYMBOL) {
            _Bool is_valid_subtype = 0;
            for (uint32_t k = 0; k < subtype_length; k++) {
              if (child_step->symbol == subtypes[k]) {
                is_valid_subtype = 1;
                break;
              }
            }
            if (!is_valid_subtype) {
              for (unsigned offset_idx = 0; offset_idx < self->step_offsets.size; offset_idx++) {
                StepOffset *step_offset = (((void)((uint32_t)(offset_idx) < (&self->step_offsets)->size)), &(&self->step_offsets)->contents[offset_idx]);
                if (step_offset->step_index >= j) {
                  *error_offset = step_offset->byte_offset;
                  all_patterns_are_valid = 0;
                  goto supertype_cleanup;
                }
              }
            }
          }
        }
      }
    }
  }
  AnalysisSubgraphArray subgraphs = { ((void*)0), 0, 0 };
  for (unsigned i = 0; i < parent_step_indices.size; i++) {
    uint32_t parent_step_index = *(((void)((uint32_t)(i) < (&parent_step_indices)->size)), &(&parent_step_indices)->contents[i]);
    TSSymbol parent_symbol = (((void)((uint32_t)(parent_step_index) < (&self->steps)->size)), &(&self->steps)->contents[parent_step_index])->symbol;
    AnalysisSubgraph subgraph = { .symbol = parent_symbol };
    do { unsigned _index, _exists; do { *(&_index) = 0; *(&_exists) = 0; uint32_t size = (&subgraphs)->size - *(&_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&_index) + half_size; comparison = ((int)*(&((&subgraphs)->contents[mid_index] .symbol)) - (int)(((subgraph) .symbol))); if (comparison <= 0) *(&_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&subgraphs)->contents[*(&_index)] .symbol)) - (int)(((subgraph) .symbol))); if (comparison == 0) *(&_exists) = 1; else if (comparison < 0) *(&_index) += 1; } while (0); if (!_exists) ((&subgraphs)->contents = (_array__splice( (void *)(&subgraphs)->contents, &(&subgraphs)->size, &(&subgraphs)->capacity, (sizeof *(&subgraphs)->contents), _index, 0, 1, &(subgraph) ))); } while (0);
  }
  for (TSSymbol sym = (uint16_t)self->language->token_count; sym < (uint16_t)self->language->symbol_count; sym++) {
    if (!ts_language_symbol_metadata(self->language, sym).visible) {
      AnalysisSubgraph subgraph = { .symbol = sym };
      do { unsigned _index, _exists; do { *(&_index) = 0; *(&_exists) = 0; uint32_t size = (&subgraphs)->size - *(&_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&_index) + half_size; comparison = ((int)*(&((&subgraphs)->contents[mid_index] .symbol)) - (int)(((subgraph) .symbol))); if (comparison <= 0) *(&_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&subgraphs)->contents[*(&_index)] .symbol)) - (int)(((subgraph) .symbol))); if (comparison == 0) *(&_exists) = 1; else if (comparison < 0) *(&_index) += 1; } while (0); if (!_exists) ((&subgraphs)->contents = (_array__splice( (void *)(&subgraphs)->contents, &(&subgraphs)->size, &(&subgraphs)->capacity, (sizeof *(&subgraphs)->contents), _index, 0, 1, &(subgraph) ))); } while (0);
    }
  }
  StatePredecessorMap predecessor_map = state_predecessor_map_new(self->language);
  for (TSStateId state = 1; state < (uint16_t)self->language->state_count; state++) {
    unsigned subgraph_index, exists;
    LookaheadIterator lookahead_iterator = ts_language_lookaheads(self->language, state);
    while (ts_lookahead_iterator__next(&lookahead_iterator)) {
      if (lookahead_iterator.action_count) {
        for (unsigned i = 0; i < lookahead_iterator.action_count; i++) {
          const TSParseAction *action = &lookahead_iterator.actions[i];
          if (action->type == TSParseActionTypeReduce) {
            const TSSymbol *aliases, *aliases_end;
            ts_language_aliases_for_symbol(
              self->language,
              action->reduce.symbol,
              &aliases,
              &aliases_end
            );
            for (const TSSymbol *symbol = aliases; symbol < aliases_end; symbol++) {
              do { *(&subgraph_index) = 0; *(&exists) = 0; uint32_t size = (&subgraphs)->size - *(&subgraph_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&subgraph_index) + half_size; comparison = ((int)*(&((&subgraphs)->contents[mid_index] .symbol)) - (int)((*symbol))); if (comparison <= 0) *(&subgraph_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&subgraphs)->contents[*(&subgraph_index)] .symbol)) - (int)((*symbol))); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&subgraph_index) += 1; } while (0);
              if (exists) {
                AnalysisSubgraph *subgraph = (((void)((uint32_t)(subgraph_index) < (&subgraphs)->size)), &(&subgraphs)->contents[subgraph_index]);
                if (subgraph->nodes.size == 0 || (((void)((uint32_t)((&subgraph->nodes)->size - 1) < (&subgraph->nodes)->size)), &(&subgraph->nodes)->contents[(&subgraph->nodes)->size - 1])->state != state) {
                  do { (&subgraph->nodes)->contents = (_array__grow( (void *)(&subgraph->nodes)->contents, (&subgraph->nodes)->size, &(&subgraph->nodes)->capacity, 1, (sizeof *(&subgraph->nodes)->contents) )); (&subgraph->nodes)->contents[(&subgraph->nodes)->size++] = (((AnalysisSubgraphNode) { .state = state, .production_id = action->reduce.production_id, .child_index = action->reduce.child_count, .done = 1, })); } while(0);
                }
              }
            }
          } else if (action->type == TSParseActionTypeShift && !action->shift.extra) {
            TSStateId next_state = action->shift.state;
            state_predecessor_map_add(&predecessor_map, next_state, state);
          }
        }
      } else if (lookahead_iterator.next_state != 0) {
        if (lookahead_iterator.next_state != state) {
          state_predecessor_map_add(&predecessor_map, lookahead_iterator.next_state, state);
        }
        if (ts_language_state_is_primary(self->language, state)) {
          const TSSymbol *aliases, *aliases_end;
          ts_language_aliases_for_symbol(
            self->language,
            lookahead_iterator.symbol,
            &aliases,
            &aliases_end
          );
          for (const TSSymbol *symbol = aliases; symbol < aliases_end; symbol++) {
            do { *(&subgraph_index) = 0; *(&exists) = 0; uint32_t size = (&subgraphs)->size - *(&subgraph_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&subgraph_index) + half_size; comparison = ((int)*(&((&subgraphs)->contents[mid_index] .symbol)) - (int)((*symbol))); if (comparison <= 0) *(&subgraph_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&subgraphs)->contents[*(&subgraph_index)] .symbol)) - (int)((*symbol))); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&subgraph_index) += 1; } while (0);
            if (exists) {
              AnalysisSubgraph *subgraph = (((void)((uint32_t)(subgraph_index) < (&subgraphs)->size)), &(&subgraphs)->contents[subgraph_index]);
              if (
                subgraph->start_states.size == 0 ||
                *(((void)((uint32_t)((&subgraph->start_states)->size - 1) < (&subgraph->start_states)->size)), &(&subgraph->start_states)->contents[(&subgraph->start_states)->size - 1]) != state
              )
              do { (&subgraph->start_states)->contents = (_array__grow( (void *)(&subgraph->start_states)->contents, (&subgraph->start_states)->size, &(&subgraph->start_states)->capacity, 1, (sizeof *(&subgraph->start_states)->contents) )); (&subgraph->start_states)->contents[(&subgraph->start_states)->size++] = (state); } while(0);
            }
          }
        }
      }
    }
  }
  struct { AnalysisSubgraphNode *contents; uint32_t size; uint32_t capacity; } next_nodes = { ((void*)0), 0, 0 };
  for (unsigned i = 0; i < subgraphs.size; i++) {
    AnalysisSubgraph *subgraph = (((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i]);
    if (subgraph->nodes.size == 0) {
      do { if ((&subgraph->start_states)->contents) ts_current_free((&subgraph->start_states)->contents); (&subgraph->start_states)->contents = ((void*)0); (&subgraph->start_states)->size = 0; (&subgraph->start_states)->capacity = 0; } while (0);
      _array__erase((void *)(&subgraphs)->contents, &(&subgraphs)->size, (sizeof *(&subgraphs)->contents), i);
      i--;
      continue;
    }
    ((&next_nodes)->contents = (_array__assign( (void *)(&next_nodes)->contents, &(&next_nodes)->size, &(&next_nodes)->capacity, (const void *)(&subgraph->nodes)->contents, (&subgraph->nodes)->size, (sizeof *(&next_nodes)->contents) )));
    while (next_nodes.size > 0) {
      AnalysisSubgraphNode node = ((&next_nodes)->contents[--(&next_nodes)->size]);
      if (node.child_index > 1) {
        unsigned predecessor_count;
        const TSStateId *predecessors = state_predecessor_map_get(
          &predecessor_map,
          node.state,
          &predecessor_count
        );
        for (unsigned j = 0; j < predecessor_count; j++) {
          AnalysisSubgraphNode predecessor_node = {
            .state = predecessors[j],
            .child_index = node.child_index - 1,
            .production_id = node.production_id,
            .done = 0,
          };
          unsigned index, exists;
          do { *(&index) = 0; *(&exists) = 0; uint32_t size = (&subgraph->nodes)->size - *(&index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&index) + half_size; comparison = analysis_subgraph_node__compare(&((&subgraph->nodes)->contents[mid_index] ), (&predecessor_node)); if (comparison <= 0) *(&index) = mid_index; size -= half_size; } comparison = analysis_subgraph_node__compare(&((&subgraph->nodes)->contents[*(&index)] ), (&predecessor_node)); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&index) += 1; } while (0);
          if (!exists) {
            ((&subgraph->nodes)->contents = (_array__splice( (void *)(&subgraph->nodes)->contents, &(&subgraph->nodes)->size, &(&subgraph->nodes)->capacity, (sizeof *(&subgraph->nodes)->contents), index, 0, 1, &(predecessor_node) )));
            do { (&next_nodes)->contents = (_array__grow( (void *)(&next_nodes)->contents, (&next_nodes)->size, &(&next_nodes)->capacity, 1, (sizeof *(&next_nodes)->contents) )); (&next_nodes)->contents[(&next_nodes)->size++] = (predecessor_node); } while(0);
          }
        }
      }
    }
  }
  QueryAnalysis analysis = query_analysis__new();
  for (unsigned i = 0; i < parent_step_indices.size; i++) {
    uint16_t parent_step_index = *(((void)((uint32_t)(i) < (&parent_step_indices)->size)), &(&parent_step_indices)->contents[i]);
    uint16_t parent_depth = (((void)((uint32_t)(parent_step_index) < (&self->steps)->size)), &(&self->steps)->contents[parent_step_index])->depth;
    TSSymbol parent_symbol = (((void)((uint32_t)(parent_step_index) < (&self->steps)->size)), &(&self->steps)->contents[parent_step_index])->symbol;
    if (parent_symbol == ((TSSymbol)-1)) continue;
    unsigned subgraph_index, exists;
    do { *(&subgraph_index) = 0; *(&exists) = 0; uint32_t size = (&subgraphs)->size - *(&subgraph_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&subgraph_index) + half_size; comparison = ((int)*(&((&subgraphs)->contents[mid_index] .symbol)) - (int)((parent_symbol))); if (comparison <= 0) *(&subgraph_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&subgraphs)->contents[*(&subgraph_index)] .symbol)) - (int)((parent_symbol))); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&subgraph_index) += 1; } while (0);
    if (!exists) {
      unsigned first_child_step_index = parent_step_index + 1;
      uint32_t j, child_exists;
      do { *(&j) = 0; *(&child_exists) = 0; uint32_t size = (&self->step_offsets)->size - *(&j); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&j) + half_size; comparison = ((int)*(&((&self->step_offsets)->contents[mid_index] .step_index)) - (int)((first_child_step_index))); if (comparison <= 0) *(&j) = mid_index; size -= half_size; } comparison = ((int)*(&((&self->step_offsets)->contents[*(&j)] .step_index)) - (int)((first_child_step_index))); if (comparison == 0) *(&child_exists) = 1; else if (comparison < 0) *(&j) += 1; } while (0);
      ((void)(child_exists));
      *error_offset = (((void)((uint32_t)(j) < (&self->step_offsets)->size)), &(&self->step_offsets)->contents[j])->byte_offset;
      all_patterns_are_valid = 0;
      break;
    }
    AnalysisSubgraph *subgraph = (((void)((uint32_t)(subgraph_index) < (&subgraphs)->size)), &(&subgraphs)->contents[subgraph_index]);
    analysis_state_set__clear(&analysis.states, &analysis.state_pool);
    analysis_state_set__clear(&analysis.deeper_states, &analysis.state_pool);
    for (unsigned j = 0; j < subgraph->start_states.size; j++) {
      TSStateId parse_state = *(((void)((uint32_t)(j) < (&subgraph->start_states)->size)), &(&subgraph->start_states)->contents[j]);
      analysis_state_set__push(&analysis.states, &analysis.state_pool, &((AnalysisState) {
        .step_index = parent_step_index + 1,
        .stack = {
          [0] = {
            .parse_state = parse_state,
            .parent_symbol = parent_symbol,
            .child_index = 0,
            .field_id = 0,
            .done = 0,
          },
        },
        .depth = 1,
        .root_symbol = parent_symbol,
      }));
    }
    analysis.did_abort = 0;
    ts_query__perform_analysis(self, &subgraphs, &analysis);
    if (analysis.did_abort) {
      for (unsigned j = parent_step_index + 1; j < self->steps.size; j++) {
        QueryStep *step = (((void)((uint32_t)(j) < (&self->steps)->size)), &(&self->steps)->contents[j]);
        if (
          step->depth <= parent_depth ||
          step->depth == PATTERN_DONE_MARKER
        ) break;
        if (!step->is_dead_end) {
          step->parent_pattern_guaranteed = 0;
          step->root_pattern_guaranteed = 0;
        }
      }
      continue;
    }
    if (analysis.finished_parent_symbols.size == 0) {
      uint16_t impossible_step_index;
      if (analysis.final_step_indices.size > 0) {
        impossible_step_index = *(((void)((uint32_t)((&analysis.final_step_indices)->size - 1) < (&analysis.final_step_indices)->size)), &(&analysis.final_step_indices)->contents[(&analysis.final_step_indices)->size - 1]);
      } else {
        impossible_step_index = parent_step_index;
      }
      uint32_t j, impossible_exists;
      do { *(&j) = 0; *(&impossible_exists) = 0; uint32_t size = (&self->step_offsets)->size - *(&j); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&j) + half_size; comparison = ((int)*(&((&self->step_offsets)->contents[mid_index] .step_index)) - (int)((impossible_step_index))); if (comparison <= 0) *(&j) = mid_index; size -= half_size; } comparison = ((int)*(&((&self->step_offsets)->contents[*(&j)] .step_index)) - (int)((impossible_step_index))); if (comparison == 0) *(&impossible_exists) = 1; else if (comparison < 0) *(&j) += 1; } while (0);
      if (j >= self->step_offsets.size) j = self->step_offsets.size - 1;
      *error_offset = (((void)((uint32_t)(j) < (&self->step_offsets)->size)), &(&self->step_offsets)->contents[j])->byte_offset;
      all_patterns_are_valid = 0;
      break;
    }
    for (unsigned j = 0; j < analysis.final_step_indices.size; j++) {
      uint32_t final_step_index = *(((void)((uint32_t)(j) < (&analysis.final_step_indices)->size)), &(&analysis.final_step_indices)->contents[j]);
      QueryStep *step = (((void)((uint32_t)(final_step_index) < (&self->steps)->size)), &(&self->steps)->contents[final_step_index]);
      if (
        step->depth != PATTERN_DONE_MARKER &&
        step->depth > parent_depth &&
        !step->is_dead_end
      ) {
        step->parent_pattern_guaranteed = 0;
        step->root_pattern_guaranteed = 0;
      }
    }
  }
  struct { uint16_t *contents; uint32_t size; uint32_t capacity; } predicate_capture_ids = { ((void*)0), 0, 0 };
  for (unsigned i = 0; i < self->patterns.size; i++) {
    QueryPattern *pattern = (((void)((uint32_t)(i) < (&self->patterns)->size)), &(&self->patterns)->contents[i]);
    ((&predicate_capture_ids)->size = 0);
    for (
      unsigned start = pattern->predicate_steps.offset,
      end = start + pattern->predicate_steps.length,
      j = start; j < end; j++
    ) {
      TSQueryPredicateStep *step = (((void)((uint32_t)(j) < (&self->predicate_steps)->size)), &(&self->predicate_steps)->contents[j]);
      if (step->type == TSQueryPredicateStepTypeCapture) {
        uint16_t value_id = step->value_id;
        do { unsigned _index, _exists; do { *(&_index) = 0; *(&_exists) = 0; uint32_t size = (&predicate_capture_ids)->size - *(&_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&_index) + half_size; comparison = ((int)*(&((&predicate_capture_ids)->contents[mid_index] )) - (int)(((value_id)))); if (comparison <= 0) *(&_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&predicate_capture_ids)->contents[*(&_index)] )) - (int)(((value_id)))); if (comparison == 0) *(&_exists) = 1; else if (comparison < 0) *(&_index) += 1; } while (0); if (!_exists) ((&predicate_capture_ids)->contents = (_array__splice( (void *)(&predicate_capture_ids)->contents, &(&predicate_capture_ids)->size, &(&predicate_capture_ids)->capacity, (sizeof *(&predicate_capture_ids)->contents), _index, 0, 1, &(value_id) ))); } while (0);
      }
    }
    for (
      unsigned start = pattern->steps.offset,
      end = start + pattern->steps.length,
      j = start; j < end; j++
    ) {
      QueryStep *step = (((void)((uint32_t)(j) < (&self->steps)->size)), &(&self->steps)->contents[j]);
      for (unsigned k = 0; k < 3; k++) {
        uint16_t capture_id = step->capture_ids[k];
        if (capture_id == NONE) break;
        unsigned index, exists;
        do { *(&index) = 0; *(&exists) = 0; uint32_t size = (&predicate_capture_ids)->size - *(&index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&index) + half_size; comparison = ((int)*(&((&predicate_capture_ids)->contents[mid_index] )) - (int)((capture_id))); if (comparison <= 0) *(&index) = mid_index; size -= half_size; } comparison = ((int)*(&((&predicate_capture_ids)->contents[*(&index)] )) - (int)((capture_id))); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&index) += 1; } while (0);
        if (exists) {
          step->root_pattern_guaranteed = 0;
          break;
        }
      }
    }
  }
  _Bool done = self->steps.size == 0;
  while (!done) {
    done = 1;
    for (unsigned i = self->steps.size - 1; i > 0; i--) {
      QueryStep *step = (((void)((uint32_t)(i) < (&self->steps)->size)), &(&self->steps)->contents[i]);
      if (step->depth == PATTERN_DONE_MARKER) continue;
      _Bool parent_pattern_guaranteed = 0;
      for (;;) {
        if (step->root_pattern_guaranteed) {
          parent_pattern_guaranteed = 1;
          break;
        }
        if (step->alternative_index == NONE || step->alternative_index < i) {
          break;
        }
        step = (((void)((uint32_t)(step->alternative_index) < (&self->steps)->size)), &(&self->steps)->contents[step->alternative_index]);
      }
      if (!parent_pattern_guaranteed) {
        QueryStep *prev_step = (((void)((uint32_t)(i - 1) < (&self->steps)->size)), &(&self->steps)->contents[i - 1]);
        if (
          !prev_step->is_dead_end &&
          prev_step->depth != PATTERN_DONE_MARKER &&
          prev_step->root_pattern_guaranteed
        ) {
          prev_step->root_pattern_guaranteed = 0;
          done = 0;
        }
      }
    }
  }
  analysis.did_abort = 0;
  for (uint32_t i = 0; i < non_rooted_pattern_start_steps.size; i++) {
    uint16_t pattern_entry_index = *(((void)((uint32_t)(i) < (&non_rooted_pattern_start_steps)->size)), &(&non_rooted_pattern_start_steps)->contents[i]);
    PatternEntry *pattern_entry = (((void)((uint32_t)(pattern_entry_index) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[pattern_entry_index]);
    analysis_state_set__clear(&analysis.states, &analysis.state_pool);
    analysis_state_set__clear(&analysis.deeper_states, &analysis.state_pool);
    for (unsigned j = 0; j < subgraphs.size; j++) {
      AnalysisSubgraph *subgraph = (((void)((uint32_t)(j) < (&subgraphs)->size)), &(&subgraphs)->contents[j]);
      TSSymbolMetadata metadata = ts_language_symbol_metadata(self->language, subgraph->symbol);
      if (metadata.visible || metadata.named) continue;
      for (uint32_t k = 0; k < subgraph->start_states.size; k++) {
        TSStateId parse_state = *(((void)((uint32_t)(k) < (&subgraph->start_states)->size)), &(&subgraph->start_states)->contents[k]);
        analysis_state_set__push(&analysis.states, &analysis.state_pool, &((AnalysisState) {
          .step_index = pattern_entry->step_index,
          .stack = {
            [0] = {
              .parse_state = parse_state,
              .parent_symbol = subgraph->symbol,
              .child_index = 0,
              .field_id = 0,
              .done = 0,
            },
          },
          .root_symbol = subgraph->symbol,
          .depth = 1,
        }));
      }
    }
    ts_query__perform_analysis(
      self,
      &subgraphs,
      &analysis
    );
    if (analysis.finished_parent_symbols.size > 0) {
      (((void)((uint32_t)(pattern_entry->pattern_index) < (&self->patterns)->size)), &(&self->patterns)->contents[pattern_entry->pattern_index])->is_non_local = 1;
    }
    for (unsigned k = 0; k < analysis.finished_parent_symbols.size; k++) {
      TSSymbol symbol = *(((void)((uint32_t)(k) < (&analysis.finished_parent_symbols)->size)), &(&analysis.finished_parent_symbols)->contents[k]);
      do { unsigned _index, _exists; do { *(&_index) = 0; *(&_exists) = 0; uint32_t size = (&self->repeat_symbols_with_rootless_patterns)->size - *(&_index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&_index) + half_size; comparison = ((int)*(&((&self->repeat_symbols_with_rootless_patterns)->contents[mid_index] )) - (int)(((symbol)))); if (comparison <= 0) *(&_index) = mid_index; size -= half_size; } comparison = ((int)*(&((&self->repeat_symbols_with_rootless_patterns)->contents[*(&_index)] )) - (int)(((symbol)))); if (comparison == 0) *(&_exists) = 1; else if (comparison < 0) *(&_index) += 1; } while (0); if (!_exists) ((&self->repeat_symbols_with_rootless_patterns)->contents = (_array__splice( (void *)(&self->repeat_symbols_with_rootless_patterns)->contents, &(&self->repeat_symbols_with_rootless_patterns)->size, &(&self->repeat_symbols_with_rootless_patterns)->capacity, (sizeof *(&self->repeat_symbols_with_rootless_patterns)->contents), _index, 0, 1, &(symbol) ))); } while (0);
    }
  }
  for (unsigned i = 0; i < subgraphs.size; i++) {
    do { if ((&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->start_states)->contents) ts_current_free((&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->start_states)->contents); (&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->start_states)->contents = ((void*)0); (&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->start_states)->size = 0; (&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->start_states)->capacity = 0; } while (0);
    do { if ((&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->nodes)->contents) ts_current_free((&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->nodes)->contents); (&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->nodes)->contents = ((void*)0); (&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->nodes)->size = 0; (&(((void)((uint32_t)(i) < (&subgraphs)->size)), &(&subgraphs)->contents[i])->nodes)->capacity = 0; } while (0);
  }
  do { if ((&subgraphs)->contents) ts_current_free((&subgraphs)->contents); (&subgraphs)->contents = ((void*)0); (&subgraphs)->size = 0; (&subgraphs)->capacity = 0; } while (0);
  query_analysis__delete(&analysis);
  do { if ((&next_nodes)->contents) ts_current_free((&next_nodes)->contents); (&next_nodes)->contents = ((void*)0); (&next_nodes)->size = 0; (&next_nodes)->capacity = 0; } while (0);
  do { if ((&predicate_capture_ids)->contents) ts_current_free((&predicate_capture_ids)->contents); (&predicate_capture_ids)->contents = ((void*)0); (&predicate_capture_ids)->size = 0; (&predicate_capture_ids)->capacity = 0; } while (0);
  state_predecessor_map_delete(&predecessor_map);
supertype_cleanup:
  do { if ((&non_rooted_pattern_start_steps)->contents) ts_current_free((&non_rooted_pattern_start_steps)->contents); (&non_rooted_pattern_start_steps)->contents = ((void*)0); (&non_rooted_pattern_start_steps)->size = 0; (&non_rooted_pattern_start_steps)->capacity = 0; } while (0);
  do { if ((&parent_step_indices)->contents) ts_current_free((&parent_step_indices)->contents); (&parent_step_indices)->contents = ((void*)0); (&parent_step_indices)->size = 0; (&parent_step_indices)->capacity = 0; } while (0);
  return all_patterns_are_valid;
}
static void ts_query__add_negated_fields(
  TSQuery *self,
  uint16_t step_index,
  TSFieldId *field_ids,
  uint16_t field_count
) {
  QueryStep *step = (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index]);
  _Bool failed_match = 0;
  unsigned match_count = 0;
  unsigned start_i = 0;
  for (unsigned i = 0; i < self->negated_fields.size; i++) {
    TSFieldId existing_field_id = *(((void)((uint32_t)(i) < (&self->negated_fields)->size)), &(&self->negated_fields)->contents[i]);
    if (existing_field_id == 0) {
      if (match_count == field_count) {
        step->negated_field_list_id = start_i;
        return;
      } else {
        start_i = i + 1;
        match_count = 0;
        failed_match = 0;
      }
    }
    else if (
      match_count < field_count &&
      existing_field_id == field_ids[match_count] &&
      !failed_match
    ) {
      match_count++;
    }
    else {
      match_count = 0;
      failed_match = 1;
    }
  }
  step->negated_field_list_id = self->negated_fields.size;
  ((&self->negated_fields)->contents = (_array__splice( (void*)(&self->negated_fields)->contents, &(&self->negated_fields)->size, &(&self->negated_fields)->capacity, (sizeof *(&self->negated_fields)->contents), (&self->negated_fields)->size, 0, field_count, field_ids )));
  do { (&self->negated_fields)->contents = (_array__grow( (void *)(&self->negated_fields)->contents, (&self->negated_fields)->size, &(&self->negated_fields)->capacity, 1, (sizeof *(&self->negated_fields)->contents) )); (&self->negated_fields)->contents[(&self->negated_fields)->size++] = (0); } while(0);
}
static TSQueryError ts_query__parse_string_literal(
  TSQuery *self,
  Stream *stream
) {
  const char *string_start = stream->input;
  if (stream->next != '"') return TSQueryErrorSyntax;
  stream_advance(stream);
  const char *prev_position = stream->input;
  _Bool is_escaped = 0;
  ((&self->string_buffer)->size = 0);
  for (;;) {
    if (is_escaped) {
      is_escaped = 0;
      switch (stream->next) {
        case 'n':
          do { (&self->string_buffer)->contents = (_array__grow( (void *)(&self->string_buffer)->contents, (&self->string_buffer)->size, &(&self->string_buffer)->capacity, 1, (sizeof *(&self->string_buffer)->contents) )); (&self->string_buffer)->contents[(&self->string_buffer)->size++] = ('\n'); } while(0);
          break;
        case 'r':
          do { (&self->string_buffer)->contents = (_array__grow( (void *)(&self->string_buffer)->contents, (&self->string_buffer)->size, &(&self->string_buffer)->capacity, 1, (sizeof *(&self->string_buffer)->contents) )); (&self->string_buffer)->contents[(&self->string_buffer)->size++] = ('\r'); } while(0);
          break;
        case 't':
          do { (&self->string_buffer)->contents = (_array__grow( (void *)(&self->string_buffer)->contents, (&self->string_buffer)->size, &(&self->string_buffer)->capacity, 1, (sizeof *(&self->string_buffer)->contents) )); (&self->string_buffer)->contents[(&self->string_buffer)->size++] = ('\t'); } while(0);
          break;
        case '0':
          do { (&self->string_buffer)->contents = (_array__grow( (void *)(&self->string_buffer)->contents, (&self->string_buffer)->size, &(&self->string_buffer)->capacity, 1, (sizeof *(&self->string_buffer)->contents) )); (&self->string_buffer)->contents[(&self->string_buffer)->size++] = ('\0'); } while(0);
          break;
        default:
          ((&self->string_buffer)->contents = (_array__splice( (void*)(&self->string_buffer)->contents, &(&self->string_buffer)->size, &(&self->string_buffer)->capacity, (sizeof *(&self->string_buffer)->contents), (&self->string_buffer)->size, 0, stream->next_size, stream->input )));
          break;
      }
      prev_position = stream->input + stream->next_size;
    } else {
      if (stream->next == '\\') {
        ((&self->string_buffer)->contents = (_array__splice( (void*)(&self->string_buffer)->contents, &(&self->string_buffer)->size, &(&self->string_buffer)->capacity, (sizeof *(&self->string_buffer)->contents), (&self->string_buffer)->size, 0, (uint32_t)(stream->input - prev_position), prev_position )));
        prev_position = stream->input + 1;
        is_escaped = 1;
      } else if (stream->next == '"') {
        ((&self->string_buffer)->contents = (_array__splice( (void*)(&self->string_buffer)->contents, &(&self->string_buffer)->size, &(&self->string_buffer)->capacity, (sizeof *(&self->string_buffer)->contents), (&self->string_buffer)->size, 0, (uint32_t)(stream->input - prev_position), prev_position )));
        stream_advance(stream);
        return TSQueryErrorNone;
      } else if (stream->next == '\n') {
        stream_reset(stream, string_start);
        return TSQueryErrorSyntax;
      }
    }
    if (!stream_advance(stream)) {
      stream_reset(stream, string_start);
      return TSQueryErrorSyntax;
    }
  }
}
static TSQueryError ts_query__parse_predicate(
  TSQuery *self,
  Stream *stream
) {
  if (!stream_is_ident_start(stream)) return TSQueryErrorSyntax;
  const char *predicate_name = stream->input;
  stream_scan_identifier(stream);
  if (stream->next != '?' && stream->next != '!') {
    return TSQueryErrorSyntax;
  }
  stream_advance(stream);
  uint32_t length = (uint32_t)(stream->input - predicate_name);
  uint16_t id = symbol_table_insert_name(
    &self->predicate_values,
    predicate_name,
    length
  );
  do { (&self->predicate_steps)->contents = (_array__grow( (void *)(&self->predicate_steps)->contents, (&self->predicate_steps)->size, &(&self->predicate_steps)->capacity, 1, (sizeof *(&self->predicate_steps)->contents) )); (&self->predicate_steps)->contents[(&self->predicate_steps)->size++] = (((TSQueryPredicateStep) { .type = TSQueryPredicateStepTypeString, .value_id = id, })); } while(0);
  stream_skip_whitespace(stream);
  for (;;) {
    if (stream->next == ')') {
      stream_advance(stream);
      stream_skip_whitespace(stream);
      do { (&self->predicate_steps)->contents = (_array__grow( (void *)(&self->predicate_steps)->contents, (&self->predicate_steps)->size, &(&self->predicate_steps)->capacity, 1, (sizeof *(&self->predicate_steps)->contents) )); (&self->predicate_steps)->contents[(&self->predicate_steps)->size++] = (((TSQueryPredicateStep) { .type = TSQueryPredicateStepTypeDone, .value_id = 0, })); } while(0);
      break;
    }
    else if (stream->next == '@') {
      stream_advance(stream);
      if (!stream_is_ident_start(stream)) return TSQueryErrorSyntax;
      const char *capture_name = stream->input;
      stream_scan_identifier(stream);
      uint32_t capture_length = (uint32_t)(stream->input - capture_name);
      int capture_id = symbol_table_id_for_name(
        &self->captures,
        capture_name,
        capture_length
      );
      if (capture_id == -1) {
        stream_reset(stream, capture_name);
        return TSQueryErrorCapture;
      }
      do { (&self->predicate_steps)->contents = (_array__grow( (void *)(&self->predicate_steps)->contents, (&self->predicate_steps)->size, &(&self->predicate_steps)->capacity, 1, (sizeof *(&self->predicate_steps)->contents) )); (&self->predicate_steps)->contents[(&self->predicate_steps)->size++] = (((TSQueryPredicateStep) { .type = TSQueryPredicateStepTypeCapture, .value_id = capture_id, })); } while(0);
    }
    else if (stream->next == '"') {
      TSQueryError e = ts_query__parse_string_literal(self, stream);
      if (e) return e;
      uint16_t query_id = symbol_table_insert_name(
        &self->predicate_values,
        self->string_buffer.contents,
        self->string_buffer.size
      );
      do { (&self->predicate_steps)->contents = (_array__grow( (void *)(&self->predicate_steps)->contents, (&self->predicate_steps)->size, &(&self->predicate_steps)->capacity, 1, (sizeof *(&self->predicate_steps)->contents) )); (&self->predicate_steps)->contents[(&self->predicate_steps)->size++] = (((TSQueryPredicateStep) { .type = TSQueryPredicateStepTypeString, .value_id = query_id, })); } while(0);
    }
    else if (stream_is_ident_start(stream)) {
      const char *symbol_start = stream->input;
      stream_scan_identifier(stream);
      uint32_t symbol_length = (uint32_t)(stream->input - symbol_start);
      uint16_t query_id = symbol_table_insert_name(
        &self->predicate_values,
        symbol_start,
        symbol_length
      );
      do { (&self->predicate_steps)->contents = (_array__grow( (void *)(&self->predicate_steps)->contents, (&self->predicate_steps)->size, &(&self->predicate_steps)->capacity, 1, (sizeof *(&self->predicate_steps)->contents) )); (&self->predicate_steps)->contents[(&self->predicate_steps)->size++] = (((TSQueryPredicateStep) { .type = TSQueryPredicateStepTypeString, .value_id = query_id, })); } while(0);
    }
    else {
      return TSQueryErrorSyntax;
    }
    stream_skip_whitespace(stream);
  }
  return 0;
}
static TSQueryError ts_query__parse_pattern(
  TSQuery *self,
  Stream *stream,
  uint32_t depth,
  _Bool is_immediate,
  _Bool is_inside_alternation,
  CaptureQuantifiers *capture_quantifiers
) {
  if (stream->next == 0) return TSQueryErrorSyntax;
  if (stream->next == ')' || stream->next == ']') return PARENT_DONE;
  const uint32_t starting_step_index = self->steps.size;
  if (
    self->step_offsets.size == 0 ||
    (((void)((uint32_t)((&self->step_offsets)->size - 1) < (&self->step_offsets)->size)), &(&self->step_offsets)->contents[(&self->step_offsets)->size - 1])->step_index != starting_step_index
  ) {
    do { (&self->step_offsets)->contents = (_array__grow( (void *)(&self->step_offsets)->contents, (&self->step_offsets)->size, &(&self->step_offsets)->capacity, 1, (sizeof *(&self->step_offsets)->contents) )); (&self->step_offsets)->contents[(&self->step_offsets)->size++] = (((StepOffset) { .step_index = starting_step_index, .byte_offset = stream_offset(stream), })); } while(0);
  }
  if (stream->next == '[') {
    stream_advance(stream);
    stream_skip_whitespace(stream);
    struct { uint32_t *contents; uint32_t size; uint32_t capacity; } branch_step_indices = { ((void*)0), 0, 0 };
    CaptureQuantifiers branch_capture_quantifiers = capture_quantifiers_new();
    for (;;) {
      uint32_t start_index = self->steps.size;
      TSQueryError e = ts_query__parse_pattern(
        self,
        stream,
        depth,
        is_immediate,
        1,
        &branch_capture_quantifiers
      );
      if (e == PARENT_DONE) {
        if (stream->next == ']' && branch_step_indices.size > 0) {
          stream_advance(stream);
          break;
        }
        e = TSQueryErrorSyntax;
      }
      if (e) {
        capture_quantifiers_delete(&branch_capture_quantifiers);
        do { if ((&branch_step_indices)->contents) ts_current_free((&branch_step_indices)->contents); (&branch_step_indices)->contents = ((void*)0); (&branch_step_indices)->size = 0; (&branch_step_indices)->capacity = 0; } while (0);
        return e;
      }
      if (start_index == starting_step_index) {
        capture_quantifiers_replace(capture_quantifiers, &branch_capture_quantifiers);
      } else {
        capture_quantifiers_join_all(capture_quantifiers, &branch_capture_quantifiers);
      }
      do { (&branch_step_indices)->contents = (_array__grow( (void *)(&branch_step_indices)->contents, (&branch_step_indices)->size, &(&branch_step_indices)->capacity, 1, (sizeof *(&branch_step_indices)->contents) )); (&branch_step_indices)->contents[(&branch_step_indices)->size++] = (start_index); } while(0);
      do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (query_step__new(0, depth, 0)); } while(0);
      capture_quantifiers_clear(&branch_capture_quantifiers);
    }
    (void)((&self->steps)->contents[--(&self->steps)->size]);
    for (unsigned i = 0; i < branch_step_indices.size - 1; i++) {
      uint32_t step_index = *(((void)((uint32_t)(i) < (&branch_step_indices)->size)), &(&branch_step_indices)->contents[i]);
      uint32_t next_step_index = *(((void)((uint32_t)(i + 1) < (&branch_step_indices)->size)), &(&branch_step_indices)->contents[i + 1]);
      QueryStep *start_step = (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index]);
      QueryStep *end_step = (((void)((uint32_t)(next_step_index - 1) < (&self->steps)->size)), &(&self->steps)->contents[next_step_index - 1]);
      start_step->alternative_index = next_step_index;
      end_step->alternative_index = self->steps.size;
      end_step->is_dead_end = 1;
    }
    capture_quantifiers_delete(&branch_capture_quantifiers);
    do { if ((&branch_step_indices)->contents) ts_current_free((&branch_step_indices)->contents); (&branch_step_indices)->contents = ((void*)0); (&branch_step_indices)->size = 0; (&branch_step_indices)->capacity = 0; } while (0);
  }
  else if (stream->next == '(') {
    stream_advance(stream);
    stream_skip_whitespace(stream);
    if (stream->next == '(' || stream->next == '"' || stream->next == '[') {
      _Bool child_is_immediate = is_immediate;
      CaptureQuantifiers child_capture_quantifiers = capture_quantifiers_new();
      for (;;) {
        if (stream->next == '.') {
          const char *anchor_start = stream->input;
          child_is_immediate = 1;
          stream_advance(stream);
          stream_skip_whitespace(stream);
          if (stream->next == ')') {
            stream_reset(stream, anchor_start);
            capture_quantifiers_delete(&child_capture_quantifiers);
            return TSQueryErrorSyntax;
          }
        }
        TSQueryError e = ts_query__parse_pattern(
          self,
          stream,
          depth,
          child_is_immediate,
          is_inside_alternation,
          &child_capture_quantifiers
        );
        if (e == PARENT_DONE) {
          if (stream->next == ')') {
            stream_advance(stream);
            break;
          }
          e = TSQueryErrorSyntax;
        }
        if (e) {
          capture_quantifiers_delete(&child_capture_quantifiers);
          return e;
        }
        capture_quantifiers_add_all(capture_quantifiers, &child_capture_quantifiers);
        capture_quantifiers_clear(&child_capture_quantifiers);
        child_is_immediate = 0;
      }
      capture_quantifiers_delete(&child_capture_quantifiers);
    }
    else if (stream->next == '.' || stream->next == '#') {
      stream_advance(stream);
      return ts_query__parse_predicate(self, stream);
    }
    else {
      TSSymbol symbol;
      _Bool is_missing = 0;
      const char *node_name = stream->input;
      if (stream_is_ident_start(stream)) {
        stream_scan_identifier(stream);
        uint32_t length = (uint32_t)(stream->input - node_name);
        if (length == 1 && node_name[0] == '_') {
          symbol = WILDCARD_SYMBOL;
        } else if (length == 7 && !strncmp(node_name, "MISSING", length)) {
          is_missing = 1;
          stream_skip_whitespace(stream);
          if (stream_is_ident_start(stream)) {
            const char *missing_node_name = stream->input;
            stream_scan_identifier(stream);
            uint32_t missing_node_length = (uint32_t)(stream->input - missing_node_name);
            symbol = ts_language_symbol_for_name(
              self->language,
              missing_node_name,
              missing_node_length,
              1
            );
            if (!symbol) {
              stream_reset(stream, missing_node_name);
              return TSQueryErrorNodeType;
            }
          }
          else if (stream->next == '"') {
            const char *string_start = stream->input;
            TSQueryError e = ts_query__parse_string_literal(self, stream);
            if (e) return e;
            symbol = ts_language_symbol_for_name(
              self->language,
              self->string_buffer.contents,
              self->string_buffer.size,
              0
            );
            if (!symbol) {
              stream_reset(stream, string_start + 1);
              return TSQueryErrorNodeType;
            }
          }
          else if (stream->next == ')') {
            symbol = WILDCARD_SYMBOL;
          }
          else {
            stream_reset(stream, stream->input);
            return TSQueryErrorSyntax;
          }
        }
        else {
          symbol = ts_language_symbol_for_name(
            self->language,
            node_name,
            length,
            1
          );
          if (!symbol) {
            stream_reset(stream, node_name);
            return TSQueryErrorNodeType;
          }
        }
      } else {
        return TSQueryErrorSyntax;
      }
      do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (query_step__new(symbol, depth, is_immediate)); } while(0);
      QueryStep *step = (((void)((uint32_t)((&self->steps)->size - 1) < (&self->steps)->size)), &(&self->steps)->contents[(&self->steps)->size - 1]);
      if (ts_language_symbol_metadata(self->language, symbol).supertype) {
        step->supertype_symbol = step->symbol;
        step->symbol = WILDCARD_SYMBOL;
      }
      if (is_missing) {
        step->is_missing = 1;
      }
      if (symbol == WILDCARD_SYMBOL) {
        step->is_named = 1;
      }
      if (stream->next == '/') {
        if (!step->supertype_symbol) {
          stream_reset(stream, node_name - 1);
          return TSQueryErrorStructure;
        }
        stream_advance(stream);
        const char *subtype_node_name = stream->input;
        if (stream_is_ident_start(stream)) {
          stream_scan_identifier(stream);
          uint32_t length = (uint32_t)(stream->input - subtype_node_name);
          step->symbol = ts_language_symbol_for_name(
            self->language,
            subtype_node_name,
            length,
            1
          );
        } else if (stream->next == '"') {
          TSQueryError e = ts_query__parse_string_literal(self, stream);
          if (e) return e;
          step->symbol = ts_language_symbol_for_name(
            self->language,
            self->string_buffer.contents,
            self->string_buffer.size,
            0
          );
        } else {
          return TSQueryErrorSyntax;
        }
        if (!step->symbol) {
          stream_reset(stream, subtype_node_name);
          return TSQueryErrorNodeType;
        }
        if (self->language->abi_version >= 15) {
          uint32_t subtype_length;
          const TSSymbol *subtypes = ts_language_subtypes(
            self->language,
            step->supertype_symbol,
            &subtype_length
          );
          _Bool subtype_is_valid = 0;
          for (uint32_t i = 0; i < subtype_length; i++) {
            if (subtypes[i] == step->symbol) {
              subtype_is_valid = 1;
              break;
            }
          }
          if (!subtype_is_valid) {
            stream_reset(stream, node_name - 1);
            return TSQueryErrorStructure;
          }
        }
      }
      stream_skip_whitespace(stream);
      _Bool child_is_immediate = 0;
      uint16_t last_child_step_index = 0;
      uint16_t negated_field_count = 0;
      TSFieldId negated_field_ids[8];
      CaptureQuantifiers child_capture_quantifiers = capture_quantifiers_new();
      for (;;) {
        if (stream->next == '!') {
          stream_advance(stream);
          stream_skip_whitespace(stream);
          if (!stream_is_ident_start(stream)) {
            capture_quantifiers_delete(&child_capture_quantifiers);
            return TSQueryErrorSyntax;
          }
          const char *field_name = stream->input;
          stream_scan_identifier(stream);
          uint32_t length = (uint32_t)(stream->input - field_name);
          stream_skip_whitespace(stream);
          TSFieldId field_id = ts_language_field_id_for_name(
            self->language,
            field_name,
            length
          );
          if (!field_id) {
            stream->input = field_name;
            capture_quantifiers_delete(&child_capture_quantifiers);
            return TSQueryErrorField;
          }
          if (negated_field_count < 8) {
            negated_field_ids[negated_field_count] = field_id;
            negated_field_count++;
          }
          continue;
        }
        if (stream->next == '.') {
          child_is_immediate = 1;
          stream_advance(stream);
          stream_skip_whitespace(stream);
        }
        uint16_t step_index = self->steps.size;
        TSQueryError e = ts_query__parse_pattern(
          self,
          stream,
          depth + 1,
          child_is_immediate,
          is_inside_alternation,
          &child_capture_quantifiers
        );
        if (step_index == self->steps.size) step_index--;
        if (e == PARENT_DONE) {
          if (stream->next == ')') {
            if (child_is_immediate) {
              if (last_child_step_index == 0) {
                capture_quantifiers_delete(&child_capture_quantifiers);
                return TSQueryErrorSyntax;
              }
              QueryStep *last_child_step = (((void)((uint32_t)(last_child_step_index) < (&self->steps)->size)), &(&self->steps)->contents[last_child_step_index]);
              last_child_step->is_last_child = 1;
              if (
                last_child_step->alternative_index != NONE &&
                last_child_step->alternative_index < self->steps.size
              ) {
                QueryStep *alternative_step = (((void)((uint32_t)(last_child_step->alternative_index) < (&self->steps)->size)), &(&self->steps)->contents[last_child_step->alternative_index]);
                alternative_step->is_last_child = 1;
                while (
                  alternative_step->alternative_index != NONE &&
                  alternative_step->alternative_index < self->steps.size
                ) {
                  alternative_step = (((void)((uint32_t)(alternative_step->alternative_index) < (&self->steps)->size)), &(&self->steps)->contents[alternative_step->alternative_index]);
                  alternative_step->is_last_child = 1;
                }
              }
            }
            if (negated_field_count) {
              ts_query__add_negated_fields(
                self,
                starting_step_index,
                negated_field_ids,
                negated_field_count
              );
            }
            stream_advance(stream);
            break;
          }
          e = TSQueryErrorSyntax;
        }
        if (e) {
          capture_quantifiers_delete(&child_capture_quantifiers);
          return e;
        }
        capture_quantifiers_add_all(capture_quantifiers, &child_capture_quantifiers);
        last_child_step_index = step_index;
        child_is_immediate = 0;
        capture_quantifiers_clear(&child_capture_quantifiers);
      }
      capture_quantifiers_delete(&child_capture_quantifiers);
    }
  }
  else if (stream->next == '_') {
    stream_advance(stream);
    stream_skip_whitespace(stream);
    do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (query_step__new(WILDCARD_SYMBOL, depth, is_immediate)); } while(0);
  }
  else if (stream->next == '"') {
    const char *string_start = stream->input;
    TSQueryError e = ts_query__parse_string_literal(self, stream);
    if (e) return e;
    TSSymbol symbol = ts_language_symbol_for_name(
      self->language,
      self->string_buffer.contents,
      self->string_buffer.size,
      0
    );
    if (!symbol) {
      stream_reset(stream, string_start + 1);
      return TSQueryErrorNodeType;
    }
    do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (query_step__new(symbol, depth, is_immediate)); } while(0);
  }
  else if (stream_is_ident_start(stream)) {
    const char *field_name = stream->input;
    stream_scan_identifier(stream);
    uint32_t length = (uint32_t)(stream->input - field_name);
    stream_skip_whitespace(stream);
    if (stream->next != ':') {
      stream_reset(stream, field_name);
      return TSQueryErrorSyntax;
    }
    stream_advance(stream);
    stream_skip_whitespace(stream);
    CaptureQuantifiers field_capture_quantifiers = capture_quantifiers_new();
    TSQueryError e = ts_query__parse_pattern(
      self,
      stream,
      depth,
      is_immediate,
      is_inside_alternation,
      &field_capture_quantifiers
    );
    if (e) {
      capture_quantifiers_delete(&field_capture_quantifiers);
      if (e == PARENT_DONE) e = TSQueryErrorSyntax;
      return e;
    }
    TSFieldId field_id = ts_language_field_id_for_name(
      self->language,
      field_name,
      length
    );
    if (!field_id) {
      stream->input = field_name;
      return TSQueryErrorField;
    }
    uint32_t step_index = starting_step_index;
    QueryStep *step = (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index]);
    for (;;) {
      step->field = field_id;
      if (
        step->alternative_index != NONE &&
        step->alternative_index > step_index &&
        step->alternative_index < self->steps.size
      ) {
        step_index = step->alternative_index;
        step = (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index]);
      } else {
        break;
      }
    }
    capture_quantifiers_add_all(capture_quantifiers, &field_capture_quantifiers);
    capture_quantifiers_delete(&field_capture_quantifiers);
  }
  else {
    return TSQueryErrorSyntax;
  }
  stream_skip_whitespace(stream);
  TSQuantifier quantifier = TSQuantifierOne;
  for (;;) {
    if (stream->next == '+') {
      quantifier = quantifier_join(TSQuantifierOneOrMore, quantifier);
      stream_advance(stream);
      stream_skip_whitespace(stream);
    }
    else if (stream->next == '*') {
      quantifier = quantifier_join(TSQuantifierZeroOrMore, quantifier);
      stream_advance(stream);
      stream_skip_whitespace(stream);
    }
    else if (stream->next == '?') {
      quantifier = quantifier_join(TSQuantifierZeroOrOne, quantifier);
      stream_advance(stream);
      stream_skip_whitespace(stream);
    }
    else if (stream->next == '@') {
      stream_advance(stream);
      if (!stream_is_ident_start(stream)) return TSQueryErrorSyntax;
      const char *capture_name = stream->input;
      stream_scan_identifier(stream);
      uint32_t length = (uint32_t)(stream->input - capture_name);
      stream_skip_whitespace(stream);
      uint16_t capture_id = symbol_table_insert_name(
        &self->captures,
        capture_name,
        length
      );
      capture_quantifiers_add_for_id(capture_quantifiers, capture_id, TSQuantifierOne);
      uint32_t step_index = starting_step_index;
      for (;;) {
        QueryStep *step = (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index]);
        query_step__add_capture(step, capture_id);
        if (
          step->alternative_index != NONE &&
          step->alternative_index > step_index &&
          step->alternative_index < self->steps.size
        ) {
          step_index = step->alternative_index;
        } else {
          break;
        }
      }
    }
    else {
      break;
    }
  }
  QueryStep repeat_step;
  QueryStep *step;
  switch (quantifier) {
    case TSQuantifierOneOrMore:
      repeat_step = query_step__new(WILDCARD_SYMBOL, depth, 0);
      repeat_step.is_inside_alternation = is_inside_alternation;
      repeat_step.alternative_index = starting_step_index;
      repeat_step.is_pass_through = 1;
      do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (repeat_step); } while(0);
      break;
    case TSQuantifierZeroOrMore:
      repeat_step = query_step__new(WILDCARD_SYMBOL, depth, 0);
      repeat_step.is_inside_alternation = is_inside_alternation;
      repeat_step.alternative_index = starting_step_index;
      repeat_step.is_pass_through = 1;
      do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (repeat_step); } while(0);
      step = (((void)((uint32_t)(starting_step_index) < (&self->steps)->size)), &(&self->steps)->contents[starting_step_index]);
      while (step->alternative_index != NONE && step->alternative_index < self->steps.size - 1) {
        step = (((void)((uint32_t)(step->alternative_index) < (&self->steps)->size)), &(&self->steps)->contents[step->alternative_index]);
      }
      step->alternative_index = self->steps.size;
      step->alternative_is_skip = 1;
      break;
    case TSQuantifierZeroOrOne:
      step = (((void)((uint32_t)(starting_step_index) < (&self->steps)->size)), &(&self->steps)->contents[starting_step_index]);
      while (step->alternative_index != NONE && step->alternative_index < self->steps.size) {
        step = (((void)((uint32_t)(step->alternative_index) < (&self->steps)->size)), &(&self->steps)->contents[step->alternative_index]);
      }
      step->alternative_index = self->steps.size;
      step->alternative_is_skip = 1;
      break;
    default:
      break;
  }
  capture_quantifiers_mul(capture_quantifiers, quantifier);
  return 0;
}
TSQuery *ts_query_new(
  const TSLanguage *language,
  const char *source,
  uint32_t source_len,
  uint32_t *error_offset,
  TSQueryError *error_type
) {
  if (
    !language ||
    language->abi_version > 15 ||
    language->abi_version < 13
  ) {
    *error_type = TSQueryErrorLanguage;
    return ((void*)0);
  }
  TSQuery *self = ts_current_malloc(sizeof(TSQuery));
  *self = (TSQuery) {
    .steps = { ((void*)0), 0, 0 },
    .pattern_map = { ((void*)0), 0, 0 },
    .captures = symbol_table_new(),
    .capture_quantifiers = { ((void*)0), 0, 0 },
    .predicate_values = symbol_table_new(),
    .predicate_steps = { ((void*)0), 0, 0 },
    .patterns = { ((void*)0), 0, 0 },
    .step_offsets = { ((void*)0), 0, 0 },
    .string_buffer = { ((void*)0), 0, 0 },
    .negated_fields = { ((void*)0), 0, 0 },
    .repeat_symbols_with_rootless_patterns = { ((void*)0), 0, 0 },
    .wildcard_root_pattern_count = 0,
    .language = ts_language_copy(language),
  };
  do { (&self->negated_fields)->contents = (_array__grow( (void *)(&self->negated_fields)->contents, (&self->negated_fields)->size, &(&self->negated_fields)->capacity, 1, (sizeof *(&self->negated_fields)->contents) )); (&self->negated_fields)->contents[(&self->negated_fields)->size++] = (0); } while(0);
  Stream stream = stream_new(source, source_len);
  stream_skip_whitespace(&stream);
  while (stream.input < stream.end) {
    uint32_t pattern_index = self->patterns.size;
    uint32_t start_step_index = self->steps.size;
    uint32_t start_predicate_step_index = self->predicate_steps.size;
    do { (&self->patterns)->contents = (_array__grow( (void *)(&self->patterns)->contents, (&self->patterns)->size, &(&self->patterns)->capacity, 1, (sizeof *(&self->patterns)->contents) )); (&self->patterns)->contents[(&self->patterns)->size++] = (((QueryPattern) { .steps = (Slice) {.offset = start_step_index}, .predicate_steps = (Slice) {.offset = start_predicate_step_index}, .start_byte = stream_offset(&stream), .is_non_local = 0, })); } while(0);
    CaptureQuantifiers capture_quantifiers = capture_quantifiers_new();
    *error_type = ts_query__parse_pattern(self, &stream, 0, 0, 0, &capture_quantifiers);
    do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (query_step__new(0, PATTERN_DONE_MARKER, 0)); } while(0);
    QueryPattern *pattern = (((void)((uint32_t)((&self->patterns)->size - 1) < (&self->patterns)->size)), &(&self->patterns)->contents[(&self->patterns)->size - 1]);
    pattern->steps.length = self->steps.size - start_step_index;
    pattern->predicate_steps.length = self->predicate_steps.size - start_predicate_step_index;
    pattern->end_byte = stream_offset(&stream);
    if (*error_type) {
      if (*error_type == PARENT_DONE) *error_type = TSQueryErrorSyntax;
      *error_offset = stream_offset(&stream);
      capture_quantifiers_delete(&capture_quantifiers);
      ts_query_delete(self);
      return ((void*)0);
    }
    do { (&self->capture_quantifiers)->contents = (_array__grow( (void *)(&self->capture_quantifiers)->contents, (&self->capture_quantifiers)->size, &(&self->capture_quantifiers)->capacity, 1, (sizeof *(&self->capture_quantifiers)->contents) )); (&self->capture_quantifiers)->contents[(&self->capture_quantifiers)->size++] = (capture_quantifiers); } while(0);
    uint16_t wildcard_root_alternative_index = NONE;
    for (;;) {
      QueryStep *step = (((void)((uint32_t)(start_step_index) < (&self->steps)->size)), &(&self->steps)->contents[start_step_index]);
      if (step->symbol == WILDCARD_SYMBOL && step->depth == 0 && !step->field) {
        QueryStep *second_step = (((void)((uint32_t)(start_step_index + 1) < (&self->steps)->size)), &(&self->steps)->contents[start_step_index + 1]);
        if (second_step->symbol != WILDCARD_SYMBOL && second_step->depth == 1 && !second_step->is_immediate) {
          wildcard_root_alternative_index = step->alternative_index;
          start_step_index += 1;
          step = second_step;
        }
      }
      uint32_t start_depth = step->depth;
      _Bool is_rooted = start_depth == 0;
      for (uint32_t step_index = start_step_index + 1; step_index < self->steps.size; step_index++) {
        QueryStep *child_step = (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index]);
        if (child_step->is_dead_end) break;
        if (child_step->depth == start_depth) {
          is_rooted = 0;
          break;
        }
      }
      ts_query__pattern_map_insert(self, step->symbol, (PatternEntry) {
        .step_index = start_step_index,
        .pattern_index = pattern_index,
        .is_rooted = is_rooted
      });
      if (step->symbol == WILDCARD_SYMBOL) {
        self->wildcard_root_pattern_count++;
      }
      if (step->alternative_index != NONE) {
        start_step_index = step->alternative_index;
      } else if (wildcard_root_alternative_index != NONE) {
        start_step_index = wildcard_root_alternative_index;
        wildcard_root_alternative_index = NONE;
      } else {
        break;
      }
    }
    {
      uint32_t pat_start = pattern->steps.offset;
      uint32_t pat_end = pat_start + pattern->steps.length - 1;
      for (uint32_t i = pat_start; i < pat_end; i++) {
        QueryStep *s = (((void)((uint32_t)(i) < (&self->steps)->size)), &(&self->steps)->contents[i]);
        if (!s->is_pass_through || !s->is_inside_alternation
            || s->alternative_index == NONE || s->alternative_index >= i) continue;
        uint32_t target_idx = s->alternative_index;
        QueryStep *target = (((void)((uint32_t)(target_idx) < (&self->steps)->size)), &(&self->steps)->contents[target_idx]);
        uint16_t target_alt_index = target->alternative_index;
        if (target_alt_index == NONE
            || target_alt_index <= target_idx || target_alt_index >= pat_end) continue;
        uint32_t copy_idx = self->steps.size;
        QueryStep copy = *target;
        copy.alternative_index = NONE;
        uint16_t target_depth = target->depth;
        do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (copy); } while(0);
        QueryStep redirect = query_step__new(0, target_depth, 0);
        redirect.is_dead_end = 1;
        redirect.alternative_index = target_idx + 1;
        do { (&self->steps)->contents = (_array__grow( (void *)(&self->steps)->contents, (&self->steps)->size, &(&self->steps)->capacity, 1, (sizeof *(&self->steps)->contents) )); (&self->steps)->contents[(&self->steps)->size++] = (redirect); } while(0);
        s = (((void)((uint32_t)(i) < (&self->steps)->size)), &(&self->steps)->contents[i]);
        s->alternative_index = copy_idx;
      }
    }
  }
  if (!ts_query__analyze_patterns(self, error_offset)) {
    *error_type = TSQueryErrorStructure;
    ts_query_delete(self);
    return ((void*)0);
  }
  do { if ((&self->string_buffer)->contents) ts_current_free((&self->string_buffer)->contents); (&self->string_buffer)->contents = ((void*)0); (&self->string_buffer)->size = 0; (&self->string_buffer)->capacity = 0; } while (0);
  return self;
}
void ts_query_delete(TSQuery *self) {
  if (self) {
    do { if ((&self->steps)->contents) ts_current_free((&self->steps)->contents); (&self->steps)->contents = ((void*)0); (&self->steps)->size = 0; (&self->steps)->capacity = 0; } while (0);
    do { if ((&self->pattern_map)->contents) ts_current_free((&self->pattern_map)->contents); (&self->pattern_map)->contents = ((void*)0); (&self->pattern_map)->size = 0; (&self->pattern_map)->capacity = 0; } while (0);
    do { if ((&self->predicate_steps)->contents) ts_current_free((&self->predicate_steps)->contents); (&self->predicate_steps)->contents = ((void*)0); (&self->predicate_steps)->size = 0; (&self->predicate_steps)->capacity = 0; } while (0);
    do { if ((&self->patterns)->contents) ts_current_free((&self->patterns)->contents); (&self->patterns)->contents = ((void*)0); (&self->patterns)->size = 0; (&self->patterns)->capacity = 0; } while (0);
    do { if ((&self->step_offsets)->contents) ts_current_free((&self->step_offsets)->contents); (&self->step_offsets)->contents = ((void*)0); (&self->step_offsets)->size = 0; (&self->step_offsets)->capacity = 0; } while (0);
    do { if ((&self->string_buffer)->contents) ts_current_free((&self->string_buffer)->contents); (&self->string_buffer)->contents = ((void*)0); (&self->string_buffer)->size = 0; (&self->string_buffer)->capacity = 0; } while (0);
    do { if ((&self->negated_fields)->contents) ts_current_free((&self->negated_fields)->contents); (&self->negated_fields)->contents = ((void*)0); (&self->negated_fields)->size = 0; (&self->negated_fields)->capacity = 0; } while (0);
    do { if ((&self->repeat_symbols_with_rootless_patterns)->contents) ts_current_free((&self->repeat_symbols_with_rootless_patterns)->contents); (&self->repeat_symbols_with_rootless_patterns)->contents = ((void*)0); (&self->repeat_symbols_with_rootless_patterns)->size = 0; (&self->repeat_symbols_with_rootless_patterns)->capacity = 0; } while (0);
    ts_language_delete(self->language);
    symbol_table_delete(&self->captures);
    symbol_table_delete(&self->predicate_values);
    for (uint32_t index = 0; index < self->capture_quantifiers.size; index++) {
      CaptureQuantifiers *capture_quantifiers = (((void)((uint32_t)(index) < (&self->capture_quantifiers)->size)), &(&self->capture_quantifiers)->contents[index]);
      capture_quantifiers_delete(capture_quantifiers);
    }
    do { if ((&self->capture_quantifiers)->contents) ts_current_free((&self->capture_quantifiers)->contents); (&self->capture_quantifiers)->contents = ((void*)0); (&self->capture_quantifiers)->size = 0; (&self->capture_quantifiers)->capacity = 0; } while (0);
    ts_current_free(self);
  }
}
uint32_t ts_query_pattern_count(const TSQuery *self) {
  return self->patterns.size;
}
uint32_t ts_query_capture_count(const TSQuery *self) {
  return self->captures.slices.size;
}
uint32_t ts_query_string_count(const TSQuery *self) {
  return self->predicate_values.slices.size;
}
const char *ts_query_capture_name_for_id(
  const TSQuery *self,
  uint32_t index,
  uint32_t *length
) {
  return symbol_table_name_for_id(&self->captures, index, length);
}
TSQuantifier ts_query_capture_quantifier_for_id(
  const TSQuery *self,
  uint32_t pattern_index,
  uint32_t capture_index
) {
  CaptureQuantifiers *capture_quantifiers = (((void)((uint32_t)(pattern_index) < (&self->capture_quantifiers)->size)), &(&self->capture_quantifiers)->contents[pattern_index]);
  return capture_quantifier_for_id(capture_quantifiers, capture_index);
}
const char *ts_query_string_value_for_id(
  const TSQuery *self,
  uint32_t index,
  uint32_t *length
) {
  return symbol_table_name_for_id(&self->predicate_values, index, length);
}
const TSQueryPredicateStep *ts_query_predicates_for_pattern(
  const TSQuery *self,
  uint32_t pattern_index,
  uint32_t *step_count
) {
  Slice slice = (((void)((uint32_t)(pattern_index) < (&self->patterns)->size)), &(&self->patterns)->contents[pattern_index])->predicate_steps;
  *step_count = slice.length;
  if (slice.length == 0) return ((void*)0);
  return (((void)((uint32_t)(slice.offset) < (&self->predicate_steps)->size)), &(&self->predicate_steps)->contents[slice.offset]);
}
uint32_t ts_query_start_byte_for_pattern(
  const TSQuery *self,
  uint32_t pattern_index
) {
  return (((void)((uint32_t)(pattern_index) < (&self->patterns)->size)), &(&self->patterns)->contents[pattern_index])->start_byte;
}
uint32_t ts_query_end_byte_for_pattern(
  const TSQuery *self,
  uint32_t pattern_index
) {
  return (((void)((uint32_t)(pattern_index) < (&self->patterns)->size)), &(&self->patterns)->contents[pattern_index])->end_byte;
}
_Bool ts_query_is_pattern_rooted(
  const TSQuery *self,
  uint32_t pattern_index
) {
  for (unsigned i = 0; i < self->pattern_map.size; i++) {
    PatternEntry *entry = (((void)((uint32_t)(i) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[i]);
    if (entry->pattern_index == pattern_index) {
      if (!entry->is_rooted) return 0;
    }
  }
  return 1;
}
_Bool ts_query_is_pattern_non_local(
  const TSQuery *self,
  uint32_t pattern_index
) {
  if (pattern_index < self->patterns.size) {
    return (((void)((uint32_t)(pattern_index) < (&self->patterns)->size)), &(&self->patterns)->contents[pattern_index])->is_non_local;
  } else {
    return 0;
  }
}
_Bool ts_query_is_pattern_guaranteed_at_step(
  const TSQuery *self,
  uint32_t byte_offset
) {
  uint32_t step_index = (0xffffffffu);
  for (unsigned i = 0; i < self->step_offsets.size; i++) {
    StepOffset *step_offset = (((void)((uint32_t)(i) < (&self->step_offsets)->size)), &(&self->step_offsets)->contents[i]);
    if (step_offset->byte_offset > byte_offset) break;
    step_index = step_offset->step_index;
  }
  if (step_index < self->steps.size) {
    return (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index])->root_pattern_guaranteed;
  } else {
    return 0;
  }
}
_Bool ts_query__step_is_fallible(
  const TSQuery *self,
  uint16_t step_index
) {
  unsigned i = 1;
  QueryStep *step = (((void)((uint32_t)(step_index) < (&self->steps)->size)), &(&self->steps)->contents[step_index]);
  QueryStep *next_step;
  do {
    ((void)((uint32_t)step_index + i < self->steps.size));
    next_step = (((void)((uint32_t)(step_index + i) < (&self->steps)->size)), &(&self->steps)->contents[step_index + i]);
    i++;
  } while (next_step->is_pass_through);
  return (
    next_step->depth != PATTERN_DONE_MARKER &&
    (next_step->depth > step->depth ||
        (next_step->depth == step->depth && next_step->is_immediate)) &&
    (!next_step->parent_pattern_guaranteed || step->symbol == WILDCARD_SYMBOL)
  );
}
void ts_query_disable_capture(
  TSQuery *self,
  const char *name,
  uint32_t length
) {
  int id = symbol_table_id_for_name(&self->captures, name, length);
  if (id != -1) {
    for (unsigned i = 0; i < self->steps.size; i++) {
      QueryStep *step = (((void)((uint32_t)(i) < (&self->steps)->size)), &(&self->steps)->contents[i]);
      query_step__remove_capture(step, id);
    }
  }
}
void ts_query_disable_pattern(
  TSQuery *self,
  uint32_t pattern_index
) {
  for (unsigned i = 0; i < self->pattern_map.size; i++) {
    PatternEntry *pattern = (((void)((uint32_t)(i) < (&self->pattern_map)->size)), &(&self->pattern_map)->contents[i]);
    if (pattern->pattern_index == pattern_index) {
      _array__erase((void *)(&self->pattern_map)->contents, &(&self->pattern_map)->size, (sizeof *(&self->pattern_map)->contents), i);
      i--;
    }
  }
}
TSQueryCursor *ts_query_cursor_new(void) {
  TSQueryCursor *self = ts_current_malloc(sizeof(TSQueryCursor));
  *self = (TSQueryCursor) {
    .did_exceed_match_limit = 0,
    .ascending = 0,
    .halted = 0,
    .states = { ((void*)0), 0, 0 },
    .finished_states = { ((void*)0), 0, 0 },
    .capture_list_pool = capture_list_pool_new(),
    .included_range = {
      .start_point = {0, 0},
      .end_point = ((TSPoint) {(0xffffffffu), (0xffffffffu)}),
      .start_byte = 0,
      .end_byte = (0xffffffffu),
    },
    .containing_range = {
      .start_point = {0, 0},
      .end_point = ((TSPoint) {(0xffffffffu), (0xffffffffu)}),
      .start_byte = 0,
      .end_byte = (0xffffffffu),
    },
    .max_start_depth = (0xffffffffu),
    .operation_count = 0,
  };
  ((&self->states)->contents = (_array__reserve( (void *)(&self->states)->contents, &(&self->states)->capacity, (sizeof *(&self->states)->contents), 8)) );
  ((&self->finished_states)->contents = (_array__reserve( (void *)(&self->finished_states)->contents, &(&self->finished_states)->capacity, (sizeof *(&self->finished_states)->contents), 8)) );
  return self;
}
void ts_query_cursor_delete(TSQueryCursor *self) {
  do { if ((&self->states)->contents) ts_current_free((&self->states)->contents); (&self->states)->contents = ((void*)0); (&self->states)->size = 0; (&self->states)->capacity = 0; } while (0);
  do { if ((&self->finished_states)->contents) ts_current_free((&self->finished_states)->contents); (&self->finished_states)->contents = ((void*)0); (&self->finished_states)->size = 0; (&self->finished_states)->capacity = 0; } while (0);
  ts_tree_cursor_delete(&self->cursor);
  capture_list_pool_delete(&self->capture_list_pool);
  ts_current_free(self);
}
_Bool ts_query_cursor_did_exceed_match_limit(const TSQueryCursor *self) {
  return self->did_exceed_match_limit;
}
uint32_t ts_query_cursor_match_limit(const TSQueryCursor *self) {
  return self->capture_list_pool.max_capture_list_count;
}
void ts_query_cursor_set_match_limit(TSQueryCursor *self, uint32_t limit) {
  self->capture_list_pool.max_capture_list_count = limit;
}
void ts_query_cursor_exec(
  TSQueryCursor *self,
  const TSQuery *query,
  TSNode node
) {
  if (query) {
    ;
    for (unsigned i = 0; i < query->steps.size; i++) {
      QueryStep *step = (((void)((uint32_t)(i) < (&query->steps)->size)), &(&query->steps)->contents[i]);
      ;
      if (step->depth == PATTERN_DONE_MARKER) {
        ;
      } else if (step->is_dead_end) {
        ;
      } else if (step->is_pass_through) {
        ;
      } else if (step->symbol != WILDCARD_SYMBOL) {
        ;
      } else {
        ;
      }
      if (step->field) {
        ;
      }
      if (step->alternative_index != NONE) {
        ;
      }
      ;
    }
  }
  ((&self->states)->size = 0);
  ((&self->finished_states)->size = 0);
  self->finished_states_heap_size = 0;
  ts_tree_cursor_reset(&self->cursor, node);
  capture_list_pool_reset(&self->capture_list_pool);
  self->on_visible_node = 1;
  self->next_state_id = 0;
  self->next_finished_state_id = 0;
  self->depth = 0;
  self->ascending = 0;
  self->halted = 0;
  self->query = query;
  self->did_exceed_match_limit = 0;
  self->operation_count = 0;
  self->query_options = ((void*)0);
  self->query_state = (TSQueryCursorState) {0};
}
void ts_query_cursor_exec_with_options(
  TSQueryCursor *self,
  const TSQuery *query,
  TSNode node,
  const TSQueryCursorOptions *query_options
) {
  ts_query_cursor_exec(self, query, node);
  if (query_options) {
    self->query_options = query_options;
    self->query_state = (TSQueryCursorState) {
      .payload = query_options->payload
    };
  }
}
_Bool ts_query_cursor_set_byte_range(
  TSQueryCursor *self,
  uint32_t start_byte,
  uint32_t end_byte
) {
  if (end_byte == 0) {
    end_byte = (0xffffffffu);
  }
  if (start_byte > end_byte) {
    return 0;
  }
  self->included_range.start_byte = start_byte;
  self->included_range.end_byte = end_byte;
  return 1;
}
_Bool ts_query_cursor_set_point_range(
  TSQueryCursor *self,
  TSPoint start_point,
  TSPoint end_point
) {
  if (end_point.row == 0 && end_point.column == 0) {
    end_point = ((TSPoint) {(0xffffffffu), (0xffffffffu)});
  }
  if (point_gt(start_point, end_point)) {
    return 0;
  }
  self->included_range.start_point = start_point;
  self->included_range.end_point = end_point;
  return 1;
}
_Bool ts_query_cursor_set_containing_byte_range(
  TSQueryCursor *self,
  uint32_t start_byte,
  uint32_t end_byte
) {
  if (end_byte == 0) {
    end_byte = (0xffffffffu);
  }
  if (start_byte > end_byte) {
    return 0;
  }
  self->containing_range.start_byte = start_byte;
  self->containing_range.end_byte = end_byte;
  return 1;
}
_Bool ts_query_cursor_set_containing_point_range(
  TSQueryCursor *self,
  TSPoint start_point,
  TSPoint end_point
) {
  if (end_point.row == 0 && end_point.column == 0) {
    end_point = ((TSPoint) {(0xffffffffu), (0xffffffffu)});
  }
  if (point_gt(start_point, end_point)) {
    return 0;
  }
  self->containing_range.start_point = start_point;
  self->containing_range.end_point = end_point;
  return 1;
}
static _Bool ts_query_cursor__first_in_progress_capture(
  TSQueryCursor *self,
  uint32_t *state_index,
  uint32_t *byte_offset,
  uint32_t *pattern_index,
  _Bool *is_definite
) {
  _Bool result = 0;
  *state_index = (0xffffffffu);
  *byte_offset = (0xffffffffu);
  *pattern_index = (0xffffffffu);
  for (unsigned i = 0; i < self->states.size; i++) {
    QueryState *state = (((void)((uint32_t)(i) < (&self->states)->size)), &(&self->states)->contents[i]);
    if (state->dead) continue;
    const CaptureList *captures = capture_list_pool_get(
      &self->capture_list_pool,
      state->capture_list_id
    );
    if (state->consumed_capture_count >= captures->size) {
      continue;
    }
    TSNode node = (((void)((uint32_t)(state->consumed_capture_count) < (captures)->size)), &(captures)->contents[state->consumed_capture_count])->node;
    if (
      ts_node_end_byte(node) <= self->included_range.start_byte ||
      point_lte(ts_node_end_point(node), self->included_range.start_point)
    ) {
      state->consumed_capture_count++;
      i--;
      continue;
    }
    uint32_t node_start_byte = ts_node_start_byte(node);
    if (
      !result ||
      node_start_byte < *byte_offset ||
      (node_start_byte == *byte_offset && state->pattern_index < *pattern_index)
    ) {
      QueryStep *step = (((void)((uint32_t)(state->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[state->step_index]);
      if (is_definite) {
        *is_definite = step->root_pattern_guaranteed && !step->is_immediate;
      } else if (step->root_pattern_guaranteed) {
        continue;
      }
      result = 1;
      *state_index = i;
      *byte_offset = node_start_byte;
      *pattern_index = state->pattern_index;
    }
  }
  return result;
}
int ts_query_cursor__compare_nodes(TSNode left, TSNode right) {
  if (left.id != right.id) {
    uint32_t left_start = ts_node_start_byte(left);
    uint32_t right_start = ts_node_start_byte(right);
    if (left_start < right_start) return -1;
    if (left_start > right_start) return 1;
    uint32_t left_node_count = ts_node_end_byte(left);
    uint32_t right_node_count = ts_node_end_byte(right);
    if (left_node_count > right_node_count) return -1;
    if (left_node_count < right_node_count) return 1;
  }
  return 0;
}
void ts_query_cursor__compare_captures(
  TSQueryCursor *self,
  QueryState *left_state,
  QueryState *right_state,
  _Bool *left_contains_right,
  _Bool *right_contains_left
) {
  const CaptureList *left_captures = capture_list_pool_get(
    &self->capture_list_pool,
    left_state->capture_list_id
  );
  const CaptureList *right_captures = capture_list_pool_get(
    &self->capture_list_pool,
    right_state->capture_list_id
  );
  *left_contains_right = 1;
  *right_contains_left = 1;
  unsigned i = 0, j = 0;
  for (;;) {
    if (i < left_captures->size) {
      if (j < right_captures->size) {
        TSQueryCapture *left = (((void)((uint32_t)(i) < (left_captures)->size)), &(left_captures)->contents[i]);
        TSQueryCapture *right = (((void)((uint32_t)(j) < (right_captures)->size)), &(right_captures)->contents[j]);
        if (left->node.id == right->node.id && left->index == right->index) {
          i++;
          j++;
        } else {
          switch (ts_query_cursor__compare_nodes(left->node, right->node)) {
            case -1:
              *right_contains_left = 0;
              i++;
              break;
            case 1:
              *left_contains_right = 0;
              j++;
              break;
            default:
              *right_contains_left = 0;
              *left_contains_right = 0;
              i++;
              j++;
              break;
          }
        }
      } else {
        *right_contains_left = 0;
        break;
      }
    } else {
      if (j < right_captures->size) {
        *left_contains_right = 0;
      }
      break;
    }
  }
}
static _Bool ts_query_cursor__state_precedes(
  const TSQueryCursor *self,
  const QueryState *a,
  const QueryState *b
) {
  if (a->start_depth != b->start_depth) return a->start_depth < b->start_depth;
  if (a->pattern_index != b->pattern_index) return a->pattern_index < b->pattern_index;
  const CaptureList *a_caps = capture_list_pool_get(&self->capture_list_pool, a->capture_list_id);
  const CaptureList *b_caps = capture_list_pool_get(&self->capture_list_pool, b->capture_list_id);
  if ((a_caps->size == 0) != (b_caps->size == 0)) return a_caps->size == 0;
  if (a_caps->size == 0) return 0;
  return
    ts_node_start_byte((((void)((uint32_t)(0) < (a_caps)->size)), &(a_caps)->contents[0])->node) <
    ts_node_start_byte((((void)((uint32_t)(0) < (b_caps)->size)), &(b_caps)->contents[0])->node);
}
static void ts_query_cursor__sort_states_by_capture(TSQueryCursor *self) {
  QueryStateList *states = &self->states;
  for (uint32_t i = 1; i < states->size; i++) {
    if (!ts_query_cursor__state_precedes(
      self, (((void)((uint32_t)(i) < (states)->size)), &(states)->contents[i]), (((void)((uint32_t)(i - 1) < (states)->size)), &(states)->contents[i - 1])
    )) continue;
    QueryState key = *(((void)((uint32_t)(i) < (states)->size)), &(states)->contents[i]);
    uint32_t j = i;
    do {
      *(((void)((uint32_t)(j) < (states)->size)), &(states)->contents[j]) = *(((void)((uint32_t)(j - 1) < (states)->size)), &(states)->contents[j - 1]);
      j--;
    } while (j > 0 && ts_query_cursor__state_precedes(self, &key, (((void)((uint32_t)(j - 1) < (states)->size)), &(states)->contents[j - 1])));
    *(((void)((uint32_t)(j) < (states)->size)), &(states)->contents[j]) = key;
  }
}
static void ts_query_cursor__add_state(
  TSQueryCursor *self,
  const PatternEntry *pattern
) {
  QueryStep *step = (((void)((uint32_t)(pattern->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[pattern->step_index]);
  uint32_t start_depth = self->depth - step->depth;
  uint32_t index = self->states.size;
  while (index > 0) {
    QueryState *prev_state = (((void)((uint32_t)(index - 1) < (&self->states)->size)), &(&self->states)->contents[index - 1]);
    if (prev_state->start_depth < start_depth) break;
    if (prev_state->start_depth == start_depth) {
      if (
        prev_state->pattern_index == pattern->pattern_index &&
        prev_state->step_index == pattern->step_index
      ) return;
      if (prev_state->pattern_index <= pattern->pattern_index) break;
    }
    index--;
  }
  ;
  ((&self->states)->contents = (_array__splice( (void *)(&self->states)->contents, &(&self->states)->size, &(&self->states)->capacity, (sizeof *(&self->states)->contents), index, 0, 1, &(((QueryState) { .id = (0xffffffffu), .capture_list_id = CAPTURE_LIST_NONE, .heap_insert_order = (0xffffffffu), .step_index = pattern->step_index, .pattern_index = pattern->pattern_index, .start_depth = start_depth, .consumed_capture_count = 0, .seeking_immediate_match = 1, .has_in_progress_alternatives = 0, .needs_parent = step->depth == 1, .dead = 0, .skipped_quantifier = 0, })) )));
}
static CaptureList *ts_query_cursor__prepare_to_capture(
  TSQueryCursor *self,
  QueryState *state,
  unsigned state_index_to_preserve
) {
  if (state->capture_list_id == CAPTURE_LIST_NONE) {
    state->capture_list_id = capture_list_pool_acquire(&self->capture_list_pool);
    if (state->capture_list_id == CAPTURE_LIST_NONE) {
      self->did_exceed_match_limit = 1;
      uint32_t state_index, byte_offset, pattern_index;
      if (
        ts_query_cursor__first_in_progress_capture(
          self,
          &state_index,
          &byte_offset,
          &pattern_index,
          ((void*)0)
        ) &&
        state_index != state_index_to_preserve
      ) {
        ;
        QueryState *other_state = (((void)((uint32_t)(state_index) < (&self->states)->size)), &(&self->states)->contents[state_index]);
        state->capture_list_id = other_state->capture_list_id;
        other_state->capture_list_id = CAPTURE_LIST_NONE;
        other_state->dead = 1;
        CaptureList *list = capture_list_pool_get_mut(
          &self->capture_list_pool,
          state->capture_list_id
        );
        ((list)->size = 0);
        return list;
      } else {
        ;
        return ((void*)0);
      }
    }
  }
  return capture_list_pool_get_mut(&self->capture_list_pool, state->capture_list_id);
}
static void ts_query_cursor__capture(
  TSQueryCursor *self,
  QueryState *state,
  QueryStep *step,
  TSNode node
) {
  if (state->dead) return;
  CaptureList *capture_list = ts_query_cursor__prepare_to_capture(self, state, (0xffffffffu));
  if (!capture_list) {
    state->dead = 1;
    return;
  }
  for (unsigned j = 0; j < 3; j++) {
    uint16_t capture_id = step->capture_ids[j];
    if (step->capture_ids[j] == NONE) break;
    do { (capture_list)->contents = (_array__grow( (void *)(capture_list)->contents, (capture_list)->size, &(capture_list)->capacity, 1, (sizeof *(capture_list)->contents) )); (capture_list)->contents[(capture_list)->size++] = (((TSQueryCapture) { node, capture_id })); } while(0);
    ;
  }
}
static QueryState *ts_query_cursor__copy_state(
  TSQueryCursor *self,
  QueryState **state_ref
) {
  const QueryState *state = *state_ref;
  uint32_t state_index = (uint32_t)(state - self->states.contents);
  QueryState copy = *state;
  copy.capture_list_id = CAPTURE_LIST_NONE;
  if (state->capture_list_id != CAPTURE_LIST_NONE) {
    CaptureList *new_captures = ts_query_cursor__prepare_to_capture(self, &copy, state_index);
    if (!new_captures) return ((void*)0);
    const CaptureList *old_captures = capture_list_pool_get(
      &self->capture_list_pool,
      state->capture_list_id
    );
    (((new_captures))->contents = (_array__splice( (void*)((new_captures))->contents, &((new_captures))->size, &((new_captures))->capacity, (sizeof *((new_captures))->contents), ((new_captures))->size, 0, (old_captures)->size, (old_captures)->contents )));
  }
  ((&self->states)->contents = (_array__splice( (void *)(&self->states)->contents, &(&self->states)->size, &(&self->states)->capacity, (sizeof *(&self->states)->contents), state_index + 1, 0, 1, &(copy) )));
  *state_ref = (((void)((uint32_t)(state_index) < (&self->states)->size)), &(&self->states)->contents[state_index]);
  return (((void)((uint32_t)(state_index + 1) < (&self->states)->size)), &(&self->states)->contents[state_index + 1]);
}
static inline _Bool ts_query_cursor__should_descend(
  TSQueryCursor *self,
  _Bool node_intersects_range
) {
  if (node_intersects_range && self->depth < self->max_start_depth) {
    return 1;
  }
  for (unsigned i = 0; i < self->states.size; i++) {
    QueryState *state = (((void)((uint32_t)(i) < (&self->states)->size)), &(&self->states)->contents[i]);
    QueryStep *next_step = (((void)((uint32_t)(state->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[state->step_index]);
    if (
      next_step->depth != PATTERN_DONE_MARKER &&
      state->start_depth + next_step->depth > self->depth
    ) {
      return 1;
    }
  }
  if (self->depth >= self->max_start_depth) {
    return 0;
  }
  if (!self->on_visible_node) {
    Subtree subtree = ts_tree_cursor_current_subtree(&self->cursor);
    if (ts_subtree_is_repetition(subtree)) {
      _Bool exists;
      uint32_t index;
      do { *(&index) = 0; *(&exists) = 0; uint32_t size = (&self->query->repeat_symbols_with_rootless_patterns)->size - *(&index); if (size == 0) break; int comparison; while (size > 1) { uint32_t half_size = size / 2; uint32_t mid_index = *(&index) + half_size; comparison = ((int)*(&((&self->query->repeat_symbols_with_rootless_patterns)->contents[mid_index] )) - (int)((ts_subtree_symbol(subtree)))); if (comparison <= 0) *(&index) = mid_index; size -= half_size; } comparison = ((int)*(&((&self->query->repeat_symbols_with_rootless_patterns)->contents[*(&index)] )) - (int)((ts_subtree_symbol(subtree)))); if (comparison == 0) *(&exists) = 1; else if (comparison < 0) *(&index) += 1; } while (0);
      return exists;
    }
    return 1;
  }
  return 0;
}
_Bool range_intersects(const TSRange *a, const TSRange *b) {
  _Bool is_empty = a->start_byte == a->end_byte;
  return (
    (
      a->end_byte > b->start_byte ||
      (is_empty && a->end_byte == b->start_byte)
    ) &&
    (
      point_gt(a->end_point, b->start_point) ||
      (is_empty && point_eq(a->end_point, b->start_point))
    ) &&
    a->start_byte < b->end_byte &&
    point_lt(a->start_point, b->end_point)
  );
}
_Bool range_within(const TSRange *a, const TSRange *b) {
  return (
    a->start_byte >= b->start_byte &&
    point_gte(a->start_point, b->start_point) &&
    a->end_byte <= b->end_byte &&
    point_lte(a->end_point, b->end_point)
  );
}
static inline _Bool ts_query_cursor__advance(
  TSQueryCursor *self,
  _Bool stop_on_definite_step
) {
  _Bool did_match = 0;
  for (;;) {
    if (self->halted) {
      while (self->states.size > 0) {
        QueryState state = ((&self->states)->contents[--(&self->states)->size]);
        capture_list_pool_release(
          &self->capture_list_pool,
          state.capture_list_id
        );
      }
    }
    if (++self->operation_count == OP_COUNT_PER_QUERY_CALLBACK_CHECK) {
      self->operation_count = 0;
    }
    if (self->query_options && self->query_options->progress_callback) {
      self->query_state.current_byte_offset = ts_node_start_byte(ts_tree_cursor_current_node(&self->cursor));
    }
    if (
      did_match ||
      self->halted ||
      (
        self->operation_count == 0 &&
        (
          (self->query_options && self->query_options->progress_callback && self->query_options->progress_callback(&self->query_state))
        )
      )
    ) {
      return did_match;
    }
    if (self->ascending) {
      if (self->on_visible_node) {
        ;
        uint32_t deleted_count = 0;
        for (unsigned i = 0, n = self->states.size; i < n; i++) {
          QueryState *state = (((void)((uint32_t)(i) < (&self->states)->size)), &(&self->states)->contents[i]);
          QueryStep *step = (((void)((uint32_t)(state->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[state->step_index]);
          if (
            step->depth == PATTERN_DONE_MARKER &&
            (state->start_depth > self->depth || self->depth == 0)
          ) {
            ;
            ts_query_cursor__push_finished_state(self, state);
            did_match = 1;
            deleted_count++;
          }
          else if (
            step->depth != PATTERN_DONE_MARKER &&
            (uint32_t)state->start_depth + (uint32_t)step->depth > self->depth
          ) {
            ;
            capture_list_pool_release(
              &self->capture_list_pool,
              state->capture_list_id
            );
            deleted_count++;
          }
          else if (deleted_count > 0) {
            *(((void)((uint32_t)(i - deleted_count) < (&self->states)->size)), &(&self->states)->contents[i - deleted_count]) = *state;
          }
        }
        self->states.size -= deleted_count;
      }
      switch (ts_tree_cursor_goto_next_sibling_internal(&self->cursor)) {
        case TreeCursorStepVisible:
          if (!self->on_visible_node) {
            self->depth++;
            self->on_visible_node = 1;
          }
          self->ascending = 0;
          break;
        case TreeCursorStepHidden:
          if (self->on_visible_node) {
            self->depth--;
            self->on_visible_node = 0;
          }
          self->ascending = 0;
          break;
        default:
          if (ts_tree_cursor_goto_parent(&self->cursor)) {
            self->depth--;
          } else {
            ;
            self->halted = 1;
          }
      }
    }
    else {
      TSNode node = ts_tree_cursor_current_node(&self->cursor);
      TSNode parent_node = ts_tree_cursor_parent_node(&self->cursor);
      _Bool parent_intersects_range =
        ts_node_is_null(parent_node) ||
        range_intersects(&(TSRange) {
          .start_point = ts_node_start_point(parent_node),
          .end_point = ts_node_end_point(parent_node),
          .start_byte = ts_node_start_byte(parent_node),
          .end_byte = ts_node_end_byte(parent_node),
        }, &self->included_range);
      TSRange node_range = (TSRange) {
        .start_point = ts_node_start_point(node),
        .end_point = ts_node_end_point(node),
        .start_byte = ts_node_start_byte(node),
        .end_byte = ts_node_end_byte(node),
      };
      _Bool node_intersects_range =
        parent_intersects_range && range_intersects(&node_range, &self->included_range);
      _Bool node_intersects_containing_range =
        range_intersects(&node_range, &self->containing_range);
      _Bool node_within_containing_range =
        range_within(&node_range, &self->containing_range);
      if (node_within_containing_range && self->on_visible_node) {
        TSSymbol symbol = ts_node_symbol(node);
        _Bool is_named = ts_node_is_named(node);
        _Bool is_missing = ts_node_is_missing(node);
        _Bool has_later_siblings;
        _Bool has_later_named_siblings;
        _Bool can_have_later_siblings_with_this_field;
        TSFieldId field_id = 0;
        TSSymbol supertypes[8] = {0};
        unsigned supertype_count = 8;
        ts_tree_cursor_current_status(
          &self->cursor,
          &field_id,
          &has_later_siblings,
          &has_later_named_siblings,
          &can_have_later_siblings_with_this_field,
          supertypes,
          &supertype_count
        );
        ;
        _Bool node_is_error = symbol == ((TSSymbol)-1);
        _Bool parent_is_error =
          !ts_node_is_null(parent_node) &&
          ts_node_symbol(parent_node) == ((TSSymbol)-1);
        if (!node_is_error) {
          for (unsigned i = 0; i < self->query->wildcard_root_pattern_count; i++) {
            PatternEntry *pattern = (((void)((uint32_t)(i) < (&self->query->pattern_map)->size)), &(&self->query->pattern_map)->contents[i]);
            QueryStep *step = (((void)((uint32_t)(pattern->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[pattern->step_index]);
            uint32_t start_depth = self->depth - step->depth;
            if (
              (pattern->is_rooted ?
                node_intersects_range :
                (parent_intersects_range && !parent_is_error)) &&
              (!step->field || field_id == step->field) &&
              (!step->supertype_symbol || supertype_count > 0) &&
              (start_depth <= self->max_start_depth)
            ) {
              ts_query_cursor__add_state(self, pattern);
            }
          }
        }
        unsigned i;
        if (ts_query__pattern_map_search(self->query, symbol, &i)) {
          PatternEntry *pattern = (((void)((uint32_t)(i) < (&self->query->pattern_map)->size)), &(&self->query->pattern_map)->contents[i]);
          QueryStep *step = (((void)((uint32_t)(pattern->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[pattern->step_index]);
          uint32_t start_depth = self->depth - step->depth;
          do {
            if (
              (pattern->is_rooted ?
                node_intersects_range :
                (parent_intersects_range && !parent_is_error)) &&
              (!step->field || field_id == step->field) &&
              (start_depth <= self->max_start_depth)
            ) {
              ts_query_cursor__add_state(self, pattern);
            }
            i++;
            if (i == self->query->pattern_map.size) break;
            pattern = (((void)((uint32_t)(i) < (&self->query->pattern_map)->size)), &(&self->query->pattern_map)->contents[i]);
            step = (((void)((uint32_t)(pattern->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[pattern->step_index]);
          } while (step->symbol == symbol);
        }
        for (unsigned j = 0, copy_count = 0; j < self->states.size; j += 1 + copy_count) {
          QueryState *state = (((void)((uint32_t)(j) < (&self->states)->size)), &(&self->states)->contents[j]);
          QueryStep *step = (((void)((uint32_t)(state->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[state->step_index]);
          state->has_in_progress_alternatives = 0;
          copy_count = 0;
          if ((uint32_t)state->start_depth + (uint32_t)step->depth != self->depth) continue;
          _Bool node_does_match = 0;
          if (step->symbol == WILDCARD_SYMBOL) {
            if (step->is_missing) {
              node_does_match = is_missing;
            } else {
              node_does_match = !node_is_error && (is_named || !step->is_named);
            }
          } else {
            node_does_match = symbol == step->symbol && (!step->is_missing || is_missing);
          }
          _Bool later_sibling_can_match = has_later_siblings;
          if ((step->is_immediate && is_named && !state->skipped_quantifier) || state->seeking_immediate_match) {
            later_sibling_can_match = 0;
          }
          if (step->is_last_child && has_later_named_siblings) {
            node_does_match = 0;
          }
          if (step->supertype_symbol) {
            _Bool has_supertype = 0;
            for (unsigned k = 0; k < supertype_count; k++) {
              if (supertypes[k] == step->supertype_symbol) {
                has_supertype = 1;
                break;
              }
            }
            if (!has_supertype) node_does_match = 0;
          }
          if (step->field) {
            if (step->field == field_id) {
              if (!can_have_later_siblings_with_this_field) {
                later_sibling_can_match = 0;
              }
            } else {
              node_does_match = 0;
            }
          }
          if (step->negated_field_list_id) {
            TSFieldId *negated_field_ids = (((void)((uint32_t)(step->negated_field_list_id) < (&self->query->negated_fields)->size)), &(&self->query->negated_fields)->contents[step->negated_field_list_id]);
            for (;;) {
              TSFieldId negated_field_id = *negated_field_ids;
              if (negated_field_id) {
                negated_field_ids++;
                if (ts_node_child_by_field_id(node, negated_field_id).id) {
                  node_does_match = 0;
                  break;
                }
              } else {
                break;
              }
            }
          }
          if (!node_does_match) {
            if (!later_sibling_can_match) {
              ;
              capture_list_pool_release(
                &self->capture_list_pool,
                state->capture_list_id
              );
              _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), j);
              j--;
            }
            continue;
          }
          if (later_sibling_can_match && (
            step->contains_captures ||
            ts_query__step_is_fallible(self->query, state->step_index)
          )) {
            if (ts_query_cursor__copy_state(self, &state)) {
              ;
              copy_count++;
            }
          }
          if (state->needs_parent) {
            TSNode parent = ts_tree_cursor_parent_node(&self->cursor);
            if (ts_node_is_null(parent)) {
              ;
              state->dead = 1;
            } else {
              state->needs_parent = 0;
              QueryStep *skipped_wildcard_step = step;
              do {
                skipped_wildcard_step--;
              } while (
                skipped_wildcard_step->is_dead_end ||
                skipped_wildcard_step->is_pass_through ||
                skipped_wildcard_step->depth > 0
              );
              if (skipped_wildcard_step->capture_ids[0] != NONE) {
                ;
                ts_query_cursor__capture(
                  self,
                  state,
                  skipped_wildcard_step,
                  parent
                );
              }
            }
          }
          if (step->capture_ids[0] != NONE) {
            ts_query_cursor__capture(self, state, step, node);
          }
          if (state->dead) {
            _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), j);
            j--;
            continue;
          }
          state->step_index++;
          ;
          QueryStep *next_step = (((void)((uint32_t)(state->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[state->step_index]);
          if (step->symbol == WILDCARD_SYMBOL && !step->is_named && next_step->is_immediate) {
              state->seeking_immediate_match = 1;
          } else {
              state->seeking_immediate_match = 0;
          }
          state->skipped_quantifier = 0;
          if (stop_on_definite_step && next_step->root_pattern_guaranteed) did_match = 1;
          unsigned end_index = j + 1;
          for (unsigned k = j; k < end_index; k++) {
            QueryState *child_state = (((void)((uint32_t)(k) < (&self->states)->size)), &(&self->states)->contents[k]);
            QueryStep *child_step = (((void)((uint32_t)(child_state->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[child_state->step_index]);
            if (child_step->alternative_index != NONE) {
              if (child_step->is_dead_end) {
                child_state->step_index = child_step->alternative_index;
                k--;
                continue;
              }
              if (child_step->is_pass_through) {
                child_state->step_index++;
                k--;
              }
              if (
                child_step->alternative_is_skip &&
                child_step->is_last_child &&
                has_later_named_siblings
              ) {
                continue;
              }
              QueryState *copy = ts_query_cursor__copy_state(self, &child_state);
              if (copy) {
                ;
                end_index++;
                copy_count++;
                copy->step_index = child_step->alternative_index;
                if (child_step->is_pass_through) {
                  copy->seeking_immediate_match = 1;
                }
                if (child_step->alternative_is_skip) {
                  if (!child_step->is_immediate) {
                    QueryStep *skip_target = (((void)((uint32_t)(child_step->alternative_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[child_step->alternative_index]);
                    copy->skipped_quantifier = skip_target->depth == child_step->depth;
                  } else if (
                    (((void)((uint32_t)(child_state->step_index - 1) < (&self->query->steps)->size)), &(&self->query->steps)->contents[child_state->step_index - 1])->depth <
                    child_step->depth
                  ) {
                    copy->seeking_immediate_match = 1;
                  }
                }
              }
            }
          }
        }
        ts_query_cursor__sort_states_by_capture(self);
        for (unsigned j = 0; j < self->states.size; j++) {
          QueryState *state = (((void)((uint32_t)(j) < (&self->states)->size)), &(&self->states)->contents[j]);
          if (state->dead) {
            _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), j);
            j--;
            continue;
          }
          _Bool did_remove = 0;
          for (unsigned k = j + 1; k < self->states.size; k++) {
            QueryState *other_state = (((void)((uint32_t)(k) < (&self->states)->size)), &(&self->states)->contents[k]);
            if (
              other_state->start_depth != state->start_depth ||
              other_state->pattern_index != state->pattern_index
            ) break;
            const CaptureList *state_captures =
              capture_list_pool_get(&self->capture_list_pool, state->capture_list_id);
            const CaptureList *other_captures =
              capture_list_pool_get(&self->capture_list_pool, other_state->capture_list_id);
            if (
              state_captures->size > 0 &&
              other_captures->size > 0 &&
              ts_node_start_byte((((void)((uint32_t)(0) < (other_captures)->size)), &(other_captures)->contents[0])->node) >=
                ts_node_end_byte((((void)((uint32_t)(state_captures->size - 1) < (state_captures)->size)), &(state_captures)->contents[state_captures->size - 1])->node)
            ) {
              break;
            }
            _Bool left_contains_right, right_contains_left;
            ts_query_cursor__compare_captures(
              self,
              state,
              other_state,
              &left_contains_right,
              &right_contains_left
            );
            if (left_contains_right) {
              if (
                state->step_index == other_state->step_index &&
                (other_state->seeking_immediate_match || !state->seeking_immediate_match)
              ) {
                ;
                capture_list_pool_release(&self->capture_list_pool, other_state->capture_list_id);
                _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), k);
                k--;
                continue;
              }
              other_state->has_in_progress_alternatives = 1;
            }
            if (right_contains_left) {
              if (
                state->step_index == other_state->step_index &&
                (state->seeking_immediate_match || !other_state->seeking_immediate_match)
              ) {
                ;
                capture_list_pool_release(&self->capture_list_pool, state->capture_list_id);
                _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), j);
                j--;
                did_remove = 1;
                break;
              }
              state->has_in_progress_alternatives = 1;
            }
          }
          if (!did_remove) {
            ;
            QueryStep *next_step = (((void)((uint32_t)(state->step_index) < (&self->query->steps)->size)), &(&self->query->steps)->contents[state->step_index]);
            if (next_step->depth == PATTERN_DONE_MARKER) {
              if (state->has_in_progress_alternatives) {
                ;
              } else {
                ;
                ts_query_cursor__push_finished_state(self, state);
                _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), (uint32_t)(state - self->states.contents));
                did_match = 1;
                j--;
              }
            }
          }
        }
      }
      if (node_intersects_containing_range && ts_query_cursor__should_descend(self, node_intersects_range)) {
        switch (ts_tree_cursor_goto_first_child_internal(&self->cursor)) {
          case TreeCursorStepVisible:
            self->depth++;
            self->on_visible_node = 1;
            continue;
          case TreeCursorStepHidden:
            self->on_visible_node = 0;
            continue;
          default:
            break;
        }
      }
      self->ascending = 1;
    }
  }
}
_Bool ts_query_cursor_next_match(
  TSQueryCursor *self,
  TSQueryMatch *match
) {
  if (self->finished_states.size == 0) {
    if (!ts_query_cursor__advance(self, 0)) {
      return 0;
    }
  }
  if (self->finished_states_heap_size > 0) {
    ts_query_cursor__heapify_finished_states(self);
  }
  uint32_t state_index = 0;
  if (self->finished_states_heap_size > 0) {
    for (uint32_t i = 1; i < self->finished_states.size; i++) {
      QueryState *state = (((void)((uint32_t)(i) < (&self->finished_states)->size)), &(&self->finished_states)->contents[i]);
      QueryState *earliest_state = (((void)((uint32_t)(state_index) < (&self->finished_states)->size)), &(&self->finished_states)->contents[state_index]);
      if (state->heap_insert_order < earliest_state->heap_insert_order) {
        state_index = i;
      }
    }
  }
  QueryState *state = (((void)((uint32_t)(state_index) < (&self->finished_states)->size)), &(&self->finished_states)->contents[state_index]);
  if (state->id == (0xffffffffu)) state->id = self->next_state_id++;
  match->id = state->id;
  match->pattern_index = state->pattern_index;
  const CaptureList *captures = capture_list_pool_get(
    &self->capture_list_pool,
    state->capture_list_id
  );
  match->captures = captures->contents;
  match->capture_count = captures->size;
  capture_list_pool_release(&self->capture_list_pool, state->capture_list_id);
  if (self->finished_states_heap_size > 0) {
    finished_state_erase(&self->finished_states, state_index, &self->capture_list_pool);
    self->finished_states_heap_size = self->finished_states.size;
  } else {
    _array__erase((void *)(&self->finished_states)->contents, &(&self->finished_states)->size, (sizeof *(&self->finished_states)->contents), state_index);
  }
  return 1;
}
void ts_query_cursor_remove_match(
  TSQueryCursor *self,
  uint32_t match_id
) {
  if (self->finished_states_heap_size > 0) {
    ts_query_cursor__heapify_finished_states(self);
  }
  for (unsigned i = 0; i < self->finished_states.size; i++) {
    const QueryState *state = (((void)((uint32_t)(i) < (&self->finished_states)->size)), &(&self->finished_states)->contents[i]);
    if (state->id == match_id) {
      capture_list_pool_release(
        &self->capture_list_pool,
        state->capture_list_id
      );
      if (self->finished_states_heap_size > 0) {
        finished_state_erase(&self->finished_states, i, &self->capture_list_pool);
        self->finished_states_heap_size = self->finished_states.size;
      } else {
        _array__erase((void *)(&self->finished_states)->contents, &(&self->finished_states)->size, (sizeof *(&self->finished_states)->contents), i);
      }
      return;
    }
  }
  for (unsigned i = 0; i < self->states.size; i++) {
    const QueryState *state = (((void)((uint32_t)(i) < (&self->states)->size)), &(&self->states)->contents[i]);
    if (state->id == match_id) {
      capture_list_pool_release(
        &self->capture_list_pool,
        state->capture_list_id
      );
      _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), i);
      return;
    }
  }
}
_Bool ts_query_cursor_next_capture(
  TSQueryCursor *self,
  TSQueryMatch *match,
  uint32_t *capture_index
) {
  for (;;) {
    ts_query_cursor__heapify_finished_states(self);
    uint32_t first_unfinished_capture_byte;
    uint32_t first_unfinished_pattern_index;
    uint32_t first_unfinished_state_index;
    _Bool first_unfinished_state_is_definite = 0;
    _Bool found_unfinished_state = ts_query_cursor__first_in_progress_capture(
      self,
      &first_unfinished_state_index,
      &first_unfinished_capture_byte,
      &first_unfinished_pattern_index,
      &first_unfinished_state_is_definite
    );
    QueryState *first_finished_state = ((void*)0);
    uint32_t first_finished_capture_byte = first_unfinished_capture_byte;
    uint32_t first_finished_pattern_index = first_unfinished_pattern_index;
    while (self->finished_states.size > 0) {
      QueryState *state = (((void)((uint32_t)(0) < (&self->finished_states)->size)), &(&self->finished_states)->contents[0]);
      const CaptureList *captures = capture_list_pool_get(
        &self->capture_list_pool,
        state->capture_list_id
      );
      if (state->consumed_capture_count >= captures->size) {
        capture_list_pool_release(
          &self->capture_list_pool,
          state->capture_list_id
        );
        finished_state_pop(&self->finished_states, &self->capture_list_pool);
        self->finished_states_heap_size = self->finished_states.size;
        continue;
      }
      TSNode node = (((void)((uint32_t)(state->consumed_capture_count) < (captures)->size)), &(captures)->contents[state->consumed_capture_count])->node;
      _Bool node_precedes_range = (
        ts_node_end_byte(node) <= self->included_range.start_byte ||
        point_lte(ts_node_end_point(node), self->included_range.start_point)
      );
      _Bool node_follows_range = (
        ts_node_start_byte(node) >= self->included_range.end_byte ||
        point_gte(ts_node_start_point(node), self->included_range.end_point)
      );
      _Bool node_outside_of_range = node_precedes_range || node_follows_range;
      if (node_outside_of_range) {
        state->consumed_capture_count++;
        finished_state_sift_down(&self->finished_states, 0, &self->capture_list_pool);
        continue;
      }
      uint32_t node_start_byte = ts_node_start_byte(node);
      if (
        node_start_byte < first_finished_capture_byte ||
        (
          node_start_byte == first_finished_capture_byte &&
          state->pattern_index < first_finished_pattern_index
        )
      ) {
        first_finished_state = state;
        first_finished_capture_byte = node_start_byte;
        first_finished_pattern_index = state->pattern_index;
      }
      break;
    }
    QueryState *state;
    if (first_finished_state) {
      state = first_finished_state;
    } else if (first_unfinished_state_is_definite) {
      state = (((void)((uint32_t)(first_unfinished_state_index) < (&self->states)->size)), &(&self->states)->contents[first_unfinished_state_index]);
    } else {
      state = ((void*)0);
    }
    if (state) {
      if (state->id == (0xffffffffu)) state->id = self->next_state_id++;
      match->id = state->id;
      match->pattern_index = state->pattern_index;
      const CaptureList *captures = capture_list_pool_get(
        &self->capture_list_pool,
        state->capture_list_id
      );
      match->captures = captures->contents;
      match->capture_count = captures->size;
      *capture_index = state->consumed_capture_count;
      state->consumed_capture_count++;
      if (state == first_finished_state) {
        finished_state_sift_down(&self->finished_states, 0, &self->capture_list_pool);
      }
      return 1;
    }
    if (capture_list_pool_is_empty(&self->capture_list_pool) && found_unfinished_state) {
      ;
      capture_list_pool_release(
        &self->capture_list_pool,
        (((void)((uint32_t)(first_unfinished_state_index) < (&self->states)->size)), &(&self->states)->contents[first_unfinished_state_index])->capture_list_id
      );
      _array__erase((void *)(&self->states)->contents, &(&self->states)->size, (sizeof *(&self->states)->contents), first_unfinished_state_index);
    }
    if (
      !ts_query_cursor__advance(self, 1) &&
      self->finished_states.size == 0
    ) return 0;
  }
}
void ts_query_cursor_set_max_start_depth(
  TSQueryCursor *self,
  uint32_t max_start_depth
) {
  self->max_start_depth = max_start_depth;
}
