/// What can be answered with one tap; something else can always be typed.
enum ChosenReasons {
    /// Why somebody cannot come now. The client hears it after "Anna can't now:".
    static let cannotNow = [
        "I am helping somebody else", "it is not possible just now", "dinner is in ten minutes",
        "it is time to rest", "I must ask the nurse first",
    ]

    /// Why something that was due is skipped.
    static let leftOut = [
        "it was not wanted", "it is not needed today", "asleep", "not at home", "the doctor said so",
    ]
}
