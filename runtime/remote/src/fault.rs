//! What goes wrong between us and a server, sorted by what helps against it.

use tonic::{Code, Status};

/// Why a run has no result yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The server cannot be reached, or is busy: the same request may succeed later.
    Unreachable(String),
    /// The worker did not get through with the action: another one may. For example, its machine was shut down.
    Lost(String),
    /// The server has lost blobs of the action: they must be sent again.
    Missing(String),
    /// The credentials are missing or out of date: reading them again may help.
    Expired(String),
    /// Another try gives the same answer.
    Final(String),
}

impl Fault {
    /// Sorts the answer to a call. For example, UNAVAILABLE is `Unreachable`.
    pub(crate) fn of_call(status: &Status) -> Self {
        let said = said(status.code() as i32, status.message());
        match status.code() {
            Code::FailedPrecondition => Self::Missing(said),
            Code::Unauthenticated => Self::Expired(said),
            code if is_passing(code) => Self::Unreachable(said),
            _ => Self::Final(said),
        }
    }

    /// Sorts the status of an execution, as its response has it.
    pub(crate) fn of_execution(code: i32, message: &str) -> Self {
        let said = said(code, message);
        match Code::from_i32(code) {
            Code::FailedPrecondition | Code::NotFound => Self::Missing(said),
            code if is_passing(code) => Self::Lost(said),
            _ => Self::Final(said),
        }
    }

    /// Returns the message, with advice.
    pub(crate) fn message(&self) -> &str {
        let (Self::Unreachable(said)
        | Self::Lost(said)
        | Self::Missing(said)
        | Self::Expired(said)
        | Self::Final(said)) = self;
        said
    }
}

fn is_passing(code: Code) -> bool {
    matches!(
        code,
        Code::Unavailable
            | Code::ResourceExhausted
            | Code::Aborted
            | Code::Internal
            | Code::Unknown
            | Code::Cancelled
            | Code::DeadlineExceeded
            | Code::DataLoss
    )
}

/// Returns a message of a server with the name of its code, and what to do about it.
fn said(code: i32, message: &str) -> String {
    let code = Code::from_i32(code);
    let advice = match code {
        Code::Unauthenticated => ": renew the credentials (--remote-header-file, --remote-credential-helper)",
        Code::PermissionDenied => ": ask for the right to execute actions, or choose another --remote-instance",
        Code::ResourceExhausted => ": the quota is used up, or the server is full",
        Code::Unimplemented => ": is this a server for remote execution, and not only a cache?",
        _ => "",
    };
    let message = message.trim();
    let message = if message.is_empty() { code.description() } else { message };
    format!("{message} ({}){advice}", name(code))
}

/// Returns the name of a code as servers and their documentation write it.
fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::Fault;
    use tonic::{Code, Status};

    #[test]
    fn faults_are_sorted_by_what_helps() {
        let call = |code| Fault::of_call(&Status::new(code, "why"));
        assert!(matches!(call(Code::Unavailable), Fault::Unreachable(_)));
        assert!(matches!(call(Code::ResourceExhausted), Fault::Unreachable(said) if said.contains("quota")));
        assert!(matches!(call(Code::FailedPrecondition), Fault::Missing(_)));
        assert!(matches!(call(Code::Unauthenticated), Fault::Expired(said) if said.contains("--remote-header-file")));
        assert!(matches!(call(Code::InvalidArgument), Fault::Final(said) if said == "why (INVALID_ARGUMENT)"));
        assert!(matches!(Fault::of_execution(13, "worker died"), Fault::Lost(_)));
        assert!(matches!(Fault::of_execution(3, ""), Fault::Final(said) if said.ends_with("(INVALID_ARGUMENT)")));
    }
}
