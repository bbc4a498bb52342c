import Care
import Recurrence
import Synchronization
import ZoneFiles

/// The home's time zone: that of its settings, otherwise the machine's own, which may change while the
/// service runs.
final class HomeZone: Sendable {
    private let zones: ZoneFiles
    /// `nil`: the machine's own.
    private let wanted: String?
    private let machine: @Sendable () -> String
    private let state: Mutex<State>

    private struct State: Equatable {
        /// The last one that was found; UTC before there was any.
        var rules: ZoneRules
        /// Why the home's configured zone is not in use; `nil` if it is.
        var problem: ZoneFilesError?
    }

    init(zones: ZoneFiles, wanted: String?, machine: @escaping @Sendable () -> String) {
        self.zones = zones
        self.wanted = wanted
        self.machine = machine
        state = Mutex(Self.state(zones, wanted ?? machine(), before: .utc))
    }

    var rules: ZoneRules { state.withLock { $0.rules } }

    /// The name of the home's configured zone if it is missing.
    var missing: String? { state.withLock { $0.problem } == nil ? nil : wanted ?? machine() }

    /// Why it is missing, with the zone that was probably meant. Only for messages to people, because
    /// guessing takes time.
    func problem() -> ZoneFilesError? {
        guard let known = state.withLock({ $0.problem }) else { return nil }
        guard case .unknown(let id, _) = known else { return known }
        do {
            _ = try zones.rules(for: id)
            // It has been installed meanwhile.
            return known
        } catch { return error }
    }

    /// Checks which zone it is now, and whether its rules exist; true if anything has changed.
    func look() -> Bool {
        let before = state.withLock { $0 }
        let now = Self.state(zones, wanted ?? machine(), before: before.rules)
        state.withLock { $0 = now }
        return now != before
    }

    private static func state(_ zones: ZoneFiles, _ id: String, before rules: ZoneRules) -> State {
        do {
            return State(rules: try zones.rules(for: id, guesses: false))
        } catch {
            return State(rules: rules, problem: error)
        }
    }
}
