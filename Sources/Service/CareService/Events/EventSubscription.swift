import Care
import Foundation
import Synchronization

/// What one event stream has to tell next.
final class EventSubscription: Sendable {
    /// All that has come up since the stream looked last.
    struct Pending {
        var journalAdvanced = false
        /// Sent once, however often it has changed meanwhile.
        var isAgendaChanged = false
        /// The same for names.
        var areNamesChanged = false
        /// The same for what the client has heard, at another kiosk or on a phone.
        var isEncouragementChanged = false
        var volatile: [JournalEvent] = []
        var taps: [ScreenTap] = []
        var trials: [Trial] = []
        /// For a kiosk, whether its client is told things there, where that has changed.
        var speaks: Bool?
        var isClosed = false
    }

    /// Who reads a stream.
    struct Listener: Sendable {
        /// The device whose disconnection is a fault; `nil` for pages and displays, which come and go.
        var presence: Presence.Watched?
        /// The listening session or device; `nil` for the home's own kiosk and station.
        var owner: UUID?
        /// Who has logged in there.
        var person: String?
        /// Whose kiosk it is; `nil` for everybody else.
        var kioskOf: String?
        /// Whose own kiosk or phone it is; `nil` for everybody else.
        var client: String?

        /// - Parameter device: Which one; `.some(nil)` is the home's own, and `nil` any.
        func isKiosk(of client: String, at device: UUID??) -> Bool {
            kioskOf == client && (device.map { $0 == owner } ?? true)
        }

        var isStation: Bool {
            switch presence {
            case .station: true
            case .kiosk, nil: false
            }
        }
    }

    /// How many events that are not stored may wait; a slower stream is ended.
    private static let maximumVolatile = 64
    /// How many touches may wait; more are not meant.
    private static let maximumTaps = 8
    /// How many trials may wait: who presses more often hears the first ones.
    private static let maximumTrials = 4

    let number: Int
    let listener: Listener
    /// `nil` if nothing has to show that the stream is alive.
    let line: StreamLine?
    private let pending = Mutex(Pending())
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// What a kiosk was told last.
    private let lastSpeaks = Mutex(true)

    init(number: Int, _ listener: Listener, line: StreamLine? = nil) {
        self.number = number
        self.listener = listener
        self.line = line
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

    /// A touch that is not handled in time is dropped: it was meant for what was open then.
    func add(_ tap: ScreenTap) {
        add { if $0.taps.count < Self.maximumTaps { $0.taps.append(tap) } }
    }

    func add(_ trial: Trial) {
        add { if $0.trials.count < Self.maximumTrials { $0.trials.append(trial) } }
    }

    /// Tells a kiosk once whether its client is told things there, until that is otherwise.
    func speaks(_ speaks: Bool) {
        let isNews = lastSpeaks.withLock { last in
            defer { last = speaks }
            return last != speaks
        }
        if isNews { add { $0.speaks = speaks } }
    }

    func close() { add { $0.isClosed = true } }

    /// Runs `turn` with what has come up, each time that something has; ends when closed or cancelled.
    func run(_ turn: (Pending) async throws -> Void) async throws {
        line?.open()
        defer { line?.close() }
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
