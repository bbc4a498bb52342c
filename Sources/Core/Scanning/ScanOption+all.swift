extension ScanOption {
    /// Every option, in the order of the template and of the documents.
    public static let all = walking + pressing + hearing

    /// How scanning walks over a board.
    private static let walking = [
        ScanOption(
            "mode", .choice(\.mode),
            "automatic: it moves on by itself, one switch selects. inverse: it moves on while the switch is held, letting go selects. step_dwell: each press moves on, staying selects. step: one switch moves on, another selects. direct: each key of a keypad is an item."
        ),
        ScanOption(
            "pattern", .choice(\.pattern),
            "group_item offers what opens more first, then the single items; row_column offers the rows of the grid, then the items of a row; linear keeps the order of the file."
        ),
        ScanOption(
            "scan_time", .time(\.scanTime, .milliseconds(300) ... .seconds(10)),
            "The time to press, from the end of the spoken word. Longer for slower hands; the person's usual press time divided by 0.65 fits, and beckon tune measures it."
        ),
        ScanOption(
            "first_item_extra", .time(\.firstItemExtra, .zero ... .seconds(5)), only: [.automatic, .inverse],
            "More time on the first item of every pass, when the person is not ready yet."),
        ScanOption(
            "level_entry_pause", .time(\.levelEntryPause, .zero ... .seconds(2)),
            "A pause before the first word of a group that was opened."),
        ScanOption(
            "initial_delay", .time(\.initialDelay, .zero ... .seconds(2)),
            "From the press that wakes Beckon to the first word."),
        ScanOption(
            "loops", .count(\.loops, 0...10), only: [.automatic, .inverse],
            "How often a level is offered before scanning gives up; 0 never gives up."),
        ScanOption(
            "after_loops", .choice(\.afterLoops), only: [.automatic, .inverse],
            "Where it goes then: one level up, to the first board, or to rest."),
        ScanOption(
            "resume_after_select", .choice(\.resumeAfterSelect),
            "Where scanning goes on after a choice: at the first item, at the same, or not until the next press."
        ),
        ScanOption(
            "back_item", .choice(\.backItem), only: [.automatic, .inverse, .stepDwell, .step],
            "Where \"Go back\" is in a group. Without it, a wrong group can only be waited out."),
        ScanOption(
            "skip_empty", .flag(\.skipEmpty), "Leaves out what would do nothing now, such as an empty list."),
        ScanOption(
            "inactivity_rest", .time(\.inactivityRest, .zero ... .seconds(3600)),
            "After so long without a press everything goes to rest. 0 leaves that to the end of the passes; where only presses move on, an hour ends it."
        ),
    ]

    /// What counts as a press, and what it does.
    private static let pressing = [
        ScanOption(
            "electrical_debounce", .time(\.electricalDebounce, .milliseconds(5) ... .milliseconds(100)),
            "Contacts chatter: presses closer together than this are one. About the switch, not the person."),
        ScanOption(
            "acceptance_time", .time(\.acceptanceTime, .zero ... .seconds(2)),
            "How long a press must be held to count: for hands that tremble or brush the switch."),
        ScanOption(
            "ignore_repeat", .time(\.ignoreRepeat, .zero ... .seconds(5)),
            "After a press, further ones are ignored for so long: for hands that press twice."),
        ScanOption(
            "release_time", .time(\.releaseTime, .zero ... .seconds(5)),
            "After letting go, further presses are ignored for so long: for hands that leave the switch slowly."
        ),
        ScanOption(
            "activate_on", .choice(\.activateOn), only: [.automatic, .stepDwell, .step, .direct],
            "Whether pressing or letting go counts: letting go is easier for some hands to time."),
        ScanOption(
            "long_press_time", .timeOrOff(\.longPressTime, .milliseconds(500) ... .seconds(5)),
            "A press held so long does something else, named in the next line; shorter ones then count when they are let go."
        ),
        ScanOption(
            "long_press_action", .choice(\.longPressAction),
            "cancel ends everything; back goes one level up; repeat says the word again; help calls urgently, after a countdown."
        ),
        ScanOption(
            "help_presses", .countOrOff(\.helpPresses, 3...9),
            "So many presses within three seconds call urgently from anywhere, after a countdown. Not for hands that press in bursts."
        ),
        ScanOption(
            "dwell_time", .time(\.dwellTime, .milliseconds(500) ... .seconds(10)), only: [.stepDwell],
            "step_dwell: how long staying on a word selects it, from its end."),
        ScanOption(
            "move_repeat", .timeOrOff(\.moveRepeat, .milliseconds(200) ... .seconds(2)), only: [.step],
            "step: while the step switch is held, it moves on again after each so long."),
        ScanOption(
            "undo_window", .time(\.undoWindow, .zero ... .seconds(10)),
            "How long a press can undo a request, after Beckon has said so. 0 is never."),
        ScanOption(
            "late_press_window", .time(\.latePressWindow, .zero ... .seconds(1)),
            "A press so soon after a step was meant for the item before, and counts for it."),
        ScanOption(
            "press_evidence", .choice(\.pressEvidence), only: [.automatic],
            "automatic: whether presses are understood by their times. cautious asks back what comes far outside the person's usual time; full also lets unlikely presses pass, and counts late ones for the word before. Both begin after 60 presses."
        ),
    ]

    /// What is heard.
    private static let hearing = [
        ScanOption(
            "minimum_cue_time", .time(\.minimumCueTime, .zero ... .seconds(3)), only: [.step, .stepDwell],
            "step and step_dwell: so much of each word is heard before a press moves on, however fast the presses are."
        ),
        ScanOption(
            "max_cue_time", .time(\.maxCueTime, .seconds(1) ... .seconds(60)),
            "A longer spoken word is cut, so that a pass stays short."),
        ScanOption(
            "preview", .factorOrOff(\.preview, 1...3), only: [.automatic],
            "automatic: each level is read once before it is scanned, so many times faster; a press only ends the reading."
        ),
        ScanOption(
            "speak_position", .flag(\.speakPosition), "\"Water, 2 of 6\": where one is, for those who count."),
        ScanOption("speak_count", .flag(\.speakCount), "\"Drinks, 4 items\": how much a group holds."),
        ScanOption(
            "speak_group_content", .flag(\.speakGroupContent),
            "\"Drinks: Water, Tea, Coffee\": what a group begins with, for those who learn a board."),
        ScanOption("step_sound", .flag(\.stepSound), "A tick before each word."),
        ScanOption(
            "wrap_sound", .flag(\.wrapSound), "A sound where a pass begins again from the first word."),
    ]
}
