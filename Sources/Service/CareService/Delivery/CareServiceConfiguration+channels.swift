import Care
public import CareStore

extension CareServiceConfiguration {
    /// Every way of reaching people who are at no station: another one is one more value here.
    public var channels: [DeliveryChannel] {
        [AlertCommand.channel(policy.command, timeout: commandTimeout)]
    }
}
