//! Six inputs of some 20 KB, and the words that must stay in them, in this order.

use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::reduce::{Options, Validity};

/// A reduction whose oracle looks for words. For example, `user 17` and `user 40` must stay in an array of JSON objects.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) format: &'static Format,
    pub(crate) text: String,
    words: &'static [&'static str],
    validity: Validity,
}

impl Case {
    pub(crate) fn is_interesting(&self, text: &[u8]) -> bool {
        let text = String::from_utf8_lossy(text);
        self.words.iter().try_fold(&*text, |rest, word| Some(rest.split_once(word)?.1)).is_some()
    }

    pub(crate) fn options(&self) -> Options {
        Options { validity: self.validity, ..Options::default() }
    }
}

pub(crate) fn all() -> [Case; 6] {
    [json(140), c(), lua(), sql(), html(), python()]
}

/// An array of JSON objects. It stays JSON all the time.
pub(crate) fn json(users: u32) -> Case {
    let user = |n: u32| {
        let tags: Vec<String> = (0..n % 4).map(|tag| format!("\"tag{}\"", tag * 7 + n)).collect();
        let place = format!("{{\"street\": \"Road {}\", \"zip\": [{}, {}], \"geo\": null}}", n * 3, n * 31, n * 17);
        let (tags, is_active) = (tags.join(", "), n.is_multiple_of(3));
        format!(
            "{{\"id\": {n}, \"name\": \"user {n}\", \"tags\": [{tags}], \"address\": {place}, \"active\": {is_active}}}"
        )
    };
    let list: Vec<String> = (0..users).map(user).collect();
    let meta = "{\"generated\": true, \"by\": \"nobody\"}";
    Case {
        name: "json",
        format: grammar("json", include_str!("../../../../grammars/json/json.bnf")),
        text: format!("{{\"version\": 3, \"users\": [{}], \"total\": {users}, \"meta\": {meta}}}", list.join(", ")),
        words: match users {
            0..120 => &["user 7", "user 8", "17"],
            _ => &["user 17", "user 40", "\"tags\": [", "tag98", "user 113", "360"],
        },
        validity: Validity::Strict,
    }
}

/// Functions in C, of which only the brackets are known.
fn c() -> Case {
    let function = |n: u32| {
        format!(
            "static int f{n}(int a, char *b)\n{{\n    int x = a * {n};\n    if (x > {}) {{ g{}(b, &x); return x; }}\n    \
             for (int i = 0; i < {n}; i++) {{\n        table[i] = call({n}, b[i], (x + {}));\n    }}\n    \
             return a + {n};\n}}\n\n",
            n * 5,
            n / 2,
            n * 2
        )
    };
    Case {
        name: "c",
        format: &ISLAND,
        text: (0..95).map(function).collect(),
        words: &[
            "f7(", "f17(", "return x", "f30(", "call(30", "f55(", "g27(", "call(61", "b[i]", "f70(", "table[i", "f80(",
            "x + 164", "for (int", "a + 90",
        ],
        validity: Validity::Prefer,
    }
}

fn lua() -> Case {
    let text = include_str!("../../../../grammars/lua/reduce/argparse.lua");
    let end = text[..20_000].rfind("\nend\n").expect("functions end there") + "\nend\n".len();
    Case {
        name: "lua",
        format: grammar("lua", include_str!("../../../../grammars/lua/lua.bnf")),
        text: text[..end].to_owned(),
        words: &["typechecked", "if ", "self._", "return", "local", "#"],
        validity: Validity::Prefer,
    }
}

fn sql() -> Case {
    Case {
        name: "sql",
        format: grammar("sql", include_str!("../../../../grammars/sql/sql.bnf")),
        text: include_str!("../../../../grammars/sql/reduce/doc-fts3.sql").to_owned(),
        words: &["CREATE VIRTUAL TABLE", "MATCH", "INSERT", "snippet(", "FROM"],
        validity: Validity::Prefer,
    }
}

fn html() -> Case {
    Case {
        name: "html",
        format: grammar("html", include_str!("../../../../grammars/html/html.bnf")),
        text: include_str!("../../../../grammars/html/reduce/expat-reference.html")[..20_000].to_owned(),
        words: &["<div", "<li>", "href=", "</a>", "Expat"],
        validity: Validity::Prefer,
    }
}

fn python() -> Case {
    let class = |n: u32| {
        format!(
            "class C{n}(Base{}):\n    x = {n}\n\n    def m{n}(self, a, b={n}):\n        if a > {}:\n            \
             return [a, b, self.x * {n}]\n        for i in range({n}):\n            \
             self.call(i, {{'k{n}': a, 'b': (b, {n})}})\n        return None\n\n\n",
            n / 3,
            n * 2
        )
    };
    Case {
        name: "python",
        format: grammar("python", include_str!("../../../../grammars/python/python.bnf")),
        text: (0..88).map(class).collect(),
        words: &["class C3", "class C23", "return [a", "range(50)", "class C61", "'b'"],
        validity: Validity::Prefer,
    }
}

fn grammar(name: &str, text: &str) -> &'static Format {
    let loaded = grammarc::load_text(name, text).unwrap_or_else(|_| panic!("{name} is bundled"));
    Box::leak(Box::new(loaded.format()))
}
