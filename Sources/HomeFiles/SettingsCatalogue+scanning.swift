extension SettingsCatalogue {
    static let scanning = Section(
        path: ["scanning"],
        meaning: "How the board is scanned. Change one thing at a time, and try it for a day.",
        options: [
            Option(
                name: "mode", standard: "automatic", range: "automatic, step or direct",
                meaning:
                    "automatic: it moves on by itself, one switch selects. step: one switch moves on, another selects. direct: each key of a keypad is an item."
            ),
            Option(
                name: "pattern", standard: "group_item", range: "linear or group_item",
                meaning:
                    "group_item offers what opens more first, then the single items; linear keeps the order of the file."
            ),
            Option(
                name: "scan_time", standard: "1.5 s", range: "300 ms to 10 s",
                meaning:
                    "The time to press, from the end of the spoken word. Longer for slower hands; the person's usual press time divided by 0.65 fits."
            ),
            Option(
                name: "first_item_extra", standard: "700 ms", range: "0 to 5 s",
                meaning: "More time on the first item of every pass, when the person is not ready yet."),
            Option(
                name: "level_entry_pause", standard: "300 ms", range: "0 to 2 s",
                meaning: "A breath before the first word of a group that was opened."),
            Option(
                name: "initial_delay", standard: "500 ms", range: "0 to 2 s",
                meaning: "From the press that wakes Beckon to the first word."),
            Option(
                name: "loops", standard: "3", range: "0 to 10",
                meaning: "How often a level is offered before scanning gives up; 0 never gives up."),
            Option(
                name: "after_loops", standard: "up", range: "up, top or rest",
                meaning: "Where it goes then: one level up, to the first board, or to rest."),
            Option(
                name: "resume_after_select", standard: "first", range: "first, same or rest",
                meaning:
                    "Where scanning goes on after a choice: at the first item, at the same, or not until the next press."
            ),
            Option(
                name: "back_item", standard: "end", range: "end, start or none",
                meaning: "Where \"Go back\" stands in a group. Without it, a wrong group must be waited out."),
            Option(
                name: "electrical_debounce", standard: "30 ms", range: "5 ms to 100 ms",
                meaning:
                    "Contacts chatter: presses closer together than this are one. About the switch, not the person."
            ),
            Option(
                name: "acceptance_time", standard: "0", range: "0 to 2 s",
                meaning: "How long a press must be held to count: for hands that tremble or brush the switch."
            ),
            Option(
                name: "ignore_repeat", standard: "300 ms", range: "0 to 5 s",
                meaning: "After a press, further ones are ignored for so long: for hands that press twice."),
            Option(
                name: "undo_window", standard: "3 s", range: "0 to 10 s",
                meaning: "How long a press takes a request back, after Beckon has said so. 0 is never."),
            Option(
                name: "late_press_window", standard: "150 ms", range: "0 to 1 s",
                meaning: "A press so soon after a step was meant for the item before, and counts for it."),
            Option(
                name: "max_cue_time", standard: "10 s", range: "1 s to 1 min",
                meaning: "A longer spoken word is cut, so that a pass stays short."),
            Option(
                name: "inactivity_rest", standard: "2 min", range: "0 to 1 h",
                meaning: "After so long without a press everything goes to rest. 0 is never."),
        ])
}
