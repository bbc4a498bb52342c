import Care
import Foundation

/// One of Beckon's own icons, by its name in `icons.svg`. It is drawn in the colour of the text beside it, and never stands alone:
/// what it means is said in words, or in the label of what it stands in.
enum Icon: String, CaseIterable {
    case now, today, plan, more
    case needs, people, person, history, handover, boards, devices, `switch`, settings, phrases, audit, home,
        costs, points, mood, session, exercise
    case check, close, add, back, forward, down, up, edit, remove, copy, search, undo, redo
    case play, pause, stop, sound, silent
    case record, picture, share, download, print, leave, link, move
    /// From the worst to the best; a scale of three has the first, the third and the fifth of them.
    case face1 = "face-1"
    case face2 = "face-2"
    case face3 = "face-3"
    case face4 = "face-4"
    case face5 = "face-5"
    case urgent, info, clock, `repeat`, way, lock, away, phone, night, language

    /// The drawn face of a level on a scale of faces; `nil` for what has none.
    static func face(_ value: MoodValue, on scale: MoodScale) -> Icon? {
        MoodFace(value, on: scale).flatMap { Icon(rawValue: "face-\($0.number)") }
    }

    /// The five faces, ready to be copied by a script.
    static let drawnFaces = [face1, face2, face3, face4, face5].map(\.drawn).joined()

    /// Ready to stand in a template.
    var html: String { Self.html(rawValue) }

    /// Where people have chosen no symbol.
    ///
    /// - Parameter name: Of the field with the `ShownSymbol` that they may have chosen.
    func html(besides name: String, class style: String) -> String {
        ShownSymbol.html(name, class: style) + "{{^.\(name)}}\(html){{/.\(name)}}"
    }

    /// Its lines where it stands, for old browsers and pages without the styles of the others.
    var drawn: String {
        let all = String(decoding: PackageResources.icons_svg, as: UTF8.self)
        let lines = all.components(separatedBy: #"<symbol id="\#(rawValue)" viewBox="0 0 24 24">"#).last ?? ""
        return #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">"#
            + (lines.components(separatedBy: "</symbol>").first ?? "") + "</svg>"
    }

    /// One that points the other way where lines run from right to left.
    var turning: String { html.replacing(#"class="icon""#, with: #"class="icon turns""#) }

    /// For a name that the template fills in.
    static func html(_ name: String) -> String {
        #"<svg class="icon" aria-hidden="true"><use href="\#(PageAssets.path("icons.svg"))#\#(name)"/></svg>"#
    }
}
