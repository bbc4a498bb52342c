import NIOCore

/// Checks each connection as soon as it is accepted, before everything else: a refusal costs a few microseconds, so that a
/// device behind a thousand of them does not wait.
final class AdmissionHandler: ChannelInboundHandler {
    typealias InboundIn = Channel

    private let admission: ConnectionAdmission

    init(_ admission: ConnectionAdmission) { self.admission = admission }

    /// Puts one in front of all handlers of a listening channel.
    static func add(to channel: any Channel, _ admission: ConnectionAdmission) async throws {
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AdmissionHandler(admission), position: .first)
        }.get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        if admission.admit(channel) { context.fireChannelRead(data) } else { channel.close(promise: nil) }
    }
}
