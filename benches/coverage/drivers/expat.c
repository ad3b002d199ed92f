/* expat: every handler is set, first with namespaces and the text as a whole, then without and in pieces. */
#include <expat.h>
#include <stdint.h>
#include <stdlib.h>

enum { PIECE_BYTES = 64 };

static void XMLCALL start_element(void *user, const XML_Char *name, const XML_Char **attributes) {}
static void XMLCALL end_element(void *user, const XML_Char *name) {}
static void XMLCALL characters(void *user, const XML_Char *text, int length) {}
static void XMLCALL instruction(void *user, const XML_Char *target, const XML_Char *data) {}
static void XMLCALL comment(void *user, const XML_Char *data) {}
static void XMLCALL nothing(void *user) {}
static void XMLCALL start_doctype(void *user, const XML_Char *name, const XML_Char *system, const XML_Char *public, int subset) {}
static void XMLCALL element_declaration(void *parser, const XML_Char *name, XML_Content *model) {
    XML_FreeContentModel(parser, model);
}
static void XMLCALL attlist(void *user, const XML_Char *element, const XML_Char *attribute, const XML_Char *type,
                            const XML_Char *value, int required) {}
static void XMLCALL entity(void *user, const XML_Char *name, int parameter, const XML_Char *value, int length,
                           const XML_Char *base, const XML_Char *system, const XML_Char *public, const XML_Char *notation) {}
static void XMLCALL notation(void *user, const XML_Char *name, const XML_Char *base, const XML_Char *system,
                             const XML_Char *public) {}
static void XMLCALL start_namespace(void *user, const XML_Char *prefix, const XML_Char *uri) {}
static void XMLCALL end_namespace(void *user, const XML_Char *prefix) {}
static void XMLCALL declaration(void *user, const XML_Char *version, const XML_Char *encoding, int standalone) {}
static void XMLCALL skipped(void *user, const XML_Char *name, int parameter) {}
static int XMLCALL not_standalone(void *user) { return XML_STATUS_OK; }
static int XMLCALL unknown_encoding(void *user, const XML_Char *name, XML_Encoding *info) { return XML_STATUS_ERROR; }

/* Every external entity is a short text with a declaration: no file is read. */
static int XMLCALL external(XML_Parser parser, const XML_Char *context, const XML_Char *base, const XML_Char *system,
                            const XML_Char *public) {
    static const char text[] = "<?xml version='1.0' encoding='UTF-8'?><!-- external -->";
    XML_Parser inner = XML_ExternalEntityParserCreate(parser, context, NULL);
    if (!inner) return XML_STATUS_ERROR;
    int status = XML_Parse(inner, text, sizeof text - 1, 1);
    XML_ParserFree(inner);
    return status;
}

static void set_handlers(XML_Parser parser) {
    XML_SetUserData(parser, parser);
    XML_SetElementHandler(parser, start_element, end_element);
    XML_SetCharacterDataHandler(parser, characters);
    XML_SetProcessingInstructionHandler(parser, instruction);
    XML_SetCommentHandler(parser, comment);
    XML_SetCdataSectionHandler(parser, nothing, nothing);
    XML_SetDoctypeDeclHandler(parser, start_doctype, nothing);
    XML_SetElementDeclHandler(parser, element_declaration);
    XML_SetAttlistDeclHandler(parser, attlist);
    XML_SetEntityDeclHandler(parser, entity);
    XML_SetNotationDeclHandler(parser, notation);
    XML_SetNamespaceDeclHandler(parser, start_namespace, end_namespace);
    XML_SetXmlDeclHandler(parser, declaration);
    XML_SetSkippedEntityHandler(parser, skipped);
    XML_SetNotStandaloneHandler(parser, not_standalone);
    XML_SetUnknownEncodingHandler(parser, unknown_encoding, NULL);
    XML_SetExternalEntityRefHandler(parser, external);
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_SetHashSalt(parser, 1);
}

static void parse(XML_Parser parser, const char *data, size_t size, size_t piece) {
    if (!parser) return;
    set_handlers(parser);
    while (size > piece && XML_Parse(parser, data, (int)piece, 0) == XML_STATUS_OK) data += piece, size -= piece;
    if (size <= piece) XML_Parse(parser, data, (int)size, 1);
    XML_ErrorString(XML_GetErrorCode(parser));
    XML_GetCurrentLineNumber(parser);
    XML_ParserFree(parser);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    parse(XML_ParserCreateNS(NULL, '|'), (const char *)data, size, (size_t)1 << 30);
    parse(XML_ParserCreate(NULL), (const char *)data, size, PIECE_BYTES);
    return 0;
}
