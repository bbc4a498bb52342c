import Care
import HomeFiles

/// Whether anybody would hear a call, and whether the client was told that nobody does.
///
/// | a call | the service goes | it returns | no station is heard of, or its speaker fails | that is over |
/// |---|---|---|---|---|
/// | is heard | → cannot be sent | – | → is heard by nobody | – |
/// | cannot be sent | stays | → is heard | → is heard by nobody either | – |
/// | is heard by nobody | → cannot be sent either | – | stays; another reason is news | → is heard |
///
/// The client is told once of each such outage, at what they ask then; of what is urgent each time.
struct Reach: Sendable {
    private(set) var isServiceAway = false
    /// Why no caregiver would hear a call, as the service tells: no station is connected, or its speaker is dead.
    private var deafness: Set<FaultKind> = []
    /// Whether the client was told of this outage.
    private var isTold = false

    mutating func serviceLost() {
        isServiceAway = true
        isTold = false
    }

    mutating func serviceBack() { isServiceAway = false }

    /// The service is connected, and tells what is wrong.
    mutating func connected(_ openFaults: [Fault]) {
        deafness = Set(openFaults.filter(\.deafensStations).map(\.kind))
    }

    /// The service tells that a fault has begun or is over.
    mutating func take(_ fault: Fault) {
        guard fault.deafensStations else { return }
        if !fault.isActive {
            deafness.remove(fault.kind)
        } else if deafness.insert(fault.kind).inserted {
            isTold = false
        }
    }

    /// What the client is to hear of it now, if anything; it counts as told then.
    ///
    /// - Parameter isWaiting: Whether the service does not have something that was asked.
    mutating func tell(isUrgent: Bool, isWaiting: Bool) -> PhraseKey? {
        guard isUrgent || !isTold, !deafness.isEmpty || (isServiceAway && isWaiting) else { return nil }
        isTold = true
        return isServiceAway ? .keepTrying : .notHeardYet
    }
}

extension Fault {
    /// Whether nobody at a station can hear a call meanwhile.
    fileprivate var deafensStations: Bool {
        kind == .stationAway || (kind == .soundLost && source == "station")
    }
}
