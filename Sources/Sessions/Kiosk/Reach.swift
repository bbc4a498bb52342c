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
/// The client is told once of each such outage, when they next ask for something; for urgent requests each
/// time.
struct Reach: Sendable {
    private(set) var isServiceAway = false
    /// Why no caregiver would hear a call, as the service reports: no station is connected, or its speaker
    /// has failed.
    private var deafness: Set<FaultKind> = []
    /// Whether the client was told of this outage.
    private var isTold = false

    mutating func serviceLost() {
        isServiceAway = true
        isTold = false
    }

    mutating func serviceBack() { isServiceAway = false }

    /// The service is connected, and reports its faults.
    mutating func connected(_ openFaults: [Fault]) {
        deafness = Set(openFaults.filter(\.deafensStations).map(\.kind))
    }

    /// The service reports that a fault has begun or is over.
    mutating func take(_ fault: Fault) {
        guard fault.deafensStations else { return }
        if !fault.isActive {
            deafness.remove(fault.kind)
        } else if deafness.insert(fault.kind).inserted {
            isTold = false
        }
    }

    /// What the client is to hear about it now, if anything; it then counts as told.
    ///
    /// - Parameter isWaiting: Whether a request is not yet delivered.
    mutating func tell(isUrgent: Bool, isWaiting: Bool) -> PhraseKey? {
        guard isUrgent || !isTold, !deafness.isEmpty || (isServiceAway && isWaiting) else { return nil }
        isTold = true
        return isServiceAway ? .keepTrying : .notHeardYet
    }
}

extension Fault {
    /// Whether no station can sound a call at present.
    fileprivate var deafensStations: Bool {
        kind == .stationAway || (kind == .soundLost && source == "station")
    }
}
