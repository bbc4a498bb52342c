/// How many failures are written into the store in a minute.
struct FailureBudget: Sendable {
    enum Place: Equatable {
        /// It is written; so many before it were not.
        case free(leftOut: Int)
        case spent
    }

    static let most = 30
    static let window: Duration = .seconds(60)

    private var since: Duration?
    private var count = 0
    private var leftOut = 0

    mutating func take(at now: Duration) -> Place {
        if since.map({ now - $0 >= Self.window }) ?? true { (since, count) = (now, 0) }
        guard count < Self.most else {
            leftOut += 1
            return .spent
        }
        count += 1
        defer { leftOut = 0 }
        return .free(leftOut: leftOut)
    }
}
