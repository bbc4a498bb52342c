import Care
public import CareStore

extension CareServiceConfiguration {
    /// All delivery channels: a new one is one more value here.
    public var channels: [DeliveryChannel] {
        [AlertCommand.channel(policy.command, timeout: commandTimeout)]
    }
}
