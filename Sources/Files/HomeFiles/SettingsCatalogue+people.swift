extension SettingsCatalogue {
    static let home = Section(
        path: ["home"], meaning: "The flat, ward or household.",
        options: [
            Option(
                name: "name", standard: HomeSettings.HomeOwned.unnamed, range: "any text",
                meaning: "What people call it: the pages and invitations say it.",
                isOwn: true),
            Option(
                name: "language", standard: "en-GB", range: "such as en-GB or de",
                meaning: "What Beckon speaks: its phrases, and its voices where they name none.", isOwn: true),
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
                meaning: "A short word for the records: choose it once and keep it.", isOwn: true),
            Option(
                name: "name", standard: "Somebody", range: "any text", meaning: "As it is spoken: \(says)",
                isOwn: true),
        ]
    }

    static let top = Section(
        path: [], meaning: "",
        options: [
            Option(
                name: "zone", standard: "auto", range: "auto, or a time zone such as Europe/Berlin",
                meaning:
                    "The home's time zone: decides what “today” is, and when quiet hours are. auto is this machine's own zone, also when that changes while Beckon runs."
            ),
            Option(
                name: "board", standard: "boards/home.yaml", range: "a path in this folder",
                meaning: "The first board that is scanned.", isOwn: true),
        ])
}
