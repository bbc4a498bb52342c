import Playing
import Scanning
import Time

@testable import Evidence

/// Items that are offered one after another, as a kiosk does: each word lasts a second, the first one begins at 0.5 s. A press that was passed
/// changes nothing, and an item that is asked back begins at once.
struct OfferedWalk {
    static let board: [PressJudge.Item] = [
        .init(id: "water", stake: .asks, share: 1), .init(id: "tea", stake: .asks, share: 1),
        .init(id: "toilet", stake: .asks, share: 1), .init(id: "pain", stake: .urgent, share: 1),
        .init(id: "yes", stake: .says, share: 1), .init(id: "no", stake: .says, share: 1),
        .init(id: "drinks", stake: .leadsOn, share: 1),
    ]

    /// Somebody who presses 0.8 s after a word, give or take 0.05 s.
    static let steady = PressProfile.known(0.8)

    private enum Next {
        case cue, end, item
    }

    var judge: PressJudge
    let items: [PressJudge.Item]
    /// The gap after each word, in seconds.
    let scanTime: Double
    /// What the first item has more, in seconds.
    let extra: Double
    private(set) var index = 0
    private var next = Next.cue
    private var due = 0.5

    init(
        _ profile: PressProfile = OfferedWalk.steady, items: [PressJudge.Item] = OfferedWalk.board,
        scanTime: Double = 1.5,
        extra: Double = 0.7, beginning: PressJudge.Beginning = .woken
    ) {
        judge = PressJudge(profile: profile)
        self.items = items
        self.scanTime = scanTime
        self.extra = extra
        judge.enter(items, beginning)
    }

    var item: PressJudge.Item { items[index] }

    mutating func run(to seconds: Double) {
        while due <= seconds {
            switch next {
            case .cue:
                judge.offer(index)
                judge.cueBegan(at: Self.instant(due))
                (next, due) = (.end, due + 1)
            case .end:
                judge.cueEnded(at: Self.instant(due))
                (next, due) = (.item, due + scanTime + (index == 0 ? extra : 0))
            case .item:
                index = (index + 1) % items.count
                next = .cue
            }
        }
    }

    /// A press, and what is done with it; after a choice the walk is over.
    mutating func press(at seconds: Double) -> PressJudge.Judgement? {
        run(to: seconds)
        let press = Self.instant(seconds)
        guard let judgement = judge.judge(press, scanTime: .seconds(scanTime)) else { return nil }
        switch judgement.verdict {
        case .chooses(let chosen):
            judge.took(judgement, at: press, as: .chose)
            judge.chose(chosen, certainty: judgement.certainty)
        case .asks(let asked):
            judge.took(judgement, at: press, as: .asked)
            (index, next, due) = (asked, .cue, seconds)
        case .passes: judge.took(judgement, at: press, as: .passed)
        }
        return judgement
    }

    /// What a press means, as a table writes it: `chooses water`, `asks water`, `passes`, `–`.
    mutating func verdict(at seconds: Double) -> String {
        switch press(at: seconds)?.verdict {
        case nil: "–"
        case .chooses(let index): "chooses \(items[index].id)"
        case .asks(let index): "asks \(items[index].id)"
        case .passes: "passes"
        }
    }

    static func instant(_ seconds: Double) -> Instant {
        Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}
