//! Functions that are not in `Functions`.

use grammarc_misfit::orders;
use grammarc_misfit::orders::hooks::{Hooks, Node, Offer, State, Value, Verdict};

struct Mine;

impl Hooks for Mine {
    fn check(&self, texts: &[&[u8]]) -> Value {
        texts.concat().into()
    }

    fn free(&self, _state: &State) -> Offer {
        Offer::Any
    }

    fn take(&self, _state: &mut State, _node: Node<'_>) -> Verdict {
        Verdict::Ok
    }
}

fn main() {
    let _ = orders::with(&Mine).parse(b"1236 pink\n");
}
