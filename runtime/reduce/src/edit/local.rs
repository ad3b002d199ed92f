//! The fields of a changed tree, without making it: only those of the applications around the changes can be different.
//!
//! A field depends on labels of its own application. So applications beside the changes keep their values, and copied
//! nodes bring their own. For example, a byte dropped from the second of two `len data` records changes the second
//! `len`, not the first. Where this does not suffice, the answer is "not known".

mod recount;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::splice::{Region, SplicedText};
use crate::edit::Change;
use grammarc_core::grammar::{
    Expression, ExpressionId, FieldId, FunctionId, Grammar, Item, Label, LabelLookup, Slot, Value,
};
use grammarc_core::language::Language;
use grammarc_core::meaning::fields::counts::{Iterations, Number, Numbers};
use grammarc_core::meaning::fields::labels::{self, Labels};
use grammarc_core::meaning::fields::{Places, corrections, is_computed, repeats};
use grammarc_core::parse::MAX_FILL_ROUNDS;
use grammarc_core::tree::{Patch, Tree, name_in, name_span};

/// An index of the fields and labels of one tree. For example, of the records `3abc2xy`, in which a number says how
/// long the text behind it is, it holds the places of both numbers.
#[derive(Debug)]
pub(crate) struct FieldIndex {
    labels: Labels,
    /// The computed items of each application, ascending, by the application's place.
    computed: HashMap<usize, Vec<usize>>,
    /// Whether anything can be skipped.
    skips: bool,
    /// A memo of the numbers of elements, by the place of the repetition.
    counts: RefCell<HashMap<usize, usize>>,
    /// The numbers of repetitions of each application, ascending, by the application's place.
    numbers: HashMap<usize, Vec<Number>>,
    /// The iterations that each number counts, by its place and their label.
    iterations: HashMap<(usize, Label), Vec<Iterations>>,
}

/// A change of a tree, and the text that it leads to.
#[derive(Clone, Copy)]
pub(crate) struct PendingChange<'a> {
    pub(crate) language: &'a Language,
    pub(crate) tree: &'a Tree,
    pub(crate) change: &'a Change,
    pub(crate) spliced: &'a SplicedText,
    pub(crate) regions: &'a [Region],
}

impl FieldIndex {
    /// Returns whether nothing in a grammar depends on how far something is from the start of the input.
    pub(crate) fn fits(grammar: &Grammar) -> bool {
        !grammar.expressions.iter().any(|expression| matches!(expression, Expression::Offset(_)))
    }

    /// Looks at all fields of a tree. O(n log n).
    pub(crate) fn new(language: &Language, tree: &Tree) -> Self {
        let places = Places::new(language.meaning(), tree);
        let Numbers { all, iterations } = Numbers::of(&places);
        let labels = places.labels;
        let mut numbers: HashMap<usize, Vec<Number>> = HashMap::new();
        for number in all {
            numbers.entry(labels.owner(number.place)).or_default().push(number);
        }
        let mut computed: HashMap<usize, Vec<usize>> = HashMap::new();
        for index in labels.computed() {
            computed.entry(labels.owner(index)).or_default().push(index);
        }
        let skips = language.meaning().label_uses().skips;
        Self { labels, computed, skips, counts: RefCell::default(), numbers, iterations }
    }

    /// Corrects the fields in the text of a changed tree, given that all were right before. Returns the patches; none if they
    /// are not known without making the tree.
    pub(crate) fn correct(&self, changing: PendingChange<'_>, text: &mut [u8]) -> Option<Vec<Patch>> {
        let is_known = changing.regions.iter().all(|region| is_closed(changing.language, text, region));
        if !is_known || !changing.keeps_items() {
            return None;
        }
        let applications = self.around(changing);
        let fields = self.fields_of(changing, &applications);
        let mut patches: BTreeMap<usize, Patch> = BTreeMap::new();
        for _ in 0..MAX_FILL_ROUNDS {
            let mut is_right = true;
            for &field in &fields {
                let Some(patch) = self.wanted(changing, text, field)? else { continue };
                is_right = false;
                text[patch.range.clone()].copy_from_slice(&patch.text);
                patches.insert(patch.range.start, patch);
            }
            if is_right {
                self.recount(changing, text, &applications)?;
                return Some(patches.into_values().collect());
            }
        }
        None
    }

    /// Returns the applications around the changes, ascending.
    fn around(&self, changing: PendingChange<'_>) -> BTreeSet<usize> {
        let mut applications = BTreeSet::new();
        for Region { places, .. } in changing.regions {
            let mut at = places.start;
            while at > 0 {
                at = self.labels.parent(at);
                if !applications.insert(at) {
                    break;
                }
            }
        }
        applications
    }

