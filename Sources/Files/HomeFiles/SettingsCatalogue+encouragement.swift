extension SettingsCatalogue {
    static let encouragement = Section(
        path: ["encouragement"],
        meaning: "Sentences and tips that encourage the client. docs/encouragement.md tells more.",
        options: [
            Option(
                name: "daily", standard: "off", range: "off, or a time of day",
                meaning:
                    "When the client's kiosk says one of itself, once a day: as soon as nothing else is going on then, and never in their quiet hours.",
                risk: "None."),
            Option(
                name: "daily_from", standard: "both", range: "quotes, tips or both",
                meaning: "Which of them that is, and which the screen shows at rest.", risk: "None."),
            Option(
                name: "categories_off", standard: "[faith]", range: "names of categories, or none",
                meaning:
                    "What comes only when it is asked for by its category: such as [faith, humour]. none leaves nothing out.",
                risk: "None: words that are compared with those of the files."),
            Option(
                name: "at_rest", standard: "false", range: "true or false",
                meaning: "The client's screen shows the sentence of the day while nothing else is going on.",
                risk: "None."),
            Option(
                name: "first_page", standard: "false", range: "true or false",
                meaning: "The client's own pages begin with it.", risk: "None."),
        ])
}
