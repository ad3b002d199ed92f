# Sums of small numbers.

from fuzzingbook.Grammars import Grammar, crange, opts, srange

SUMS: Grammar = {
    "<start>": ["<sum>"],
    # More often short than long.
    "<sum>": [("<number> + <sum>", opts(prob=0.2)), "<number>", '(<sum>)' ' < ' "<number>"],
    "<number>": ["<digit><number>", "<digit>", ("\x2d<digit>", opts(pre=lambda_free, order=None))],
    "<digit>": crange('0', '9'),
    "<sign>": srange("+-") + ["~"],
    "<empty>": [""],
}
