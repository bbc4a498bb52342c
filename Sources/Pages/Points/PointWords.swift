import Care
import FoundationEssentials
import Wording

/// Points in the reader's language.
enum PointWords {
    /// "12 points".
    static func points(_ count: Int) -> Text { Text("chores.points", count: count) }

    /// "The next 3 points make up for what was undone."; `nil` as a rule.
    static func missing(_ standing: PointStanding) -> Text? {
        standing.missing > 0 ? Text("points.missing", count: standing.missing) : nil
    }

    /// "Dishes", "Undone: Dishes", "Asked for: Cinema".
    static func what(_ line: PointLine) -> Text {
        switch line.kind {
        case .earned: .verbatim(line.what)
        case .undone, .given, .redeemed, .returned:
            Text("points.line_\(line.kind.rawValue)", ["what": .verbatim(line.what)])
        }
    }

    /// "+5 points", "−5 points".
    static func change(_ line: PointLine) -> Text {
        Text(line.points < 0 ? "points.less" : "points.more", count: abs(line.points))
    }

    /// Who wrote it down, and when. Of a chore that is not who did it: they may have said that it counts.
    ///
    /// - Parameter standing: That of whose points they are.
    static func written(_ line: PointLine, of standing: PointStanding, _ call: PageCall) -> Text {
        let when = call.when(line.at)
        guard let who = line.by else { return when }
        let values = ["who": Text.Value.verbatim(who), "when": .text(when)]
        // Two people may have one name; without an id, the name is all that is known.
        let isTheirs = line.byID.map { $0 == standing.person } ?? (who == standing.name)
        return switch line.kind {
        case .earned, .undone: isTheirs ? when : Text("points.noted_by", values)
        case .given, .redeemed, .returned: Text("costs.written", values)
        }
    }

    /// How many points entries have brought to whoever did it; `nil` for none, and where the reader may not see them.
    ///
    /// - Parameters:
    ///   - entries: The ids of those by which it is done.
    ///   - isApproved: Whether it has just been approved, and not just done.
    static func brought(
        by entries: Set<UUID>, to person: String, isApproved: Bool = false, _ call: PageCall
    ) async -> Text? {
        guard
            let page: PointPage = try? await call.api.get(
                "points/\(PageText.escaped(person))", [("limit", "20")])
        else { return nil }
        // What was taken back and given again is there twice, and once with a minus.
        let lines = page.lines.filter {
            $0.entry.map(entries.contains) ?? false && ($0.kind == .earned || $0.kind == .undone)
        }
        let points = lines.reduce(0) { $0 + $1.points }
        guard points > 0, let title = lines.first?.what else { return nil }
        let isOwn = person == call.request.viewer?.person.id
        return Text(
            isApproved ? "points.approved" : isOwn ? "points.done_by_you" : "points.done_by", count: points,
            ["title": .verbatim(title), "name": .verbatim(page.standing.name)])
    }
}

/// Rewards in the reader's language.
enum RewardWords {
    /// "comes by itself at 20 points", "costs 15 points, with a yes": part of a sentence.
    static func way(_ way: RewardWay) -> Text {
        switch way {
        case .reached(let points, let again):
            Text(again ? "rewards.reached_each" : "rewards.reached_at", count: points)
        case .redeemed(let cost, let approval):
            Text(approval ? "rewards.costs_with_yes" : "rewards.costs", count: cost)
        }
    }

    /// "For everybody", "For Maria and Leo".
    static func people(_ content: RewardContent, _ people: [Person]) -> Text {
        guard !content.people.isEmpty else { return Text("rewards.for_everybody") }
        let names = content.people.map { id in
            people.first { $0.id == id }.map { Text.nameOf($0) } ?? .verbatim(id)
        }
        return Text("rewards.for_people", ["people": .text(.list(names))])
    }
}
