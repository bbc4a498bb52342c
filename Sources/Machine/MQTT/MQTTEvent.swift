/// What an `MQTTConnection` reports.
public enum MQTTEvent: Sendable, Equatable {
    /// The broker lets this client in, and has taken all subscriptions. The connection's number, from 1 on, stands in whatever is
    /// published over it.
    case connected(Int)
    /// The connection has ended, or an attempt at one has failed. The next attempt comes by itself.
    case lost(MQTTTrouble)
    /// The broker has what was published as this number (PUBACK).
    case acknowledged(Int)
    /// Only between `connected` and `lost`.
    case received(MQTTMessage)
}
