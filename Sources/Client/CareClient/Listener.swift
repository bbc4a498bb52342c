import AsyncHTTPClient
import Care
import Foundation
import Logging
import NIOCore
import Networking

/// Follows the service's events, and connects again for as long as it runs.
struct Listener: Sendable {
    private static let refusedInterval: Duration = .seconds(15)

    let connection: ServiceConnection
    let writer: OutboxWriter
    let agenda: AgendaReader
    /// `nil` for a station, which has no client of its own.
    let household: ClientReader<ClientHousehold>?
    let appointments: ClientReader<[Appointment]>?
    let unreadable: UnreadableWatch
    let link: LinkWatch
    /// Whether this is a client's kiosk, which lists the calls of the last day.
    let isKiosk: Bool
    let logger: Logger
    let emit: @Sendable (CareClientEvent) -> Void
    /// Called when the service is reachable: waiting commands can be sent.
    let onConnected: @Sendable () -> Void
    /// Called when the client has heard something elsewhere.
    let onEncouragement: @Sendable () -> Void

    func run() async {
        var backOff = RetryDelay.toService
        link.down("the service has not answered yet")
        var cursor = await writer.cursor()
        while !Task.isCancelled {
            let failure: ServiceConnection.Failure
            do throws(ServiceConnection.Failure) {
                try await follow(&cursor, &backOff)
                failure = .unreachable("the service has ended the event stream")
            } catch {
                failure = error
            }
            agenda.disconnected()
            household?.disconnected()
            appointments?.disconnected()
            if Task.isCancelled { break }
            do {
                try await Task.sleep(for: wait(after: failure, &backOff))
            } catch { break }
        }
        link.stop()
    }

    private func wait(after failure: ServiceConnection.Failure, _ backOff: inout RetryDelay) -> Duration {
        switch failure {
        case .unreachable(let reason), .notStored(let reason):
            link.down(reason)
            logger.debug("no event stream", metadata: ["reason": "\(reason)"])
            return backOff.failed()
        case .refused(let reason), .notServed(let reason):
            link.down(reason)
            logger.error("the service refused this machine", metadata: ["reason": "\(reason)"])
            return Self.refusedInterval
        case .rejected(let problem):
            link.down(problem.description)
            logger.error("the service refused this", metadata: ["problem": "\(problem)"])
            return Self.refusedInterval
        }
    }

    private func follow(
        _ cursor: inout JournalCursor?, _ backOff: inout RetryDelay
    ) async throws(ServiceConnection.Failure) {
        let snapshot: (page: RequestPage, faults: FaultPage)
        do throws(ServiceConnection.Failure) {
            snapshot = try await connection.snapshot()
        } catch {
            let reason: String
            switch error {
            case .unreachable(let why), .notStored(let why): reason = why
            case .refused, .notServed, .rejected: throw error
            }
            // A service that cannot read its store still calls out the requests it gets.
            let body = try await connection.events(after: nil)
            // If the store became readable between the two requests, everything is requested again, in order.
            guard await !hasSnapshot() else { throw .unreachable("the service has only just come") }
            link.down(reason, isAnswering: true)
            backOff.succeeded()
            onConnected()
            try await tell(body, &cursor)
            return
        }
        let resumed = JournalCursor.resume(
            cursor, journal: snapshot.page.journal, sequence: snapshot.page.sequence)
        if resumed != cursor {
            if let cursor {
                logger.warning(
                    "the service has a new journal; earlier events will not be announced",
                    metadata: ["heard": "\(cursor.sequence)", "journal": "\(snapshot.page.sequence)"])
            }
            writer.setCursor(resumed)
            cursor = resumed
        }
        let body = try await connection.events(after: cursor)
        let recent = isKiosk ? await connection.recentRequests() : []
        backOff.succeeded()
        link.up()
        emit(
            .connected(
                openRequests: snapshot.page.requests, openFaults: snapshot.faults.faults,
                sequence: snapshot.page.sequence, client: snapshot.page.client, recent: recent,
                told: resumed.told))
        onConnected()
        unreadable.connected(snapshot.page.unreadable, snapshot.faults)
        agenda.connected(snapshot.faults.faults)
        if let client = snapshot.page.client {
            household?.connected(client: client)
            appointments?.connected(client: client)
        }
        try await tell(body, &cursor)
    }

    private func hasSnapshot() async -> Bool {
        do throws(ServiceConnection.Failure) {
            _ = try await connection.snapshot()
            return true
        } catch { return false }
    }

    private func tell(
        _ body: HTTPClientResponse.Body, _ cursor: inout JournalCursor?
    ) async throws(ServiceConnection.Failure) {
        var parser = EventStreamParser()
        var hasSpeaker = false
        do {
            for try await buffer in body {
                for event in try parser.read(buffer.readableBytesView) {
                    if event.name == "speaker" { hasSpeaker = true }
                    // Nothing was said of another kiosk: there is none.
                    if event.name == "ready", isKiosk, !hasSpeaker { emit(.speaks(true)) }
                    tell(event, &cursor)
                }
            }
        } catch {
            throw .unreachable("\(ServiceTrouble(error: error))")
        }
    }

    private func tell(_ event: EventStreamParser.Event, _ cursor: inout JournalCursor?) {
        do {
            if event.name == "tap" {
                emit(.tap(try CareJSON.decoder().decode(ScreenTap.self, from: Data(event.data.utf8))))
                return
            }
            if event.name == "speaker" {
                emit(
                    .speaks(
                        try CareJSON.decoder().decode(KioskSpeaks.self, from: Data(event.data.utf8)).speaks))
                return
            }
            if event.name == "trial" {
                emit(.trial(try CareJSON.decoder().decode(Trial.self, from: Data(event.data.utf8))))
                return
            }
            if event.name == "encouragement" {
                onEncouragement()
                return
            }
            if event.name == "ready" {
                let ready = try CareJSON.decoder().decode(StreamReady.self, from: Data(event.data.utf8))
                guard let heard = cursor?.sequence, ready.journal == cursor?.journal else { return }
                cursor?.sequence = max(ready.sequence, heard)
                emit(.caughtUp(sequence: ready.sequence))
                return
            }
            let event = try CareJSON.decoder().decode(JournalEvent.self, from: Data(event.data.utf8))
            if let heard = cursor?.sequence { cursor?.sequence = max(event.sequence, heard) }
            emit(.journal(event))
            agenda.note(event)
            household?.note(event)
            unreadable.note(event)
            guard event.isIncomplete else { return }
            let isLost = event.kind.isCall && event.request == nil
            unreadable.add(
                UnreadableItem(list: event.kind.rawValue, id: isLost ? nil : "\(event.sequence)"), of: .stream
            )
        } catch {
            logger.warning(
                "an event cannot be read", metadata: ["event": "\(event.name)", "error": "\(error)"])
            // A newer service may send kinds of events that are unknown here; that is not an error.
            guard let kind = JournalEvent.Kind(rawValue: event.name) else { return }
            unreadable.add(
                kind.isCall ? .lostCall(kind.rawValue) : UnreadableItem(list: kind.rawValue, id: "unknown"),
                of: .stream)
        }
    }
}
