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
        + HistoryPages.routes + BoardPages.routes + SettingsPages.routes
}
