import Care
import CareStore
import Foundation
import HomeAssistant
import Logging
import MQTT
import Networking
import RealTime
import StoreFiles
import Wording

/// Tells the house, such as Home Assistant, what happens to calls, and does what it asks for. Nothing in the home waits for it.
struct HouseWorker: Sendable {
    private let core: ServiceCore

    init(core: ServiceCore) { self.core = core }

    func run() async {
        guard let link = core.configuration.house else { return }
        var house = House(core: core, link: link)
        await core.hub.news.bell.run { await house.turn() }
        await house.hangUp()
    }
}

/// The connection to the house's broker, as one task has it.
private struct House {
    /// For how long the broker is not reached before people are told.
    private static let patience: Duration = .seconds(300)
    /// How long to wait before trying again what the store, or the machine, has refused.
    private static let retry: Duration = .seconds(5)
    /// How long a goodbye may take, within the time that the service has to stop.
    private static let farewell: Duration = .milliseconds(800)
    /// How many events of the journal are read at once.
    private static let page = 100

    /// All by which one connection differs from another.
    private struct Terms: Equatable {
        var connection: MQTTSettings
        var topics: HouseTopics
        /// In which things are called; `nil` where nobody has said it.
        var language: String?
    }

    private struct Line {
        let terms: Terms
        let number: Int
        let connection: HouseLink.Connection
        var session: HouseSession
        /// Whether the house may have words said to clients.
        var canSay: Bool
        /// That of the channel, as it was read last.
        var sequence: Int64
        /// The number under which the connection was reported; `nil` while it is not connected.
        var connected: Int?
        /// As which it was published that Beckon is there: only who takes that lets the home speak.
        var greeting: Int?
    }

    private let core: ServiceCore
    private let link: HouseLink
    private var line: Line?
    /// How many connections there were.
    private var number = 0
    /// How much has happened in the home when the session was last told so.
    private var seen: UInt64 = 0
    /// By the steady clock: since when the broker is not reached, while the channel is on, and when to try again what was refused.
    private var lostAt: Duration?
    private var againAt: Duration?
    private var mustAdopt = false
    /// Why it is not reached.
    private var trouble: MQTTTrouble?
    /// Up to where the broker has the journal, which is not stored yet.
    private var unrecorded: Int64?

    init(core: ServiceCore, link: HouseLink) { (self.core, self.link) = (core, link) }

    /// Returns how long to wait at most for the next one; `nil`: until something happens.
    mutating func turn() async -> Duration? {
        let mail = core.house.take()
        let isAgain = againAt.map { $0 <= core.clock.uptime() } ?? false
        if isAgain { againAt = nil }
        let count = core.hub.news.count
        // What the home is called and in which language may have changed with anything else.
        let isInOtherWords = line.map { $0.terms.language != core.homeLanguage } ?? false
        mustAdopt = mustAdopt || mail.isSetAnew || isInOtherWords
        if mustAdopt, mail.isSetAnew || againAt == nil { await adopt() }
        for (number, event) in mail.events where number == line?.number { await receive(event) }
        if count != seen || isAgain {
            seen = count
            await tell(.news)
        }
        // Once for all that the broker has acknowledged meanwhile: each time is a write to the disk.
        await record()
        return [await lookAtFault(), againAt.map { max(.zero, $0 - core.clock.uptime()) }]
            .compactMap(\.self).min()
    }

    /// The service stops: whoever listens learns it from the home itself, and not from the broker's timeout.
    mutating func hangUp() async {
        guard let line else { return }
        self.line = nil
        let last = MQTTMessage(HouseSession.farewell(line.terms.topics))
        // In a task of its own: this one may have been cancelled.
        await Task {
            _ = await Patience.within(Self.farewell) { await line.connection.stop([last]) }
        }.value
    }

    // MARK: - How it is set

    /// Begins a connection, or another one, or none, as the home has set it.
    private mutating func adopt() async {
        do throws(CareProblem) {
            let (home, stored, cursor) = try await core.read { store throws(CareStoreError) in
                (
                    store.journal, try await store.channels().first { $0.name == StoredChannel.house },
                    try await store.houseCursor(of: StoredChannel.house)
                )
            }
            let secrets = try await core.messages.secrets.read().channels[StoredChannel.house] ?? [:]
            mustAdopt = false
            guard let stored, stored.isOn, let cursor else { return await switchOff() }
            let settings: HouseSettings
            do throws(FieldProblem) { settings = try HouseSettings(stored.settings, secrets) } catch {
                // Written by another version.
                core.causes.log(.error, "the house cannot be told anything as it is set", reason: "\(error)")
                return await switchOff()
            }
            let topics = settings.topics(home: home)
            let terms = Terms(
                connection: settings.connection(topics), topics: topics, language: core.homeLanguage)
            guard terms == line?.terms else {
                return await begin(terms, settings, cursor: cursor, sequence: stored.sequence)
            }
            line?.sequence = stored.sequence
            line?.canSay = settings.canSay
            core.house.settle(core.house.standing)
            await tell(.news)
        } catch {
            // A store that cannot be read is reported where it is probed.
            core.logger.debug("the house has to wait", metadata: ["reason": "\(error)"])
            tryAgain()
        }
    }

