//! The functions that a grammar leaves to Rust are left out.

use grammarc_misfit::orders;

fn main() {
    let _ = orders::parse(b"1236 pink\n");
    let _ = orders::fuzz(1, 20);
    let _ = orders::reduce(b"1236 pink\n", |_| true);
    let _ = orders::generalize(b"1236 pink\n", |_| true);
    let _ = orders::FORMAT.parse(b"1236 pink\n");
    let _ = orders::with().parse(b"1236 pink\n");
}
