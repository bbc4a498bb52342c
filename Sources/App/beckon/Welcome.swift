import Scanning
import Foundation
import Glibc
import HomeFiles
import Roles
import StaffFiles
import Wording

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
        let words = composition.locale.words
        let home = composition.home
        var lines: [String] = []
        if composition.isNewHome {
            lines.append(Self.sentence(words(Text("terminal.new_home", ["path": .verbatim(home.path)]))))
        }
        if roles.contains(.client) {
            lines.append(
                Self.row(
                    words(Text("terminal.client")), words(Self.client(mode, usesTerminal: usesTerminal))))
        }
        if roles.contains(.caregiver) {
            lines.append(
                Self.row(
                    words(Text("terminal.caregiver")),
                    words(
                        usesTerminal
                            ? Text("terminal.caregiver_keys")
                            : Text("terminal.station_keys", ["keys": .text(stationKeys)]))))
        }
        let devices = home.command("beckon devices")
        lines.append(
            Self.sentence(
                words(
                    usesTerminal
                        ? Text("terminal.ends_here")
                        : Text("terminal.ends", ["command": .verbatim(devices)]))))
        let settings = composition.files.settings
        if settings.client.name == HomeSettings.standard.client.name {
            lines.append(
                Self.sentence(words(Text("terminal.no_names", ["file": .verbatim(home.settingsFile)]))))
        }
        if isSilent { lines.append(Self.sentence(words(Text("terminal.no_sound")))) }
        Self.write(lines)
    }

    private var mode: ScanParameters.Mode { composition.files.settings.scanning.mode }

    /// What the client presses in the mode that is set: the terminal's keys, or a switch.
    static func client(_ mode: ScanParameters.Mode, usesTerminal: Bool) -> Text {
        switch mode {
        case .automatic: Text(usesTerminal ? "terminal.keys_automatic" : "terminal.press_automatic")
        case .inverse: Text(usesTerminal ? "terminal.keys_inverse" : "terminal.press_inverse")
        case .stepDwell: Text(usesTerminal ? "terminal.keys_step_dwell" : "terminal.press_step_dwell")
        case .step: Text(usesTerminal ? "terminal.keys_step" : "terminal.press_step")
        case .direct: Text(usesTerminal ? "terminal.keys_direct" : "terminal.press_direct")
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
    private var stationKeys: Text {
        let keys = composition.files.settings.station.roles.compactMap { code, role in
            let meaning: (place: Int, name: String)? =
                switch role {
                case .onTheWay: (0, "terminal.key_on_the_way")
                case .met: (1, "terminal.key_done")
                case .declined: (2, "terminal.key_cannot")
                case .select, .step, .back, .help, .digit, .next, .sayAgain, .snooze, .open, .undo: nil
                }
            return meaning.map { ($0.place, KeyNames.name(of: code), $0.name) }
        }
        return .joined(
            keys.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { Text($0.2, ["key": .verbatim($0.1)]) },
            separator: ", ")
    }
}
