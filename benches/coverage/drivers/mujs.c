/* MuJS: compile a text and run it, for 20,000 instructions and in 64 MiB. Only `main.c` of MuJS opens files, and it is left out.
 *
 * MuJS has no limit of instructions. So its interpreter is compiled here, with a count in the condition that begins each one:
 * `if (J->gccounter > J->gcthresh)`. */
#include "jsi.h"
#include "jscompile.h"
#include "jsvalue.h"
#include "jsrun.h"
#include "text.h"

enum { INSTRUCTIONS = 20000 };
static const size_t MEMORY_BYTES = (size_t)64 << 20;
static int instructions;

/* Returns 0, or ends the run. Once it is over, each instruction throws again, so `try` cannot go on either. */
static unsigned count(js_State *J) {
    if (++instructions > INSTRUCTIONS) js_error(J, "too many instructions");
    return 0;
}

#define gcthresh gcthresh + count(J)
#include "jsrun.c"
#undef gcthresh

/* The size of a block stands in front of it, because MuJS does not say how large the old one was. */
static void *allocate(void *used, void *block, int new) {
    size_t *bytes = used, *old = block ? (size_t *)block - 2 : NULL, freed = old ? *old : 0;
    if (new == 0) {
        *bytes -= freed;
        free(old);
        return NULL;
    }
    if ((size_t)new > freed && (size_t)new - freed > MEMORY_BYTES - *bytes) return NULL;
    size_t *moved = realloc(old, (size_t)new + 2 * sizeof *moved);
    if (!moved) return NULL;
    *moved = (size_t)new;
    *bytes += (size_t)new - freed;
    return moved + 2;
}

/* An error outside of all `try` leaves through this, instead of `abort`. */
static jmp_buf outside;
static void panic(js_State *J) { longjmp(outside, 1); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t used = 0;
    js_State *J = js_newstate(allocate, &used, 0);
    if (!J) return 0;
    js_atpanic(J, panic);
    instructions = 0;
    char *text = text_of(data, size);
    if (!setjmp(outside) && !js_ploadstring(J, "text", text)) {
        js_pushundefined(J);
        if (!js_pcall(J, 0)) js_tryrepr(J, -1, "");
    }
    free(text);
    js_freestate(J);
    return 0;
}
