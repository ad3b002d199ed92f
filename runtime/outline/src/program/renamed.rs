//! The names that may become others: those that a text defines, and that mean nothing outside of it.
//!
//! For example, in `use std::mem::swap; fn f() { swap(…) }` only `f` may become another name. A name has a meaning outside if an import
//! brings it, if an attribute such as `#[cfg(test)]` has it, or if it stands behind a name of another program, as in `core::fmt`.

use std::collections::HashSet;

use super::signature::Signature;
use super::units::{Extent, UnitList};
use crate::word::is_name;

/// Words before a dot or two colons that stand for something in the text.
const INNER: [&[u8]; 6] = [b"self", b"Self", b"super", b"crate", b"this", b"cls"];

/// Returns the names that may become others, in no order. O(n).
pub(super) fn renamed<'t>(source: &UnitList<'t>, signatures: &[Signature<'t>]) -> HashSet<&'t [u8]> {
    let mut imported: HashSet<&[u8]> = HashSet::new();
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut foreign: HashSet<&[u8]> = HashSet::new();
    for (unit, signature) in source.units.iter().zip(signatures) {
        let is_import = signature.is_import || unit.parent.is_some_and(|parent| signatures[parent].is_import);
        let defined = signature.defines.iter().chain(&signature.assigned).copied().chain(signature.field);
        if is_import {
            imported.extend(defined)
        } else {
            names.extend(defined)
        }
        if unit.extent == Extent::Annotation {
            foreign.extend(signature.uses.iter().map(|used| used.name));
        }
    }
    for unit in &source.units {
        let words = |number: usize| source.word(&unit.tokens[number]);
        for number in 2..unit.tokens.len() {
            let (around, sign) = (words(number - 2), words(number - 1));
            let is_path = sign == b"::" && is_name(around) && !names.contains(around) && !INNER.contains(&around);
            if is_path || (matches!(sign, b"::" | b".") && imported.contains(around)) {
                foreign.insert(words(number));
            }
        }
    }
    names.retain(|name| !imported.contains(name) && !foreign.contains(name));
    names
}
