/// What a kiosk knows of its client's household: chores, points, and the rewards that were asked for or reached.
///
/// Read by several requests (`GET /chores`, `/points/{person}` and `/grants`), and kept for when the service is away.
public struct ClientHousehold: Codable, Sendable, Equatable {
    /// How many of the latest lines of the ledger are read.
    public static let lines = 5

    public var chores: ChoreFeed
    public var standing: PointStanding
    /// The latest first, `ClientHousehold.lines` at most.
    public var lines: [PointLine]
    /// The client's own that are open, the latest first.
    public var grants: [RewardGrant]

    public init(
        chores: ChoreFeed, standing: PointStanding, lines: [PointLine] = [], grants: [RewardGrant] = []
    ) {
        self.chores = chores
        self.standing = standing
        self.lines = lines
        self.grants = grants
    }
}
