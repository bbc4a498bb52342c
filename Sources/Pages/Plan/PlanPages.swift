import Care

/// What is planned: weeks and months, one occurrence, and how it is changed.
enum PlanPages {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/plan", for: .all) { call, _ in try await PlanView.show(call) }
    ]

    static let templates: [String: String] = [
        "plan-bar": PlanBar.template,
        "plan-week": PlanWeek.template,
        "plan-month": PlanMonth.template,
    ]
}
