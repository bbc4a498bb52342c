public import Care
import HomeFiles

extension HomeFileKeeper {
    /// Says in `beckon.yaml` how its client or caregiver is called; a kiosk and a station on this machine say it from then
    /// on. It names nobody else.
    ///
    /// - Parameter isTrial: Whether to check only that it can be written.
    public func rename(_ id: String, to name: String, isTrial: Bool = false) throws(CareProblem) {
        let people = [("client", settings.client), ("caregiver", settings.caregiver)]
        guard let (section, person) = people.first(where: { $0.1.id == id }), person.name != name else {
            return
        }
        try edit(HomeFilePlace.settingsName, missing: [], isTrial: isTrial) {
            bytes, file throws(SettingsEdit.Problem) in
            try SettingsEdit.name(name, of: section, in: bytes, file: file)
        }
    }
}
