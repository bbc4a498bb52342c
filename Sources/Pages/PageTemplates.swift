/// All templates by their names. `{{x}}` escapes what it fills in; `{{{x}}}` stands only where pages were drawn already.
enum PageTemplates {
    static let all: [String: String] = own.merging(DisplayPages.templates) { $1 }

    private static let own: [String: String] = [
        "frame": Frame.template,
        "problem": ProblemPage.template,
    ]
}
