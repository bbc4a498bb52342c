import Care
import CareStore
import Channels
import Foundation
import Logging
import RealTime

/// Sends messages to people's own devices, each until it has been taken, is over, or is given up; proves each way daily; and says where
/// nobody can be reached.
///
/// A turn begins what is due and waits for none of it: what hangs delays neither another channel nor anything in the house.
final class MessageWorker: Sendable {
    /// The wall clock may have jumped without `ClockWatch` noticing.
    private static let longestSleep: Duration = .seconds(60)
    /// How long to wait before trying again to record what has come of a message.
    private static let storeRetry: Duration = .seconds(5)
    /// How long a way counts as proved, in seconds: a day.
    private static let provedFor: TimeInterval = 86_400

    /// How many bells are needed.
    static let bells = 1

    private let core: ServiceCore

    private enum Work: Sendable {
        case send(OutgoingMessage)
        case prove(Contact)
        case look(at: String)
        case forget
    }

    init(core: ServiceCore) { self.core = core }

    func run() async {
        // Without channels there is nothing to send.
        guard let bell = core.deliveryBells.each.last, !core.messages.channels.isEmpty else { return }
        await withDiscardingTaskGroup { group in
            await bell.run {
                // What only frees a place is no reason to look round: under a flood of messages that would be hundreds of times a second.
                let untilRound = self.core.messages.beginRound(
                    isDue: self.core.deliveryBells.takeRung(), at: self.core.clock.uptime())
                let (begun, wait) = await self.turn(isRound: untilRound == nil)
                for work in begun { group.addTask { await self.carry(out: work) } }
                guard let untilRound else {
                    await self.core.lookAtReach()
                    return wait
                }
                return min(wait, untilRound)
            }
            group.cancelAll()
        }
    }

    /// What is to be begun now, which counts as under way from then on; and how long to wait at most.
    ///
    /// - Parameter isRound: Whether to look for proofs as well, and for what is missing.
    private func turn(isRound: Bool) async -> ([Work], Duration) {
        guard !Task.isStopping else { return ([], Self.longestSleep) }
        var begun: [Work] = []
        do throws(CareProblem) {
            let now = core.clock.wall()
            for channel in core.messages.channels.keys.sorted() {
                for lane in Delivery.Lane.allCases {
                    begun += try await take(lane, over: channel, at: now).map(Work.send)
                }
            }
            if isRound {
                begun += try await takeProofs(at: now).map(Work.prove)
                begun += try await core.takeLooks().map(Work.look(at:))
                if core.messages.beginForgetting(at: core.clock.uptime()) { begun.append(.forget) }
            }
            let taken = core.messages.underWay
            let next = try await core.read { store throws(CareStoreError) in
                // What is due and was not begun has no place: whoever ends one rings. It must not hide what is due soon elsewhere.
                try await store.nextMessage(except: taken, after: now)
            }
            let waits = [
                next.map { Duration.seconds($0.timeIntervalSince(now)) },
                core.messages.untilProof(at: core.clock.uptime()), Self.longestSleep,
            ]
            return (begun, waits.compactMap(\.self).min() ?? Self.longestSleep)
        } catch {
            // A store that cannot be read is reported where it is probed.
            core.logger.debug("messages have to wait", metadata: ["reason": "\(error)"])
            return (begun, Self.longestSleep)
        }
    }

    private func take(
        _ lane: Delivery.Lane, over channel: String, at now: Date
    ) async throws(CareProblem) -> [OutgoingMessage] {
        var (begun, heldUp): ([OutgoingMessage], Set<Int64>) = ([], [])
        while true {
            let places = core.messages.places(over: channel, lane)
            guard places > 0 else { return begun }
            let taken = core.messages.underWay.union(heldUp)
            let found: [OutgoingMessage]
            do throws(CareProblem) {
                found = try await core.read { store throws(CareStoreError) in
                    try await store.pendingMessages(
                        over: channel, lane: lane, except: taken, atMost: places, now: now)
                }
            } catch {
                // What was begun has to be sent.
                guard begun.isEmpty else { return begun }
                throw error
            }
            for message in found {
                if core.messages.begin(message, lane) {
                    begun.append(message)
                } else {
                    heldUp.insert(message.id)
                }
            }
            guard found.count == places else { return begun }
        }
    }

    private func takeProofs(at now: Date) async throws(CareProblem) -> [Contact] {
        let old = now.addingTimeInterval(-Self.provedFor)
        // What fails is among them: it is proved more often, so that people are told as soon as it works again.
        let waiting = try await core.read { store throws(CareStoreError) in
            try await store.contactsToProve(before: old)
        }.filter { core.messages.channels[$0.channel] != nil }
        return core.messages.beginProofs(of: waiting, at: core.clock.uptime())
    }

    /// What was sent a month ago is kept no longer. Where that cannot be written, the next day tries again.
    private func forgetOld() async {
        let now = core.clock.wall()
        do throws(CareProblem) {
            var isMore = true
            while isMore, !Task.isStopping {
                isMore = try await core.write { store throws(CareStoreError) in
                    try await store.forgetOldMessages(now: now)
                }
            }
        } catch { core.causes.log(.warning, "old messages are still there", reason: "\(error)") }
    }