    private mutating func begin(
        _ terms: Terms, _ settings: HouseSettings, cursor: Int64, sequence: Int64
    ) async {
        await hangUp()
        number += 1
        (trouble, lostAt, unrecorded) = (nil, core.clock.uptime(), nil)
        core.house.begin()
        let (desk, own) = (core.house, number)
        guard let connection = link.start(terms.connection, { desk.receive($0, over: own) }) else {
            mustAdopt = true
            tryAgain()
            return lost(.exhausted)
        }
        let say = await core.messages.texts.translation(in: [terms.language])
        let words = HouseWords { key in say.map { $0(Text(key)) } ?? key }
        line = Line(
            terms: terms, number: number, connection: connection,
            session: HouseSession(topics: terms.topics, words: words, cursor: cursor),
            canSay: settings.canSay, sequence: sequence)
        core.logger.info(
            "the house is told from now on", metadata: ["broker": "\(settings.broker.host)"])
    }

    private mutating func switchOff() async {
        await hangUp()
        (trouble, lostAt, unrecorded) = (nil, nil, nil)
        core.house.settle(nil)
    }

    private mutating func tryAgain() { againAt = core.clock.uptime() + Self.retry }

    // MARK: - What comes

    private mutating func receive(_ event: MQTTEvent) async {
        switch event {
        case .connected(let number):
            line?.connected = number
            line?.greeting = nil
            await tell(.connected)
        case .lost(let trouble):
            lost(trouble)
            await tell(.lost)
        case .acknowledged(let number):
            if number == line?.greeting { reached() }
            await tell(.acknowledged(number))
        case .received(let message):
            await tell(
                .received(topic: message.topic, payload: message.payload, isRetained: message.isRetained))
        }
    }

    /// The broker is there, and lets the home write its topics.
    private mutating func reached() {
        (trouble, lostAt) = (nil, nil)
        guard core.house.standing?.connectedSince == nil else { return }
        core.house.settle(HouseStanding(connectedSince: core.clock.wall()))
        core.logger.notice("the house is connected")
    }

    private mutating func lost(_ trouble: MQTTTrouble) {
        line?.connected = nil
        lostAt = lostAt ?? core.clock.uptime()
        self.trouble = trouble
        core.house.settle(HouseStanding(trouble: "\(trouble)"))
        core.causes.log(.warning, "the house is not connected", reason: "\(trouble)")
    }

    /// Tells the session of something, and does what it says, and what it says to that.
    private mutating func tell(_ event: HouseSession.Event) async {
        var left = handle(event)[...]
        while let effect = left.popFirst() { left += await carry(out: effect) }
    }

    private mutating func handle(_ event: HouseSession.Event) -> [HouseSession.Effect] {
        line?.session.handle(event, at: core.clock.uptime()) ?? []
    }

    private mutating func carry(out effect: HouseSession.Effect) async -> [HouseSession.Effect] {
        switch effect {
        case .publish(let message, let number):
            guard let line, let connected = line.connected else { break }
            if message.topic == line.terms.topics.status { self.line?.greeting = number }
            line.connection.publish(MQTTMessage(message), number, connected)
        case .readView:
            let canSay = line?.canSay ?? false
            do throws(CareProblem) { return handle(.view(try await core.houseView(canSay: canSay))) } catch {
                return unread(error)
            }
        case .readJournal(let cursor):
            do throws(CareProblem) {
                let events = try await core.read(on: .page) { store throws(CareStoreError) in
                    try await store.events(after: cursor, limit: Self.page)
                }
                return handle(.journal(events, isAll: events.count < Self.page))
            } catch { return unread(error) }
        case .record(let cursor): unrecorded = cursor
        // The session may have read before that was taken back.
        case .perform(.say) where line?.canSay != true: break
        case .perform(let command): await core.perform(command)
        case .refuse(let topic, let reason):
            core.causes.log(
                .notice, "a message to the house's topics was not acted upon", reason: reason,
                about: ["topic": "\(topic.prefix(200))"])
        }
        return []
    }

    private mutating func unread(_ problem: CareProblem) -> [HouseSession.Effect] {
        core.causes.log(.warning, "what the house is told cannot be read", reason: "\(problem)")
        tryAgain()
        return handle(.unread)
    }

    // MARK: - What it has

    /// Stores up to where the broker has the journal.
    private mutating func record() async {
        while let cursor = unrecorded, let sequence = line?.sequence {
            do throws(CareProblem) {
                try await core.write(on: .page) { store throws(CareStoreError) in
                    try await store.moveHouseCursor(of: StoredChannel.house, to: cursor, sequence: sequence)
                }
            } catch {
                // Until it is stored, the broker would get these again after a restart.
                core.causes.log(.warning, "what the house has is not stored", reason: "\(error)")
                return tryAgain()
            }
            unrecorded = nil
            await tell(.recorded)
        }
    }

    // MARK: - The fault

    /// Returns how long it is until there is one.
    private mutating func lookAtFault() async -> Duration? {
        // As long as nobody knows how it is set, an earlier run's may be true.
        guard !mustAdopt || lostAt != nil else { return nil }
        guard let lostAt else {
            await core.tellOwn(.houseUnreachable, nil)
            return nil
        }
        let left = Self.patience - (core.clock.uptime() - lostAt)
        guard left <= .zero else { return left }
        await core.tellOwn(.houseUnreachable, "\(trouble ?? .tooSlow)")
        return nil
    }
}
