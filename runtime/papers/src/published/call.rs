//! A failing call, and its arguments made smaller.
//!
//! After `with DeltaDebugger() as dd: f(args)` of the Debugging Book, A. Zeller, *Reducing Failure-Inducing Inputs*. There the
//! interpreter watches the call; here it is written down as a [`Call`], and a closure carries it out. Only arguments with a name
//! are made smaller: values that the closure captures stay as they are.

use std::fmt;

use super::complements::ddmin;

/// The arguments of a call by their names, in order.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Call {
    arguments: Vec<(String, Vec<u8>)>,
}

impl Call {
    /// Makes a call without arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an argument, or replaces the value of an existing one.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Vec<u8>>) -> Self {
        match self.arguments.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.arguments.push((name.to_owned(), value.into())),
        }
        self
    }

    /// Returns the value of an argument; empty if the call has no argument of that name.
    pub fn get(&self, name: &str) -> &[u8] {
        self.arguments.iter().find(|(known, _)| known == name).map_or(&[], |(_, value)| value)
    }

    /// Returns the call with 1-minimal arguments: no single byte can be removed. `None` if this call does not fail. [`ddmin`]
    /// minimizes one argument after another, with the current values of the others, until none gets smaller. At last an argument
    /// may become empty.
    ///
    /// ```
    /// use grammarc_papers::Call;
    ///
    /// let find = |text: &[u8], wanted: &[u8]| text.windows(wanted.len().max(1)).position(|window| window == wanted);
    /// let call = Call::new().with("text", "a long text with a needle in it").with("wanted", "needle");
    /// let Ok(minimal) = call.minimized(|call| Ok::<_, ()>(find(call.get("text"), call.get("wanted")).is_some())) else { return };
    /// assert_eq!(minimal.unwrap().to_string(), r#"text = "e", wanted = "e""#);
    /// ```
    ///
    /// # Errors
    /// The first of `fails`.
    pub fn minimized<E>(&self, mut fails: impl FnMut(&Self) -> Result<bool, E>) -> Result<Option<Self>, E> {
        if !fails(self)? {
            return Ok(None);
        }
        let mut call = self.clone();
        loop {
            let before = call.clone();
            for place in 0..call.arguments.len() {
                call = call.minimized_at(place, &mut fails)?;
            }
            if call == before {
                return Ok(Some(call));
            }
        }
    }

    fn minimized_at<E>(&self, place: usize, fails: &mut impl FnMut(&Self) -> Result<bool, E>) -> Result<Self, E> {
        let with = |value: &[u8]| {
            let mut call = self.clone();
            value.clone_into(&mut call.arguments[place].1);
            call
        };
        let kept = ddmin(&self.arguments[place].1, |value| fails(&with(value)))?;
        // It never asks about the empty list.
        if kept.len() == 1 && fails(&with(&[]))? {
            return Ok(with(&[]));
        }
        Ok(with(&kept))
    }
}

/// `name = "value", name = "value"`, with every byte outside printable ASCII escaped.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, value)) in self.arguments.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{name} = \"{}\"", value.escape_ascii())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Call({self})")
    }
}