    private func carry(out work: Work) async {
        switch work {
        case .send(let message):
            let changesWay = await send(message)
            core.messages.end(message)
            guard changesWay else {
                // Others may have waited for the place, over this channel alone.
                core.deliveryBells.each.last?.ring()
                return
            }
        case .prove(let contact):
            let hasFailed = await prove(contact)
            core.messages.endProof(
                of: contact.id, hasJustFailed: hasFailed && contact.state != .failing,
                at: core.clock.uptime())
        case .look(let channel): await core.look(at: channel)
        case .forget:
            await forgetOld()
            return
        }
        // Others may have waited for the place, or may have to report that it fails.
        core.deliveryBells.ring()
    }

    /// Returns whether its way works now and did not before, or the other way round.
    private func send(_ message: OutgoingMessage) async -> Bool {
        let outcome = await core.send(message)
        // The service's stop ended it, not the other side: it is sent after the next start.
        guard outcome.isTaken || !Task.isStopping else { return false }
        // What was taken is recorded even if the service is stopping, so that nobody is told twice. While nothing can be recorded, what was not
        // taken is not tried again either: it would be, without end and without a pause.
        var result = await Task { [self] in await settle(message, outcome) }.value
        while case .failure = result {
            do { try await Task.sleep(for: Self.storeRetry) } catch { break }
            result = await settle(message, outcome)
        }
        if let answer = outcome.answer { await core.answer(message, with: answer) }
        let changesWay = outcome.changes(message.contact.state)
        guard let reason = outcome.problem else { return changesWay }
        let isGivenUp = (try? result.get()) ?? false
        core.causes.log(
            isGivenUp ? .error : .warning,
            isGivenUp ? "a message was given up" : "a message was not taken",
            reason: "\(message.contact.channel), \(message.contact.id): \(reason)")
        return changesWay
    }

    /// Returns whether it was given up.
    private func settle(
        _ message: OutgoingMessage, _ outcome: ChannelOutcome
    ) async -> Result<Bool, CareProblem> {
        let (now, uptime) = (core.clock.wall(), core.clock.uptime())
        do throws(CareProblem) {
            return .success(
                try await core.write { store throws(CareStoreError) in
                    try await store.settle(message, outcome.settled, at: now, uptime: uptime)
                })
        } catch { return .failure(error) }
    }

    /// Returns whether it has failed.
    private func prove(_ contact: Contact) async -> Bool {
        let outcome = await core.prove(contact)
        guard outcome.isTaken || !Task.isStopping else { return false }
        await core.note(outcome, ofProof: contact)
        return if case .failed = outcome { true } else { false }
    }
}

extension ServiceCore {
    /// Keeps what came of a proof; that a service asks for time says nothing of whether it would take a message.
    ///
    /// - Parameter contact: As it was proved.
    func note(_ outcome: ChannelOutcome, ofProof contact: Contact) async {
        if case .later = outcome { return }
        let (now, problem) = (clock.wall(), outcome.problem)
        let isGone = if case .gone = outcome { true } else { false }
        do throws(CareProblem) {
            try await write { store throws(CareStoreError) in
                try await store.proved(
                    contact.id, problem, isGone: isGone, isConfirmed: outcome.isConfirmed,
                    sequence: contact.sequence, at: now)
            }
        } catch {
            causes.log(.warning, "what came of a proof is not stored", reason: "\(error)")
        }
    }
}

extension ChannelOutcome {
    /// Whether the other side has it.
    var isTaken: Bool {
        switch self {
        case .accepted, .confirmed, .answered: true
        case .failed, .later, .gone: false
        }
    }

    /// Whether the device or the person has said so.
    var isConfirmed: Bool {
        switch self {
        case .confirmed, .answered: true
        case .accepted, .failed, .later, .gone: false
        }
    }

    /// Whether a way is another one after this than it was before: it fails now, or works again. Whoever only asks for time works.
    func changes(_ state: Contact.State) -> Bool {
        switch self {
        case .accepted, .confirmed, .answered: state == .failing
        case .failed, .gone: state != .failing
        case .later: false
        }
    }

    /// Why the other side does not have it.
    var problem: String? {
        switch self {
        case .accepted, .confirmed, .answered: nil
        case .failed(let reason), .later(let reason, _), .gone(let reason): reason
        }
    }

    /// What the other side has answered at once.
    var answer: MessageAnswer.Word? {
        if case .answered(let word) = self { MessageAnswer.Word(rawValue: word) } else { nil }
    }

    /// Waiting for less would be more of what the other side asks not to do; for more would be to give up.
    private static let shortestPause: Duration = .seconds(5)
    private static let longestPause: Duration = .seconds(900)

    /// As the store keeps it.
    var settled: CareStore.MessageOutcome {
        switch self {
        case .accepted: .sent
        case .confirmed, .answered: .confirmed
        case .failed(let reason): .failed(reason)
        case .later(let reason, let pause):
            .later(
                reason,
                seconds: min(max(pause ?? .seconds(60), Self.shortestPause), Self.longestPause) / .seconds(1))
        case .gone(let reason): .gone(reason)
        }
    }
}
