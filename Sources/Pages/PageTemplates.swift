/// All templates by their names. `{{x}}` escapes what it fills in; `{{{x}}}` stands only where pages were drawn already.
enum PageTemplates {
    static let all: [String: String] = [
        [
            "frame": Frame.template,
            "problem": ProblemPage.template,
        ],
        PlanPages.templates,
    ].reduce(into: [:]) { $0.merge($1) { _, new in new } }
}
