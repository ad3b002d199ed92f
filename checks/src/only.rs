//! `GRAMMARC_ONLY=html,xml`: a long run takes these grammars alone.

/// Returns the grammars that the variable `GRAMMARC_ONLY` names, or all if it is not set; `name` returns the name of a grammar.
///
/// # Panics
/// If the variable names an unknown grammar.
pub fn wanted<T>(all: impl IntoIterator<Item = T>, name: impl Fn(&T) -> String) -> Vec<T> {
    let list = std::env::var("GRAMMARC_ONLY").ok();
    listed(list.as_deref(), all.into_iter().collect(), name).unwrap_or_else(|why| panic!("GRAMMARC_ONLY: {why}"))
}

fn listed<T>(list: Option<&str>, mut all: Vec<T>, name: impl Fn(&T) -> String) -> Result<Vec<T>, String> {
    let Some(list) = list else { return Ok(all) };
    let names: Vec<String> = all.iter().map(&name).collect();
    let wanted: Vec<&str> = list.split(',').map(str::trim).collect();
    match wanted.iter().find(|one| !names.iter().any(|name| name == *one)) {
        Some(unknown) => Err(format!("there is no grammar `{unknown}`; there are {}", names.join(", "))),
        None => {
            all.retain(|one| wanted.contains(&name(one).as_str()));
            Ok(all)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    fn of(list: Option<&str>) -> Result<Vec<&'static str>, String> {
        listed(list, vec!["html", "json", "xml"], |name| (*name).to_owned())
    }

    #[test]
    fn only_what_is_listed_is_taken() {
        assert_eq!(of(None), Ok(vec!["html", "json", "xml"]));
        assert_eq!(of(Some("xml, html")), Ok(vec!["html", "xml"]));
    }

    #[test]
    fn a_name_that_is_not_there_is_an_error() {
        for (list, unknown) in [("htlm", "htlm"), ("html,jsn", "jsn"), ("html,", ""), ("", "")] {
            let why = format!("there is no grammar `{unknown}`; there are html, json, xml");
            assert_eq!(of(Some(list)), Err(why));
        }
    }
}
