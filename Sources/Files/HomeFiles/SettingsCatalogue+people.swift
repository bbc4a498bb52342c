extension SettingsCatalogue {
    static let home = Section(
        path: ["home"], meaning: "The flat, ward or household.",
        options: [
            Option(
                name: "name", standard: HomeSettings.HomeOwned.unnamed, range: "any text",
                meaning: "What people call it: the pages and invitations say it.",
                isOwn: true, risk: "None: a text that is shown and spoken."),
            Option(
                name: "language", standard: "en-GB", range: "such as en-GB or de",
                meaning: "What Beckon speaks: its phrases, and its voices where they name none.", isOwn: true,
                risk:
                    "Chooses the phrase file `boards/phrases.LANGUAGE.yaml` and the voice. A language tag holds no `/` or `.`, so it is no path."
            ),
            Option(
                name: "shifts", standard: "[6:00, 14:00, 22:00]", range: "times of day",
                meaning: "When each shift begins, one to six a day: the handover shows them as buttons.",
                risk: "None."),
        ])

    static let client = Section(
        path: ["client"], meaning: "Who has the switch.",
        options: person(id: "client", says: "\"Maria asks for water.\""))

    static let caregiver = Section(
        path: ["caregiver"], meaning: "Who answers at the station.",
        options: person(id: "caregiver", says: "\"Anna is on the way.\""))

    private static func person(id: String, says: String) -> [Option] {
        [
            Option(
                name: "id", standard: id, range: "letters, digits and -",
                meaning: "A short word for the records: choose it once and keep it.", isOwn: true,
                risk: "None: a word in the records."),
            Option(
                name: "name", standard: "Somebody", range: "any text", meaning: "As it is spoken: \(says)",
                isOwn: true,
                risk:
                    "None: a text that is shown and spoken. Pages write it in quotes, and read the file again before it is kept."
            ),
        ]
    }

    static let care = Section(
        path: ["care"],
        meaning:
            "What the client's health asks for. docs/exercises.md tells what each of these leaves out.",
        options: [
            Option(
                name: "breathing", standard: "any", range: "any, no_holds or none",
                meaning:
                    "Which exercises the client may do. no_holds is for those with a ventilator, COPD or asthma: nothing that holds the breath, draws it out, or goes on for more than five minutes. none: nothing that paces the breath. Only a provider should change it back.",
                risk: "None."),
            Option(
                name: "breaths_per_minute", standard: "14", range: "4 to 40",
                meaning:
                    "How often the client breathes at rest. Exercises that slow the breath down begin with it. 14 is in the middle of what is usual for an adult.",
                risk: "None."),
        ])

    static let top = Section(
        path: [], meaning: "",
        options: [
            Option(
                name: "zone", standard: "auto", range: "auto, or a time zone such as Europe/Berlin",
                meaning:
                    "The home's time zone: decides what “today” is, and when quiet hours are. auto is this machine's own zone, also when that changes while Beckon runs.",
                risk:
                    "Reads a file of the machine’s tzdata. Its name is made of words without `.`, and none of them leads out of that folder."
            ),
            Option(
                name: "board", standard: "boards/home.yaml", range: "a path in this folder",
                meaning: "The first board that is scanned.", isOwn: true,
                risk:
                    "Reads a `.yaml` file of the home’s folder, and what that opens; `..`, `~` and a leading `/` are refused, and pipes and devices are not waited for."
            ),
        ])
}
