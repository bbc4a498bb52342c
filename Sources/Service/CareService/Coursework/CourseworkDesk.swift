import Care
import Coursework
import Foundation
import Logging
import RealTime
import Synchronization

/// What this run knows of the places where school tasks are read: when each is read again, and what opens it.
final class CourseworkDesk: Sendable {
    /// How often people may have something read for one client, so that nobody searches a network with it.
    private static let mostAsked = 20
    private static let askedWithin: Duration = .seconds(600)
    /// Within which all are read for the first time after the start.
    private static let firstWithin: Duration = .seconds(120)
    /// So long a calendar that has not changed is not read again as a whole: what is far off becomes a goal as its day comes
    /// nearer, without any change there.
    private static let tagLasts: Duration = .seconds(6 * 3600)

    let secrets: PlatformSecrets<CourseworkSecret>
    let fetcher: CourseworkFetcher
    let words: CourseworkWords
    /// Rung when something may be read earlier than before.
    let bell = Bell()

    private struct Place {
        var pace = ReadingPace()
        /// By the steady clock.
        var nextAt: Duration
        /// Of the calendar as it was taken over last, and when that was, by the steady clock.
        var tag: String?
        var wholeAt: Duration = .zero
        /// Since when it fails in this run, by the steady clock: that of the day may have been wrong.
        var failingAt: Duration?
    }

    private struct State {
        var places: [UUID: Place] = [:]
        /// Those that are read at this moment, with whoever waits for their end.
        var underWay: [UUID: [CheckedContinuation<Void, Never>]] = [:]
        /// How often people have changed each: what a reading finds that began before the last change does not count.
        var generations: [UUID: Int] = [:]
        var asked: [String: [Duration]] = [:]
        /// Whether a fault may be open that is over: after the start, one of an earlier run.
        var mayHaveTold = true
    }

    private let state = Mutex(State())

    init(_ configuration: CareServiceConfiguration, access: PlatformAccess, logger: Logger) {
        secrets = PlatformSecrets(besideStore: configuration.storePath, "coursework")
        words = CourseworkWords(configuration.translations, logger: logger)
        fetcher = CourseworkFetcher(access: access, zones: configuration.zones.known)
    }

    /// Which of these are to be read now, whoever has waited longest first, and how long it is to the next one.
    func due(of ids: [UUID], at uptime: Duration) -> (now: [UUID], wait: Duration?) {
        state.withLock { state in
            state.places = state.places.filter { ids.contains($0.key) }
            for id in ids where state.places[id] == nil {
                state.places[id] = Place(nextAt: uptime + Self.firstWithin * Double.random(in: 0...1))
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
    func end(_ id: UUID, _ outcome: CourseworkFetcher.Outcome, of generation: Int, at uptime: Duration) {
        let chance = Double.random(in: 0...1)
        state.withLock { state in
            guard (state.generations[id] ?? 0) == generation else { return }
            var place = state.places[id] ?? Place(nextAt: uptime)
            switch outcome {
            case .read, .unchanged: place.failingAt = nil
            case .failed: place.failingAt = place.failingAt ?? uptime
            }
            switch outcome {
            case .read(_, let tag):
                place.nextAt = uptime + place.pace.read(chance: chance)
                place.tag = tag
                place.wholeAt = uptime
            case .unchanged: place.nextAt = uptime + place.pace.read(chance: chance)
            case .failed(let problem, let asked):
                place.nextAt = uptime + place.pace.failed(problem, asked: asked, chance: chance)
            }
            state.places[id] = place
        }
        bell.ring()
    }

    /// - Parameter uptime: Now, by the steady clock.
    func tag(of id: UUID, at uptime: Duration) -> String? {
        state.withLock { state in
            guard let place = state.places[id], uptime < place.wholeAt + Self.tagLasts else { return nil }
            return place.tag
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
        let mayAsk = state.withLock { state in
            let lately = (state.asked[client] ?? []).filter { $0 + Self.askedWithin > uptime }
            state.asked[client] = lately + (lately.count < Self.mostAsked ? [uptime] : [])
            return lately.count < Self.mostAsked
        }
        guard mayAsk else {
            throw CareProblem(.tooMany, "it was read very often just now: try again in ten minutes")
        }
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
