/// When a saved change takes effect, by file: otherwise, what needs a restart would seem broken.
enum SavedWords {
    private static let elsewhere = "A kiosk on another machine has files of its own: change it there too."

    static let board = "Saved. A kiosk on this machine takes it within a few seconds. \(elsewhere)"
    static let phrases = "Saved. A kiosk on this machine says it like this within a few seconds. \(elsewhere)"
    private static let settings =
        "Saved. How the board is scanned and the names of the client and the caregiver take effect within a few seconds; everything else in this file takes effect at the next start. "
        + elsewhere

    static func words(_ file: String) -> String {
        if file == "beckon.yaml" { return settings }
        return file.hasPrefix("phrases.") ? phrases : board
    }
}
