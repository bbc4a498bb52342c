import HomeFiles
import ZoneFiles

extension ZoneCheck {
    private static let zones = ZoneFiles()

    /// The zones of this machine.
    static let machine = ZoneCheck { look($0) }

    private static func look(_ name: String) -> Answer {
        do {
            _ = try zones.rules(for: name)
            return .good
        } catch {
            switch error {
            case .unknown: return .unknown(error.description)
            case .unreadable, .noZones: return .unreadable(error.description)
            }
        }
    }
}
