extension SettingsCatalogue {
    static let display = Section(
        path: ["display"],
        meaning: "The client's screen, if there is one. docs/display.md tells how to start it.",
        options: [
            Option(
                name: "size", standard: "normal", range: "normal, large or huge",
                meaning:
                    "How many rows of cards are in sight at once, at most: five with normal, three with large, two with huge; on an upright screen ten, six or four. Cards fill the screen, and more of them scroll by themselves."
            ),
            Option(
                name: "layout", standard: "cards", range: "cards or strips",
                meaning:
                    "cards: what is open fills the screen. strips: each group of the board is a horizontal strip, all of them under each other on one page that scrolls by itself. Where rows are scanned, cards stay."
            ),
            Option(
                name: "theme", standard: "dark", range: "dark, light or contrast",
                meaning:
                    "dark does not glare at night, light is easier to read by day, contrast is for low vision: yellow and white on black, with thick lines."
            ),
            Option(
                name: "reduced_motion", standard: "off", range: "on or off",
                meaning: "Nothing slides or fades, for those whom that makes dizzy or nervous."),
            Option(
                name: "brightness_day", standard: "100", range: "10 to 100",
                meaning: "How bright the screen is by day, in percent of what the device shows."),
            Option(
                name: "brightness_night", standard: "60", range: "10 to 100",
                meaning: "How bright the screen is at night, in percent of what the device shows."),
            Option(
                name: "night_from", standard: "21:00", range: "a time of day",
                meaning: "When night begins for the screen."),
            Option(
                name: "night_until", standard: "07:00", range: "a time of day",
                meaning: "When night ends. The same time as night_from means that there is no night."),
            Option(
                name: "columns", standard: "auto", range: "auto, or 1 to 6",
                meaning:
                    "How many cards are side by side. auto is what the board says, or as many as make a square. Where rows are scanned, the board's rows stay."
            ),
        ])
}
