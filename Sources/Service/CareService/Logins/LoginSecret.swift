/// By which the home shows a provider who it is.
struct LoginSecret: Codable, Sendable, Equatable {
    /// Whose it is: nobody else is shown it, also where a coordinator has written another issuer.
    var issuer: String
    var secret: String
}

/// It is never printed, whoever prints it: not in a log, in the message of a crash, or in a debugger.
extension LoginSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "a secret" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
