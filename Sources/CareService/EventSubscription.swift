import Care
import Foundation
import Synchronization

/// What one event stream has to tell next.
final class EventSubscription: Sendable {
    /// All that has come up since the stream looked last.
    struct Pending {
        var journalAdvanced = false
        var isKeepAliveDue = false
        /// Told once, however often it has changed meanwhile.
        var isAgendaChanged = false
        var volatile: [JournalEvent] = []
        var isClosed = false
    }

    /// So many events that are stored nowhere may wait; a stream that is slower is ended.
    private static let maximumVolatile = 64

    let number: Int
    /// As whom the home misses it when it ends; `nil` for pages and displays, which come and go.
    let presence: Actor?
    /// The session or device that listens; `nil` for the home's own kiosk and station.
    let owner: UUID?
    private let pending = Mutex(Pending())
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(number: Int, presence: Actor?, owner: UUID? = nil) {
        self.number = number
        self.presence = presence
        self.owner = owner
    }

    func add(_ change: @Sendable (inout Pending) -> Void) {
        pending.withLock { change(&$0) }
        bell.continuation.yield()
    }

    func add(volatile event: JournalEvent) {
        add { pending in
            if pending.volatile.count >= Self.maximumVolatile {
                pending.isClosed = true
            } else {
                pending.volatile.append(event)
            }
        }
    }

    func close() { add { $0.isClosed = true } }

    /// Runs `turn` with what has come up, each time that something has; ends when closed or cancelled.
    func run(_ turn: (Pending) async throws -> Void) async throws {
        for await _ in bell.stream {
            let news = pending.withLock { pending in
                let news = pending
                pending = Pending()
                pending.isClosed = news.isClosed
                return news
            }
            if news.isClosed { return }
            try await turn(news)
        }
    }
}
