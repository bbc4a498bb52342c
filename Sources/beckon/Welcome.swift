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

    func show() {
        var lines: [String] = []
        if composition.isNewHome {
            lines.append(
                "Made a new home in \(composition.home.path) – names and settings are in beckon.yaml there.")
        }
        if usesTerminal {
            lines += [
                "Client:    space starts and chooses, enter is switch 2, 1–9 choose at once, 0 goes back, h calls for help.",
                "Caregiver: a on the way, m met, d declined (then the reason's digit), n next request, r say it again.",
                "Ctrl+C ends it. A switch that you plug in is used at once.",
            ]
        } else {
            lines += [
                "Client:    press the switch to start, press again to choose what was said last.",
                "Caregiver: the station's keys answer: \(stationKeys).",
                "Ctrl+C ends it. `beckon devices` shows which switches are read.",
            ]
        }
        if isSilent {
            lines.append("No sound device plays: the lines below stand in for the voices, paced like speech.")
        }
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
