import Care
import Foundation

/// Which of the home's kiosks and stations are connected, each separately, and whose absence must be reported
/// to people.
///
/// | standing | connects | its last connection ends | its deadline passes | another one for the same people connects |
/// |---|---|---|---|---|
/// | (not known) | `here` | – | – | – |
/// | `unseen`: nobody like it was ever connected | `here` | – | `missing` | not known |
/// | `awaited`: was connected before the service's start | `here` | – | `away` | stays |
/// | `here` | stays | `gone` | – | stays |
/// | `gone`: not connected for less than the grace | `here` | – | `away` | stays |
/// | `away` | `here` | – | – | stays |
/// | `missing`: never came | `here` | – | – | not known |
///
/// A revoked device becomes "not known", whatever its state was.
///
/// All states together give the faults (`Absence`): each kiosk that is `away` or `missing`; no station
/// connected, if none is `here` or `gone` and at least one is `away` or `missing`; otherwise each station
/// that is `away`.
struct Presence {
    /// A kiosk or station whose disconnection is a fault.
    enum Watched: Hashable, Sendable {
        /// - Parameter device: `nil` for kiosks with the home's own token.
        case kiosk(client: String, device: UUID?)
        case station(device: UUID?)

        var device: UUID? {
            switch self {
            case .kiosk(_, let device), .station(let device): device
            }
        }

        /// Whether one can replace the other.
        fileprivate func isLike(_ other: Self) -> Bool {
            switch (self, other) {
            case (.kiosk(let client, _), .kiosk(let others, _)): client == others
            case (.station, .station): true
            case (.kiosk, .station), (.station, .kiosk): false
            }
        }
    }

    private enum Standing: Equatable {
        case unseen(deadline: Duration)
        case awaited(deadline: Duration)
        case here
        case gone(deadline: Duration)
        case away
        case missing

        var deadline: Duration? {
            switch self {
            case .unseen(let deadline), .awaited(let deadline), .gone(let deadline): deadline
            case .here, .away, .missing: nil
            }
        }

        var isAbsent: Bool {
            switch self {
            case .away, .missing: true
            case .unseen, .awaited, .here, .gone: false
            }
        }

        /// Whether it was never connected to this home, as far as is known.
        var isUnknown: Bool {
            switch self {
            case .unseen, .missing: true
            case .awaited, .here, .gone, .away: false
            }
        }

        /// Whether it can be counted on now.
        var isThere: Bool {
            switch self {
            case .here, .gone: true
            case .unseen, .awaited, .away, .missing: false
            }
        }
    }

    /// A fault, while it lasts.
    enum Absence: Hashable, Sendable {
        case kiosk(client: String, device: UUID?)
        /// One of several stations.
        case station(device: UUID?)
        /// Nobody would hear a call.
        case everyStation
    }

    /// What people must be told.
    enum Change: Equatable, Sendable {
        case began(Absence)
        /// Reported at each first connection too, because an earlier run of the service may have left the
        /// fault open.
        case ended(Absence)
    }

    private let grace: Duration
    private var standings: [Watched: Standing] = [:]
    private var told: Set<Absence> = []
    /// When each was connected, or was so no longer.
    private var changed: [Watched: Duration] = [:]

    init(grace: Duration) { self.grace = grace }

    /// All that are known now.
    var watched: Set<Watched> { Set(standings.keys) }
    var here: Set<Watched> { Set(standings.filter { $0.value == .here }.keys) }

    /// How each stands, for people.
    var all: [Watched: (standing: DeviceStanding.Standing, since: Duration?)] {
        Dictionary(
            uniqueKeysWithValues: standings.map { watched, standing in
                let shown: DeviceStanding.Standing =
                    switch standing {
                    case .here: .connected
                    case .unseen, .awaited, .gone: .awaited
                    case .away, .missing: .away
                    }
                return (watched, (shown, changed[watched]))
            })
    }

    /// Expects one that may never have been connected to this home, until another one replaces it.
    mutating func expectUnseen(_ watched: Watched, until deadline: Duration) {
        guard !standings.keys.contains(where: watched.isLike) else { return }
        standings[watched] = .unseen(deadline: deadline)
    }

    /// Expects one that was connected before the start.
    mutating func await(_ watched: Watched, until deadline: Duration) {
        guard standings[watched]?.isUnknown ?? true else { return }
        dropUnknown(like: watched)
        standings[watched] = .awaited(deadline: deadline)
    }

    /// It no longer belongs to this home.
    mutating func forget(_ watched: Watched) -> [Change] {
        standings[watched] = nil
        changed[watched] = nil
        return changes()
    }

    mutating func connections(of watched: Watched, are count: Int, at now: Duration) -> [Change] {
        switch (standings[watched], count > 0) {
        case (.here, true), (nil, false), (.unseen, false), (.awaited, false), (.gone, false), (.away, false),
            (.missing, false):
            return []
        case (.here, false):
            standings[watched] = .gone(deadline: now + grace)
            changed[watched] = now
            return changes()
        case (.gone, true), (.away, true):
            standings[watched] = .here
            changed[watched] = now
            return changes()
        case (nil, true), (.unseen, true), (.awaited, true), (.missing, true):
            let known = dropUnknown(like: watched) + [watched]
            standings[watched] = .here
            changed[watched] = now
            let changes = changes()
            return changes + Self.absences(of: known).map(Change.ended).filter { !changes.contains($0) }
        }
    }

    mutating func timePassed(to now: Duration) -> [Change] {
        for (watched, standing) in standings {
            guard let deadline = standing.deadline, deadline <= now else { continue }
            standings[watched] = standing.isUnknown ? .missing : .away
        }
        return changes()
    }

    /// When to call `timePassed(to:)`.
    var nextDeadline: Duration? { standings.values.compactMap(\.deadline).min() }

    /// Forgets the unseen ones that this connection replaces. Returns them.
    @discardableResult
    private mutating func dropUnknown(like watched: Watched) -> [Watched] {
        let dropped = standings.filter { $0.value.isUnknown && $0.key.isLike(watched) }.keys
        for one in dropped { standings[one] = nil }
        return dropped.filter { $0 != watched }
    }

    /// The faults that may have been reported for some of them, each once.
    private static func absences(of watched: [Watched]) -> [Absence] {
        var found: [Absence] = []
        for one in watched {
            switch one {
            case .kiosk(let client, let device): found.append(.kiosk(client: client, device: device))
            case .station(let device): found += [.station(device: device), .everyStation]
            }
        }
        return found.enumerated().filter { !found[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// The faults that began or ended since the last call: the ended ones first.
    private mutating func changes() -> [Change] {
        let now = absences
        defer { told = now }
        func sorted(_ some: Set<Absence>) -> [Absence] { some.sorted { "\($0)" < "\($1)" } }
        return sorted(told.subtracting(now)).map(Change.ended)
            + sorted(now.subtracting(told)).map(Change.began)
    }

    private var absences: Set<Absence> {
        var found: Set<Absence> = []
        var stations: [(device: UUID?, standing: Standing)] = []
        for (watched, standing) in standings {
            switch watched {
            case .station(let device): stations.append((device, standing))
            case .kiosk(let client, let device):
                if standing.isAbsent { found.insert(.kiosk(client: client, device: device)) }
            }
        }
        let absent = stations.filter(\.standing.isAbsent)
        if !absent.isEmpty, !stations.contains(where: \.standing.isThere) {
            found.insert(.everyStation)
        } else {
            for station in absent { found.insert(.station(device: station.device)) }
        }
        return found
    }
}
