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

    let secrets: CourseworkSecrets
    let fetcher: CourseworkFetcher
    /// Rung when something may be read earlier than before.
    let bell = Bell()

    private struct Place {
        var pace = ReadingPace()
        /// By the steady clock.
        var nextAt: Duration
        /// Of the calendar as it was taken over last, and when that was, by the steady clock.
        var tag: String?
        var wholeAt: Duration = .zero
    }

    private struct State {
        var places: [UUID: Place] = [:]
        var underWay: Set<UUID> = []
        var asked: [String: [Duration]] = [:]
        /// Whether a fault may be open that is over: after the start, one of an earlier run.
        var mayHaveTold = true
    }

    private let state = Mutex(State())

    init(_ configuration: CareServiceConfiguration) {
        secrets = CourseworkSecrets(besideStore: configuration.storePath)
        fetcher = CourseworkFetcher(zones: configuration.zones.known, version: configuration.version)
    }

    /// Which of these are to be read now, and how long it is to the next one.
    func due(of ids: [UUID], at uptime: Duration) -> (now: [UUID], wait: Duration?) {
        state.withLock { state in
            state.places = state.places.filter { ids.contains($0.key) }
            for id in ids where state.places[id] == nil {
                state.places[id] = Place(nextAt: uptime + Self.firstWithin * Double.random(in: 0...1))
            }
            // Whoever ends a reading that is under way rings.
            let now = ids.filter { id in
                !state.underWay.contains(id) && state.places[id].map { $0.nextAt <= uptime } ?? false
            }
            let rest = state.places.values.map(\.nextAt).filter { $0 > uptime }
            return (now, rest.min().map { $0 - uptime })
        }
    }

    /// Whether nobody else reads it at this moment; whoever gets `true` ends it.
    func begin(_ id: UUID) -> Bool { state.withLock { $0.underWay.insert(id).inserted } }

    /// - Parameter uptime: When it ended, by the steady clock.
    func end(_ id: UUID, _ outcome: CourseworkFetcher.Outcome, at uptime: Duration) {
        let chance = Double.random(in: 0...1)
        state.withLock { state in
            state.underWay.remove(id)
            var place = state.places[id] ?? Place(nextAt: uptime)
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
    func forget(_ id: UUID) { state.withLock { $0.places[id] = nil } }

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

    /// Whether to look for faults that are over.
    func mayHaveTold(_ isFailing: Bool) -> Bool {
        state.withLock { state in
            defer { state.mayHaveTold = isFailing }
            return state.mayHaveTold || isFailing
        }
    }
}
