import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOFoundationCompat
import RealTime
import StoreFiles
import Synchronization

/// An event stream: first the events since the client's last one, then new ones.
///
/// `id:` is the journal's sequence number. Events that are not stored have none, so that a client that
/// reconnects still names the last stored one.
struct EventStreamBody: Sendable {
    private let core: ServiceCore
    private let caller: Caller
    private let place: StreamPlace
    private let after: Int64?
    private let line: StreamLine?

    init(
        core: ServiceCore, caller: Caller, query: APIQuery, place: StreamPlace, line: StreamLine?
    ) throws(CareProblem) {
        self.core = core
        self.line = line
        self.place = place
        self.caller = caller
        after = try query.number("after", in: 0...Int64.max)
    }

    func response(to request: Hummingbird.Request) throws(CareProblem) -> Response {
        var cursor = after
        if let header = request.headers[.lastEventID] {
            guard let number = Int64(header), number >= 0 else {
                throw CareProblem(.badRequest, "it is not a whole number", field: "Last-Event-ID")
            }
            cursor = number
        }
        let start = cursor
        return Response(
            status: .ok,
            headers: EventText.headers,
            body: ResponseBody { writer in
                let subscription = core.hub.subscribe(
                    .init(
                        presence: caller.presence(in: core.configuration), owner: caller.owner,
                        person: caller.person?.id,
                        kioskOf: caller.role == .kiosk ? caller.client(of: core.configuration) : nil,
                        client: caller.askingClient(in: core.configuration)),
                    line: line)
                core.streamBell.ring()
                defer {
                    core.hub.unsubscribe(subscription)
                    core.forgetScreen(of: subscription)
                    place.giveBack()
                }
                // The listener may have been logged out before this stream could be ended with the others.
                guard await core.mayStillListen(caller) else {
                    await core.forgetIfRevoked(caller)
                    return try await writer.finish(nil)
                }
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await tell(subscription, after: start, to: &writer)
                } onInboundClosed: {
                    subscription.close()
                }
                try await writer.finish(nil)
            })
    }

    private func tell(
        _ subscription: EventSubscription, after start: Int64?, to writer: inout any ResponseBodyWriter
    ) async throws {
        var stream = Stream(writer: writer, audience: EventAudience(caller, in: core.configuration))
        defer { writer = stream.writer }
        do {
            try await stream.write(EventText.retry)
            // Before what was missed, which may have been told at another kiosk.
            if let speaks = core.hub.firstWord(to: subscription.listener) {
                try await stream.tell(KioskSpeaks(speaks: speaks))
            }
            var cursor = try await catchUp(start, &stream)
            for fault in core.volatileFaults {
                try await stream.tell(Self.event(fault, at: core.clock.wall()))
            }
            try await subscription.run { news in
                if let speaks = news.speaks { try await stream.tell(KioskSpeaks(speaks: speaks)) }
                for tap in news.taps { try await stream.tell(tap) }
                for trial in news.trials { try await stream.tell(trial) }
                for event in news.volatile { try await stream.tell(event) }
                if news.isAgendaChanged { try await stream.tell(Self.agendaChanged(at: core.clock.wall())) }
                if news.areNamesChanged, caller.person != nil { try await stream.news("names") }
                if news.isEncouragementChanged { try await stream.news("encouragement") }
                if news.journalAdvanced { cursor = try await readOn(after: cursor, &stream) }
            }
        } catch let problem as CareProblem {
            // The stream ends; its client connects again and goes on from where it was.
            core.causes.log(.warning, "an event stream ended", reason: "\(problem)")
        }
    }

    /// Sends the events since `start`, and then that this is all.
    private func catchUp(_ start: Int64?, _ stream: inout Stream) async throws -> Int64 {
        let store = core.state.withLock { $0.store }
        guard let store else {
            // The journal cannot be read, but what happens from now on can be called out.
            let cursor = start ?? 0
            try await stream.ready(StreamReady(sequence: cursor, journal: nil))
            return cursor
        }
        let latest = try await core.read(on: .call) { store throws(CareStoreError) in
            try await store.latestSequence()
        }
        // A client that remembers more than there is followed another journal: it gets what happens from now on.
        let cursor = try await readOn(after: min(start ?? latest, latest), &stream)
        try await stream.ready(StreamReady(sequence: cursor, journal: store.journal))
        return cursor
    }

    /// Sends the journal's events after a number; returns the last one's number.
    private func readOn(after start: Int64, _ stream: inout Stream) async throws -> Int64 {
        let read: @Sendable (Int64) async throws -> [JournalEvent] = { [core] after in
            try await core.read(on: .call) { store throws(CareStoreError) in
                try await store.events(after: after, limit: JournalTail.page)
            }
        }
        if let news = try await core.hub.tail.news(after: start, for: stream.audience, from: read) {
            try await stream.write(news.text)
            return news.last
        }
        var cursor = start
        while true {
            let events = try await read(cursor)
            try await stream.tell(events)
            cursor = events.last?.sequence ?? cursor
            if events.count < JournalTail.page { return cursor }
        }
    }

    private static func event(_ fault: Fault, at now: Date) -> JournalEvent {
        JournalEvent(sequence: 0, at: now, content: .fault(fault))
    }

    /// An event without a subject, which is not stored: it makes clients fetch their agenda.
    private static func agendaChanged(at now: Date) -> JournalEvent {
        JournalEvent(sequence: 0, at: now, content: .agendaChanged)
    }

    /// Writes in the format of server-sent events.
    private struct Stream {
        var writer: any ResponseBodyWriter
        let audience: EventAudience

        mutating func tell(_ event: JournalEvent) async throws { try await tell([event]) }

        mutating func tell(_ events: [JournalEvent]) async throws {
            let told = events.filter(audience.hears)
            try await write(try told.map { try EventText.of(audience.told($0)) }.joined())
        }

        mutating func ready(_ ready: StreamReady) async throws {
            try await write(try EventText.of("ready", ready))
        }

        /// It says nothing itself: whoever hears it reads anew what it is about.
        mutating func news(_ name: String) async throws {
            try await write("event: \(name)\ndata: {}\n\n")
        }

        mutating func write(_ text: String) async throws {
            guard !text.isEmpty else { return }
            try await writer.write(ByteBuffer(string: text))
        }

        mutating func tell(_ tap: ScreenTap) async throws {
            try await write(try EventText.of("tap", tap))
        }

        mutating func tell(_ speaks: KioskSpeaks) async throws {
            try await write(try EventText.of("speaker", speaks))
        }

        mutating func tell(_ trial: Trial) async throws {
            try await write(try EventText.of("trial", trial))
        }
    }
}

extension HTTPField.Name {
    static let lastEventID = named("Last-Event-ID")
    static let retryAfter = named("Retry-After")
}
