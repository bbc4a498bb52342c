import Care
import Wording

/// A page, or the pages of one topic: what answers, and how it is drawn. Its file and its line in `PageTopics` are all there is.
protocol PageTopic: Sendable {
    static var routes: [PageRoute] { get }
    /// `{{x}}` escapes what it fills in; `{{{x}}}` is only used for rendered HTML.
    static var templates: [String: String] { get }
}

/// All pages, and the ways to them that are on every page.
enum PageTopics {
    /// A line for each, in the order of the navigation.
    private static let all: [(topic: any PageTopic.Type, way: PageWay?)] = [
        (Site.self, nil),
        (NowPages.self, PageWay("/now", "frame.now", .now, .always, for: .staff)),
        (TodayPages.self, PageWay("/today", "frame.today", .today, .always, for: .all)),
        (SessionPages.self, PageWay("/sessions", "sessions.title", .session, .always, for: [.provider])),
        (PlanPages.self, PageWay("/plan", "frame.plan", .plan, .always, for: .all)),
        (MinePages.self, PageWay("/mine", "mine.title", .now, .always, for: .clients)),
        (MineSessions.self, PageWay("/mine/sessions", "sessions.title", .session, .always, for: .clients)),
        (MineMoods.self, PageWay("/mine/moods", "moods.way", .mood, .always, for: .clients)),
        (MineChores.self, PageWay("/mine/chores", "chores.title", .repeat, .always, for: .clients)),
        (MineGoals.self, PageWay("/mine/goals", "goals.title", .check, .always, for: .clients)),
        (MinePoints.self, PageWay("/mine/points", "points.title", .points, .always, for: .clients)),
        (
            MineEncouragement.self,
            PageWay("/mine/encouragement", "encouragement.title", .face5, .care, for: .clients)
        ),
        (MineCosts.self, PageWay("/mine/costs", "costs.title", .costs, .care, for: .clients)),
        (MoodPages.self, PageWay("/moods", "moods.title", .mood, .care, for: .all)),
        (GoalPages.self, PageWay(GoalPages.base, "goals.title", .check, .care, for: .all)),
        (SessionsForStaff.self, PageWay("/sessions", "sessions.title", .session, .care, for: .staff)),
        (ChoresPages.self, PageWay("/chores", "chores.title", .repeat, .care, for: .staff)),
        (CourseworkPages.self, PageWay("/school", "school.title", .check, .care, for: .staff)),
        (CalendarPages.self, PageWay(CalendarPages.base, "calendars.title", .link, .care, for: .staff)),
        (FeedPages.self, PageWay(FeedPages.base, "feeds.title", .share, .care, for: .everybody)),
        (PointsPages.self, PageWay("/points", "points.title", .points, .care, for: .staff)),
        (NeedPages.self, PageWay("/needs", "frame.needs", .needs, .care, for: .staff)),
        (HandoverPages.self, PageWay("/handover", "frame.handover", .handover, .care, for: .staff)),
        (DutiesPages.self, PageWay("/duties", "frame.duties", .clock, .care, for: .staff)),
        (HistoryPages.self, PageWay("/history", "frame.history", .history, .care, for: .staff)),
        (CostPages.self, PageWay("/costs", "costs.title", .costs, .care, for: .staff)),
        (WelcomePages.self, PageWay("/welcome", "welcome.title", .home, .setUp, for: [.coordinator])),
        (PeoplePages.self, PageWay("/people", "frame.people", .people, .setUp, for: .staff)),
        (CallPathPages.self, PageWay("/call-paths", "calls.title", .way, .setUp, for: .staff)),
        (ReachPages.self, nil),
        (ChannelPages.self, PageWay("/channels", "channels.title", .phone, .setUp, for: [.coordinator])),
        (
            LoginProviderPages.self,
            PageWay(LoginProviderPages.base, "providers.title", .lock, .setUp, for: [.coordinator])
        ),
        (BoardPages.self, PageWay("/boards", "frame.boards", .boards, .setUp, for: .staff)),
        (ExercisePages.self, PageWay("/exercises", "exercises.title", .exercise, .setUp, for: .staff)),
        (
            EncouragementPages.self,
            PageWay("/encouragement", "encouragement.title", .face5, .setUp, for: .staff)
        ),
        (PlacesPages.self, PageWay("/places", "frame.places", .home, .setUp, for: .staff)),
        (DevicesPages.self, PageWay("/devices", "frame.devices", .devices, .setUp, for: .staff)),
        (NamesPages.self, PageWay("/settings/names", "frame.names", .person, .setUp, for: [.coordinator])),
        (
            PhrasesPages.self,
            PageWay("/settings/phrases", "settings.phrases", .phrases, .setUp, for: [.coordinator])
        ),
        (SettingsPages.self, PageWay("/settings", "frame.settings", .settings, .setUp, for: [.coordinator])),
        (MorePage.self, PageWay("/more", "frame.more", .more, .always, for: .everybody)),
        (AccessPages.self, nil),
        (PhonePages.self, nil),
        (AnswerPages.self, nil),
        (DisplayPages.self, nil),
        (DesignPage.self, nil),
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

/// A way from every page to the first one of a topic, and for whom there is one.
struct PageWay: Sendable {
    enum Group: Sendable, CaseIterable {
        /// In reach of a thumb, on every page.
        case always
        case care, setUp

        /// Empty for those that need none.
        var name: Text {
            switch self {
            case .always: .empty
            case .care: Text("frame.care")
            case .setUp: Text("frame.set_up")
            }
        }
    }

    let path: String
    let name: Text
    let icon: Icon
    let group: Group
    let roles: Set<Person.Role>

    /// - Parameter name: That of a text.
    init(_ path: String, _ name: String, _ icon: Icon, _ group: Group, for roles: Set<Person.Role>) {
        self.path = path
        self.name = Text(name)
        self.icon = icon
        self.group = group
        self.roles = roles
    }

    func leads(to path: String) -> Bool { path == self.path || path.hasPrefix(self.path + "/") }
}

/// What is no topic's own.
private enum Site: PageTopic {
    static let routes = [
        PageRoute(open: .get, "/") { call in
            switch call.request.viewer?.person.role {
            case nil: .seeOther(call.request.isOfEndedSession ? "/login?did=ended" : "/login")
            case .provider: .seeOther("/today")
            case .client: .seeOther(await MinePages.start(call))
            case .caregiver, .coordinator: .seeOther("/now")
            }
        }
    ]

    static let templates = [
        "frame": Frame.template, "problem": ProblemPage.template,
        "logged-out": LoggedOutPage.template,
    ]
}