    /// Returns the computed items of applications, those inside of others first.
    fn fields_of(&self, changing: PendingChange<'_>, applications: &BTreeSet<usize>) -> Vec<usize> {
        let is_left = |place: &usize| changing.region_of(*place).is_none();
        let inner_first = applications.iter().rev();
        let fields = inner_first.filter_map(|owner| self.computed.get(owner)).flatten();
        fields.copied().filter(is_left).collect()
    }

    /// Returns the patch for a computed item: `Some(None)` if it needs none, `None` if that is not known.
    fn wanted(&self, changing: PendingChange<'_>, text: &[u8], index: usize) -> Option<Option<Patch>> {
        let PendingChange { language, tree, .. } = changing;
        let grammar = &language.grammar;
        let item = labels::item(grammar, tree, index)?;
        if let Some((label, _)) = repeats(grammar, item) {
            // The repeated text has not changed, unless a change touches its node.
            let node = self.labels.find(tree, index, label);
            let is_touched = |place| changing.touches(&labels::range(tree, place));
            if is_touched(index) || node.is_some_and(is_touched) {
                return None;
            }
        }
        let Some(field) = item.field else { return Some(None) };
        let row = &grammar.fields[field.0 as usize];
        if language.custom.is_none() && grammar.is_custom(row.value) {
            return Some(None);
        }
        if !self.is_known(changing, index, row.value) {
            return None;
        }
        let known = ChangedLabels { local: self, changing, text, index, field: Some(field) };
        let range = self.shown(changing, index)?;
        let own = &text[range.clone()];
        let expected = grammar.value(row, &known)?;
        let written = match (row.codec, expected) {
            (Some(codec), Value::Number(number)) if codec.decode(own) == Some(number) => return Some(None),
            (Some(codec), Value::Number(number)) => codec.encode(number)?,
            (_, Value::Text(text)) => text,
            (None, Value::Number(_)) => return None,
        };
        if written == own {
            return Some(None);
        }
        (written.len() == own.len()).then(|| Some(Patch { node: tree.id_at(index), range, text: written }))
    }

    /// Returns whether all labels of an expression are where they were, or absent as they were.
    fn is_known(&self, changing: PendingChange<'_>, field: usize, id: ExpressionId) -> bool {
        let is_there = |&label: &Label| {
            self.labels.find(changing.tree, field, label).is_none_or(|node| self.shown(changing, node).is_some())
        };
        match &changing.language.grammar.expressions[id.0 as usize] {
            Expression::Integer(_) => true,
            Expression::Value { label, .. } | Expression::Size(label) | Expression::Count(label) => is_there(label),
            Expression::Offset(_) => false,
            Expression::Checksum { labels, .. } | Expression::Call { labels, .. } => labels.iter().all(is_there),
            Expression::Binary { left, right, .. } => {
                self.is_known(changing, field, *left) && self.is_known(changing, field, *right)
            }
        }
    }

    /// Returns the bytes of a node that labels see, as they are now; none if that is not known.
    fn shown(&self, changing: PendingChange<'_>, place: usize) -> Option<Range<usize>> {
        let moved = changing.moved(place)?;
        if !self.skips {
            return Some(moved);
        }
        let (grammar, tree) = (&changing.language.grammar, changing.tree);
        if let Some(region) = changing.region_of(place) {
            return region.tree.as_ref().map(|tree| name_span(grammar, tree, tree.root()));
        }
        let (seen, last) = name_in(grammar, tree, tree.id_at(place));
        let end = tree.index_of(last)?..labels::range(tree, place).end;
        let skipped = tree.node(tree.id_at(place)).span.end - seen.end;
        (!changing.touches(&end)).then(|| moved.start..moved.end - skipped)
    }

    /// Returns the number of elements of a repetition of the changed tree. For example, `[a, b, c]` has 2 without `b`.
    fn count(&self, changing: PendingChange<'_>, index: usize) -> Option<usize> {
        let PendingChange { language, tree, regions, .. } = changing;
        let grammar = &language.grammar;
        if let Some(region) = changing.region_of(index) {
            return region.tree.as_ref().map(|tree| labels::count(grammar, tree, 0));
        }
        let mut count = *self.counts.borrow_mut().entry(index).or_insert_with(|| labels::count(grammar, tree, index));
        let range = labels::range(tree, index);
        let first = regions.partition_point(|region| region.places.start < range.start);
        for region in regions[first..].iter().take_while(|region| region.places.start < range.end) {
            let place = region.places.start;
            let is_element = labels::item(grammar, tree, place).is_some_and(|item| item.slot == Slot::Item);
            if self.labels.parent(place) != index || !is_element || region.stays {
                continue;
            }
            if region.tree.is_some() {
                return None;
            }
            count = count.checked_sub(1)?;
        }
        Some(count)
    }
}

