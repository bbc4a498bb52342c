import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection with TLS, under the certificate in use when it begins; without TLS if there is none.
struct CertifiedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// There is no certificate for a TLS connection: it is closed without a message.
    struct NoCertificate: Error {}

    let base: Base
    let certificate: ServedCertificate
    let isSecure: Bool

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard isSecure else { return base.setup(channel: channel, logger: logger) }
        return channel.eventLoop.makeCompletedFuture {
            guard let context = certificate.context else { throw NoCertificate() }
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
