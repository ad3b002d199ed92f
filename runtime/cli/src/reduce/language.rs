//! How much of the input is in the language of the grammar: all, all but some islands, or too little.

use crate::json::Json;
use grammarc_core::parse::ErrorKind;
use grammarc_reduce::format::Format;
use grammarc_reduce::reduce::ParsedInput;

/// Most islands that are named in the first line.
const MAX_NAMED_ISLANDS: usize = 8;

/// How much of the input the grammar parses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SeenLanguage {
    /// The whole input is in the language, its fields and hooks aside.
    Parsed,
    /// These parts are not in the language.
    Islands(Vec<Island>),
    /// The input is not in the language, and has no tree by the grammar. The error is at this place.
    Alien(Option<Island>),
    /// The input is so large that it is cut before it is parsed.
    Large,
    /// The budget was used up before the input was parsed.
    Unparsed,
}

/// A place in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Island {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
    bytes: usize,
}

impl SeenLanguage {
    /// Looks at the input as the reducer will.
    pub(super) fn new(language: &Format, parsed: &ParsedInput<'_>, input: &[u8]) -> Self {
        let Some(islands) = parsed.islands() else { return Self::Large };
        if islands.is_empty() {
            return Self::Parsed;
        }
        if matches!(islands.as_slice(), [all] if *all == (0..input.len())) {
            let error = language.parse(input).err().filter(|error| error.kind == ErrorKind::Unexpected);
            return Self::Alien(error.map(|error| Island { line: error.line, column: error.column, bytes: 0 }));
        }
        let (mut line, mut column, mut at) = (1, 1, 0);
        let places = islands.into_iter().map(|span| {
            let between = &input[at..span.start];
            at = span.start;
            let breaks = between.iter().filter(|&&byte| byte == b'\n').count();
            if breaks > 0 {
                (line, column) = (line + breaks, 1);
            }
            let of_line = between.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
            column += String::from_utf8_lossy(of_line).chars().count();
            Island { line, column, bytes: span.len() }
        });
        Self::Islands(places.collect())
    }

    /// Returns the remark behind the name of the grammar; empty if the input is in the language.
    pub(super) fn said(&self) -> String {
        match self {
            Self::Parsed => String::new(),
            Self::Large => "; large, so it is cut by blocks before it is parsed".to_owned(),
            Self::Unparsed => "; the budget is used up before the input is parsed".to_owned(),
            Self::Islands(places) => {
                let parts = match places.len() {
                    1 => "one part does not parse and is kept as an island".to_owned(),
                    count => format!("{count} parts do not parse and are kept as islands"),
                };
                let shown: Vec<String> = places.iter().take(MAX_NAMED_ISLANDS).map(Island::shown).collect();
                let more = if places.len() > MAX_NAMED_ISLANDS { ", …" } else { "" };
                format!("; {parts}: {}{more}", shown.join(", "))
            }
            Self::Alien(place) => {
                let place = place.map_or_else(String::new, |place| format!(" from {} on", place.shown()));
                format!("; the input does not parse{place}: using island instead")
            }
        }
    }

    /// Returns the islands as JSON; `null` if nothing is in the language.
    pub(super) fn json(&self) -> Json {
        let place = |&Island { line, column, bytes }: &Island| {
            Json::object([("line", line.into()), ("column", column.into()), ("bytes", bytes.into())])
        };
        let islands = match self {
            Self::Parsed => Some(Json::array([])),
            Self::Islands(places) => Some(Json::array(places.iter().map(place))),
            Self::Alien(_) | Self::Large | Self::Unparsed => None,
        };
        islands.into()
    }
}

impl Island {
    fn shown(&self) -> String {
        format!("{}:{}", self.line, self.column)
    }
}
