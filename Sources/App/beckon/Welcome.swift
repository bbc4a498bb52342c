import Scanning
import Foundation
import Glibc
import HomeFiles
import Roles
import StaffFiles

/// What `beckon run` says when it starts: where the home is, what to press, what replaces what.
struct Welcome {
    let composition: Composition
    let isSilent: Bool
    let usesTerminal: Bool
    var roles: Set<Side> = [.client, .caregiver]

    /// Whose keys are read here.
    enum Side {
        case client, caregiver
    }

    func show() {
        var lines: [String] = []
        if composition.isNewHome {
            lines.append(
                Self.sentence(
                    "Made a new home in \(composition.home.path) – names and settings are in beckon.yaml there."
                ))
        }
        if roles.contains(.client) {
            lines.append(
                Self.row(
                    "Client:",
                    usesTerminal
                        ? "\(terminalKeys); 1–9 choose at once, 0 goes back, h calls for help."
                        : "\(switchWords)."))
        }
        if roles.contains(.caregiver) {
            lines.append(
                Self.row(
                    "Caregiver:",
                    usesTerminal
                        ? "a on the way, m done, d can't now (then the reason's digit), n next one, r say it again, s a reminder later, o what is open, u undo."
                        : "the station's keys answer: \(stationKeys)."))
        }
        let home = composition.home
        lines.append(
            Self.sentence(
                usesTerminal
                    ? "Ctrl+C ends it. A switch that you plug in is used at once. Type commands in another terminal window: letters are keys here."
                    : "Ctrl+C ends it. In another terminal window, `\(home.command("beckon devices"))` shows which switches are read."
            ))
        let settings = composition.files.settings
        if settings.client.name == HomeSettings.standard.client.name {
            lines.append(
                Self.sentence(
                    "Nobody has a name yet: the pages ask for it, or write it into \(home.settingsFile)."))
        }
        if isSilent {
            lines.append(
                Self.sentence("No sound device plays: the lines below replace the voices, paced like speech.")
            )
        }
        Self.write(lines)
    }

    private var mode: ScanParameters.Mode { composition.files.settings.scanning.mode }

    /// What the terminal's keys do in the mode that is set.
    private var terminalKeys: String {
        switch mode {
        case .automatic: "space starts and chooses"
        case .inverse: "space cannot be held in a terminal, so plug in a switch for `mode: inverse`"
        case .stepDwell: "space starts and moves on, staying chooses"
        case .step: "enter starts and moves on, space chooses"
        case .direct: "space reads out what there is"
        }
    }

    private var switchWords: String {
        switch mode {
        case .automatic: "press the switch to start, press again to choose what was said last"
        case .inverse: "hold the switch to start, let go to choose what was said last"
        case .stepDwell: "press the switch to start, press again to move on, stay to choose"
        case .step: "press to start, the step switch moves on, the select switch chooses"
        case .direct: "each key of the keypad is an item, 0 goes back"
        }
    }

    /// As many lines as it needs.
    static func sentence(_ words: String) -> String {
        TerminalText.wrapped(words, to: StandardOutput.look.columns)
    }

    /// What belongs to a title stands beside it.
    static func row(_ title: String, _ words: String) -> String {
        let indent = 11
        return TerminalText.wrapped(
            TerminalText.padded(title, to: indent) + words, to: StandardOutput.look.columns, indent: indent)
    }

    static func write(_ lines: [String]) {
        StandardOutput.print(lines.joined(separator: "\n") + "\n")
    }

    /// `a on the way, m done, d can't now`, as the settings have them.
    private var stationKeys: String {
        composition.files.settings.station.roles.compactMap { code, role in
            let meaning: (Int, String)? =
                switch role {
                case .onTheWay: (0, "on the way")
                case .met: (1, "done")
                case .declined: (2, "can't now")
                case .select, .step, .back, .help, .digit, .next, .sayAgain, .snooze, .open, .undo: nil
                }
            return meaning.map { ($0.0, "\(KeyNames.name(of: code)) \($0.1)") }
        }
        .sorted { $0 < $1 }.map(\.1).joined(separator: ", ")
    }
}
