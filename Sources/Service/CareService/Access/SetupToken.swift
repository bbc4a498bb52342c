/// What the link of the first start holds: whoever has it makes the first coordinator.
public struct SetupToken: Sendable {
    /// The token, and it is on the disk: after a restart it is the same. Throws where it cannot be kept.
    let make: @Sendable () throws(CareServiceError) -> String
    /// It was used, or somebody can log in anyway.
    let forget: @Sendable () -> Void
    /// The token of the link that was asked for on the machine itself, because no coordinator can log in any more; `nil` where
    /// there is none, or it is too old.
    let again: @Sendable () -> String?
    /// That one was used.
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