/// Returns whether a replacement is self-contained: its own fields are right, and none of its labels and fields belongs
/// to an application around it, except for its root's label. For example, the record `2xy` is, and `3xy` is not,
/// because its length is wrong.
fn is_closed(language: &Language, text: &[u8], region: &Region) -> bool {
    let Some(tree) = &region.tree else { return true };
    let grammar = &language.grammar;
    let says = |index: usize| language.meaning().label_uses().of(tree.item_at(index));
    let mut matter = (0..tree.len()).filter(|&index| says(index).is_anything()).peekable();
    if matter.peek().is_none() {
        return true;
    }
    let labels = Labels::new(language.meaning(), tree);
    let is_own = |index: usize| index > 0 && labels::is_application(grammar, tree, labels.owner(index));
    let is_root =
        |index: usize| index == 0 && labels::item(grammar, tree, 0).is_some_and(|item| !is_computed(grammar, item));
    if !region.stays || !matter.all(|index| is_own(index) || is_root(index)) {
        return false;
    }
    let found = corrections(language.meaning(), text, tree, |_| false);
    found.patches.is_empty() && found.lies.is_empty()
}

impl PendingChange<'_> {
    /// Returns the region that a place lies in.
    pub(crate) fn region_of(&self, place: usize) -> Option<&Region> {
        let next = self.regions.partition_point(|region| region.places.end <= place);
        self.regions.get(next).filter(|region| region.places.start <= place)
    }

    /// Returns whether something changes among some places.
    fn touches(&self, range: &Range<usize>) -> bool {
        let next = self.regions.partition_point(|region| region.places.end <= range.start);
        self.regions.get(next).is_some_and(|region| region.places.start < range.end)
    }

    /// Returns whether elements that begin their list from now on mean the same as before.
    pub(crate) fn keeps_items(&self) -> bool {
        let grammar = &self.language.grammar;
        self.change.promoted().iter().all(|&(place, item)| {
            let meant =
                |item: Option<&Item>| item.map(|item| (item.label, item.field, item.check, item.slot, item.drive));
            meant(labels::item(grammar, self.tree, place)) == meant(grammar.item(item))
        })
    }

    /// Returns the bytes of a node in the changed text; none if neither it nor a node with the same item stands there.
    fn moved(&self, place: usize) -> Option<Range<usize>> {
        match self.region_of(place) {
            None => Some(self.change.span(self.spliced, self.tree, place)),
            Some(region) if region.stays && region.places.start == place => {
                region.tree.as_ref().map(|tree| tree.node(tree.root()).span)
            }
            Some(_) => None,
        }
    }
}

/// The labels of the changed tree, as a field sees them.
struct ChangedLabels<'a> {
    local: &'a FieldIndex,
    changing: PendingChange<'a>,
    text: &'a [u8],
    index: usize,
    /// The field to be computed, if it is one.
    field: Option<FieldId>,
}

impl ChangedLabels<'_> {
    fn find(&self, label: Label) -> Option<usize> {
        self.local.labels.find(self.changing.tree, self.index, label)
    }

    fn span(&self, label: Label) -> Option<Range<usize>> {
        self.local.shown(self.changing, self.find(label)?)
    }

    fn seen(&self, labels: &[Label]) -> Vec<Vec<u8>> {
        let grammar = &self.changing.language.grammar;
        let codec = self.field.and_then(|field| grammar.fields[field.0 as usize].codec);
        let own = self.local.shown(self.changing, self.index).unwrap_or_default();
        let is_fixed = codec.is_some_and(|codec| codec.width().is_some());
        labels
            .iter()
            .map(|&label| {
                grammarc_core::meaning::fields::seen(self.text, self.span(label), is_fixed.then(|| own.clone()))
            })
            .collect()
    }
}

impl LabelLookup for ChangedLabels<'_> {
    fn text(&self, label: Label) -> &[u8] {
        self.span(label).map_or(&[], |span| &self.text[span])
    }

    fn count(&self, label: Label) -> Option<usize> {
        self.find(label).map_or(Some(0), |node| self.local.count(self.changing, node))
    }

    fn bytes(&self, labels: &[Label]) -> Option<Vec<u8>> {
        Some(self.seen(labels).concat())
    }

    fn call(&self, function: FunctionId, labels: &[Label]) -> Option<Value> {
        let texts = self.seen(labels);
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        Some(self.changing.language.custom?.compute(function, &texts))
    }
}
