import HomeFiles

extension HomeSettings {
    /// What the client and the caregiver are called now; `nil` where they are other people, which takes
    /// effect at the next start.
    func names(of started: HomeSettings) -> (client: String, caregiver: String)? {
        guard clientOwned.client.id == started.clientOwned.client.id,
            homeOwned.caregiver.id == started.homeOwned.caregiver.id
        else { return nil }
        return (clientOwned.client.name, homeOwned.caregiver.name)
    }
}
