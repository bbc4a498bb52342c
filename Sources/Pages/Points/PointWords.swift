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

    /// Who wrote it down, and when.
    static func written(_ line: PointLine, _ call: PageCall) -> Text {
        let when = call.when(line.at)
        return line.by.map { Text("costs.written", ["who": .verbatim($0), "when": .text(when)]) } ?? when
    }

    /// How many points an entry has brought to whoever did it; `nil` for none, and where the reader may not see them.
    static func brought(by entry: OccurrenceEntry, _ title: Text.Value, _ call: PageCall) async -> Text? {
        guard let person = entry.person,
            let page: PointPage = try? await call.api.get(
                "points/\(PageText.escaped(person))", [("limit", "20")])
        else { return nil }
        let points = page.lines.filter { $0.entry == entry.id && $0.kind == .earned }.reduce(0) {
            $0 + $1.points
        }
        guard points > 0 else { return nil }
        let isOwn = person == call.request.viewer?.person.id
        return Text(
            isOwn ? "points.done_by_you" : "points.done_by", count: points,
            ["title": title, "name": .verbatim(page.standing.name)])
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
