public import Care
public import Foundation
public import StoreFiles

/// Why the store did not do what it was asked.
public enum CareStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be used, now or at all.
    case file(StoreFileError)
    /// The same id came with different content; `current` is the stored request, if it is one.
    case sameIDOtherContent(UUID, current: Request?)
    case unknownRequest(UUID)
    /// The request cannot go from its state to this one.
    case move(RequestMoveError, current: Request)
    /// What is named is not there, e.g. `the routine …`.
    case notFound(String)
    /// It was changed after the writer last read it.
    case needChanged(current: Need)
    case routineChanged(current: Routine)
    case personChanged(current: Person)
    case contactChanged(current: Contact)
    case channelChanged(current: StoredChannel)
    /// The ways of calls were changed after the writer last read them.
    case callPathsChanged(version: Int)
    /// Whom a kiosk serves was changed after the writer last read it.
    case servedClientsChanged
    /// Somebody has decided already.
    case proposalDecided(current: NeedProposal)
    case placeChanged(current: Place)
    case dutyChanged(current: Duty)
    /// A date cannot be taken, because nobody offers it (any more).
    case offerGone(current: Duty)
    /// A place is not removed while something is there: what that is, by name; the home's own kiosk and station have none.
    case placeInUse(place: String, by: [String], own: Set<DeviceKind> = [])
    /// Somebody has corrected the expense since; this is the number of its last line.
    case expenseChanged(last: Int64)
    /// A payment, a charge or an expense that does not count any more.
    case withdrawnAlready
    /// Somebody else was faster, or it is too late for that: why, and how it stands now.
    case occurrenceConflict(String, current: RoutineOccurrence)
    /// The reward was changed after the writer last read it.
    case rewardChanged(current: Reward)
    /// What was to become of a reward does not fit to what has: why, and how it stands now.
    case grantConflict(String, current: RewardGrant)
    /// There are too few points, or somebody wants none: which field asks for them, and why not.
    case conflict(field: String, String)
    /// A field with an invalid value, and why it is invalid.
    case invalid(field: String, String)
    /// The client has as many open goals as there can be: there is no room for the one of this title.
    case goalsFull(title: String)
    /// This actor may not do that.
    case notAllowed(String)
    /// It was done so often that more has to wait: which field asks for it, and until when.
    case tooOften(field: String, String)
    /// More than one answer may hold.
    case tooMany(limit: Int)
    /// One row cannot be read; the others are unaffected.
    case damaged(row: String, String)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .sameIDOtherContent(let id, _):
            "the id \(id) is stored with another content: make a new id for what is new"
        case .unknownRequest(let id): "there is no request \(id)"
        case .move(let error, _): error.description
        case .notFound(let what): "there is no \(what)"
        case .needChanged(let need):
            "“\(need.label)” was changed meanwhile: read it again, and write with replaces \(need.sequence)"
        case .routineChanged(let routine):
            "“\(routine.content.title)” was changed meanwhile: read it again, and write with replaces "
                + "\(routine.sequence)"
        case .personChanged(let person):
            "somebody has changed what is written of \(person.name) meanwhile: read it again, and write with sequence "
                + "\(person.sequence)"
        case .contactChanged(let contact):
            "“\(contact.label)” was changed meanwhile: read it again, and write with sequence \(contact.sequence)"
        case .channelChanged(let channel):
            "somebody has changed the settings of \(channel.name) meanwhile: read them again, and write with sequence "
                + "\(channel.sequence)"
        case .callPathsChanged(let version):
            "somebody has changed the ways of calls meanwhile: read them again, and write with replaces \(version)"
        case .servedClientsChanged:
            "somebody has changed whom this kiosk serves meanwhile: read it again, and write with replaces as it is now"
        case .proposalDecided(let proposal):
            "“\(proposal.label)” was \(proposal.state.rawValue) already"
        case .placeChanged(let place):
            "“\(place.name)” was changed meanwhile: read it again, and write with sequence \(place.sequence)"
        case .dutyChanged(let duty):
            "this duty was changed meanwhile: read it again, and write with replaces \(duty.sequence)"
        case .offerGone:
            "nobody offers this date any more: somebody has taken it, or it was taken back"
        case .placeInUse(let place, let names, let own):
            Self.inUse(place, by: names.joined(separator: ", "), Self.words(own))
        case .expenseChanged(let number):
            "somebody has corrected this expense meanwhile: read it again, and write with replaces \(number)"
        case .withdrawnAlready: "it was withdrawn already"
        case .occurrenceConflict(let reason, _): reason
        case .rewardChanged(let reward):
            "“\(reward.content.title)” was changed meanwhile: read it again, and write with replaces "
                + "\(reward.sequence)"
        case .grantConflict(let reason, _), .conflict(_, let reason): reason
        case .invalid(let field, let reason): "\(field): \(reason)"
        case .goalsFull(let title):
            "“\(title)” has no room: there are \(Goal.mostOpen) goals already, so do or delete one of them first"
        case .notAllowed(let reason), .tooOften(_, let reason): reason
        case .tooMany(let limit):
            "there are more than \(limit): ask for a shorter time, or for one client"
        case .damaged(let row, let reason):
            "\(row) is stored in a form that cannot be read (\(reason)); the rest is untouched. Restore a backup of "
                + "the store, or write this entry again"
        }
    }

    private static func inUse(_ place: String, by names: String, _ own: String?) -> String {
        guard let own else { return "“\(place)” is in use by \(names): move them first" }
        return names.isEmpty
            ? "“\(place)” is the place of \(own): choose another one first"
            : "“\(place)” is in use by \(names), and by \(own): move them first"
    }

    /// The home's own devices; `nil` for none.
    private static func words(_ own: Set<DeviceKind>) -> String? {
        switch (own.contains(.kiosk), own.contains(.station)) {
        case (true, true): "the kiosk and the station of the service's machine"
        case (true, false): "the kiosk of the service's machine"
        case (false, true): "the station of the service's machine"
        case (false, false): nil
        }
    }
}
