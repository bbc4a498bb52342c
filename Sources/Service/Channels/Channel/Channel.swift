public import Care

/// One way by which messages reach people on their own devices, such as Web Push: what it needs, how it sends and proves.
///
/// A channel knows no store and no people. What it gets is complete, and what comes of it is an outcome; when it is tried again is for
/// others to decide.
public struct Channel: Sendable {
    /// As the API and the store name it, such as `web_push`.
    public var name: String
    /// What the home sets once for all contacts, in the order of its form.
    public var settings: [ChannelField]
    /// What one contact needs, in the order of its form.
    public var address: [ChannelField]
    /// Throws where the settings or the address cannot be used; asks nobody. Fields are named as the API's bodies name them:
    /// `settings.contact`, `address.endpoint`, `secret.auth`. Of a destination without address and secrets only the settings are checked.
    public var check: @Sendable (Destination) throws(FieldProblem) -> Void
    /// Hands a message over. Takes as long as the other side does, and ends when its task is cancelled.
    public var send: @Sendable (ChannelMessage, Destination) async -> ChannelOutcome
    /// Finds out whether a message would be taken, without anybody noticing where the channel allows it.
    public var prove: @Sendable (Destination) async -> ChannelOutcome

    public init(
        name: String, settings: [ChannelField], address: [ChannelField],
        check: @escaping @Sendable (Destination) throws(FieldProblem) -> Void,
        send: @escaping @Sendable (ChannelMessage, Destination) async -> ChannelOutcome,
        prove: @escaping @Sendable (Destination) async -> ChannelOutcome
    ) {
        self.name = name
        self.settings = settings
        self.address = address
        self.check = check
        self.send = send
        self.prove = prove
    }
}
