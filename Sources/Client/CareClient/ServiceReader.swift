import AsyncHTTPClient
public import Care
public import Foundation
public import LocalSockets

/// Reads from a service once, as a command does; kiosks and stations have a `CareClient`.
public enum ServiceReader {
    /// What happened in a shift.
    ///
    /// - Parameters:
    ///   - socket: As for `overview`.
    ///   - token: A station's.
    ///   - since: As `ShiftTime` reads it; the service parses it, in its home's zone.
    ///   - until: Likewise; now if it is not given.
    public static func handover(
        of service: URL, trust: ServiceTrust = ServiceTrust(), socket: LocalSocket? = nil, token: String,
        since: String, until: String?
    ) async -> Result<Handover, ServiceProbeError> {
        await read(from: service, trust, token, socket) { connection throws(ServiceConnection.Failure) in
            try await connection.handover(since: since, until: until)
        }
    }

    /// What a home is like at this moment.
    public struct Overview: Sendable, Equatable {
        public var status: HomeStatus
        /// What is open.
        public var requests: [Request]
        public var faults: [Fault]
        /// What is planned; `nil` where that cannot be read.
        public var agenda: Agenda?
    }

    /// - Parameters:
    ///   - socket: The socket of the service of this machine's home, asked first: it is there whatever the address is.
    ///   - token: A station's.
    public static func overview(
        of service: URL, trust: ServiceTrust = ServiceTrust(), socket: LocalSocket?, token: String
    ) async -> Result<Overview, ServiceProbeError> {
        await read(from: service, trust, token, socket, overview)
    }

    /// How it is, and where it listens; the parameters are those of `overview`.
    public static func status(
        of service: URL, trust: ServiceTrust = ServiceTrust(), socket: LocalSocket?, token: String
    ) async -> Result<HomeStatus, ServiceProbeError> {
        await read(from: service, trust, token, socket) { connection throws(ServiceConnection.Failure) in
            try await connection.status()
        }
    }

    /// Asks at the socket first.
    private static func read<Value: Sendable>(
        from service: URL, _ trust: ServiceTrust, _ token: String, _ socket: LocalSocket?,
        _ ask: (ServiceConnection) async throws(ServiceConnection.Failure) -> Value
    ) async -> Result<Value, ServiceProbeError> {
        var local: LocalRoute?
        if let socket, socket.file != nil {
            let route = LocalRoute(socket)
            let first = await read(from: service, trust, token, local: route, ask)
            // One that was left behind by a killed service leads nowhere; then the address may.
            if case .success = first { return first }
            local = route
        }
        // A failed connection has marked the route as deaf: the address is next.
        return await read(from: service, trust, token, local: local, ask)
    }

    private static func overview(
        _ connection: ServiceConnection
    ) async throws(ServiceConnection.Failure) -> Overview {
        let status = try await connection.status()
        let (page, faults) = try await connection.snapshot()
        // The plan says less than what is wrong now: without it, the rest is told.
        let agenda = try? await connection.agenda()
        return Overview(status: status, requests: page.requests, faults: faults.faults, agenda: agenda)
    }

    private static func read<Value: Sendable>(
        from service: URL, _ trust: ServiceTrust, _ token: String, local: LocalRoute? = nil,
        _ ask: (ServiceConnection) async throws(ServiceConnection.Failure) -> Value
    ) async -> Result<Value, ServiceProbeError> {
        let client = trust.client(for: service)
        let address = service.absoluteString
        let connection = ServiceConnection(
            client: client, base: address.hasSuffix("/") ? String(address.dropLast()) : address, local: local,
            token: token)
        var result: Result<Value, ServiceProbeError>
        do throws(ServiceConnection.Failure) {
            result = .success(try await ask(connection))
        } catch {
            let isReached =
                switch error {
                case .unreachable: false
                case .notStored, .notServed, .refused, .rejected: true
                }
            result = .failure(ServiceProbeError(description: error.description, isReached: isReached))
        }
        do { try await client.shutdown() } catch {
            result = .failure(ServiceProbeError(description: "\(ServiceTrouble(error: error))"))
        }
        return result
    }
}
