extension SettingsCatalogue {
    static let display = Section(
        path: ["display"],
        meaning: "The client's screen, if there is one. docs/display.md tells how to start it.",
        options: [
            Option(
                name: "size", standard: "normal", range: "normal, large or huge",
                meaning:
                    "How large cards and words are. With normal, nine cards fit on a screen at once; with more or larger ones it scrolls by itself."
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
                name: "columns", standard: "auto", range: "auto, or 1 to 6",
                meaning:
                    "How many cards are side by side. auto is what the board says, or as many as make a square. Where rows are scanned, the board's rows stay."
            ),
        ])
}
