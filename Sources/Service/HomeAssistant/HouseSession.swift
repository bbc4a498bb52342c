public import Care
public import Foundation

/// What is said to the house's broker, and what is done with what comes from there. It has neither clock nor connection: events come in,
/// effects go out.
///
/// At each connection everything is said again: who there is, how things stand, and every event that was not confirmed.
public struct HouseSession: Sendable {
    public enum Event: Sendable {
        case connected
        case lost
        /// The broker has taken what was published as this number.
        case acknowledged(Int)
        case received(topic: String, payload: Data, isRetained: Bool)
        /// The answer to `readView`.
        case view(HouseView)
        /// The answer to `readJournal`: what comes next, in order; `isAll` where nothing came after it.
        case journal([JournalEvent], isAll: Bool)
        /// A read failed; it is asked for again with the next news.
        case unread
        /// Something has happened, or may be due.
        case news
        /// The answer to `record`.
        case recorded
    }

    public enum Effect: Sendable, Equatable {
        case publish(HouseMessage, as: Int)
        case readView
        case readJournal(after: Int64)
        /// The broker has everything up to here.
        case record(cursor: Int64)
        case perform(HouseCommand)
        /// For the log: a message that was not acted upon, and why.
        case refuse(topic: String, reason: String)
    }

    /// What is no news of a call moves the cursor only so many events at a time: each time is a write to the disk.
    private static let unrecorded: Int64 = 500
    /// So many commands are acted upon within a minute: a program that has gone wild calls nobody.
    static let mostCommands = 30
    /// So often within a minute everything is said again because Home Assistant has started: whoever may write that must not keep the home
    /// busy. What the broker has kept says the same.
    static let mostStarts = 6
    /// So many of the home's devices are remembered that the broker has kept: more than any home has clients.
    static let mostKept = 500

    private let topics: HouseTopics
    private let words: HouseWords
    private var outbox: HouseOutbox
    private var isConnected = false
    /// What was last read.
    private var view: HouseView?
    /// What stands at the broker since this connection, by topic.
    private var told: [String: Data] = [:]
    /// The home's devices that the broker has kept, as it has said over this connection.
    private var kept: Set<String> = []
    /// Whether a read is under way, and whether there were news meanwhile.
    private var (isReadingView, isReadingJournal) = (false, false)
    private var (viewIsOld, journalIsOld) = (false, false)
    private var recording: Int64?
    private var recorded: Int64
    /// Whether a call's event was confirmed since the cursor was recorded last.
    private var hasConfirmed = false
    private var number = 0
    private var commands = HouseRate(mostCommands)
    private var starts = HouseRate(mostStarts)
    /// When a device is taken away at once; else with the next news.
    private var removals = HouseRate(mostCommands)

    /// - Parameter cursor: Up to where the broker has the journal.
    public init(topics: HouseTopics, words: HouseWords, cursor: Int64) {
        self.topics = topics
        self.words = words
        outbox = HouseOutbox(cursor: cursor)
        recorded = cursor
    }

    /// What the broker is to say once the service is gone, and what the service says before it goes.
    public static func farewell(_ topics: HouseTopics) -> HouseMessage {
        HouseMessage(topics.status, "offline")
    }

    /// How many events wait, of those that were read.
    public var waiting: Int { outbox.waiting }

    /// - Parameter uptime: By a clock that only goes forward.
    public mutating func handle(_ event: Event, at uptime: Duration) -> [Effect] {
        switch event {
        case .connected:
            isConnected = true
            outbox.forgetPublished()
            return sayAgain()
        case .lost:
            isConnected = false
            (told, kept) = ([:], [])
            return []
        case .acknowledged(let number):
            guard outbox.confirm(number) else { return [] }
            hasConfirmed = true
            return record() + publishEvents() + readJournal()
        case .received(let topic, let payload, let isRetained):
            return received(topic, payload, isRetained, at: uptime)
        case .view(let view):
            isReadingView = false
            self.view = view
            let effects = isConnected ? tell(view) : []
            // Events come after what they are about: Home Assistant must know the client.
            return effects + (viewIsOld ? readView() : []) + publishEvents() + readJournal()
        case .journal(let events, let isAll):
            isReadingJournal = false
            outbox.add(events.map { ($0.sequence, message(for: $0)) })
            if !isAll { journalIsOld = true }
            return record() + publishEvents() + readJournal()
        case .unread:
            (viewIsOld, journalIsOld) = (viewIsOld || isReadingView, journalIsOld || isReadingJournal)
            (isReadingView, isReadingJournal) = (false, false)
            return []
        case .news:
            (viewIsOld, journalIsOld) = (true, true)
            guard isConnected else { return [] }
            return readView() + readJournal()
        case .recorded:
            recorded = recording ?? recorded
            recording = nil
            return record()
        }
    }

