//! How much faster a reduction is with many jobs, in virtual time: each test takes one round, so nothing depends on the machine.

mod cases;

use cases::Case;
use grammarc_checks::rounds::{self, RecordedQuestion};
use grammarc_runtime::reduce::rehearse;
use grammarc_runtime::trial::{Trial, TrialOptions};

fn jobs_of(jobs: usize) -> TrialOptions {
    TrialOptions { jobs, ..TrialOptions::default() }
}

const JOBS: [usize; 8] = [1, 2, 8, 16, 32, 64, 128, 1024];

fn record(case: &Case) -> Vec<RecordedQuestion> {
    let search = |trial: &mut Trial<'_>| rehearse(case.format, case.text.as_bytes(), trial, &case.options());
    rounds::record(case.text.as_bytes(), &|text| case.is_interesting(text), &search)
}

/// Returns the rounds if all verdicts are guessed to be no: a round ends at the first yes.
fn always_no(questions: &[RecordedQuestion], jobs: usize) -> u64 {
    let (mut rounds, mut used) = (0, jobs);
    let mut was_yes = false;
    for question in questions {
        if was_yes || used == jobs {
            (rounds, used) = (rounds + 1, 0);
        }
        used += 1;
        was_yes = question.is_yes;
    }
    rounds
}

/// Returns how many times faster a recorded search is with each number of jobs.
fn gains(case: &Case, questions: &[RecordedQuestion]) -> Vec<f64> {
    let mut last = u64::MAX;
    let gain = |&jobs: &usize| {
        let rounds = rounds::sequence(questions, jobs, 0.0).rounds;
        let no = always_no(questions, jobs);
        // A round of two may end with another question, so a few more can be chance.
        assert!(rounds <= no + no / 100, "{} with {jobs} jobs: {rounds} rounds, and {no} by guessing no", case.name);
        assert!(rounds <= last, "{} with {jobs} jobs: {rounds} rounds, and {last} with fewer jobs", case.name);
        last = rounds;
        questions.len() as f64 / rounds as f64
    };
    JOBS.iter().map(gain).collect()
}

#[test]
fn more_jobs_are_faster_for_each_language() {
    // The gains of 8 and of 64 jobs. A share of yes that is estimated on the way, without a look at the texts, gives 4.4 and 8.7
    // for JSON, 5.1 and 10.4 for C.
    let wanted = [
        ("json", 5.0, 13.2),
        ("c", 5.5, 15.5),
        ("lua", 4.8, 10.8),
        ("sql", 4.4, 10.3),
        ("html", 5.6, 14.5),
        ("python", 6.0, 20.0),
    ];
    for (case, (name, eight, many)) in cases::all().iter().zip(wanted) {
        let gains = gains(case, &record(case));
        assert_eq!((case.name, gains[0]), (name, 1.0));
        assert!(gains[2] >= eight && gains[5] >= many, "{name}: {JOBS:?} jobs are {gains:.1?} times as fast");
    }
}

#[test]
fn guesses_are_calibrated() {
    let records: Vec<_> = cases::all().iter().flat_map(record).collect();
    for (least, most) in [(0.0, 0.02), (0.02, 0.1), (0.1, 0.3), (0.3, 0.6), (0.6, 1.0)] {
        let some = records.iter().filter(|question| (least..most).contains(&question.guess));
        let (count, sum, yes) = some.fold((0.0, 0.0, 0.0), |(count, sum, yes), question| {
            (count + 1.0, sum + question.guess, yes + f64::from(u8::from(question.is_yes)))
        });
        // Three standard deviations, and a tenth of the count for the first guesses of each search.
        let error: f64 = yes - sum;
        assert!(error.abs() <= 3.0 * f64::sqrt(sum) + 0.1 * count, "{count} guesses from {least}: {yes}, not {sum:.0}");
    }
}

#[test]
fn a_search_is_at_least_as_fast_as_its_record_says() {
    let case = cases::json(12);
    let questions = record(&case);
    let text = case.text.as_bytes();
    let search = |trial: &mut Trial<'_>| rehearse(case.format, text, trial, &case.options());
    // The record does not say which questions are about the same change, so the guesses of the search itself are better.
    for jobs in [1, 4, 16] {
        let real = rounds::search(text, &jobs_of(jobs), &|text| case.is_interesting(text), &search);
        let model = rounds::sequence(&questions, jobs, 0.0);
        let (real, model) = (real.rounds as f64, model.rounds as f64);
        assert!(real <= 1.15 * model + 1.0 && real >= 0.5 * model, "{jobs} jobs: {real} rounds, {model} by the record");
    }
}

#[test]
fn merging_needs_fewer_rounds() {
    let case = cases::json(20);
    let text = case.text.as_bytes();
    let search = |trial: &mut Trial<'_>| rehearse(case.format, text, trial, &case.options());
    let rounds = |jobs, merge| {
        let options = TrialOptions { merge, ..jobs_of(jobs) };
        rounds::search(text, &options, &|text| case.is_interesting(text), &search).rounds
    };
    for jobs in [8, 64] {
        let (plain, merged) = (rounds(jobs, false), rounds(jobs, true));
        assert!(merged < plain, "{jobs} jobs: {merged} rounds, {plain} without merging");
    }
}

#[test]
fn jobs_that_would_hardly_save_anything_are_not_used() {
    let questions = record(&cases::json(140));
    let [all, thrifty] = [0.0, 1.0 / 16.0].map(|least| rounds::sequence(&questions, 64, least));
    assert!(3 * thrifty.runs < 2 * all.runs, "{thrifty:?}, {all:?}");
    assert!(thrifty.rounds < 2 * all.rounds, "{thrifty:?}, {all:?}");
    let eight = [0.0, 1.0 / 16.0].map(|least| rounds::sequence(&questions, 8, least));
    assert!(eight[1].rounds <= eight[0].rounds + eight[0].rounds / 20, "{eight:?}");
}
