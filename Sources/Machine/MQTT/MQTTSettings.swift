/// How a broker is reached, and as whom.
public struct MQTTSettings: Sendable, Equatable {
    public var broker: MQTTBroker
    /// By which the broker tells its clients apart: of two with the same, it throws the older one out.
    public var clientID: String
    public var user: String?
    public var password: String?
    /// The path of a PEM file of roots that are trusted besides the machine's own.
    public var roots: String?
    /// What the broker publishes where the connection ends without a goodbye.
    public var will: MQTTMessage?
    /// How long the broker waits for this client to come back before it publishes the will, in whole seconds: MQTT 5 alone.
    public var willDelay: Duration
    /// After so long without a word each side asks whether the other is there; 5 s to 65,535 s, in whole seconds.
    public var keepAlive: Duration
    /// The topics that are listened to, which may have wildcards. With QoS 0: what comes in is done at most once.
    public var subscriptions: [String]

    public init(
        broker: MQTTBroker, clientID: String, user: String? = nil, password: String? = nil,
        roots: String? = nil,
        will: MQTTMessage? = nil, willDelay: Duration = .seconds(10), keepAlive: Duration = .seconds(30),
        subscriptions: [String] = []
    ) {
        self.broker = broker
        self.clientID = clientID
        self.user = user
        self.password = password
        self.roots = roots
        self.will = will
        self.willDelay = willDelay
        self.keepAlive = keepAlive
        self.subscriptions = subscriptions
    }
}