    // MARK: - What is said

    private mutating func sayAgain() -> [Effect] {
        told = [:]
        (viewIsOld, journalIsOld) = (true, true)
        return readView()
    }

    private mutating func readView() -> [Effect] {
        guard isConnected, viewIsOld, !isReadingView else { return [] }
        (isReadingView, viewIsOld) = (true, false)
        return [.readView]
    }

    private mutating func tell(_ view: HouseView) -> [Effect] {
        do {
            let all =
                try HouseDiscovery.messages(view, topics, words) + [HouseMessage(topics.status, "online")]
                + HouseStates.messages(view, topics)
            return (farewells(view) + all).compactMap { message in
                guard told[message.topic] != message.payload else { return nil }
                told[message.topic] = message.payload.isEmpty ? nil : message.payload
                return publish(message)
            }
        } catch {
            // Texts and numbers always become JSON.
            return [.refuse(topic: topics.status, reason: "\(error)")]
        }
    }

    private mutating func publish(_ message: HouseMessage) -> Effect {
        number += 1
        return .publish(message, as: number)
    }

    // MARK: - Events

    private func message(for event: JournalEvent) -> HouseMessage? {
        // As above.
        (try? HouseEvents.message(for: event, topics)) ?? nil
    }

    private mutating func readJournal() -> [Effect] {
        guard isConnected, journalIsOld, !isReadingJournal, outbox.hasRoom, !told.isEmpty else { return [] }
        (isReadingJournal, journalIsOld) = (true, false)
        return [.readJournal(after: outbox.readThrough)]
    }

    private mutating func publishEvents() -> [Effect] {
        guard isConnected, !told.isEmpty else { return [] }
        var last = number
        let due = outbox.next {
            last += 1
            return last
        }
        number = last
        return due.map { .publish($0.message, as: $0.number) }
    }

    private mutating func record() -> [Effect] {
        guard recording == nil, outbox.cursor > recorded,
            hasConfirmed || outbox.cursor - recorded >= Self.unrecorded
        else { return [] }
        (recording, hasConfirmed) = (outbox.cursor, false)
        return [.record(cursor: outbox.cursor)]
    }

    // MARK: - What is heard

    private mutating func received(
        _ topic: String, _ payload: Data, _ isRetained: Bool, at uptime: Duration
    ) -> [Effect] {
        if topic == topics.houseStatus {
            // It has started and knows nothing; what the broker has kept of that says nothing new.
            guard payload == Data("online".utf8), !isRetained else { return [] }
            return starts.allows(at: uptime)
                ? sayAgain() : [.refuse(topic: topic, reason: "it has come too often within a minute")]
        }
        if let device = topics.ownDevice(in: topic) {
            return received(configOf: device, payload, at: uptime)
        }
        guard let command = topics.command(in: topic), let view else { return [] }
        do throws(HouseCommandProblem) {
            let read = try HouseCommand(
                command.name, client: command.client, payload: payload, isRetained: isRetained,
                clients: view.clients)
            if case .say = read, !view.canSay {
                return [.refuse(topic: topic, reason: "the home does not let the house say anything")]
            }
            return commands.allows(at: uptime)
                ? [.perform(read)]
                : [.refuse(topic: topic, reason: "too many commands came within a minute")]
        } catch { return [.refuse(topic: topic, reason: error.description)] }
    }

    private mutating func received(
        configOf device: String, _ payload: Data, at uptime: Duration
    ) -> [Effect] {
        guard !payload.isEmpty else {
            kept.remove(device)
            return []
        }
        guard kept.count < Self.mostKept else { return [] }
        kept.insert(device)
        guard let view, !told.isEmpty, !isThere(device, view), removals.allows(at: uptime) else { return [] }
        return farewells(view).map { publish($0) }
    }

    /// Devices of clients whom the home no longer has.
    private mutating func farewells(_ view: HouseView) -> [HouseMessage] {
        let known = kept.union(told.keys.compactMap(topics.ownDevice))
        let gone = known.filter { !isThere($0, view) }.sorted()
        kept.subtract(gone)
        return gone.flatMap { HouseDiscovery.farewell(to: $0, topics) }
    }

    private func isThere(_ device: String, _ view: HouseView) -> Bool {
        device == topics.node || view.clients.contains { topics.device(of: $0.id) == device }
    }
}
