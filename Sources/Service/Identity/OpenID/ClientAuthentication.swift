/// How a home shows who it is where it exchanges a code (OpenID Connect Core 1.0, 9).
public enum ClientAuthentication: Sendable, Equatable {
    /// By a header.
    case basic
    /// In the form.
    case post
    /// Not at all: it has no secret.
    case none
}
