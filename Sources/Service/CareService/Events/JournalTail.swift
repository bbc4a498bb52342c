import Care
import CareStore
import Foundation
import HTTPTypes
import NIOCore
import Synchronization

/// The journal's last events as every stream tells them: read from the store and written as text once, however many listen.
actor JournalTail {
    /// So many events are kept; a stream that is further behind reads the store itself.
    private static let kept = 512
    /// So many events are read from the journal at once.
    static let page = 100

    /// How often the journal was said to have advanced; the first time by an earlier run of the service.
    private let advances = Atomic<UInt64>(1)
    private var events: [(sequence: Int64, event: JournalEvent, text: String)] = []
    /// All events after this one, up to the last that is kept, are kept. `nil` before the first was read.
    private var floor: Int64?
    /// As of which advance all is read.
    private var readAdvance: UInt64 = 0
    private var reading: Task<Void, any Error>?

    /// What was written by now is in the journal.
    nonisolated func advanced() { advances.add(1, ordering: .releasing) }

    /// Everything that an audience hears after an event up to now, and the number of the last one, also if it is not for them;
    /// `nil` where that is further back than what is kept.
    func news(
        after cursor: Int64, for audience: EventAudience = .everything,
        from read: @escaping @Sendable (_ after: Int64) async throws -> [JournalEvent]
    ) async throws -> (text: String, last: Int64)? {
        if floor == nil { floor = cursor }
        try await catchUp(read)
        guard let floor, cursor >= floor else { return nil }
        let start = firstIndex(after: cursor)
        let told = events[start...].filter { audience.hears($0.event) }
        return (told.map(\.text).joined(), events.last.map { max($0.sequence, cursor) } ?? cursor)
    }

    /// Reads what is new; whoever comes meanwhile waits for the same reading, and checks whether it was late enough.
    private func catchUp(_ read: @escaping @Sendable (Int64) async throws -> [JournalEvent]) async throws {
        while readAdvance < advances.load(ordering: .acquiring) {
            if let reading {
                try await reading.value
                continue
            }
            let task = Task {
                // By the reading itself: who waits for it may run on before whoever began it does.
                defer { reading = nil }
                try await readOn(read)
            }
            reading = task
            try await task.value
        }
    }

    private func readOn(_ read: @Sendable (Int64) async throws -> [JournalEvent]) async throws {
        // Before the reading: what comes up during it is read again.
        let advance = advances.load(ordering: .acquiring)
        while true {
            let new = try await read(events.last?.sequence ?? floor ?? 0)
            for event in new { events.append((event.sequence, event, try EventText.of(event))) }
            // Whoever begins at the beginning must not bring all of it into memory.
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
    /// A stream's connection ends with it: whoever asked on it once more would be cut off.
    static let headers: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store", .connection: "close",
    ]

    /// Stands first in each stream: a browser whose connection has ended waits this long, in milliseconds, before it comes
    /// again. Its own pause is three seconds or more.
    static let retry = "retry: 1000\n\n"

    static func of(_ event: JournalEvent) throws -> String {
        let id = event.sequence > 0 ? "id: \(event.sequence)\n" : ""
        return id + (try of(event.kind.rawValue, event))
    }

    /// An event that is not in the journal.
    static func of(_ name: String, _ value: some Encodable) throws -> String {
        "event: \(name)\ndata: \(try json(value))\n\n"
    }

    /// One line: the encoder escapes line ends.
    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try CareJSON.encoder().encode(value), as: UTF8.self)
    }
}
