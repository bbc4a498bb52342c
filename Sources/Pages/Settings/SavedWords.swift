import Wording

/// When a saved change takes effect, by file: otherwise, what needs a restart would seem broken.
enum SavedWords {
    static let board = Notice(
        text: Text("settings.saved_board"), more: Text("settings.saved_board_more"))
    static let phrases = Notice(
        text: Text("settings.saved_phrases"), more: Text("settings.saved_phrases_more"))
    private static let settings = Notice(
        text: Text("settings.saved_settings"), more: Text("settings.saved_settings_more"))

    /// In a few words, with what that means for each kiosk folded behind them.
    static func notice(ofFile file: String) -> Notice {
        if file == "beckon.yaml" { return settings }
        return file.hasPrefix("phrases.") ? phrases : board
    }
}
