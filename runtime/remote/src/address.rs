//! The address of a server, as `--remote` takes it.

/// The address of a server. For example, `grpcs://build.example` is port 443 with TLS, and `grpc://127.0.0.1:8980` has no TLS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// Host and port, as in `build.example:443`; an address of IPv6 stands in brackets.
    pub authority: String,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// If it is none. The message says what is expected.
    ///
    /// ```
    /// use grammarc_remote::Address;
    ///
    /// assert_eq!(Address::parse("grpcs://build.example").unwrap().authority, "build.example:443");
    /// assert!(Address::parse("build.example:8980").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected grpc://HOST:PORT, or grpcs://HOST:PORT for TLS; got `{text}`");
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let (is_encrypted, port) = match scheme {
            "grpc" => (false, 80),
            "grpcs" => (true, 443),
            _ => return Err(wrong()),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let uri: tonic::transport::Uri = format!("http://{rest}").parse().map_err(|_| wrong())?;
        let authority = uri.authority().filter(|it| !it.host().is_empty() && !rest.contains(['/', '@', '?']));
        let authority = authority.ok_or_else(wrong)?;
        let port = match authority.port() {
            None if authority.as_str() != authority.host() => return Err(wrong()),
            given => given.map_or(port, |it| it.as_u16()),
        };
        Ok(Self { is_encrypted, authority: format!("{}:{port}", authority.host()) })
    }

    /// Returns the same place as an address of HTTP, for example `https://build.example:443`.
    pub(crate) fn http(&self) -> String {
        format!("{}://{}", if self.is_encrypted { "https" } else { "http" }, self.authority)
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}", if self.is_encrypted { "grpcs" } else { "grpc" }, self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for (text, shown) in [
            ("grpc://127.0.0.1:8980", "grpc://127.0.0.1:8980"),
            ("grpc://[::1]:1/", "grpc://[::1]:1"),
            ("grpcs://build.example", "grpcs://build.example:443"),
            ("grpc://host", "grpc://host:80"),
        ] {
            assert_eq!(Address::parse(text).map(|it| it.to_string()).as_deref(), Ok(shown));
        }
        for text in [
            "",
            "host:1",
            "http://host",
            "grpc://",
            "grpc://:1",
            "grpc://a b",
            "grpc://h/x",
            "grpc://h:99999",
            "grpc://u@h",
        ] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }
}
