import Care
import CareStore
import Channels
import Foundation
import Logging
import Synchronization

/// What this run knows of messages to people's own devices: the channels that there are, what opens them, and what is under way.
final class MessageDesk: Sendable {
    /// Those who are sent at the same time over one channel: if one hangs on a call, two are left for the next.
    private static let atOnce: [Delivery.Lane: Int] = [.calls: 3, .plans: 1]
    /// How many ways are proved at once: nobody waits for that.
    private static let provedAtOnce = 2
    /// How soon a way whose proof has failed is proved again; the first time soon, because a server that is started anew at night is no reason
    /// to tell people.
    private static let provedAgain: Duration = .seconds(600)
    private static let provedSoon: Duration = .seconds(30)
    /// How long what was found out holds: a day.
    private static let provedFor: Duration = .seconds(86_400)
    /// How often one person may send tests, so that nobody floods others with them.
    private static let mostTests = 20
    private static let testsWithin: Duration = .seconds(600)
    /// And so many to numbers and mail addresses within a day: these may be somebody else's, who has not asked for them.
    private static let mostToOthers = 20
    private static let toOthersWithin: Duration = .seconds(86_400)
    private static let toOthers: Set<String> = [
        ContactChannel.mail.rawValue, ContactChannel.sms.rawValue, ContactChannel.sip.rawValue,
    ]
    /// So many tests that a device may confirm are remembered.
    private static let mostTested = 200

    let secrets: ChannelSecrets
    let typed = TypedSecrets()
    let texts: HomeTexts
    /// Those that this version has, by their names.
    let channels: [String: Channel]

    private struct UnderWay {
        var channel: String
        var lane: Delivery.Lane
        var contact: UUID
        /// What the message is about.
        var subject: UUID
    }

    private struct State {
        var underWay: [Int64: UnderWay] = [:]
        var proving: Set<UUID> = []
        /// Those of them that were written anew since: what comes of the proof says nothing of them.
        var outdated: Set<UUID> = []
        /// By the steady clock.
        var nextProofs: [UUID: Duration] = [:]
        /// What channels lack in this home, and when each is looked at next, by their names.
        var troubles: [String: String] = [:]
        var looks: [String: Duration] = [:]
        var looking: Set<String> = []
        /// Those of them that were set anew since.
        var outdatedLooks: Set<String> = []
        var tests: [String: [Duration]] = [:]
        var testsToOthers: [String: [Duration]] = [:]
        /// The contacts to which tests went, by the tests' keys, and the keys as they came.
        var tested: [UUID: Contact] = [:]
        var testedInOrder: [UUID] = []
        /// Since when nobody can be reached for a client, and since when a way fails, by the steady clock.
        var unreachedAt: [String: Duration] = [:]
        var failingAt: Duration?
        /// When old messages are forgotten next, by the steady clock.
        var forgetsAt: Duration = .zero
        /// When was looked round, by the steady clock.
        var roundAt: Duration?
        /// Whether a fault may be open that is over: after the start, one of an earlier run.
        var mayHaveTold = true
    }

    /// Between two looks round, where nothing asks for one.
    private static let roundsApart: Duration = .seconds(5)

    private let state = Mutex(State())
    /// To which host messages lead.
    private let linked = Mutex<String?>(nil)

