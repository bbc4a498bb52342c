import Wording

/// What can be answered with one tap; something else can always be typed. What is tapped is kept in the reader's language.
enum ChosenReasons {
    /// Why somebody cannot come now. The client hears it after "Anna can't now:".
    static let cannotNow = [
        Text("now.reason_helping"), Text("now.reason_not_possible"), Text("now.reason_dinner"),
        Text("now.reason_rest"), Text("now.reason_nurse"),
    ]

    /// Why something that was due is skipped.
    static let leftOut = [
        Text("today.reason_not_wanted"), Text("today.reason_not_needed"), Text("today.reason_asleep"),
        Text("today.reason_not_home"), Text("today.reason_doctor"),
    ]

    /// Why a chore is skipped.
    static let choreSkipped = [
        Text("today.reason_not_needed"), Text("chores.reason_no_time"), Text("today.reason_not_home"),
        Text("chores.reason_ill"),
    ]

    /// Why what was done does not count yet.
    static let notYetDone = [
        Text("chores.reason_part_left"), Text("chores.reason_once_more"), Text("chores.reason_not_put_away"),
    ]
}
