/// What is typed at a terminal of the machine where Beckon runs. Where the page is read elsewhere, as on a phone on which nobody can type
/// it, it is folded, below words that say what to do.
enum TerminalSteps {
    /// - Parameter steps: As a template; the page's content has `isReadThere`.
    static func html(_ steps: String) -> String {
        #"<details data-key="terminal"{{#isReadThere}} open{{/isReadThere}}><summary>[[frame.at_terminal]]</summary>\#(steps)</details>"#
    }
}
