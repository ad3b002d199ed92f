NUMBERS = {
    "<start>": ["<sign>?<number>(,<sign>?(<number>|)+)*", "(<sign>)", "a?b"],
    "<sign>": ["+", "-"],
    "<number>": ["<digit>+"],
    "<digit>": srange("01"),
}

PLAIN = convert_ebnf_grammar(NUMBERS)
