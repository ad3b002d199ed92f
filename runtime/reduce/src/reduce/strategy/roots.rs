//! A program keeps only the places that the oracle's report names, and the definitions that they need. For example, a warning in line 300
//! keeps the statement there, the head of its function, and the variables in it.
//!
//! A person begins with the line of the message, too. A failure costs four tests, and a success drops most of the text in one.

use super::program::program_of;
use super::{Search, Stop, Strategy};
use crate::edit::Candidate;
use grammarc_outline::program::Surroundings;

/// Keeping the places of the report.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "roots",
    paper: "keep only the parts of a program that the output of the test points at, with all that they need",
    run,
};

/// The candidates, the smallest first: whether the whole function around a place is a root, or else the innermost statement, and its
/// surroundings.
const CANDIDATES: [(bool, Surroundings); 4] = [
    (false, Surroundings::Named),
    (false, Surroundings::Unnamed),
    (true, Surroundings::Named),
    (true, Surroundings::Bodies),
];

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let places = search.roots().to_vec();
    if places.is_empty() {
        return Ok(());
    }
    let Some((view, program)) = program_of(search) else { return Ok(()) };
    let candidates = CANDIDATES.into_iter().map(|(takes_functions, surroundings)| {
        let root = |&place: &usize| {
            let function = program.around(place).find(|&unit| takes_functions && program.is_function(unit));
            function.or_else(|| program.around(place).next())
        };
        let mut choice = program.rooted(places.iter().filter_map(root), surroundings);
        // `#![deny(warnings)]` makes errors of warnings.
        program.file_attributes(&view.text).for_each(|unit| choice.wanted[unit] = false);
        ((), Candidate::Text(program.text(&view.text, &program.kept(&choice))))
    });
    search.first(candidates).map(drop)
}

#[cfg(test)]
mod tests {
    use crate::island::ISLAND;
    use crate::reduce::{Options, reduce};

    #[test]
    fn the_first_candidate_is_the_statement_in_the_report() {
        let function = |number: usize| format!("int f{number}() {{ return f{}() + {number}; }}\n", number + 1);
        let text: String = (0..200).rev().map(function).collect();
        let place = text.find("+ 150;").expect("it is there");
        let oracle = |text: &[u8]| text.windows(6).any(|part| part == b"+ 150;");
        let options = Options { roots: vec![place, usize::MAX], tests: Some(1), ..Options::default() };
        let reduced = reduce(&ISLAND, text.as_bytes(), &oracle, &options).expect("it is interesting");
        assert!(reduced.text.len() < 100, "{}", String::from_utf8_lossy(&reduced.text));
    }
}
