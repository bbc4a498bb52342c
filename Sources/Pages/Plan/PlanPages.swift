import Care

/// What is planned: weeks and months, one occurrence, and how it is changed.
enum PlanPages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/plan", for: .all) { call, _ in try await PlanView.show(call) },
        PageRoute(.get, "/plan/new", for: .all, PlanEditing.new),
        PageRoute(.post, "/plan/new", for: .all, PlanEditing.new),
        PageRoute(.get, "/plan/routines", for: .all) { call, _ in try await PlanRoutines.list(call) },
        PageRoute(.get, "/plan/{}/all", for: .all, PlanEditing.all),
        PageRoute(.post, "/plan/{}/all", for: .all, PlanEditing.all),
        PageRoute(.get, "/plan/{}/end", for: .all, PlanEnding.ask),
        PageRoute(.post, "/plan/{}/end", for: .all, PlanEnding.end),
        PageRoute(.get, "/plan/{}", for: .all) { call, _ in try await PlanRoutines.one(call) },
        PageRoute(.get, "/plan/{}/{}/one", for: .all, PlanOnce.show),
        PageRoute(.post, "/plan/{}/{}/one", for: .all, PlanOnce.change),
        PageRoute(.post, "/plan/{}/{}/restore", for: .all, PlanOnce.restore),
        PageRoute(.get, "/plan/{}/{}/following", for: .all, PlanEditing.following),
        PageRoute(.post, "/plan/{}/{}/following", for: .all, PlanEditing.following),
        PageRoute(.get, "/plan/{}/{}/end", for: .all, PlanEnding.ask),
        PageRoute(.post, "/plan/{}/{}/end", for: .all, PlanEnding.end),
        PageRoute(.get, "/plan/{}/{}", for: .all, PlanOccurrence.show),
    ]

    static let templates: [String: String] = [
        "plan-bar": PlanBar.template,
        "plan-sentence": PlanReading.field,
        "plan-week": PlanWeek.template,
        "plan-month": PlanMonth.template,
        "plan-form": RoutineFormView.template,
        "plan-occurrence": PlanOccurrence.template,
        "plan-once": PlanOnceView.template,
        "plan-end": PlanEnding.template,
        "plan-routines": PlanRoutines.template,
        "plan-routine": PlanRoutine.template,
    ]
}
