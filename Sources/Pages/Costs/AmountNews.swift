import Care
import FoundationEssentials
import Recurrence
import Wording

/// That its reader was reminded of an amount that they are asked for: a line above every page and on Now, or the amount's own card.
struct AmountNews {
    /// The charge's id.
    let id: UUID
    /// Another one for each time: by it a page knows what it has told.
    let key: String
    /// Where the amount stands.
    let path: String
    let words: Text
    /// What a notification says, which others may see: that there is something, and not what.
    let say: Text
    /// The sound that is made once; `nil` for none.
    let once: String?

    private init(_ amount: RemindedAmount, _ ringing: Ringing, _ viewer: Viewer, _ request: PageRequest) {
        id = amount.id
        key = "reminded-\(amount.id)-\(amount.at.timeIntervalSince1970)"
        let costs = viewer.person.role == .client ? MineCosts.base : CostPages.base
        path = "\(costs)#\(ChargeCard.key(amount.id))"
        let today = request.zone.local(of: request.now).day
        let values: [String: Text.Value] = [
            "title": .verbatim(amount.what), "day": .day(amount.due, today: today),
        ]
        if amount.due > today {
            (words, say) = (Text("now.amount_ahead", values), Text("now.pay_ahead", values))
        } else if amount.due == today {
            (words, say) = (Text("now.amount_today", values), Text("now.pay_today"))
        } else {
            (words, say) = (Text("now.amount_late", values), Text("now.pay_late"))
        }
        once = ringing.ringsAmounts ? "normal" : nil
    }

    /// None for whoever has switched the kind off: they find it on Costs.
    static func all(in feed: ChoreFeed?, _ viewer: Viewer, _ request: PageRequest) -> [AmountNews] {
        let ringing = Ringing(viewer, request)
        guard ringing.saysAmounts else { return [] }
        return (feed?.asked ?? []).map { AmountNews($0, ringing, viewer, request) }
    }
}
