import Foundation

/// Whose turn it is, who has what and what counts, told as simply as possible: by lists that are gone through from the beginning,
/// without the code that is tested.
struct Oracle {
    struct Entry {
        enum What: Equatable {
            case done(person: String?, parts: Int?)
            case skipped, notYet, approved, note
            case hand(String)
            case undo(UUID)
        }
        let id: UUID
        let what: What
    }

    struct Time {
        let at: Date
        /// The number of its day, week or month at home; each time has its own where every time is a turn.
        let span: Int
        let planned: String?
        var entries: [Entry] = []

        /// An entry counts unless one that counts takes it back.
        func counts(_ entry: Entry) -> Bool {
            !entries.contains { $0.what == .undo(entry.id) && counts($0) }
        }

        var effective: [Entry] { entries.filter(counts) }

        var holder: String? {
            var holder = planned
            for entry in effective { if case .hand(let person) = entry.what { holder = person } }
            return holder
        }

        /// A part, with who did it and by which entry.
        private struct Part: Equatable {
            let entry: UUID
            let person: String?
        }

        /// What was done, and, unless it does not matter, whether an approval was of that.
        private func played(_ count: Int, isApprovedToo: Bool = true) -> (
            did: [Part], isSkipped: Bool, isApproved: Bool
        ) {
            var did: [Part] = []
            var isSkipped = false
            var isApproved = false
            for (place, entry) in entries.enumerated() where counts(entry) {
                switch entry.what {
                case .done(let person, let parts):
                    let left = count - did.count
                    if left > 0 {
                        did += [Part](
                            repeating: Part(entry: entry.id, person: person), count: min(parts ?? left, left))
                        isApproved = false
                    }
                    isSkipped = false
                case .skipped:
                    if did.count == count { (did, isApproved) = ([], false) }
                    isSkipped = true
                case .notYet: (did, isSkipped, isApproved) = ([], false, false)
                case .approved:
                    guard isApprovedToo else { continue }
                    // It is of what was done by then.
                    var seen = self
                    seen.entries = Array(entries[..<place])
                    isApproved = did.count == count && seen.played(count, isApprovedToo: false).did == did
                case .note, .hand, .undo: break
                }
            }
            return (did, isSkipped, isApproved)
        }

        /// So many parts of each, with who did them, as they count for somebody; and whether all is done or skipped.
        func result(of count: Int, approval: Bool) -> (
            counted: [String: Int], isClosed: Bool, isWaiting: Bool
        ) {
            let (did, isSkipped, isApproved) = played(count)
            let isDone = !isSkipped && did.count == count
            var counted: [String: Int] = [:]
            if !approval || (isDone && isApproved) {
                for person in did.compactMap(\.person) { counted[person, default: 0] += 1 }
            }
            return (counted, isDone || isSkipped, approval && isDone && !isApproved)
        }
    }

    enum Rule {
        case turns
        case spans
        case leastOften(days: Int)
        case claimed
    }

    let rule: Rule
    /// Who takes turns now.
    var people: [String]

    /// Who has a time by the plan, after others.
    func planned(at: Date, span: Int, after times: [Time], isThere: (String) -> Bool) -> String? {
        var queue = people
        /// Whoever has had a turn goes to the end.
        func move(_ person: String) {
            guard let place = queue.firstIndex(of: person) else { return }
            queue.append(queue.remove(at: place))
        }
        switch rule {
        case .claimed: return nil
        case .turns:
            for holder in times.compactMap(\.holder) { move(holder) }
            return queue.first(where: isThere)
        case .spans:
            var owners: [(span: Int, person: String)] = []
            for time in times {
                // Turns of those who take none any more belong to whoever had the next.
                guard let planned = time.planned, people.contains(planned), owners.last?.span != time.span
                else { continue }
                owners.append((time.span, planned))
            }
            for owner in owners { move(owner.person) }
            if let last = owners.last, last.span == span {
                // Whoever is back within it goes on with it; the others stand in, who has waited longest first.
                return isThere(last.person)
                    ? last.person : queue.filter { $0 != last.person }.first(where: isThere)
            }
            return queue.first(where: isThere)
        case .leastOften(let days):
            var had: [String: Int] = [:]
            for time in times {
                guard let holder = time.holder else { continue }
                move(holder)
                if at.timeIntervalSince(time.at) <= Double(days) * 86_400 { had[holder, default: 0] += 1 }
            }
            let there = queue.filter(isThere)
            guard let fewest = there.map({ had[$0] ?? 0 }).min() else { return nil }
            return there.first { had[$0] ?? 0 == fewest }
        }
    }
}
