canonical_grammar = {
    '<start>': [['<lines>']],
    '<lines>': [['<line>', ';\n', '<lines>'], []],
    '<line>': [[('<name>', {'post': defines}), ' < ', ('<name>', {'pre': defined, 'post': lambda fuzzer, tree: tree})]],
    '<name>': [('a',), ('b<', 'c'), ["<start>", "x"], (" <name>", opts(pre=lambda: "x, y", prob=0.5))],
}
