import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// Shared costs: who has paid what for whom, who owes whom, and what was asked for.
enum CostPages: PageTopic {
    static let base = "/costs"

    static let routes: [PageRoute] =
        [
            PageRoute(.get, "/costs", for: .staff) { call, viewer in try await CostOverview.show(call, viewer)
            },
            PageRoute(.get, "/costs.csv", for: .staff) { call, _ in try await CostTable.response(call) },
        ] + ExpenseEditing.routes + ExpensePage.routes + SettlePage.routes + ChargePages.routes
        + PaymentLinkPage.routes

    static let templates = [
        "costs": CostOverview.template, "charge-card": ChargeCard.template,
        "debt-card": DebtCard.template,
        "costs.expense": ExpensePage.template,
        "costs.form": ExpenseForm.template, "costs.part": ExpenseForm.part,
        "costs.settle": SettlePage.template,
        "costs.ask": ChargePages.template, "costs.link": PaymentLinkPage.template,
    ]
}

/// What was just done: a word in the address, so that reading the page again does nothing twice.
enum CostNotice: String {
    case added, corrected, withdrawn, paid, known, changed, unpaid, asked, reminded, unasked, linked,
        unlinked,
        pictured,
        unpictured
    case linkedOther = "linked_other"
    case unlinkedOther = "unlinked_other"

    func path(_ base: String) -> String { base + "?did=" + rawValue }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"].flatMap(CostNotice.init).map { Notice(text: Text("costs.did_\($0.rawValue)")) }
    }
}

/// Sends what a form brought along: pressed twice, it is done once.
enum CostSending {
    /// Whether a problem belongs into the form, where it can be put right.
    static func isForTheForm(_ problem: CareProblem) -> Bool { PlanSending.isForTheForm(problem) }

    /// The fields that identify what a new form makes.
    static func stamp(_ call: PageCall) -> [String: String] {
        ["id": "\(UUID())", "at": CareJSON.string(from: call.request.now)]
    }

    /// The day of the form in the home.
    static func today(_ call: PageCall) -> String {
        "\(call.request.zone.local(of: call.request.now).day)"
    }
}
