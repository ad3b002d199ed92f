"""Writes JSON texts with a fuzzer of the Fuzzing Book.

usage: fuzzingbook_json.py GrammarFuzzer|GrammarCoverageFuzzer FOLDER COUNT SEED
"""

import random
import sys
from pathlib import Path

from fuzzingbook.GrammarCoverageFuzzer import GrammarCoverageFuzzer
from fuzzingbook.GrammarFuzzer import GrammarFuzzer
from fuzzingbook.Grammars import convert_ebnf_grammar, is_valid_grammar, srange

# RFC 8259, as in grammars/json. A character of a string is printable ASCII or one of these others.
OTHER_CHARACTERS = "\x7f\x80é߿ࠀ€\ud7ff\uffff𐀀😀\U0010ffff"
PLAIN = [chr(c) for c in range(0x20, 0x7F) if chr(c) not in '"\\<>(){}'] + list("(){}") + list(OTHER_CHARACTERS)
FUZZERS = {"GrammarFuzzer": GrammarFuzzer, "GrammarCoverageFuzzer": GrammarCoverageFuzzer}

GRAMMAR = convert_ebnf_grammar({
    "<start>": ["<ws><value><ws>"],
    "<value>": ["<object>", "<array>", "<string>", "<number>", "true", "false", "null"],
    "<object>": ["{<ws>}", "{<member><more-members>*}"],
    "<more-members>": [",<member>"],
    "<member>": ["<ws><string><ws>:<ws><value><ws>"],
    "<array>": ["[<ws>]", "[<element><more-elements>*]"],
    "<more-elements>": [",<element>"],
    "<element>": ["<ws><value><ws>"],
    "<string>": ['"<character>*"'],
    "<character>": ["<plain>", "\\<escape>"],
    "<escape>": ['"', "\\", "/", "b", "f", "n", "r", "t", "u<hex><hex><hex><hex>"],
    "<hex>": srange("0123456789abcdefABCDEF"),
    "<number>": ["<minus>?<int><fraction>?<exponent>?"],
    "<minus>": ["-"],
    "<int>": ["0", "<nonzero><digit>*"],
    "<fraction>": [".<digit>+"],
    "<exponent>": ["<e><sign>?<digit>+"],
    "<e>": ["e", "E"],
    "<sign>": ["+", "-"],
    "<nonzero>": srange("123456789"),
    "<digit>": srange("0123456789"),
    "<ws>": ["<space>*"],
    "<space>": [" ", "\t", "\n", "\r"],
})
GRAMMAR["<plain>"] = PLAIN


def main():
    fuzzer_name, folder, count, seed = sys.argv[1:]
    random.seed(int(seed))
    assert is_valid_grammar(GRAMMAR)
    fuzzer = FUZZERS[fuzzer_name](GRAMMAR)
    for i in range(int(count)):
        Path(folder, str(i)).write_bytes(fuzzer.fuzz().encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    main()
