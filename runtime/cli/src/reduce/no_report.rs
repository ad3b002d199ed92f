//! The page about a run, in a program without the feature `view`: the option that asks for it is refused.

use std::path::Path;

use super::summary::Summary;
use super::{Given, ReduceArgs, Session};
use crate::status::Failure;

/// A page that is never begun.
pub(super) enum NoReport {}

pub(super) use NoReport as Report;

impl NoReport {
    pub(super) fn new(args: &ReduceArgs, _: Option<&Path>, _: &Given) -> Result<Option<Self>, Failure> {
        args.report.refuse_page().map(|()| None)
    }

    pub(super) fn best(&mut self, _: &[u8]) {
        match *self {}
    }

    pub(super) fn entered(&mut self, _: &str) {
        match *self {}
    }

    pub(super) fn counted(&mut self, _: u64) {
        match *self {}
    }

    pub(super) fn write(self, _: &Session<'_>, _: &Summary<'_>) -> Result<(), Failure> {
        match self {}
    }
}
