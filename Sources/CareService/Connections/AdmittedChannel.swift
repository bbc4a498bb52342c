import HummingbirdCore
import Logging
import NIOCore

/// Looks whether there is room before a connection gets anything: neither TLS nor HTTP is set up for one that is refused.
struct AdmittedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// Refused; nobody is told: the connection is closed.
    struct NoRoom: Error {}

    let base: Base
    let admission: ConnectionAdmission

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard admission.admit(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(NoRoom())
        }
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
