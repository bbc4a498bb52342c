import Care
import Foundation
import RealTime
import Synchronization

/// When each place outside of the home is read again, or written, which of them are under way, and how long they have failed; as this
/// run knows it.
final class PlatformPlaces: Sendable {
    /// What a reading came to.
    enum End: Sendable {
        /// It was read whole, or written.
        case whole(PlatformKnown)
        case unchanged
        case failed(PlatformProblem, asked: Duration?)
    }

    /// Within which all are read for the first time after the start.
    private static let firstWithin: Duration = .seconds(120)
    /// So long what has not changed is not read again as a whole: what is far off in it comes nearer, without any change there.
    private static let knownLasts: Duration = .seconds(6 * 3600)

    /// How long after a reading the next one is.
    private let usual: ClosedRange<Duration>
    /// Rung when something may be read earlier than before.
    let bell = Bell()

    private struct Place {
        var pace: ReadingPace
        /// By the steady clock.
        var nextAt: Duration
        /// Of what was taken over last, and when that was, by the steady clock.
        var known: PlatformKnown?
        var wholeAt: Duration = .zero
        /// Since when it fails in this run, by the steady clock: that of the day may have been wrong.
        var failingAt: Duration?
    }

    private struct State {
        var places: [UUID: Place] = [:]
        /// Those that are read at this moment, with whoever waits for their end.
        var underWay: [UUID: [CheckedContinuation<Void, Never>]] = [:]
        /// Those of them that were hastened meanwhile, until when at most.
        var hastened: [UUID: Duration] = [:]
        /// How often people have changed each: what a reading finds that began before the last change does not count.
        var generations: [UUID: Int] = [:]
        /// What people have read for each client.
        var asked = AskBudget()
        /// Whether a fault may be open that is over: after the start, one of an earlier run.
        var mayHaveTold = true
    }

    private let state = Mutex(State())

    /// - Parameter usual: How long after a reading the next one is.
    init(_ usual: ClosedRange<Duration>) { self.usual = usual }

    /// Which of these are to be read now, whoever has waited longest first, and how long it is to the next one.
    func due(of ids: [UUID], at uptime: Duration) -> (now: [UUID], wait: Duration?) {
        state.withLock { state in
            state.places = state.places.filter { ids.contains($0.key) }
            for id in ids where state.places[id] == nil {
                state.places[id] = Place(
                    pace: ReadingPace(usual), nextAt: uptime + Self.firstWithin * Double.random(in: 0...1))
            }
            // Whoever ends a reading that is under way rings.
            let now = ids.filter { id in
                state.underWay[id] == nil && state.places[id].map { $0.nextAt <= uptime } ?? false
            }.sorted { one, other in
                (state.places[one]?.nextAt ?? uptime, one.uuidString)
                    < (state.places[other]?.nextAt ?? uptime, other.uuidString)
            }
            let rest = state.places.values.map(\.nextAt).filter { $0 > uptime }
            return (now, rest.min().map { $0 - uptime })
        }
    }

    /// Which generation is read now; `nil` where somebody else reads it at this moment. Whoever gets one calls `finish`.
    func begin(_ id: UUID) -> Int? {
        state.withLock { state in
            guard state.underWay[id] == nil else { return nil }
            state.underWay[id] = []
            state.hastened[id] = nil
            return state.generations[id] ?? 0
        }
    }

    /// Nobody reads it any more.
    func finish(_ id: UUID) {
        let waiting = state.withLock { $0.underWay.removeValue(forKey: id) ?? [] }
        for one in waiting { one.resume() }
        bell.ring()
    }

    /// Returns once the reading that is under way has ended; at once where there is none.
    func ended(_ id: UUID) async {
        await withCheckedContinuation { continuation in
            let isUnderWay = state.withLock { state in
                state.underWay[id]?.append(continuation)
                return state.underWay[id] != nil
            }
            if !isUnderWay { continuation.resume() }
        }
    }

    /// Somebody has changed it: a reading that is under way does not count any more.
    ///
    /// - Returns: The new generation.
    @discardableResult
    func raise(_ id: UUID) -> Int {
        defer { bell.ring() }
        return state.withLock { state in
            state.places[id] = nil
            state.generations[id, default: 0] += 1
            return state.generations[id] ?? 0
        }
    }

    func isCurrent(_ id: UUID, _ generation: Int) -> Bool {
        state.withLock { ($0.generations[id] ?? 0) == generation }
    }

    /// - Parameters:
    ///   - generation: Of what was read.
    ///   - uptime: When it ended, by the steady clock.
    func end(_ id: UUID, _ end: End, of generation: Int, at uptime: Duration) {
        let chance = Double.random(in: 0...1)
        state.withLock { state in
            guard (state.generations[id] ?? 0) == generation else { return }
            var place = state.places[id] ?? Place(pace: ReadingPace(usual), nextAt: uptime)
            switch end {
            case .whole(let known):
                place.nextAt = uptime + place.pace.read(chance: chance)
                (place.known, place.wholeAt, place.failingAt) = (known, uptime, nil)
            case .unchanged:
                place.nextAt = uptime + place.pace.read(chance: chance)
                place.failingAt = nil
            case .failed(let problem, let asked):
                place.nextAt = uptime + place.pace.failed(problem, asked: asked, chance: chance)
                place.failingAt = place.failingAt ?? uptime
            }
            let hastened = state.hastened.removeValue(forKey: id)
            if place.pace.failures == 0, let hastened { place.nextAt = min(place.nextAt, hastened) }
            state.places[id] = place
        }
        bell.ring()
    }

    /// Has these done soon, unless they fail: those have their own time. One that is under way is done once more then.
    ///
    /// - Parameter uptime: Now, by the steady clock.
    func hasten(_ ids: some Sequence<UUID>, within wait: Duration, at uptime: Duration) {
        state.withLock { state in
            for id in ids {
                if state.underWay[id] != nil {
                    state.hastened[id] = min(state.hastened[id] ?? uptime + wait, uptime + wait)
                } else if let place = state.places[id], place.pace.failures == 0 {
                    state.places[id]?.nextAt = min(place.nextAt, uptime + wait)
                }
            }
        }
        bell.ring()
    }

    /// What is remembered of one; `nil` where all of it is to be read.
    ///
    /// - Parameter uptime: Now, by the steady clock.
    func known(of id: UUID, at uptime: Duration) -> PlatformKnown? {
        state.withLock { state in
            guard let place = state.places[id], uptime < place.wholeAt + Self.knownLasts else { return nil }
            return place.known
        }
    }

    /// What was read last must be read whole again.
    func forget(_ id: UUID) {
        state.withLock { state in
            state.places[id] = nil
            if state.underWay[id] == nil { state.generations[id] = nil }
        }
    }

    /// Throws where somebody has had something read too often.
    func ask(of client: String, at uptime: Duration) throws(CareProblem) {
        guard state.withLock({ $0.asked.take(of: client, at: uptime) }) else { throw AskBudget.spent }
    }

    /// How long it has failed in this run.
    func failing(_ id: UUID, at uptime: Duration) -> Duration? {
        state.withLock { state in state.places[id]?.failingAt.map { uptime - $0 } }
    }

    /// Whether to look for faults that are over.
    func mayHaveTold(_ isFailing: Bool) -> Bool {
        state.withLock { state in
            state.mayHaveTold = state.mayHaveTold || isFailing
            return state.mayHaveTold
        }
    }

    /// All is told, and stored.
    func hasTold(_ isFailing: Bool) { state.withLock { $0.mayHaveTold = isFailing } }
}
