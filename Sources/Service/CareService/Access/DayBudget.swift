import Care

/// How much somebody has written within a day of what a home keeps for good: a program that has gone wrong, or somebody who means harm,
/// is not to fill what holds only so much. Calls are never counted.
///
/// Days are those of the steady clock, from the first that is counted on; a restart begins anew. Decision 0496.
struct DayBudget: Sendable {
    /// What is counted together.
    enum Kind: Hashable, Sendable {
        /// Lines of the book of costs, without withdrawals, by who writes them.
        case costs
        /// Rewards that are asked for, by whose points they take.
        case grants
        /// Needs that are proposed, by the client for whom.
        case proposals
    }

    private struct Key: Hashable {
        let kind: Kind
        let person: String
    }

    private struct Record {
        let began: Duration
        var count = 0
    }

    /// So many of one kind are taken for one person within a day.
    static let most = 200
    static let day: Duration = .seconds(86_400)

    private var records: [Key: Record] = [:]

    /// For how many people and kinds it counts.
    var count: Int { records.count }

    /// Counts one more; `false`: there were too many.
    mutating func take(_ kind: Kind, of person: String, at now: Duration) -> Bool {
        let key = Key(kind: kind, person: person)
        records = records.filter { now - $0.value.began < Self.day }
        var record = records[key] ?? Record(began: now)
        guard record.count < Self.most else { return false }
        record.count += 1
        records[key] = record
        return true
    }

    /// It was refused, or there already.
    mutating func giveBack(_ kind: Kind, of person: String) {
        let key = Key(kind: kind, person: person)
        guard var record = records[key] else { return }
        record.count = max(0, record.count - 1)
        records[key] = record.count > 0 ? record : nil
    }
}

extension APICall {
    /// Writes one of what only so much is taken of within a day. What is refused, or was there already, does not count.
    ///
    /// Throws `.tooMany` with the field: what waits behind it is taken.
    ///
    /// - Parameters:
    ///   - kind: `nil` for what is always taken.
    ///   - person: For whom it is counted.
    ///   - field: Of the message.
    func withinDay<Value: Sendable>(
        _ kind: DayBudget.Kind?, of person: String, field: String,
        _ write: () async throws(CareProblem) -> (Value, isNew: Bool)
    ) async throws(CareProblem) -> (Value, isNew: Bool) {
        guard let kind else { return try await write() }
        guard core.gate.take(kind, of: person) else {
            throw CareProblem(
                .tooMany, "\(DayBudget.most) of these were written within a day: go on tomorrow",
                field: field)
        }
        var isNew = false
        defer { if !isNew { core.gate.giveBack(kind, of: person) } }
        let made = try await write()
        isNew = made.isNew
        return made
    }
}
