//! Walks through all parts of a source grammar.

use crate::source::{SourceAlternative, SourceItem, SourceItemKind};

/// Visits every item at any depth, outer ones first. Readers bound the depth.
pub(crate) fn visit_items(alternatives: &mut [SourceAlternative], visit: &mut impl FnMut(&mut SourceItem)) {
    for item in alternatives.iter_mut().flat_map(|alternative| &mut alternative.items) {
        visit_item(item, visit);
    }
}

fn visit_item(item: &mut SourceItem, visit: &mut impl FnMut(&mut SourceItem)) {
    visit(item);
    match &mut item.kind {
        SourceItemKind::Group(alternatives) => visit_items(alternatives, visit),
        SourceItemKind::Repeat { body, .. }
        | SourceItemKind::Ahead { body, .. }
        | SourceItemKind::Block(body)
        | SourceItemKind::Inside(body)
        | SourceItemKind::Flat(body)
        | SourceItemKind::Exact(body) => visit_item(body, visit),
        SourceItemKind::Separated { body, separator } => {
            visit_item(body, visit);
            visit_item(separator, visit);
        }
        SourceItemKind::Except(kept, excluded) => {
            visit_item(kept, visit);
            visit_item(excluded, visit);
        }
        _ => {}
    }
}

/// Looks at every item at any depth, outer ones first.
pub(crate) fn visit_kinds<'r>(alternatives: &'r [SourceAlternative], see: &mut impl FnMut(&'r SourceItemKind)) {
    for item in alternatives.iter().flat_map(|alternative| &alternative.items) {
        visit_kind(&item.kind, see);
    }
}

/// Looks at an item and all items in it.
pub(crate) fn visit_kind<'r>(kind: &'r SourceItemKind, see: &mut impl FnMut(&'r SourceItemKind)) {
    see(kind);
    match kind {
        SourceItemKind::Group(alternatives) => visit_kinds(alternatives, see),
        SourceItemKind::Repeat { body, .. }
        | SourceItemKind::Ahead { body, .. }
        | SourceItemKind::Block(body)
        | SourceItemKind::Inside(body)
        | SourceItemKind::Flat(body)
        | SourceItemKind::Exact(body) => visit_kind(&body.kind, see),
        SourceItemKind::Separated { body, separator } => {
            visit_kind(&body.kind, see);
            visit_kind(&separator.kind, see);
        }
        SourceItemKind::Except(kept, excluded) => {
            visit_kind(&kept.kind, see);
            visit_kind(&excluded.kind, see);
        }
        _ => {}
    }
}
