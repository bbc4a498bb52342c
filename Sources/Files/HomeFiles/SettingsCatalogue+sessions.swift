extension SettingsCatalogue {
    static let sessions = Section(
        path: ["sessions"],
        meaning: "What the client was given to do, and meeting a provider. docs/assignments.md tells more.",
        options: [
            Option(
                name: "open_ahead_days", standard: "0", range: "0 to 7",
                meaning:
                    "How many days before its own something opens that the client was given to do. More than 0 is for trying it out.",
                risk: "None."),
            Option(
                name: "pretend_wait", standard: "0 s", range: "0 s to 10 min",
                meaning:
                    "For trying out the wait room without a provider: after so long one is pretended to come, and nobody is told anything. 0 s pretends nobody.",
                risk: "None."),
            Option(
                name: "video_link", standard: "none", range: "none, or an https address",
                meaning:
                    "Where the home meets by video, such as https://meet.example.org/{appointment}: the client's screen has a link to it while they are in the session, and so have the pages of its two people. Beckon itself makes no video.",
                risk:
                    "A link that is shown and not opened by itself; only https, without a name or password in it."
            ),
        ])

    static let moods = Section(
        path: ["moods"], meaning: "How the client says how they are.",
        options: [
            Option(
                name: "faces", standard: "five", range: "five, three or two",
                meaning: "Among how many faces the client chooses.", risk: "None.")
        ])
}
