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
}
