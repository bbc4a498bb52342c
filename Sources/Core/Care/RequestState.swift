/// The state of a request: `asked → heard → on_the_way → met`, or `declined`, or `cancelled`.
///
/// "Heard" means that a station has sounded it or a page has shown it; it never means that a person has
/// answered. `met`, `declined` and `cancelled` are ends: asking again makes a new request.
public enum RequestState: String, Codable, Sendable, CaseIterable {
    case asked
    case heard
    case onTheWay = "on_the_way"
    case met
    case declined
    case cancelled

    /// The reason of a request that is `heard` again, because whoever was on the way had it for too long.
    public static let lapsed = "lapsed"

    /// Whether somebody still has to do something.
    public var isOpen: Bool {
        switch self {
        case .asked, .heard, .onTheWay: true
        case .met, .declined, .cancelled: false
        }
    }

    /// Whether a person, not only a device, has taken notice.
    public var isAnswered: Bool {
        switch self {
        case .asked, .heard, .cancelled: false
        case .onTheWay, .met, .declined: true
        }
    }
}

/// Who acts on a request, as its token or session says.
public enum Actor: String, Codable, Sendable, CaseIterable {
    /// The client, through the kiosk, or logged in on a phone.
    case kiosk
    /// A caregiver, through a station.
    case station
    /// Somebody who has logged in, through a page.
    case person

    /// Those that are devices: the home has a token for each, and misses them when they are not connected.
    public static let devices: [Actor] = [.kiosk, .station]
}

/// Why a request may not move to the wanted state.
public enum RequestMoveError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The request has ended, or already has a later state.
    case notFrom(RequestState, to: RequestState)
    /// This actor may not make that move.
    case notBy(Actor, to: RequestState)
    /// A decline needs words that the client can be told.
    case reasonMissing
    /// Somebody else is on the way: their name.
    case claimed(by: String)

    public var description: String {
        switch self {
        case .notFrom(let from, let to):
            "a request that is \(from.rawValue) cannot become \(to.rawValue)"
        case .notBy(let actor, let to): "a \(actor.rawValue) cannot set \(to.rawValue)"
        case .reasonMissing: "a decline needs a reason, because the client is told it"
        case .claimed(let name):
            "\(name) has it: to go instead, send that name as `takes_over`"
        }
    }
}

extension RequestState {
    /// Checks one move of a request.
    ///
    /// | to | from | by |
    /// |---|---|---|
    /// | heard | asked | station, person |
    /// | on_the_way | asked, heard, on_the_way (somebody else comes) | station, person |
    /// | met | asked, heard, on_the_way | station, person |
    /// | declined, with a reason | asked, heard, on_the_way | station, person |
    /// | cancelled | asked, heard, on_the_way | kiosk |
    public func checkMove(
        to next: RequestState, by actor: Actor, reason: String?
    ) throws(RequestMoveError) {
        let allowed: Set<Actor>
        switch next {
        case .asked: throw .notFrom(self, to: next)
        case .heard, .onTheWay, .met, .declined: allowed = [.station, .person]
        case .cancelled: allowed = [.kiosk]
        }
        guard allowed.contains(actor) else { throw .notBy(actor, to: next) }
        guard isOpen, next != .heard || self == .asked else { throw .notFrom(self, to: next) }
        if next == .declined, (reason ?? "").allSatisfy(\.isWhitespace) { throw .reasonMissing }
    }
}
