/// One of Beckon's own icons, by its name in `icons.svg`. It is drawn in the colour of the text beside it, and never stands alone:
/// what it means is said in words, or in the label of what it stands in.
enum Icon: String, CaseIterable {
    case now, today, plan, more
    case needs, people, person, history, handover, boards, devices, `switch`, settings, phrases, audit, home
    case check, close, add, back, forward, down, up, edit, remove, copy, search, undo, redo
    case play, pause, stop, sound, silent
    case record, picture, share, download, print, leave, link, move
    case urgent, info, clock, `repeat`, way, lock, away, phone, night, language

    /// Ready to stand in a template.
    var html: String { Self.html(rawValue) }

    /// For a name that the template fills in.
    static func html(_ name: String) -> String {
        #"<svg class="icon" aria-hidden="true"><use href="\#(PageAssets.path("icons.svg"))#\#(name)"/></svg>"#
    }
}
