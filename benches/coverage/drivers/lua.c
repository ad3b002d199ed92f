/* Lua: load a text and run it, for 20,000 instructions and in 64 MiB, without access to files, processes or the clock. */
#include <stdint.h>
#include <stdlib.h>
#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"

enum { INSTRUCTIONS = 20000 };
static const size_t MEMORY_BYTES = (size_t)64 << 20;

static void *allocate(void *used, void *block, size_t old, size_t new) {
    size_t *bytes = used;
    if (!block) old = 0;
    if (new > old && new - old > MEMORY_BYTES - *bytes) return NULL;
    void *moved = NULL;
    if (new == 0) free(block);
    else if (!(moved = realloc(block, new))) return NULL;
    *bytes += new - old;
    return moved;
}

/* Ends the run. The hook stays, at every instruction, so that `pcall` cannot go on either. */
static void stop(lua_State *L, lua_Debug *at) {
    lua_sethook(L, stop, LUA_MASKCOUNT, 1);
    luaL_error(L, "too many instructions");
}

static void open_libraries(lua_State *L) {
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base},       {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
        {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math},    {LUA_UTF8LIBNAME, luaopen_utf8},
        {LUA_DBLIBNAME, luaopen_debug}};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
        lua_pop(L, 1);
    }
    static const char *const forbidden[] = {"dofile", "loadfile"};
    for (size_t i = 0; i < 2; i++) {
        lua_pushnil(L);
        lua_setglobal(L, forbidden[i]);
    }
    /* `debug.debug` reads standard input, and `debug.sethook` would remove our limit. */
    lua_getglobal(L, "debug");
    lua_pushnil(L);
    lua_setfield(L, -2, "debug");
    lua_pushnil(L);
    lua_setfield(L, -2, "sethook");
    lua_pop(L, 1);
}

/* Runs protected, because opening the libraries can run out of memory too. */
static int run(lua_State *L) {
    const char *data = lua_touserdata(L, 1);
    size_t size = (size_t)lua_tointeger(L, 2);
    open_libraries(L);
    lua_sethook(L, stop, LUA_MASKCOUNT, INSTRUCTIONS);
    /* "t" refuses precompiled code, which Lua does not check. */
    if (luaL_loadbufferx(L, data, size, "=text", "t") == LUA_OK) lua_pcall(L, 0, LUA_MULTRET, 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t used = 0;
    /* Files may begin with a `#` line, which Lua skips when it reads a file, but not when it reads a buffer. */
    if (size && *data == '#')
        while (size && *data != '\n') data++, size--;
    lua_State *L = lua_newstate(allocate, &used);
    if (!L) return 0;
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, (void *)data);
    lua_pushinteger(L, (lua_Integer)size);
    lua_pcall(L, 2, 0, 0);
    lua_sethook(L, NULL, 0, 0);
    lua_sethook(L, stop, LUA_MASKCOUNT, INSTRUCTIONS); /* for finalizers */
    lua_close(L);
    return 0;
}
