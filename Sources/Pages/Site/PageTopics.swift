import Care

/// A page, or the pages of one topic: what answers, and how it is drawn. Its file and its line in `PageTopics` are all there is.
protocol PageTopic: Sendable {
    static var routes: [PageRoute] { get }
    /// `{{x}}` escapes what it fills in; `{{{x}}}` is only used for rendered HTML.
    static var templates: [String: String] { get }
}

/// All pages, and the ways to them that are on every page.
enum PageTopics {
    /// A line for each. The first ones with a way are in reach of a thumb.
    private static let all: [(topic: any PageTopic.Type, way: PageWay?)] = [
        (Site.self, nil),
        (NowPages.self, PageWay("/now", "Now", "🔔", for: .staff)),
        (TodayPages.self, PageWay("/today", "Today", "☀️", for: .all)),
        (PlanPages.self, PageWay("/plan", "Plan", "🗓️", for: .all)),
        (NeedPages.self, PageWay("/needs", "Needs", "💧", for: .staff)),
        (PeoplePages.self, PageWay("/people", "People", "👥", for: .staff)),
        (HistoryPages.self, PageWay("/history", "History", "📖", for: .staff)),
        (BoardPages.self, PageWay("/boards", "Boards", "🔤", for: .staff)),
        (DevicesPages.self, PageWay("/devices", "Devices", "📟", for: .staff)),
        (SettingsPages.self, PageWay("/settings", "Settings", "⚙️", for: .staff)),
        (AccessPages.self, nil),
        (DisplayPages.self, nil),
    ]

    static let routes = all.flatMap { $0.topic.routes }
    static let ways = all.compactMap { $0.way }

    /// Throws where two have one name: one of them would never be drawn.
    static func templates(_ parts: [[String: String]] = all.map { $0.topic.templates }) throws -> [String:
        String]
    {
        let names = parts.flatMap(\.keys)
        let twice = Set(names.filter { name in names.count { $0 == name } > 1 })
        guard twice.isEmpty else { throw SameName(names: twice.sorted()) }
        return parts.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
    }

    struct SameName: Error, Equatable {
        let names: [String]
    }
}

/// A way that stands on every page, for whom it is shown.
struct PageWay: Sendable {
    let path: String
    let name: String
    let symbol: String
    let roles: Set<Person.Role>

    init(_ path: String, _ name: String, _ symbol: String, for roles: Set<Person.Role>) {
        self.path = path
        self.name = name
        self.symbol = symbol
        self.roles = roles
    }
}

/// What is no topic's own.
private enum Site: PageTopic {
    static let routes = [
        PageRoute(open: .get, "/") { call in
            .seeOther(
                call.request.viewer.map { $0.person.role == .provider ? "/today" : "/now" } ?? "/login")
        }
    ]

    static let templates = [
        "frame": Frame.template, "problem": ProblemPage.template,
        "logged-out": LoggedOutPage.template,
    ]
}
