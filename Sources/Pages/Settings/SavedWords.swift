/// When what was saved begins to count, by file: whoever waits for something that needs a restart would think it broken.
enum SavedWords {
    private static let elsewhere = "A kiosk on another machine has files of its own: change it there too."

    static let board = "Saved. A kiosk on this machine takes it within a few seconds. \(elsewhere)"
    static let phrases = "Saved. It is said so within a few seconds, by a kiosk on this machine. \(elsewhere)"
    private static let settings =
        "Saved. How the board is scanned and the names of the client and the caregiver count within a few seconds; everything else in this file counts at the next start. "
        + elsewhere

    static func words(_ file: String) -> String {
        if file == "beckon.yaml" { return settings }
        return file.hasPrefix("phrases.") ? phrases : board
    }
}
