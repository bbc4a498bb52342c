extension SettingsCatalogue {
    public static let scanning = Section(
        path: ["scanning"],
        meaning:
            "How the board is scanned; docs/scanning.md helps to choose. Change one thing at a time, and try it for a day.",
        options: walking + pressing + hearing)

    private static let walking = [
        Option(
            name: "mode", standard: "automatic", range: "automatic, inverse, step_dwell, step or direct",
            meaning:
                "automatic: it moves on by itself, one switch selects. inverse: it moves on while the switch is held, letting go selects. step_dwell: each press moves on, staying selects. step: one switch moves on, another selects. direct: each key of a keypad is an item."
        ),
        Option(
            name: "pattern", standard: "group_item", range: "linear, group_item or row_column",
            meaning:
                "group_item offers what opens more first, then the single items; row_column offers the rows of the grid, then the items of a row; linear keeps the order of the file."
        ),
        Option(
            name: "scan_time", standard: "1.5 s", range: "300 ms to 10 s",
            meaning:
                "The time to press, from the end of the spoken word. Longer for slower hands; the person's usual press time divided by 0.65 fits, and beckon tune measures it."
        ),
        Option(
            name: "first_item_extra", standard: "700 ms", range: "0 to 5 s",
            meaning: "More time on the first item of every pass, when the person is not ready yet."),
        Option(
            name: "level_entry_pause", standard: "300 ms", range: "0 to 2 s",
            meaning: "A pause before the first word of a group that was opened."),
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
            meaning: "Where \"Go back\" is in a group. Without it, a wrong group can only be waited out."),
        Option(
            name: "skip_empty", standard: "on", range: "on or off",
            meaning: "Leaves out what would do nothing now, such as an empty list."),
        Option(
            name: "inactivity_rest", standard: "2 min", range: "0 to 1 h",
            meaning:
                "After so long without a press everything goes to rest. 0 leaves that to the end of the passes; where only presses move on, an hour ends it."
        ),
    ]

    private static let pressing = [
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
            name: "release_time", standard: "0", range: "0 to 5 s",
            meaning:
                "After letting go, further presses are ignored for so long: for hands that leave the switch slowly."
        ),
        Option(
            name: "activate_on", standard: "press", range: "press or release",
            meaning: "Whether pressing or letting go counts: letting go is easier for some hands to time."),
        Option(
            name: "long_press_time", standard: "off", range: "off, or 500 ms to 5 s",
            meaning:
                "A press held so long does something else, named in the next line; shorter ones then count when they are let go."
        ),
        Option(
            name: "long_press_action", standard: "cancel", range: "cancel, back, repeat or help",
            meaning:
                "cancel ends everything; back goes one level up; repeat says the word again; help calls urgently, after a countdown."
        ),
        Option(
            name: "help_presses", standard: "off", range: "off, or 3 to 9",
            meaning:
                "So many presses within three seconds call urgently from anywhere, after a countdown. Not for hands that press in bursts."
        ),
        Option(
            name: "dwell_time", standard: "2 s", range: "500 ms to 10 s",
            meaning: "step_dwell: how long staying on a word selects it, from its end."),
        Option(
            name: "move_repeat", standard: "off", range: "off, or 200 ms to 2 s",
            meaning: "step: while the step switch is held, it moves on again after each so long."),
        Option(
            name: "undo_window", standard: "3 s", range: "0 to 10 s",
            meaning: "How long a press can undo a request, after Beckon has said so. 0 is never."),
        Option(
            name: "late_press_window", standard: "150 ms", range: "0 to 1 s",
            meaning: "A press so soon after a step was meant for the item before, and counts for it."),
    ]

    private static let hearing = [
        Option(
            name: "minimum_cue_time", standard: "300 ms", range: "0 to 3 s",
            meaning:
                "step and step_dwell: so much of each word is heard before a press moves on, however fast the presses are."
        ),
        Option(
            name: "max_cue_time", standard: "10 s", range: "1 s to 1 min",
            meaning: "A longer spoken word is cut, so that a pass stays short."),
        Option(
            name: "preview", standard: "off", range: "off, or 1 to 3",
            meaning:
                "automatic: each level is read once before it is scanned, so many times faster; a press only ends the reading."
        ),
        Option(
            name: "speak_position", standard: "off", range: "on or off",
            meaning: "\"Water, 2 of 6\": where one is, for those who count."),
        Option(
            name: "speak_count", standard: "on", range: "on or off",
            meaning: "\"Drinks, 4 items\": how much a group holds."),
        Option(
            name: "speak_group_content", standard: "off", range: "on or off",
            meaning: "\"Drinks: Water, Tea, Coffee\": what a group begins with, for those who learn a board."),
        Option(
            name: "step_sound", standard: "off", range: "on or off",
            meaning: "A tick before each word."),
        Option(
            name: "wrap_sound", standard: "off", range: "on or off",
            meaning: "A sound where a pass begins again from the first word."),
    ]
}
