import Care
import Testing

@Suite("Who may move a request where")
struct RequestMoveTests {
    /// What must hold for each pair of states, by the actor who may make the move at all.
    private static let allowed: [RequestState: Set<RequestState>] = [
        .asked: [.heard, .onTheWay, .met, .declined, .cancelled],
        .heard: [.onTheWay, .met, .declined, .cancelled],
        .onTheWay: [.onTheWay, .met, .declined, .cancelled],
        .met: [], .declined: [], .cancelled: [],
    ]

    @Test("Every move is allowed or refused as the table says", arguments: RequestState.allCases)
    func table(from: RequestState) throws {
        for to in RequestState.allCases {
            let mover: Actor = to == .cancelled ? .kiosk : .station
            let isAllowed = try #require(Self.allowed[from]).contains(to)
            if isAllowed {
                #expect(throws: Never.self) { try from.checkMove(to: to, by: mover, reason: "dinner") }
            } else {
                #expect(throws: RequestMoveError.notFrom(from, to: to)) {
                    try from.checkMove(to: to, by: mover, reason: "dinner")
                }
            }
        }
    }

    @Test("Only a station answers, and only a kiosk takes back")
    func actors() {
        for to in [RequestState.heard, .onTheWay, .met, .declined] {
            #expect(throws: RequestMoveError.notBy(.kiosk, to: to)) {
                try RequestState.asked.checkMove(to: to, by: .kiosk, reason: "x")
            }
        }
        #expect(throws: RequestMoveError.notBy(.station, to: .cancelled)) {
            try RequestState.asked.checkMove(to: .cancelled, by: .station, reason: nil)
        }
    }

    @Test("A decline without words is refused", arguments: [nil, "", "  \n"])
    func declineNeedsReason(reason: String?) {
        #expect(throws: RequestMoveError.reasonMissing) {
            try RequestState.heard.checkMove(to: .declined, by: .station, reason: reason)
        }
    }
}
