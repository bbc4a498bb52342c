import HomeFiles

extension HomeSettings {
    /// What the client and the caregiver are called now; `nil` where they are other people, which takes
    /// effect at the next start.
    func names(of started: HomeSettings) -> (client: String, caregiver: String)? {
        guard client.id == started.client.id, caregiver.id == started.caregiver.id else { return nil }
        return (client.name, caregiver.name)
    }
}
