import HummingbirdCore
import Logging
import NIOCore

/// An admitted connection. If it came before the listening channel had its `AdmissionHandler`, admission is
/// decided now. A refused one gets neither TLS nor HTTP.
struct AdmittedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// Refused: the connection is closed without a message.
    struct NoRoom: Error {}

    let base: Base
    let admission: ConnectionAdmission

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard admission.admit(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(NoRoom())
        }
        admission.bound(channel)
        admission.endWhereNobodyAnswers(channel)
        return base.setup(channel: channel, logger: logger).map { value in
            // A server that stops just now drops it unused, and SwiftNIO ends the process if it is released unfinished
            // (swift-nio issue 2637). So it is kept until its connection has ended, which finishes it.
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
            return value
        }
    }

    /// Connections from devices' addresses are served by threads that strangers' messages do not use.
    func handle(value: Base.Value, logger: Logger) async {
        guard admission.isFromDevice(ObjectIdentifier(value.channel)) else {
            return await base.handle(value: value, logger: logger)
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask(priority: .high) { await base.handle(value: value, logger: logger) }
        }
    }
}
