import Care
import Wording

/// The board with which scanning begins, chosen on a board's own page or in the list of them: sent as the question of the settings sends it, and answered there.
struct BoardUse {
    /// Names differ from all names of the page: a missing value is looked up in the enclosing context.
    let usedBoard: String
    let boardBefore: String
    let settingsSeen: String
    let useWords: Text
    let usedTitle: Text

    /// `nil` for the one with which it begins already.
    init?(_ name: String, called title: Text, _ options: HomeOptions) {
        let now = SettingsAnswers.value(of: "board", in: options)
        usedBoard = "boards/" + name
        guard !now.isEmpty, now != usedBoard else { return nil }
        boardBefore = now
        settingsSeen = options.version
        useWords = Text("boards.use_for", ["client": .verbatim(options.client)])
        usedTitle = title
    }

    static let template = """
        \(Form.post(
            "/settings/place", class: "row",
            sends: ["option-board": "{{usedBoard}}", "was-board": "{{boardBefore}}", "version": "{{settingsSeen}}", "from": "{{usedBoard}}"]))\
        <button>{{useWords}}<span class="unseen">: {{usedTitle}}</span></button></form>
        """
}
