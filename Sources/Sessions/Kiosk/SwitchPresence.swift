import Scanning
import Time

/// Which switches the client has, and which are missing.
///
/// | a switch | is lost | arrives | is pressed | its time passes |
/// |---|---|---|---|---|
/// | there, never pressed | missing, if none is left | stays | → there, in use | – |
/// | there, in use | → missing, for its use | stays | stays | – |
/// | missing since so short a time | – | → there | not missing, if the press has its use | → told |
/// | missing, and told | – | → there | not missing, if the press has its use | – |
/// | none found at the start | – | not missing | not missing | → told |
struct SwitchPresence: Sendable {
    /// A switch that is back this soon was only replugged, and nobody is called.
    static let unplugGrace: Duration = .seconds(2)
    /// A kiosk that has seen no switch this long after its start has none.
    static let startGrace: Duration = .seconds(5)

    /// A switch that is not there.
    private struct Missing: Sendable {
        /// Empty where none was found at the start.
        var name: String
        /// What it was used for.
        var uses: Set<SwitchUse>
        /// `nil` when it has been told.
        var tellAt: Instant?
    }

    /// The names of the devices that are plugged in, by their ids.
    private var present: [Int: String] = [:]
    /// The uses of those that were pressed: a keyboard that is plugged in for a moment is not a switch.
    private var uses: [Int: Set<SwitchUse>] = [:]
    /// In the order in which they were lost.
    private var missing: [Missing] = []

    /// Whether every switch is there, as far as is known.
    var isWhole: Bool { missing.isEmpty }

    /// The name of a device that is plugged in.
    func name(of device: Int) -> String { present[device] ?? "" }

    var nextWake: Instant? { missing.compactMap(\.tellAt).min() }

    mutating func expect(from now: Instant) {
        guard present.isEmpty else { return }
        missing = [Missing(name: "", uses: [], tellAt: now.advanced(by: Self.startGrace))]
    }

    mutating func lost(_ id: Int, _ name: String, at now: Instant) {
        present[id] = nil
        let uses = uses.removeValue(forKey: id)
        guard uses != nil || present.isEmpty else { return }
        missing.append(Missing(name: name, uses: uses ?? [], tellAt: now.advanced(by: Self.unplugGrace)))
    }

    /// It is no longer missing; if none was found at the start, any device will do.
    mutating func arrived(_ id: Int, _ name: String) {
        present[id] = name
        missing.removeAll(where: \.name.isEmpty)
        if let same = missing.firstIndex(where: { $0.name == name }) { missing.remove(at: same) }
    }

    /// A press with the missing switch's use shows that the client has one again, whatever its name; a press
    /// of the other of two switches does not.
    mutating func works(_ id: Int, _ use: SwitchUse) {
        uses[id, default: []].insert(use)
        missing.removeAll { $0.uses.isEmpty || $0.uses.contains(use) }
    }

    /// Whether missing switches are to be reported now; they then count as told.
    mutating func tellsMissing(at now: Instant) -> Bool {
        let due = missing.indices.filter { missing[$0].tellAt.map { $0 <= now } ?? false }
        for index in due { missing[index].tellAt = nil }
        return !due.isEmpty
    }

    /// All missing switches that were reported, for a fault's detail; empty if there are none.
    var toldMissing: String {
        missing.filter { $0.tellAt == nil }.map { $0.name.isEmpty ? "no switch found" : $0.name }
            .joined(separator: ", ")
    }
}

/// What a device is for, as its presses show: the digits of a keypad belong together.
enum SwitchUse: Hashable, Sendable {
    case digits
    case role(SwitchRole)

    init(_ role: SwitchRole, in mode: ScanParameters.Mode) {
        switch role {
        case .digit: self = .digits
        // If items are not stepped through by hand, it is a second switch that chooses.
        case .step where mode != .step && mode != .stepDwell: self = .role(.select)
        case .select, .step, .back, .help, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open,
            .undo:
            self = .role(role)
        }
    }
}
