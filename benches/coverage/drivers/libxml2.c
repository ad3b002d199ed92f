/* libxml2's XML parser: as a whole with its DTD, entities and validity, then in pieces without; each tree is written again. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <stdint.h>

enum { PIECE_BYTES = 64 };

static void ignore(void *user, const char *message, ...) {}

/* No file is read: every external entity is missing. */
static xmlParserInputPtr no_entity(const char *url, const char *id, xmlParserCtxtPtr context) { return NULL; }

static void write_and_free(xmlDocPtr tree) {
    xmlChar *text = NULL;
    int bytes;
    if (!tree) return;
    xmlDocDumpFormatMemory(tree, &text, &bytes, 1);
    xmlFree(text);
    xmlFreeDoc(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    xmlSetGenericErrorFunc(NULL, ignore);
    xmlSetExternalEntityLoader(no_entity);
    write_and_free(xmlReadMemory((const char *)data, (int)size, "text.xml", NULL,
                                 XML_PARSE_DTDATTR | XML_PARSE_NOENT | XML_PARSE_DTDVALID | XML_PARSE_NONET));
    xmlParserCtxtPtr context = xmlCreatePushParserCtxt(NULL, NULL, NULL, 0, "text.xml");
    if (!context) return 0;
    for (size_t at = 0; at < size; at += PIECE_BYTES) {
        size_t bytes = size - at < PIECE_BYTES ? size - at : PIECE_BYTES;
        xmlParseChunk(context, (const char *)data + at, (int)bytes, 0);
    }
    xmlParseChunk(context, NULL, 0, 1);
    write_and_free(context->myDoc);
    xmlFreeParserCtxt(context);
    xmlResetLastError();
    return 0;
}
