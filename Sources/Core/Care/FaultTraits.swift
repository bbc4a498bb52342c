/// What makes one kind of fault different from another: a row of `FaultKind`'s table.
public struct FaultTraits: Sendable {
    /// How much a fault presses on caregivers.
    public enum Urgency: String, Sendable {
        /// Worth knowing: told once, after all that calls for somebody now.
        case notice
        /// The last good version is in use, or stations say it all the same: staff can fix it when there is time.
        case canWait = "can wait"
        /// Somebody is cut off, or soon may be.
        case soon
        /// A call that has no request which could be answered: somebody must go and see.
        case now
    }

    /// Which kiosks are told of a fault. Stations and pages are told of every one.
    public enum Kiosks: String, Sendable {
        /// The one that has reported it.
        case own = "its own"
        /// The one that has reported it, and all of them where it is a station's: nobody would hear a call there.
        case ownAndOfStations = "its own; all, if a station's"
        /// Those of the client whom it is about.
        case clients = "the client's"
        case all
        /// It may name other clients, their words or their medicines, or concerns caregivers alone.
        case none
    }

    /// What a station's sentence, in the files of phrases, must name.
    public enum Name: Sendable {
        case client, detail
    }

    public let urgency: Urgency
    public let kiosks: Kiosks
    /// Named by `fault_KIND`, said when it begins.
    public let begun: Set<Name>
    /// Named by `fault_KIND_over`.
    public let over: Set<Name>
    /// Whether a device is missing, which may no longer be in use at all.
    public let isAbsence: Bool
    /// Whether another detail leaves it the same fault. Of these, several are at work who fail each in their own words: what
    /// people have to do about it stays the same.
    public let isSameWithOtherDetail: Bool

    init(
        _ urgency: Urgency, toldTo kiosks: Kiosks, begun: Set<Name>, over: Set<Name>,
        isAbsence: Bool = false, isSameWithOtherDetail: Bool = false
    ) {
        self.urgency = urgency
        self.kiosks = kiosks
        self.begun = begun
        self.over = over
        self.isAbsence = isAbsence
        self.isSameWithOtherDetail = isSameWithOtherDetail
    }
}
