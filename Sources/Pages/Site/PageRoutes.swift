import Care

/// All pages, by topic.
enum PageRoutes {
    static let all: [PageRoute] =
        [
            PageRoute(open: .get, "/") { call in
                .seeOther(
                    call.request.viewer.map { $0.person.role == .provider ? "/today" : "/now" } ?? "/login")
            }
        ]
        + [
            NowPages.routes,
            TodayPages.routes,
            PlanPages.routes,
            NeedPages.routes,
            AccessPages.routes,
            PeoplePages.routes,
            DevicesPages.routes,
            HistoryPages.routes,
            BoardPages.routes,
            SettingsPages.routes,
            DisplayPages.routes,
        ].joined()
}
