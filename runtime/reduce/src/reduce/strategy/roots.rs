//! A program keeps only what the oracle's report is about, with all that this needs. For example, a warning in line 300 keeps the statement
//! there, the function around it, and the definitions of the names in both.
//!
//! A person begins there, too. Four tests are little if they fail, and most of the text goes if they do not.

use super::program::program_of;
use super::{Search, Stop, Strategy};
use crate::edit::Candidate;
use grammarc_outline::program::Surroundings;

/// Keeping what the report is about.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "roots",
    paper: "keep only the parts of a program that the output of the test points at, with all that they need",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let Some((view, program)) = program_of(search) else { return Ok(()) };
    let innermost = |place: usize| program.around(place).next();
    let function =
        |place: usize| program.around(place).find(|&unit| program.is_function(unit)).or_else(|| innermost(place));
    let places = || search.roots().iter().copied();
    let choices = [
        program.rooted(places().filter_map(innermost), Surroundings::Named),
        program.rooted(places().filter_map(innermost), Surroundings::Unnamed),
        program.rooted(places().filter_map(function), Surroundings::Named),
        program.rooted(places().filter_map(function), Surroundings::Bodies),
    ];
    let texts = choices.into_iter().map(|mut choice| {
        // `#![deny(warnings)]` makes errors of what is left.
        program.file_attributes(&view.text).for_each(|unit| choice.wanted[unit] = false);
        program.text(&view.text, &program.kept(&choice))
    });
    search.first(texts.map(|text| ((), Candidate::Text(text)))).map(drop)
}

#[cfg(test)]
mod tests {
    use crate::island::ISLAND;
    use crate::reduce::{Options, reduce};

    #[test]
    fn the_first_candidate_is_what_the_report_is_about() {
        let function = |number: usize| format!("int f{number}() {{ return f{}() + {number}; }}\n", number + 1);
        let text: String = (0..200).rev().map(function).collect();
        let place = text.find("+ 150;").expect("it is there");
        let oracle = |text: &[u8]| text.windows(6).any(|part| part == b"+ 150;");
        let options = Options { roots: vec![place, usize::MAX], tests: Some(1), ..Options::default() };
        let reduced = reduce(&ISLAND, text.as_bytes(), &oracle, &options).expect("it is interesting");
        assert!(reduced.text.len() < 100, "{}", String::from_utf8_lossy(&reduced.text));
    }
}
