/// What a machine with private state does in each of its states with everything that can happen to it, found by playing it.
public struct CaseTable<Machine> {
    private let name: String
    private let states: [(name: String, machine: Machine)]
    private let events: [(name: String, happen: (inout Machine) -> String)]
    private let standing: (Machine) -> String

    /// - Parameters:
    ///   - states: The machine in each of its states.
    ///   - events: Each says what comes of it besides the state; empty if nothing does.
    ///   - standing: In which state a machine is.
    public init(
        _ name: String, states: [(String, Machine)], events: [(String, (inout Machine) -> String)],
        standing: @escaping (Machine) -> String
    ) {
        self.name = name
        self.states = states.map { ($0.0, $0.1) }
        self.events = events.map { ($0.0, $0.1) }
        self.standing = standing
    }

    /// The states of which a machine says itself that it is in another one: none, if the table is right.
    public var wrongStates: [String] {
        states.filter { standing($0.machine) != $0.name }.map { "\($0.name) is \(standing($0.machine))" }
    }

    /// What stands above the rows in a document.
    public var head: String { "### \(name)\n\n| state | event | what comes of it |\n|---|---|---|" }

    /// One row for each case in which something comes of it.
    public var rows: [String] {
        var lines: [String] = []
        for state in states {
            for event in events {
                var machine = state.machine
                let outcome = event.happen(&machine)
                let after = standing(machine)
                let cell = [after == state.name ? "" : "→ \(after)", outcome].filter { !$0.isEmpty }
                guard !cell.isEmpty else { continue }
                lines.append("| \(state.name) | \(event.name) | \(cell.joined(separator: "; ")) |")
            }
        }
        return lines
    }
}
