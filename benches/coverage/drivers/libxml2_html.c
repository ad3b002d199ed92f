/* libxml2's HTML parser: as a whole, then in pieces; each tree is written again. */
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/xmlerror.h>
#include <stdint.h>

enum { PIECE_BYTES = 64 };

static void ignore(void *user, const char *message, ...) {}

static void write_and_free(htmlDocPtr tree) {
    xmlChar *text = NULL;
    int bytes;
    if (!tree) return;
    htmlDocDumpMemoryFormat(tree, &text, &bytes, 1);
    xmlFree(text);
    xmlFreeDoc(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    xmlSetGenericErrorFunc(NULL, ignore);
    write_and_free(htmlReadMemory((const char *)data, (int)size, "text.html", NULL, HTML_PARSE_NONET));
    htmlParserCtxtPtr context = htmlCreatePushParserCtxt(NULL, NULL, NULL, 0, "text.html", XML_CHAR_ENCODING_NONE);
    if (!context) return 0;
    for (size_t at = 0; at < size; at += PIECE_BYTES) {
        size_t bytes = size - at < PIECE_BYTES ? size - at : PIECE_BYTES;
        htmlParseChunk(context, (const char *)data + at, (int)bytes, 0);
    }
    htmlParseChunk(context, NULL, 0, 1);
    write_and_free(context->myDoc);
    htmlFreeParserCtxt(context);
    xmlResetLastError();
    return 0;
}
