//! One of the functions that a grammar leaves to Rust is missing.

use grammarc_misfit::orders;
use grammarc_misfit::orders::hooks::{Functions, Hooks, Node, State, Value, Verdict};

struct Mine;

impl Hooks for Mine {
    fn check(&self, texts: &[&[u8]]) -> Value {
        texts.concat().into()
    }

    fn take(&self, _state: &mut State, _node: Node<'_>) -> Verdict {
        Verdict::Ok
    }
}

fn main() {
    let _ = orders::with(&Functions(Mine)).parse(b"1236 pink\n");
}
