# A grammar that later statements change.

import string

MARKS = string.punctuation.replace('<', '').replace(">", "")
NOT_MARKED = [c for c in string.digits if c not in "89"]

PAGES: Grammar = {
    "<start>": ["<page>"],
    "<page>": ["<word>", "<page> <word>"],
    "<word>": list(string.ascii_lowercase[:3]) + ["<mark>"],
    "<mark>": list(MARKS[-2:]),
    "<zip>": ["<digit>" * 3 + "-" + "<digit>" * 2, "x" * 0 + "none"],
    "<octet>": decrange(9, 12) + ["0"] * 1 + [cgi_encode("a b<zip>&", "<>")],
}

PAGES.update({
    "<page>": ["<word>"],
    "<digit>": NOT_MARKED,
})
PAGES["<word>"] = PAGES["<word>"] + ["<digit>"]

if True:
    OTHER = extend_grammar(PAGES, {"<mark>": set("ab") - {"a"}})

MERGED = {**PAGES, "<mark>": ["!"]}
UNITED = PAGES | {"<mark>": crange('x', 'z')}
COPIED = dict(PAGES, **OTHER)

def unrelated(pages, size=3):
    """{"<start>": ["not a grammar"]}"""
    return [page for page in pages][:size] == {"a": 1}
