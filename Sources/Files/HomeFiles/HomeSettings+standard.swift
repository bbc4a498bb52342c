import Scanning

extension HomeSettings {
    /// What an empty `beckon.yaml` means.
    public static let standard = HomeSettings(
        switches: Keys(
            devices: ["auto"], grab: true, roles: digits(under: [57: .select, 28: .step, 14: .back])),
        station: Keys(
            devices: ["auto"], grab: true,
            roles: digits(under: [
                30: .onTheWay, 50: .met, 32: .declined, 49: .next, 19: .sayAgain, 31: .snooze, 24: .open,
                22: .undo,
            ])))

    /// Both digit rows, where no key has a role already.
    static func digits(under roles: [UInt16: SwitchRole]) -> [UInt16: SwitchRole] {
        KeyNames.digits.reduce(into: roles) { roles, entry in
            for code in entry.codes where roles[code] == nil { roles[code] = .digit(entry.digit) }
        }
    }
}
