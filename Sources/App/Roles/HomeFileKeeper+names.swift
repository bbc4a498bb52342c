public import Care
import HomeFiles

extension HomeFileKeeper {
    /// What `beckon.yaml` says of the home now.
    public var facts: HomeFacts { settings.facts }

    /// Changes the name of the client or caregiver in `beckon.yaml`; a kiosk and a station on this machine
    /// use it from then on. The file names nobody else.
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
