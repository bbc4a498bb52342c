import Care
import CareStore

/// What the store has, held against the book.
extension RandomHome {
    func compare(_ person: String) async throws {
        guard let holder = book.holders[person] else { return }
        let standing = try await store.points(of: person, seenBy: .all, limit: 1).standing
        guard standing.total - standing.missing == holder.sum, standing.collected == max(0, holder.collected),
            standing.isOn == holder.isOn
        else {
            throw Difference(
                "\(person) has \(standing.total) less \(standing.missing) of \(standing.collected), expected \(holder.sum) of \(holder.collected)"
            )
        }
    }

    /// Everything: sums of all lines, each grant, and that none came twice.
    func compareAll(_ tally: inout Tally) async throws {
        for person in people.keys.sorted() {
            try await compare(person)
            var (sum, before): (Int, Int64?) = (0, nil)
            repeat {
                let page = try await store.points(of: person, seenBy: .all, before: before, limit: 200)
                sum += page.lines.map(\.points).reduce(0, +)
                before = page.next
            } while before != nil
            guard sum == book.holders[person]?.sum else {
                throw Difference("\(person)'s lines come to \(sum)")
            }
            let grants = try await grants(of: person)
            let reached = grants.filter { $0.crossing != nil }
            guard reached.count == book.reached[person] ?? 0,
                Set(reached.map { "\($0.reward) \($0.crossing ?? 0)" }).count == reached.count
            else {
                throw Difference(
                    "\(person) has reached \(reached.count), expected \(book.reached[person] ?? 0)")
            }
            for grant in grants where grant.crossing == nil {
                guard book.grants[grant.id]?.state == grant.state.rawValue else {
                    throw Difference("\(grant.id) is \(grant.state)")
                }
            }
            let asked = book.grants.values.count { $0.person == person }
            guard grants.count - reached.count == asked else {
                throw Difference("not \(asked) were asked for")
            }
            tally.reached += reached.count
        }
        tally.compared += 1
    }

    private func grants(of person: String) async throws -> [RewardGrant] {
        var (all, before): ([RewardGrant], Int64?) = ([], nil)
        repeat {
            let page = try await store.grants(
                onlyOpen: false, of: person, seenBy: .all, before: before, limit: 200)
            all += page.grants
            before = page.next
        } while before != nil
        return all
    }
}
