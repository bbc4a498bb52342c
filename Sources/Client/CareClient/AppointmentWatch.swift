import Care
import Foundation
import Logging
import Synchronization

/// Has a kiosk's appointments read anew as `KnownAppointments` wants it.
final class AppointmentWatch: Sendable {
    /// Reads a client's appointments of a time.
    typealias Read =
        @Sendable (
            _ client: String, _ time: DateInterval
        ) async throws(ServiceConnection.Failure) -> [Appointment]

    private struct State {
        var known = KnownAppointments()
        /// Called when they are to be read anew; nobody until there is a reader.
        var onStale: (@Sendable () -> Void)?
    }

    private let clock: @Sendable () -> Date
    private let state = Mutex(State())

    /// - Parameter clock: This machine's.
    init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    /// The reader of them. What it tells has to be noted here, as all that the kiosk is told.
    func reader(
        logger: Logger, read: @escaping Read, emit: @escaping @Sendable (CareClientEvent) -> Void
    ) -> ClientReader<[Appointment]> {
        // The journal tells each change of what was read, with all that has changed.
        let reader = ClientReader<[Appointment]>(
            "appointments", logger: logger, concerns: { _ in false },
            read: { [self] client throws(ServiceConnection.Failure) in try await read(client, begin()) },
            emit: { emit(.appointments($0)) })
        state.withLock { $0.onStale = { [weak reader] in reader?.refresh() } }
        return reader
    }

    /// The kiosk has been told this.
    func note(_ event: CareClientEvent) {
        let now = clock()
        let onStale = state.withLock { $0.known.handle(event, at: now) ? $0.onStale : nil }
        onStale?()
    }

    private func begin() -> DateInterval {
        let now = clock()
        return state.withLock { $0.known.begin(at: now) }
    }
}
