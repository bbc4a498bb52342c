import Care
import CareStore
import Foundation
import HTTPTypes
import NIOCore
import Synchronization

/// Cache of the journal's last events: read from the store and encoded once, however many clients listen.
actor JournalTail {
    /// How many events are kept; a stream that is further behind reads the store itself.
    private static let kept = 512
    /// How many events are read from the journal at once.
    static let page = 100

    /// How often the journal has advanced; an earlier run of the service counts as the first time.
    private let advances = Atomic<UInt64>(1)
    private var events: [(sequence: Int64, event: JournalEvent, text: String)] = []
    /// All events after this one, up to the last that is kept, are kept. `nil` before the first was read.
    private var floor: Int64?
    /// The advance up to which everything was read.
    private var readAdvance: UInt64 = 0
    private var reading: Task<Void, any Error>?

    /// The journal has advanced.
    nonisolated func advanced() { advances.add(1, ordering: .releasing) }

    /// All events for an audience after a number, and the number of the last event, even if that is not for
    /// them; `nil` if this goes further back than the cache.
    func news(
        after cursor: Int64, for audience: EventAudience = .everything,
        from read: @escaping @Sendable (_ after: Int64) async throws -> [JournalEvent]
    ) async throws -> (text: String, last: Int64)? {
        if floor == nil { floor = cursor }
        try await catchUp(read)
        guard let floor, cursor >= floor else { return nil }
        let start = firstIndex(after: cursor)
        let told = events[start...].filter { audience.hears($0.event) }
        let text = try told.map { kept in
            let event = audience.told(kept.event)
            return event == kept.event ? kept.text : try EventText.of(event)
        }
        return (text.joined(), events.last.map { max($0.sequence, cursor) } ?? cursor)
    }

    /// Reads new events; callers that come meanwhile wait for the same read, and check whether it was late
    /// enough.
    private func catchUp(_ read: @escaping @Sendable (Int64) async throws -> [JournalEvent]) async throws {
        while readAdvance < advances.load(ordering: .acquiring) {
            if let reading {
                try await reading.value
                continue
            }
            let task = Task {
                // The read itself stores the result, because a waiting task may resume before the task that
                // started it.
                defer { reading = nil }
                try await readOn(read)
            }
            reading = task
            try await task.value
        }
    }

    private func readOn(_ read: @Sendable (Int64) async throws -> [JournalEvent]) async throws {
        // Taken before the read: what is added during it is read again.
        let advance = advances.load(ordering: .acquiring)
        while true {
            let new = try await read(events.last?.sequence ?? floor ?? 0)
            for event in new { events.append((event.sequence, event, try EventText.of(event))) }
            // A stream that starts at the beginning must not load the whole journal into memory.
            if events.count > Self.kept * 2 {
                floor = events[events.count - Self.kept - 1].sequence
                events.removeFirst(events.count - Self.kept)
            }
            if new.count < Self.page { break }
        }
        readAdvance = advance
    }

    private func firstIndex(after cursor: Int64) -> Int {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].sequence > cursor { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Events in the format of server-sent events.
enum EventText {
    /// The connection ends with the stream, so that the client does not send another message on it.
    static let headers: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store", .connection: "close",
    ]

    /// The first line of each stream: how long, in milliseconds, a browser waits before it reconnects. Its
    /// default is three seconds or more.
    static let retry = "retry: 1000\n\n"

    static func of(_ event: JournalEvent) throws -> String {
        let id = event.sequence > 0 ? "id: \(event.sequence)\n" : ""
        return id + (try of(event.kind.rawValue, event))
    }

    static func of(_ name: String, _ value: some Encodable) throws -> String {
        "event: \(name)\ndata: \(try json(value))\n\n"
    }

    /// One line: the encoder escapes line ends.
    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try CareJSON.encoder().encode(value), as: UTF8.self)
    }
}
