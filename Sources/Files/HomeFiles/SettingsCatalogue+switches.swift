extension SettingsCatalogue {
    static let switches = [
        Section(
            path: ["switches"],
            meaning: "The switch or keypad of the client. beckon devices shows what is there.",
            options: devices + [
                Option(
                    name: "stuck_after", standard: "20 s", range: "1 s to 10 min",
                    meaning: "A switch that is held longer seems stuck, and caregivers are told."),
                Option(
                    name: "silence_notice", standard: "on", range: "on or off",
                    meaning:
                        "Learns when the client presses, and tells caregivers once when there was no press for longer than usual."
                ),
                Option(
                    name: "shared_with", standard: "[]", range: "folders in the folder of this file",
                    meaning:
                        "Other clients who use this kiosk, too: a folder for each, with a beckon.yaml and boards of their own. A key that only one of them has is theirs; a key that several have asks who it is.",
                    isMachineOnly: true,
                    risk: "Reads the settings and boards of that folder, and speaks for its client."),
            ]),
        Section(
            path: ["switches", "keys"],
            meaning: "What its keys do; beckon devices shows the name of a key that is pressed.",
            options: [
                keys("select", "space", "Chooses, and wakes Beckon. The only key that one switch needs."),
                keys(
                    "step", "enter",
                    "Moves on, where the mode is step or step_dwell; in the others it is a second select."),
                keys("back", "backspace", "Goes back at once, without waiting for \"Go back\"."),
                keys("help", "", "Calls urgently from anywhere."),
                digits("1 to 9 choose an item at once and 0 goes back, in every mode."),
            ]),
    ]

    static let station = [
        Section(path: ["station"], meaning: "The keypad of the caregivers.", options: devices),
        Section(
            path: ["station", "keys"], meaning: "What its keys do.",
            options: [
                keys(
                    "on_the_way", "a",
                    "Somebody is coming: the client is told at once. For a reminder: somebody is taking care of it."
                ),
                keys("met", "m", "It is done: the need, or what a reminder is about."),
                keys(
                    "declined", "d",
                    "Can't now; then a digit chooses the reason that the client is told. A reminder is skipped."
                ),
                keys("next", "n", "Goes to the next one who is waiting, then to what is due."),
                keys("say_again", "r", "Says the alert once more."),
                keys("snooze", "s", "Says a reminder again later; then a digit chooses when." + givesWay),
                keys("open", "o", "Reads aloud what is open; any key ends it." + givesWay),
                keys(
                    "undo", "u",
                    "Undoes “done” or “skipped”, within a minute." + givesWay),
                digits("1 to 9 choose the reason, or when a reminder comes again."),
            ]),
    ]

    private static let givesWay = " Unless written, it is off where its key has another meaning."

    private static let devices = [
        Option(
            name: "devices", standard: "[auto]",
            range: "auto, terminal, none, or names, paths or vendor:product of devices",
            meaning: "Which devices are read. auto takes all that have one of the keys below.",
            isMachineOnly: true, risk: "Opens an input device, or any path named here."),
        Option(
            name: "grab", standard: "true", range: "true or false",
            meaning: "Takes the devices for Beckon alone, so that a press does nothing else on this machine.",
            risk: "Keeps the chosen input devices from every other program of the machine."),
    ]

    private static func keys(_ name: String, _ key: String, _ meaning: String) -> Option {
        Option(name: name, standard: "[\(key)]", range: "names of keys", meaning: meaning)
    }

    private static func digits(_ meaning: String) -> Option {
        Option(
            name: "digits", standard: "true", range: "true or false",
            meaning: meaning + " Both digit rows; a key with a meaning above keeps it.")
    }
}
