import Scanning
import Foundation
import Glibc
import HomeFiles
import Roles

/// What `beckon run` says when it starts: where the home is, what to press, what stands in for what.
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
                "Made a new home in \(composition.home.path) – names and settings are in beckon.yaml there.")
        }
        if roles.contains(.client) {
            lines.append(
                usesTerminal
                    ? "Client:    space starts and chooses, 1–9 choose at once, 0 goes back, h calls for help; enter is switch 2."
                    : "Client:    press the switch to start, press again to choose what was said last.")
        }
        if roles.contains(.caregiver) {
            lines.append(
                usesTerminal
                    ? "Caregiver: a on the way, m met, d declined (then the reason's digit), n next request, r say it again."
                    : "Caregiver: the station's keys answer: \(stationKeys).")
        }
        lines.append(
            usesTerminal
                ? "Ctrl+C ends it. A switch that you plug in is used at once."
                : "Ctrl+C ends it. `beckon devices` shows which switches are read.")
        let settings = composition.files.settings
        if settings.client.name == HomeSettings.standard.client.name {
            lines.append(
                "Nobody has a name yet: write client and caregiver into \(composition.home.settingsFile).")
        }
        if isSilent {
            lines.append("No sound device plays: the lines below stand in for the voices, paced like speech.")
        }
        Self.write(lines)
    }

    static func write(_ lines: [String]) {
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n\n").utf8))
    }

    /// `a on the way, m met, d declined`, as the settings have them.
    private var stationKeys: String {
        composition.files.settings.station.roles.compactMap { code, role in
            let meaning: (Int, String)? =
                switch role {
                case .onTheWay: (0, "on the way")
                case .met: (1, "met")
                case .declined: (2, "declined")
                case .select, .step, .back, .help, .digit, .next, .sayAgain: nil
                }
            return meaning.map { ($0.0, "\(KeyNames.name(of: code)) \($0.1)") }
        }
        .sorted { $0 < $1 }.map(\.1).joined(separator: ", ")
    }
}
