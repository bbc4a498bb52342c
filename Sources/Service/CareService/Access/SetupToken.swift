/// The token in the link of the first start, which allows making the first coordinator.
public struct SetupToken: Sendable {
    /// The token, which is on disk: it stays the same after a restart. Throws if it cannot be stored.
    let make: @Sendable () throws(CareServiceError) -> String
    /// Removes it: it was used, or somebody can log in anyway.
    let forget: @Sendable () -> Void
    /// The token of the link that was asked for on the machine itself, because no coordinator can log in any more; `nil` where
    /// there is none, or it is too old.
    let again: @Sendable () -> String?
    /// Removes that one after use.
    let forgetAgain: @Sendable () -> Void

    public init(
        make: @escaping @Sendable () throws(CareServiceError) -> String,
        forget: @escaping @Sendable () -> Void,
        again: @escaping @Sendable () -> String? = { nil },
        forgetAgain: @escaping @Sendable () -> Void = {}
    ) {
        self.make = make
        self.forget = forget
        self.again = again
        self.forgetAgain = forgetAgain
    }
}
