/// All templates. `{{x}}` escapes what it fills in; `{{{x}}}` is only used for rendered HTML.
enum PageTemplates {
    static let all: [[String: String]] = [
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
    ]

    /// Throws where two have one name: one of them would never be drawn.
    static func byName(_ parts: [[String: String]] = all) throws -> [String: String] {
        let names = parts.flatMap(\.keys)
        let twice = Set(names.filter { name in names.count { $0 == name } > 1 })
        guard twice.isEmpty else { throw SameName(names: twice.sorted()) }
        return parts.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
    }

    struct SameName: Error, Equatable {
        let names: [String]
    }
}
