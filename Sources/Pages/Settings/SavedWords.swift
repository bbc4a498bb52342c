import Wording

/// When a saved change takes effect, by file: otherwise, what needs a restart would seem broken.
enum SavedWords {
    static let board = Text("settings.saved_board")
    static let phrases = Text("settings.saved_phrases")
    private static let settings = Text("settings.saved_settings")

    static func words(_ file: String) -> Text {
        if file == "beckon.yaml" { return settings }
        return file.hasPrefix("phrases.") ? phrases : board
    }
}
