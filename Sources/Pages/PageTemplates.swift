/// All templates by their names. `{{x}}` escapes what it fills in; `{{{x}}}` stands only where pages were drawn already.
enum PageTemplates {
    static let all: [String: String] = [
        [
            "frame": Frame.template, "problem": ProblemPage.template,
            "logged-out": LoggedOutPage.template,
        ],
        NowPages.templates,
        TodayPages.templates,
        PlanPages.templates,
        NeedPages.templates,
        AccessPages.templates,
        PeoplePages.templates,
        DevicesPages.templates,
        HistoryPages.templates,
        BoardPages.templates,
        SettingsPages.templates,
        DisplayPages.templates,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
}
