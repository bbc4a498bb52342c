/// What a kiosk knows of its client's household: chores, points, the rewards that were asked for or reached, and what is to be paid.
///
/// Read by several requests (`GET /chores`, `/points/{person}`, `/grants`, `/charges` and `/balances`), and kept for when the service is away.
public struct ClientHousehold: Codable, Sendable, Equatable {
    /// How many of the latest lines of the ledger are read.
    public static let lines = 5

    public var chores: ChoreFeed
    public var standing: PointStanding
    /// The latest first, `ClientHousehold.lines` at most.
    public var lines: [PointLine]
    /// The client's own that are open, the latest first.
    public var grants: [RewardGrant]
    /// What the client is to pay: what is asked for by its day, and then what is left between them and others besides.
    @MayBeAbsent public var owed: [OwedAmount]

    public init(
        chores: ChoreFeed, standing: PointStanding, lines: [PointLine] = [], grants: [RewardGrant] = [],
        owed: [OwedAmount] = []
    ) {
        self.chores = chores
        self.standing = standing
        self.lines = lines
        self.grants = grants
        self.owed = owed
    }
}