    init(_ configuration: CareServiceConfiguration, logger: Logger) {
        secrets = ChannelSecrets(besideStore: configuration.storePath, logger: logger)
        texts = HomeTexts(configuration.translations, logger: logger)
        channels = Dictionary(
            configuration.contactChannels.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Where messages lead to

    /// The host in the address that the home has set for its links; `nil` where it has set none. As it is written in a URL, without brackets.
    var linkedHost: String? { linked.withLock { $0 } }

    /// The settings of channels were read or written: the service goes by the name that is in its messages.
    func setLinks(_ channels: [StoredChannel]) {
        guard let links = channels.first(where: { $0.name == StoredChannel.links }) else { return }
        let host = links.settings["address"].flatMap { URL(string: $0)?.host() }
        linked.withLock { $0 = host }
    }

    // MARK: - What is under way

    /// `nil` where it is time to look for what is to be proved, what is missing and who cannot be reached; else how long it is until then.
    ///
    /// - Parameter isDue: Whether something asks for it now.
    func beginRound(isDue: Bool, at uptime: Duration) -> Duration? {
        state.withLock { state in
            let wait = state.roundAt.map { Self.roundsApart - (uptime - $0) } ?? .zero
            guard !isDue, wait > .zero else {
                state.roundAt = uptime
                return nil
            }
            return wait
        }
    }

    var underWay: Set<Int64> { state.withLock { Set($0.underWay.keys) } }

    /// How many more may be sent over a channel at this moment.
    func places(over channel: String, _ lane: Delivery.Lane) -> Int {
        state.withLock { state in
            let taken = state.underWay.values.count { $0.channel == channel && $0.lane == lane }
            let most = ContactChannel.takesOneAtATime(channel) ? 1 : Self.atOnce[lane] ?? 1
            return max(0, most - taken)
        }
    }

    /// Whether nobody sends it already; then its sender calls `end`. Of what one contact is told about the same call, one waits for the other:
    /// else the older might come last, and stay.
    func begin(_ message: OutgoingMessage, _ lane: Delivery.Lane) -> Bool {
        let new = UnderWay(
            channel: message.contact.channel, lane: lane, contact: message.contact.id,
            subject: message.asked?.id ?? message.subject.id)
        return state.withLock { state in
            let isHeldUp = state.underWay.values.contains {
                $0.contact == new.contact && $0.subject == new.subject
            }
            guard state.underWay[message.id] == nil, !isHeldUp else { return false }
            state.underWay[message.id] = new
            return true
        }
    }

    func end(_ message: OutgoingMessage) {
        state.withLock { _ = $0.underWay.removeValue(forKey: message.id) }
    }

    // MARK: - What is kept

    /// Whether it is time to forget old messages, as it is once a day.
    func beginForgetting(at uptime: Duration) -> Bool {
        state.withLock { state in
            guard state.forgetsAt <= uptime else { return false }
            state.forgetsAt = uptime + Self.provedFor
            return true
        }
    }

    // MARK: - Proofs

    /// Those of these whose turn to be proved it is; whoever proves one calls `endProof`.
    func beginProofs(of contacts: [Contact], at uptime: Duration) -> [Contact] {
        state.withLock { state in
            let waiting = contacts.filter { contact in
                !state.proving.contains(contact.id)
                    && state.nextProofs[contact.id].map { $0 <= uptime } ?? true
            }
            let begun = waiting.prefix(max(0, Self.provedAtOnce - state.proving.count))
            state.proving.formUnion(begun.map(\.id))
            return Array(begun)
        }
    }

    /// - Parameter hasJustFailed: It has failed, and did not fail before.
    func endProof(of contact: UUID, hasJustFailed: Bool, at uptime: Duration) {
        state.withLock { state in
            state.proving.remove(contact)
            // What was proved is not among those that are to be proved for a day.
            state.nextProofs = state.nextProofs.filter { $0.value > uptime }
            if state.outdated.remove(contact) != nil { return }
            state.nextProofs[contact] = uptime + (hasJustFailed ? Self.provedSoon : Self.provedAgain)
        }
    }

    /// Those of these channels at which it is time to look; whoever looks at one calls `looked`.
    func beginLooks(at channels: some Collection<String>, at uptime: Duration) -> [String] {
        state.withLock { state in
            let due = channels.filter {
                !state.looking.contains($0) && state.looks[$0, default: .zero] <= uptime
            }
            state.looking.formUnion(due)
            return due.sorted()
        }
    }

    /// - Parameter outcome: `nil`: nothing was found out, and it is looked at again soon.
    func looked(at channel: String, _ outcome: ChannelOutcome?, at uptime: Duration) {
        state.withLock { state in
            state.looking.remove(channel)
            if state.outdatedLooks.remove(channel) != nil { return }
            let pause = outcome.map { $0.isTaken ? Self.provedFor : Self.provedAgain } ?? Self.provedSoon
            state.looks[channel] = uptime + pause
            state.troubles[channel] = outcome?.problem
        }
    }

    /// Why a channel would send nothing from this home; `nil` where nothing is known to be wrong.
    func trouble(of channel: String) -> String? { state.withLock { $0.troubles[channel] } }

    /// How long it is until the next one may be proved again; `nil` where none waits for that.
    func untilProof(at uptime: Duration) -> Duration? {
        state.withLock { state in
            (Array(state.nextProofs.values) + state.looks.values).filter { $0 > uptime }.min()
        }.map { $0 - uptime }
    }

    /// It was changed: it may be proved at once.
    func renewed(_ contact: UUID) {
        state.withLock { state in
            state.nextProofs[contact] = nil
            if state.proving.contains(contact) { state.outdated.insert(contact) }
        }
    }

    /// A channel was set anew: all may be proved at once.
    func renewedAll() {
        state.withLock { state in
            state.nextProofs = [:]
            state.looks = [:]
            state.outdated = state.proving
            state.outdatedLooks = state.looking
        }
    }

    /// Throws where somebody has sent too many tests.
    func test(by person: String, over channel: String, at uptime: Duration) throws(CareProblem) {
        let isToOthers = Self.toOthers.contains(channel)
        let (hasFew, hasFewToOthers) = state.withLock { state in
            state.tests = Self.since(uptime - Self.testsWithin, state.tests)
            state.testsToOthers = Self.since(uptime - Self.toOthersWithin, state.testsToOthers)
            let hasFew = state.tests[person, default: []].count < Self.mostTests
            let hasFewToOthers =
                !isToOthers || state.testsToOthers[person, default: []].count < Self.mostToOthers
            if hasFew, hasFewToOthers {
                state.tests[person, default: []].append(uptime)
                if isToOthers { state.testsToOthers[person, default: []].append(uptime) }
            }
            return (hasFew, hasFewToOthers)
        }
        guard hasFewToOthers else {
            throw CareProblem(
                .tooMany, "many tests were sent to numbers and mail addresses today: try again tomorrow")
        }
        guard hasFew else {
            throw CareProblem(.tooMany, "many tests were sent just now: try again in ten minutes")
        }
    }

    private static func since(_ begin: Duration, _ tests: [String: [Duration]]) -> [String: [Duration]] {
        tests.mapValues { $0.filter { $0 > begin } }.filter { !$0.value.isEmpty }
    }

    /// A test goes to a contact, whose device may confirm it.
    func sends(test key: UUID, to contact: Contact) {
        state.withLock { state in
            state.tested[key] = contact
            state.testedInOrder.append(key)
            while state.testedInOrder.count > Self.mostTested {
                state.tested[state.testedInOrder.removeFirst()] = nil
            }
        }
    }

    /// The contact whose device confirms a test, as it was then; `nil` where there is no such test. A device that did not get the answer
    /// confirms once more.
    func confirmed(test key: UUID) -> Contact? { state.withLock { $0.tested[key] } }

    // MARK: - Faults

    /// For how long nobody can be reached for each of these clients.
    func unreached(_ clients: Set<String>, at uptime: Duration) -> [String: Duration] {
        state.withLock { state in
            state.unreachedAt = state.unreachedAt.filter { clients.contains($0.key) }
            for client in clients where state.unreachedAt[client] == nil {
                state.unreachedAt[client] = uptime
            }
            return state.unreachedAt.mapValues { uptime - $0 }
        }
    }

    /// For how long a way has failed.
    func failing(_ isFailing: Bool, at uptime: Duration) -> Duration {
        state.withLock { state in
            guard isFailing else {
                state.failingAt = nil
                return .zero
            }
            let since = state.failingAt ?? uptime
            state.failingAt = since
            return uptime - since
        }
    }

    /// Whether to look for faults that are over.
    func mayHaveTold(_ isWrong: Bool) -> Bool {
        state.withLock { state in
            state.mayHaveTold = state.mayHaveTold || isWrong
            return state.mayHaveTold
        }
    }

    /// All is told, and stored.
    func hasTold(_ isWrong: Bool) { state.withLock { $0.mayHaveTold = isWrong } }
}
