/// How a kiosk is started where none is running: its command, for a terminal.
enum StartingKiosk {
    /// The page's content has `command` and `isReadThere`.
    static let template = TerminalSteps.html(
        #"<p>[[welcome.kiosk_typed]]</p><pre class="command" tabindex="0">{{command}}</pre>"#)
}
